// Recall: what the writing connection knows of its tables without asking them.
//
// Each call needs the row of its session, the place of the last decision, and whether a recurring
// part is kept; nearly always they are as the call before left them. So they are kept here, for the
// epoch of the Database: once another connection has written, or something was undone, all is
// forgotten. A request that changes these tables in any other way clears it first.
//
// Of the writing thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/database.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {

class Recall {
 public:
  static constexpr std::size_t kMaxSessions = 128;
  static constexpr std::size_t kMaxParts = 64;

  // First thing in a request: forgets what may no longer be so.
  void check(const Database& database);
  void clear();

  [[nodiscard]] SessionRow* session(std::string_view key);  // null: ask the table
  SessionRow& keep(SessionRow row);  // valid until the next one is kept, or all are forgotten

  [[nodiscard]] bool has_part(std::uint64_t number) const;
  void keep_part(std::uint64_t number);

  std::optional<Place> last;  // of the decisions

 private:
  std::uint64_t epoch_ = 0;
  std::map<std::string, SessionRow, std::less<>> sessions_;
  std::vector<std::uint64_t> parts_;
};

}  // namespace touchstone::store
