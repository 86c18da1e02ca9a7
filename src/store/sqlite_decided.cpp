// Which decisions are of which session: noted for kAtOnce decisions together, in order of their
// sessions, so that few pages change, and not each, but in which blocks of 64 a session has any.
// Those in a block, and those that came since, are found by looking at them.
#include "store/collect.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

constexpr std::int64_t kAtOnce = 1'024;

}  // namespace

base::Result<void> note_decided(Database& database, std::int64_t last) {
  if (last % kAtOnce != 0) return {};
  auto noted = only_done(database.run(
      "INSERT OR IGNORE INTO decided SELECT DISTINCT session, sequence / 64 FROM decisions WHERE "
      "sequence > (SELECT count FROM totals WHERE name = 'decided')"));
  if (noted) {
    noted = only_done(database.run("UPDATE totals SET count = ? WHERE name = 'decided'", last));
  }
  return noted;
}

// Of the first decisions up to `last`, which are about to go.
base::Result<void> forget_decided(Database& database, std::int64_t last) {
  return only_done(database.run(
      "DELETE FROM decided WHERE (session, block) IN (SELECT session, sequence / 64 FROM decisions "
      "WHERE sequence <= ?1 EXCEPT SELECT session, sequence / 64 FROM decisions WHERE sequence > "
      "?1 "
      "AND sequence / 64 = ?1 / 64)",
      last));
}

}  // namespace touchstone::store
