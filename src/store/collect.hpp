// Rows of a query as values: all of them, or the first. `read` makes a value, or a Result of one,
// of the current row. On the thread of the query's database.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "store/database.hpp"

namespace touchstone::store {

template <typename T, typename Read>
[[nodiscard]] base::Result<std::vector<T>> collect(Query&& query, const Read& read) {
  std::vector<T> out;
  while (query.next()) {
    base::Result<T> value = read(query);
    if (!value) return tl::unexpected(value.error());
    out.push_back(std::move(*value));
  }
  if (query.error()) return tl::unexpected(*query.error());
  return out;
}

template <typename T, typename Read>
[[nodiscard]] base::Result<std::optional<T>> first(Query&& query, const Read& read) {
  if (query.next()) {
    base::Result<T> value = read(query);
    if (!value) return tl::unexpected(value.error());
    return std::move(*value);
  }
  if (query.error()) return tl::unexpected(*query.error());
  return std::optional<T>();
}

// For what changes rows and says no more about it.
[[nodiscard]] inline base::Result<void> only_done(base::Result<std::size_t> changed) {
  if (!changed) return tl::unexpected(std::move(changed.error()));
  return {};
}

}  // namespace touchstone::store
