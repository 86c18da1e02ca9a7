// Recall: what the writing connection knows of its tables without asking them.
//
// Each call needs the row of its session, the place of the last decision and the number of the last
// piece of a flow memory; nearly always they are as the call before left them. So they are kept
// here, for the epoch of the Database: once another connection has written, or something was
// undone, all are forgotten. A request that changes these tables in any other way clears it first.
//
// And the bases that records are kept as differences from (sqlite_bases.cpp). A base never changes,
// so it is known until something was undone, or it is too old to be used.
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
#include <unordered_map>

#include "store/database.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {

struct Base {
  std::int64_t number = 0;
  std::string text;
  std::size_t regret = 0;  // bytes that differences from it took beyond what they should
};

class Recall {
 public:
  static constexpr std::size_t kMaxSessions = 128;
  static constexpr std::size_t kMaxBases = 256;
  static constexpr std::size_t kMaxBaseBytes = std::size_t{16} << 10U;  // longer: not by heart

  // First thing in a request: forgets what may no longer be so.
  void check(const Database& database);
  void clear();  // all but bases

  [[nodiscard]] SessionRow* session(std::string_view key);  // null: ask the table
  SessionRow& keep(SessionRow row);  // valid until the next one is kept, or all are forgotten

  // Of records that tell of the same kind of thing; null: none is known.
  [[nodiscard]] Base* base_of(const DecisionRecord& record);
  void keep_base(const DecisionRecord& record, Base base);

  std::optional<Place> last;                // of the decisions
  std::optional<std::uint64_t> last_piece;  // of flow memories

 private:
  [[nodiscard]] const std::string& shape_of(const DecisionRecord& record);

  std::uint64_t epoch_ = 0;
  std::uint64_t undone_ = 0;
  std::map<std::string, SessionRow, std::less<>> sessions_;
  std::unordered_map<std::string, Base> bases_;  // by what a base's row is found by
  std::string shape_;                            // made anew for each record, in the same room
};

}  // namespace touchstone::store
