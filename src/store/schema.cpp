#include "store/schema.hpp"

#include <array>

#include <fmt/format.h>

namespace touchstone::store {
namespace {

// Texts compare as bytes. Totals are kept by triggers, because counting would take longer the more
// there is. Ids and times of decisions have no index: sequences have no gaps and the times in ids
// never go back, so both are found by bisection.
constexpr std::string_view kVersion1 = R"sql(
CREATE TABLE sessions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  principal TEXT NOT NULL,
  route TEXT NOT NULL,
  client TEXT NOT NULL,
  opening TEXT NOT NULL DEFAULT '',
  created INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  ended INTEGER,
  label BLOB NOT NULL,
  legs INTEGER NOT NULL,
  calls INTEGER NOT NULL
);
CREATE INDEX sessions_of_principal ON sessions (principal);
CREATE INDEX sessions_ended ON sessions (ended) WHERE ended IS NOT NULL;

-- A piece is known by its session and by where it ends in all that the session ever had (sqlite_flow.cpp).
CREATE TABLE flow (piece INTEGER PRIMARY KEY, bytes BLOB NOT NULL);

CREATE TABLE locations (
  server TEXT NOT NULL,
  kind TEXT NOT NULL,
  place TEXT NOT NULL,
  label BLOB NOT NULL,
  seen INTEGER NOT NULL,
  PRIMARY KEY (server, kind, place)
);
CREATE INDEX locations_seen ON locations (seen);

CREATE TABLE decisions (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  effect TEXT NOT NULL,
  session TEXT NOT NULL,
  principal TEXT NOT NULL,
  server TEXT NOT NULL,
  tool TEXT NOT NULL,
  json TEXT NOT NULL,
  digest TEXT NOT NULL
);
CREATE INDEX decisions_of_session ON decisions (session);

CREATE TABLE tickets (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  nonce TEXT NOT NULL UNIQUE,
  principal TEXT NOT NULL,
  session TEXT NOT NULL,
  server TEXT NOT NULL,
  tool TEXT NOT NULL,
  arguments TEXT NOT NULL,
  shape TEXT NOT NULL,
  pin TEXT NOT NULL,
  policy TEXT NOT NULL,
  prompt TEXT NOT NULL,
  asked INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  state TEXT NOT NULL,
  scope TEXT NOT NULL,
  answered_by TEXT NOT NULL,
  answered INTEGER,
  used INTEGER
);
CREATE INDEX tickets_of_tool ON tickets (state, server, tool, principal);
CREATE INDEX tickets_of_session ON tickets (session, state);
CREATE INDEX tickets_expire ON tickets (state, expires);

CREATE TABLE contents (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  size INTEGER NOT NULL,
  label BLOB NOT NULL,
  bytes BLOB NOT NULL
);
CREATE INDEX contents_of_session ON contents (session, size);
CREATE INDEX contents_expire ON contents (expires);

CREATE TABLE breaches (
  server TEXT NOT NULL,
  tool TEXT NOT NULL,
  definition TEXT NOT NULL,
  field TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (server, tool, definition, field, text)
);

CREATE TABLE totals (name TEXT PRIMARY KEY, count INTEGER NOT NULL, bytes INTEGER NOT NULL);
INSERT INTO totals VALUES ('contents', 0, 0);
CREATE TRIGGER contents_in AFTER INSERT ON contents BEGIN
  UPDATE totals SET count = count + 1, bytes = bytes + new.size WHERE name = 'contents';
END;
CREATE TRIGGER contents_out AFTER DELETE ON contents BEGIN
  UPDATE totals SET count = count - 1, bytes = bytes - old.size WHERE name = 'contents';
END;
)sql";

// Pieces of flow memory in the order in which they were written, whatever session they are of, each
// with the one before it: adding one is an append and asks for nothing that is not in its session's
// row. By session they cost twice as much. Nobody has written any before this version.
constexpr std::string_view kVersion2 = R"sql(
DROP TABLE flow;
CREATE TABLE flow (
  piece INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  before INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  bytes BLOB NOT NULL
);
ALTER TABLE sessions ADD COLUMN flow_begin INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN flow_end INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN flow_last INTEGER NOT NULL DEFAULT 0;
)sql";

// What records have in common is kept once (sqlite_recurring.cpp).
constexpr std::string_view kVersion3 = R"sql(
CREATE TABLE recurring (number INTEGER PRIMARY KEY, part TEXT NOT NULL);
ALTER TABLE decisions ADD COLUMN recurring INTEGER;
-- A grant from before knows of no rule and covers no call.
ALTER TABLE tickets ADD COLUMN rules TEXT NOT NULL DEFAULT '';
)sql";

// What changes with each call is apart from what a session is called: sixteen of the former share a
// page, three of the latter. Which decisions are of a session is noted for many at a time
// (sqlite_decided.cpp): an index would change a page for each.
constexpr std::string_view kVersion4 = R"sql(
CREATE TABLE session_now (
  number INTEGER PRIMARY KEY,
  last_seen INTEGER NOT NULL,
  label BLOB NOT NULL,
  legs INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  flow_begin INTEGER NOT NULL,
  flow_end INTEGER NOT NULL,
  flow_last INTEGER NOT NULL
);
INSERT INTO session_now
  SELECT number, last_seen, label, legs, calls, flow_begin, flow_end, flow_last FROM sessions;
-- What is left of `sessions`. To drop columns one by one takes ten times as long, at each start
-- with a store in memory.
CREATE TABLE session_names (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  principal TEXT NOT NULL,
  route TEXT NOT NULL,
  client TEXT NOT NULL,
  opening TEXT NOT NULL,
  created INTEGER NOT NULL,
  ended INTEGER
);
INSERT INTO sqlite_sequence SELECT 'session_names', seq FROM sqlite_sequence WHERE name = 'sessions';
INSERT INTO session_names
  SELECT number, key, principal, route, client, opening, created, ended FROM sessions;
DROP TABLE sessions;
CREATE INDEX sessions_of_principal ON session_names (principal);
CREATE INDEX sessions_ended ON session_names (ended) WHERE ended IS NOT NULL;

CREATE TABLE decided (
  session TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  PRIMARY KEY (session, sequence)
) WITHOUT ROWID;
INSERT INTO decided SELECT session, sequence FROM decisions ORDER BY session, sequence;
-- Up to which sequence it is noted.
INSERT INTO totals SELECT 'decided', coalesce(max(sequence), 0), 0 FROM decisions;
DROP INDEX decisions_of_session;
)sql";

// A record is a difference from a base, which says what it is found by (sqlite_bases.cpp): its own
// columns for that are empty, as is its id, which is its time and sequence. Those of before stay as
// they are: whole, in hexadecimal digits, with their mark (sqlite_recurring.cpp).
constexpr std::string_view kVersion5 = R"sql(
CREATE TABLE bases (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  effect TEXT NOT NULL,
  principal TEXT NOT NULL,
  server TEXT NOT NULL,
  tool TEXT NOT NULL,
  text TEXT NOT NULL
);
ALTER TABLE decisions ADD COLUMN base INTEGER;

-- Pieces of flow memories that nobody needs any more are swept away together. Up
-- to now each was deleted at once: what is there is needed.
ALTER TABLE session_now ADD COLUMN flow_first INTEGER NOT NULL DEFAULT 1;
INSERT INTO totals SELECT 'flow', coalesce(max(piece), 0), 0 FROM flow;
CREATE INDEX flow_large ON flow (session) WHERE length(bytes) > 4000;

-- Where a session's decisions are is noted by blocks of 256 (sqlite_decided.cpp).
ALTER TABLE decided RENAME TO decided_each;
CREATE TABLE decided (
  session TEXT NOT NULL,
  block INTEGER NOT NULL,
  PRIMARY KEY (session, block)
) WITHOUT ROWID;
INSERT INTO decided SELECT DISTINCT session, sequence / 256 FROM decided_each;
DROP TABLE decided_each;
)sql";

// A grant for a session or a shape from before covers no call: nobody knows what was told about
// data.
constexpr std::string_view kVersion6 = R"sql(
ALTER TABLE tickets ADD COLUMN seen TEXT NOT NULL DEFAULT '';
)sql";

// What was written without a place and left no "whole" has a row of its own from now on ("rest"),
// so that "any" can be worked out again when a person takes a label from a place. Of what was
// written before nobody knows: it counts as such.
constexpr std::string_view kVersion7 = R"sql(
INSERT INTO locations (server, kind, place, label, seen)
  SELECT server, 'rest', place, label, seen FROM locations WHERE kind = 'any' AND server <> '';
)sql";

// Small pieces of flow memories are in two tables by turns (flow_rounds.hpp). What was waiting to
// be swept goes now.
constexpr std::string_view kVersion8 = R"sql(
CREATE TABLE flow_even (
  piece INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  before INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  bytes BLOB NOT NULL
);
CREATE TABLE flow_odd (
  piece INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  before INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  bytes BLOB NOT NULL
);
DROP INDEX flow_large;
DELETE FROM flow WHERE NOT EXISTS (SELECT 1 FROM session_now
  WHERE number = flow.session AND flow.piece BETWEEN flow_first AND flow_last);
DELETE FROM totals WHERE name = 'flow';
CREATE INDEX flow_of_session ON flow (session);
)sql";

// Whether a place was written by its own name or is only what a URI calls another place, so that
// taking a label from the URI leaves what was written there. Of before nobody knows: by its own.
constexpr std::string_view kVersion9 = R"sql(
ALTER TABLE locations ADD COLUMN by_name INTEGER NOT NULL DEFAULT 1;
)sql";

base::Result<void> set_version(Database& database) {
  return database.script(fmt::format("PRAGMA user_version = {}", schema_version()));
}

base::Result<void> apply_from(Database& database, int version) {
  for (int next = version; next < schema_version(); ++next) {
    const std::string script(kMigrations[next]);
    if (auto done = database.script(script); !done) return done;
  }
  return set_version(database);
}

// Inside a transaction: another process may be about to do the same.
base::Result<void> migrate_here(Database& database, const std::string& path) {
  const auto mark = database.number("PRAGMA application_id");
  if (!mark) return tl::unexpected(mark.error());
  const auto version = database.number("PRAGMA user_version");
  if (!version) return tl::unexpected(version.error());
  if (*mark != kApplicationId || *version < 1) {
    return base::fail("not a store: it is the database of another program", path,
                      "name another file with `store`");
  }
  if (*version > schema_version()) {
    return base::fail(fmt::format("written by a later version of touchstone (tables {}, here {})",
                                  *version, schema_version()),
                      path, "use that version, or name another file with `store`");
  }
  if (*version == schema_version()) return {};
  return apply_from(database, static_cast<int>(*version));
}

}  // namespace

const std::string_view kMigrations[] = {kVersion1, kVersion2, kVersion3, kVersion4, kVersion5,
                                        kVersion6, kVersion7, kVersion8, kVersion9};

int schema_version() { return static_cast<int>(std::size(kMigrations)); }

base::Result<void> create_schema(Database& database) {
  auto done =
      database.script(fmt::format("BEGIN IMMEDIATE; PRAGMA application_id = {};", kApplicationId));
  if (done) done = apply_from(database, 0);
  if (done) done = database.script("COMMIT");
  return done;
}

base::Result<void> migrate(Database& database, const std::string& path) {
  auto done = database.script("BEGIN IMMEDIATE");
  if (done) done = migrate_here(database, path);
  if (done) done = database.script("COMMIT");
  if (database.in_transaction()) static_cast<void>(database.script("ROLLBACK"));
  return done;
}

}  // namespace touchstone::store
