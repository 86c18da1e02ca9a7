// Which decisions are of which session: noted for kAtOnce decisions together, in order of their
// sessions, so that few pages change, and not each, but in which blocks of 256 a session has any.
// Those in a block, and those that came since, are found by looking at them.
#include <map>

#include "store/collect.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

constexpr std::int64_t kAtOnce = 1'024;
constexpr std::int64_t kBlock = 256;  // as the statements have it

using Blocks = std::map<std::string, std::vector<std::int64_t>, std::less<>>;

// Of the decisions since the last note, by session.
base::Result<Blocks> new_blocks(Database& database) {
  Blocks out;
  auto decisions = database.query(
      "SELECT sequence, session FROM decisions WHERE sequence > (SELECT count FROM totals WHERE "
      "name "
      "= 'decided')");
  while (decisions.next()) {
    const auto session = decisions.bytes(1);
    auto found = out.find(session);
    if (found == out.end()) found = out.emplace(session, std::vector<std::int64_t>()).first;
    auto& blocks = found->second;
    const auto block = decisions.number(0) / kBlock;
    if (blocks.empty() || blocks.back() != block) blocks.push_back(block);
  }
  if (decisions.error()) return tl::unexpected(*decisions.error());
  return out;
}

}  // namespace

base::Result<void> note_decided(Database& database, std::int64_t last) {
  if (last % kAtOnce != 0) return {};
  const auto found = new_blocks(database);
  if (!found) return tl::unexpected(found.error());
  for (const auto& [session, blocks] : *found) {
    for (const auto block : blocks) {
      const auto noted =
          database.run("INSERT OR IGNORE INTO decided VALUES (?, ?)", session, block);
      if (!noted) return tl::unexpected(noted.error());
    }
  }
  return only_done(database.run("UPDATE totals SET count = ? WHERE name = 'decided'", last));
}

// Of the first decisions up to `last`, which are about to go.
base::Result<void> forget_decided(Database& database, std::int64_t last) {
  return only_done(database.run(
      "DELETE FROM decided WHERE (session, block) IN (SELECT session, sequence / 256 FROM "
      "decisions "
      "WHERE sequence <= ?1 EXCEPT SELECT session, sequence / 256 FROM decisions WHERE sequence > "
      "?1 "
      "AND sequence / 256 = ?1 / 256)",
      last));
}

}  // namespace touchstone::store
