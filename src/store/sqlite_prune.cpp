#include <algorithm>

#include "store/collect.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

using Counted = base::Result<std::size_t>;

// How many rows of `counting` are more than `most`.
Counted excess(Database& database, std::string_view counting, std::size_t most) {
  const auto count = database.number(counting);
  if (!count) return tl::unexpected(count.error());
  const auto there = static_cast<std::size_t>(std::max<std::int64_t>(*count, 0));
  return std::min(there > most ? there - most : 0, kMaxPruned);
}

// Always the first ones of the row, so that what is left has no gaps; at `at` the newest is kept.
Counted prune_decisions(Database& database, Time now, const Retention& retention) {
  const auto newest = database.number("SELECT coalesce(max(sequence), 0) FROM decisions");
  if (!newest) return tl::unexpected(newest.error());
  const auto beyond = *newest - static_cast<std::int64_t>(retention.decisions);
  std::int64_t last = 0;
  auto oldest =
      database.query("SELECT sequence, at FROM decisions ORDER BY sequence LIMIT ?", kMaxPruned);
  while (oldest.next()) {
    const auto sequence = oldest.number(0);
    const bool stays = sequence > beyond && oldest.time(1) >= now - retention.decision_age;
    if (stays || sequence == *newest) break;
    last = sequence;
  }
  if (oldest.error()) return tl::unexpected(*oldest.error());
  auto done = forget_decided(database, last);
  if (done) done = prune_bases(database, last);
  if (!done) return tl::unexpected(done.error());
  return database.run("DELETE FROM decisions WHERE sequence <= ?", last);
}

struct Gone {
  std::uint64_t number;
  std::string key;
};

Counted forget_sessions(Database& database, Query&& which) {
  const auto sessions = collect<Gone>(std::move(which), [](const Query& row) {
    return Gone{row.count(0), row.text(1)};
  });
  if (!sessions) return tl::unexpected(sessions.error());
  for (const auto& [number, key] : *sessions) {
    auto done = end_grants(database, key);
    if (done) done = forget_session(database, number);
    if (!done) return tl::unexpected(done.error());
  }
  return sessions->size();
}

Counted prune_sessions(Database& database, Time now, const Retention& retention) {
  auto old = forget_sessions(
      database,
      database.query("SELECT number, key FROM session_names JOIN session_now USING (number) WHERE "
                     "last_seen < ? LIMIT ?",
                     now - retention.session_age, kMaxPruned));
  if (!old) return old;
  const auto more = excess(database, "SELECT count(*) FROM session_names WHERE ended IS NOT NULL",
                           retention.ended_sessions);
  if (!more) return more;
  const auto gone = forget_sessions(
      database,
      database.query(
          "SELECT number, key FROM session_names WHERE ended IS NOT NULL ORDER BY ended LIMIT ?",
          *more));
  if (!gone) return gone;
  return *old + *gone;
}

Counted prune_locations(Database& database, Time now, const Retention& retention) {
  const auto more = excess(database, "SELECT count(*) FROM locations", retention.locations);
  if (!more) return more;
  const auto gone = database.run(
      "DELETE FROM locations WHERE rowid IN (SELECT rowid FROM locations ORDER BY seen LIMIT ?)",
      *more);
  if (!gone) return gone;
  const auto old = database.run(
      "DELETE FROM locations WHERE rowid IN (SELECT rowid FROM locations WHERE seen < ? LIMIT ?)",
      now - retention.location_age, kMaxPruned);
  if (!old) return old;
  return *old + *gone;
}

// Closed: answered with no, used up, or over. What is pending is never forgotten unheard.
Counted prune_tickets(Database& database, Time now, const Retention& retention) {
  auto closed = database.query(
      "SELECT count(*) FROM tickets WHERE state <> 'pending' AND (state <> 'allowed' OR "
      "expires <= ?)",
      now);
  const auto there = closed.next() ? closed.count(0) : 0;
  if (closed.error()) return tl::unexpected(*closed.error());
  const auto most = retention.closed_tickets;
  return database.run(
      "DELETE FROM tickets WHERE number IN (SELECT number FROM (SELECT number, asked, row_number() "
      "OVER (ORDER BY number) AS place FROM tickets WHERE state <> 'pending' AND (state <> "
      "'allowed' OR expires <= ?)) WHERE place <= ? OR asked < ? LIMIT ?)",
      now, there > most ? there - most : 0, now - retention.ticket_age, kMaxPruned);
}

Counted prune_values(Database& database, Time now) {
  return database.run(
      "DELETE FROM contents WHERE rowid IN (SELECT rowid FROM contents WHERE expires <= ? LIMIT ?)",
      now, kMaxPruned);
}

base::Result<Pruned> prune_all(Database& database, Time now, const Retention& retention) {
  Pruned pruned;
  const auto add = [&](std::size_t Pruned::*into, Counted counted) -> base::Result<void> {
    if (!counted) return tl::unexpected(counted.error());
    pruned.*into = *counted;
    pruned.more = pruned.more || *counted >= kMaxPruned;
    return {};
  };
  auto done = add(&Pruned::decisions, prune_decisions(database, now, retention));
  if (done) done = add(&Pruned::sessions, prune_sessions(database, now, retention));
  if (done) done = add(&Pruned::locations, prune_locations(database, now, retention));
  if (done) done = add(&Pruned::tickets, prune_tickets(database, now, retention));
  if (done) done = add(&Pruned::values, prune_values(database, now));
  if (done && pruned.decisions > 0) done = only_done(prune_recurring(database));
  if (done && !pruned.more) done = sweep_rounds(database);
  if (!done) return tl::unexpected(done.error());
  return pruned;
}

}  // namespace

// What goes here was in clear, unlike the flow memories that go while calls are made: it is
// overwritten.
base::Result<Pruned> prune(Database& database, Time now, const Retention& retention) {
  if (auto wiped = database.wipe_pages(true); !wiped) return tl::unexpected(wiped.error());
  auto pruned = prune_all(database, now, retention);
  if (auto fast = database.wipe_pages(false); !fast) return tl::unexpected(fast.error());
  return pruned;
}

}  // namespace touchstone::store
