// Pieces of flow memories that nobody needs any more.
//
// Those of several sessions share a page, so to delete the pieces of one would change a page for
// each: as much as all else that a call writes. But most memories end, or are written anew as a
// whole, before kUnswept more pieces have come. So a sweep follows the newest piece at that
// distance and takes away all that is of no use by then, whole pages of it. `totals` says how far
// it is. Only what it went past is deleted piece by piece, and what has pages of its own at once.
#include "store/collect.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

constexpr std::int64_t kUnswept = 16'384;
constexpr std::int64_t kSweptAtOnce = 256;

base::Result<std::int64_t> swept_so_far(Database& database) {
  return database.number("SELECT count FROM totals WHERE name = 'flow'");
}

base::Result<void> sweep_up_to(Database& database, std::int64_t last) {
  const auto from = swept_so_far(database);
  if (!from) return tl::unexpected(from.error());
  if (*from >= last) return {};
  auto swept = only_done(database.run(
      "DELETE FROM flow WHERE piece > ? AND piece <= ? AND NOT EXISTS (SELECT 1 FROM session_now "
      "WHERE number = flow.session AND flow.piece BETWEEN flow_first AND flow_last)",
      *from, last));
  if (swept) {
    swept = only_done(database.run("UPDATE totals SET count = ? WHERE name = 'flow'", last));
  }
  return swept;
}

base::Result<void> drop_swept(Database& database, const SessionRow& session, std::int64_t swept) {
  return only_done(database.run(
      "WITH RECURSIVE chain (piece, before) AS (SELECT piece, before FROM flow WHERE piece = ?1 "
      "AND "
      "session = ?2 UNION ALL SELECT flow.piece, flow.before FROM chain JOIN flow ON flow.piece = "
      "chain.before WHERE flow.session = ?2 AND flow.piece < chain.piece) DELETE FROM flow WHERE "
      "piece IN (SELECT piece FROM chain WHERE piece <= ?3)",
      session.flow_last, session.number, swept));
}

}  // namespace

base::Result<void> drop_flow(Database& database, const SessionRow& session) {
  if (session.flow_last == 0) return {};
  const auto swept = swept_so_far(database);
  if (!swept) return tl::unexpected(swept.error());
  if (session.flow_first <= static_cast<std::uint64_t>(*swept)) {
    if (auto done = drop_swept(database, session, *swept); !done) return done;
  }
  return only_done(database.run(
      "DELETE FROM flow INDEXED BY flow_large WHERE session = ? AND length(bytes) > 4000",
      session.number));
}

base::Result<void> sweep_flow(Database& database, std::uint64_t piece) {
  const auto newest = static_cast<std::int64_t>(piece);
  if (newest % kSweptAtOnce != 0 || newest <= kUnswept) return {};
  return sweep_up_to(database, newest - kUnswept);
}

base::Result<void> sweep_all_flow(Database& database) {
  const auto newest = database.number("SELECT coalesce(max(piece), 0) FROM flow");
  if (!newest) return tl::unexpected(newest.error());
  return sweep_up_to(database, *newest);
}

}  // namespace touchstone::store
