#include "store/sqlite_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/label_bytes.hpp"

namespace touchstone::store {

base::Result<std::string> stored(const model::Label& label) {
  auto bytes = model::to_bytes(label);
  if (bytes.size() <= kMaxLabelBytes) return bytes;
  return base::fail(fmt::format("a label of more than {} KiB", kMaxLabelBytes >> 10U), "",
                    "a server names far too many classes or sources; see `touchstone decisions`");
}

void Where::add(std::string_view condition) {
  conditions_ += conditions_.empty() ? " WHERE " : " AND ";
  conditions_ += condition;
}

void Where::add(std::string_view condition, Argument value) {
  add(condition);
  arguments_.push_back(value);
}

void Where::more(std::string_view rest, Argument value) {
  more(rest);
  arguments_.push_back(value);
}

Query Where::query(Database& database, std::string_view select, std::string_view rest,
                   std::size_t limit) {
  arguments_.push_back(argument(std::min(limit, kMaxPage)));
  return database.query_with(fmt::format("{}{} {} LIMIT ?", select, conditions_, rest), arguments_);
}

}  // namespace touchstone::store
