#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/label_bytes.hpp"
#include "store/collect.hpp"
#include "store/declassified.hpp"
#include "store/recall.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

constexpr std::string_view kSessionColumns =
    "SELECT number, key, principal, route, client, created, last_seen, ended, label, legs, calls, "
    "flow_end, flow_begin, flow_last, opening, flow_first FROM session_names JOIN session_now "
    "USING (number)";

std::int64_t bits_of(const model::Legs& legs) {
  return (legs.reads_private ? 1 : 0) | (legs.reads_untrusted ? 2 : 0) | (legs.sends_out ? 4 : 0);
}
model::Legs legs_from(std::int64_t bits) {
  return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
}

base::Result<SessionRow> read_session(const Query& row) {
  auto label = model::read_label(row.bytes(8));
  if (!label) return tl::unexpected(std::move(label.error()));
  SessionRow out;
  out.name = {row.text(1), row.text(2), row.text(3), row.text(4), row.text(14)};
  out.number = row.count(0);
  out.created = row.time(5);
  out.last_seen = row.time(6);
  out.ended = row.time_if(7);
  out.label = std::move(*label);
  out.legs = legs_from(row.number(9));
  out.calls = row.count(10);
  out.flow_end = row.count(11);
  out.flow_begin = row.count(12);
  out.flow_last = row.count(13);
  out.flow_first = row.count(15);
  return out;
}

using Row = base::Result<std::optional<SessionRow>>;

Row session_row(Database& database, std::string_view key) {
  return first<SessionRow>(database.query(fmt::format("{} WHERE key = ?", kSessionColumns), key),
                           read_session);
}

base::Result<std::optional<Session>> with_flow(Database& database, SessionRow& found) {
  auto flow = flow_of(database, found);
  if (!flow) return tl::unexpected(flow.error());
  found.flow = std::move(*flow);
  return std::optional<Session>(std::move(found));
}

bool is_of(const Session& session, const SessionName& name) {
  return session.name.principal == name.principal && session.name.route == name.route;
}

base::Result<void> make_room(Database& database, const SessionName& name) {
  auto live = database.query(
      "SELECT count(*) FROM (SELECT 1 FROM session_names WHERE principal = ? AND ended IS NULL "
      "LIMIT ?)",
      name.principal, kMaxLiveSessions);
  if (live.next() && live.count(0) < kMaxLiveSessions) return {};
  if (live.error()) return tl::unexpected(*live.error());
  return base::fail(
      fmt::format("{} has {} sessions that have not ended", name.principal, kMaxLiveSessions), "",
      "end some with `touchstone sessions end`");
}

Row begin_session(Database& database, const SessionName& name, Time now) {
  if (auto room = make_room(database, name); !room) return tl::unexpected(room.error());
  const auto label = model::to_bytes({});
  const std::string opening = name.opening.size() <= kMaxOpening ? name.opening : std::string();
  auto made = database.run(
      "INSERT INTO session_names (key, principal, route, client, opening, created) "
      "VALUES (?, ?, ?, ?, ?, ?)",
      name.key, name.principal, name.route, name.client, opening, now);
  if (made) {
    made = database.run(
        "INSERT INTO session_now (number, last_seen, label, legs, calls, flow_begin, flow_end, "
        "flow_last, flow_first) VALUES (?, ?, ?, 0, 0, 0, 0, 0, 0)",
        database.last_row(), now, Blob{label});
  }
  if (!made) return tl::unexpected(made.error());
  return session_row(database, name.key);
}

// Without its flow memory.
Row opened(Database& database, const SessionName& name, Time now) {
  auto session = session_row(database, name.key);
  if (!session) return session;
  if (!*session) return begin_session(database, name, now);
  if (!is_of(**session, name)) return std::optional<SessionRow>();
  if (!(*session)->ended) return session;
  if (auto gone = forget_session(database, (*session)->number); !gone) {
    return tl::unexpected(gone.error());
  }
  return begin_session(database, name, now);
}

// The same, as it is known or as the table has it; null: the key is another's.
base::Result<SessionRow*> known(Database& database, Recall& recall, const SessionName& name,
                                Time now) {
  auto* kept = recall.session(name.key);
  if (kept != nullptr && !kept->ended && is_of(*kept, name)) return kept;
  auto session = opened(database, name, now);
  if (!session) return tl::unexpected(session.error());
  if (!*session) return nullptr;
  return &recall.keep(std::move(**session));
}

base::Result<void> write_session(Database& database, const SessionRow& session) {
  const auto label = stored(session.label);
  if (!label) return tl::unexpected(label.error());
  return only_done(database.run(
      "UPDATE session_now SET label = ?, legs = ?, calls = ?, last_seen = ?, flow_end = ?, "
      "flow_begin = ?, flow_first = ?, flow_last = ? WHERE number = ?",
      Blob{*label}, bits_of(session.legs), session.calls, session.last_seen, session.flow_end,
      session.flow_begin, session.flow_first, session.flow_last, session.number));
}

void join(Session& session, const SessionChange& change) {
  session.label.join(change.label);
  session.legs = legs_from(bits_of(session.legs) | bits_of(change.legs));
  session.calls += change.calls;
  session.last_seen = std::max(session.last_seen, change.now);
}

}  // namespace

base::Result<void> forget_session(Database& database, std::uint64_t number) {
  SessionRow session;
  session.number = number;
  auto found =
      database.query("SELECT flow_first, flow_last FROM session_now WHERE number = ?", number);
  if (found.next()) {
    session.flow_first = found.count(0);
    session.flow_last = found.count(1);
  }
  if (found.error()) return tl::unexpected(*found.error());
  if (auto done = drop_flow(database, session); !done) return done;
  auto gone = only_done(database.run("DELETE FROM session_now WHERE number = ?", number));
  if (gone) gone = only_done(database.run("DELETE FROM session_names WHERE number = ?", number));
  return gone;
}

base::Result<Remembered> change_session(Database& database, Recall& recall,
                                        const SessionChange& change) {
  const auto session = known(database, recall, change.name, change.now);
  if (!session) return tl::unexpected(session.error());
  if (*session == nullptr) return base::fail("the session belongs to another principal or route");
  auto& found = **session;
  join(found, change);
  const auto before = found.flow_end;
  const auto kept = add_flow(database, recall, found, change);
  if (!kept) return tl::unexpected(kept.error());
  if (auto done = write_session(database, found); !done) return tl::unexpected(done.error());
  return Remembered{.label = found.label,
                    .legs = found.legs,
                    .calls = found.calls,
                    .number = found.number,
                    .flow_before = before,
                    .flow_kept = *kept,
                    .decisions = {}};
}

base::Result<std::optional<Session>> open_session(Database& database, const SessionName& name,
                                                  Time now) {
  auto session = opened(database, name, now);
  if (!session) return tl::unexpected(session.error());
  if (!*session) return std::optional<Session>();
  auto& found = **session;
  const auto seen_before = std::exchange(found.last_seen, std::max(found.last_seen, now));
  if (auto seen = write_session(database, found); !seen) return tl::unexpected(seen.error());
  found.last_seen = seen_before;
  return with_flow(database, found);
}

base::Result<std::optional<Session>> find_session(Database& database, std::string_view key) {
  auto session = session_row(database, key);
  if (!session) return tl::unexpected(session.error());
  if (!*session) return std::optional<Session>();
  return with_flow(database, **session);
}

base::Result<std::vector<Session>> list_sessions(Database& database, const SessionFilter& filter) {
  Where where;
  where.when(filter.key, "key = ?").when(filter.principal, "principal = ?");
  where.when(filter.before, "number < ?");
  if (filter.live_only) where.add("ended IS NULL");
  return collect<Session>(
      where.query(database, kSessionColumns, "ORDER BY number DESC", filter.limit), read_session);
}

// What was allowed for the session ends with it, or it would hold for the next one of that key.
base::Result<bool> end_session(Database& database, std::string_view key, Time now) {
  const auto session = session_row(database, key);
  if (!session) return tl::unexpected(session.error());
  if (!*session || (*session)->ended) return false;
  auto done = only_done(
      database.run("UPDATE session_names SET ended = ? WHERE number = ?", now, (*session)->number));
  if (done) {
    done = only_done(database.run(
        "UPDATE session_now SET flow_begin = 0, flow_end = 0, flow_last = 0 WHERE number = ?",
        (*session)->number));
  }
  if (done) done = end_grants(database, key);
  if (done) done = drop_flow(database, **session);
  if (!done) return tl::unexpected(done.error());
  return true;
}

base::Result<Declassified> declassify(Database& database, json::Parser& parser,
                                      const Declassification& change) {
  if (change.by.empty() || change.reason.empty()) {
    return base::fail("nobody declassifies without a name and a reason");
  }
  auto session = session_row(database, change.key);
  if (!session) return tl::unexpected(session.error());
  if (!*session || (*session)->ended) return Declassified::kNoSession;
  auto& found = **session;
  if (found.label != change.seen) return Declassified::kLabelGrew;
  if (change.calls && *change.calls != found.calls) return Declassified::kLabelGrew;
  found.label = change.becomes;
  if (auto kept = write_session(database, found); !kept) return tl::unexpected(kept.error());
  const auto record = append_decision(database, parser, record_of(change, found));
  if (!record) return tl::unexpected(record.error());
  return Declassified::kDone;
}

}  // namespace touchstone::store
