#include <fmt/format.h>

#include "model/label_bytes.hpp"
#include "store/collect.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

base::Result<Value> read_value(const Query& row) {
  auto label = model::read_label(row.bytes(3));
  if (!label) return tl::unexpected(std::move(label.error()));
  return Value{row.text(0), row.text(1), row.text(2), std::move(*label), row.time(4), row.time(5)};
}

// How many there are, and of how many bytes, with one more.
base::Result<void> check_room(Query&& held, std::size_t more, std::size_t most, std::size_t bytes,
                              std::string_view whose) {
  if (held.next() && held.count(0) < most && held.count(1) + more <= bytes) return {};
  if (held.error()) return tl::unexpected(*held.error());
  return base::fail(
      fmt::format("too much is held back {}: {} contents or {} MiB", whose, most, bytes >> 20U), "",
      "each expires a day after it was held back; another session has room of its own");
}

base::Result<void> check_room(Database& database, const Value& value) {
  const auto size = value.bytes.size();
  if (size > kMaxValueBytes) {
    return base::fail(fmt::format("a content of more than {} MiB", kMaxValueBytes >> 20U));
  }
  auto room = check_room(
      database.query("SELECT count(*), coalesce(sum(size), 0) FROM contents WHERE session = ?",
                     value.session),
      size, kMaxValuesOfSession, kMaxValueBytesOfSession, "for this session");
  if (!room) return room;
  return check_room(database.query("SELECT count, bytes FROM totals WHERE name = 'contents'"), size,
                    kMaxAllValueBytes, kMaxAllValueBytes, "for all sessions");
}

}  // namespace

base::Result<void> keep_value(Database& database, const Value& value) {
  if (auto room = check_room(database, value); !room) return room;
  const auto label = stored(value.label);
  if (!label) return tl::unexpected(label.error());
  return only_done(
      database.run("INSERT INTO contents (id, session, created, expires, size, label, bytes) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?)",
                   value.id, value.session, value.created, value.expires, value.bytes.size(),
                   Blob{*label}, Blob{value.bytes}));
}

base::Result<std::optional<Value>> find_value(Database& database, std::string_view id, Time now) {
  return first<Value>(
      database.query("SELECT id, session, bytes, label, created, expires FROM contents "
                     "WHERE id = ? AND expires > ?",
                     id, now),
      read_value);
}

base::Result<std::vector<Value>> list_values(Database& database, std::string_view session, Time now,
                                             std::size_t bytes) {
  return collect<Value>(
      database.query(
          "SELECT id, session, bytes, label, created, expires FROM ("
          "  SELECT *, sum(size) OVER (ORDER BY created DESC, rowid DESC) AS so_far FROM contents"
          "  WHERE session = ? AND expires > ?) "
          "WHERE so_far - size < ? ORDER BY so_far",
          session, now, bytes),
      read_value);
}

// A thousand broken words are enough to know a server by.
base::Result<void> note_breach(Database& database, const Breach& breach) {
  return only_done(
      database.run("INSERT OR IGNORE INTO breaches (server, tool, definition, field, text, at) "
                   "SELECT ?1, ?2, ?3, ?4, ?5, ?6 "
                   "WHERE (SELECT count(*) FROM breaches WHERE server = ?1) < ?7",
                   breach.server, breach.tool, breach.definition, breach.field, breach.text,
                   breach.at, kMaxBreachesOfServer));
}

base::Result<std::vector<Breach>> list_breaches(Database& database,
                                                const std::optional<std::string>& server) {
  return collect<Breach>(
      database.query("SELECT server, tool, definition, field, text, at FROM breaches "
                     "WHERE ?1 IS NULL OR server = ?1 ORDER BY rowid",
                     server),
      [](const Query& row) {
        return Breach{row.text(0), row.text(1), row.text(2), row.text(3), row.text(4), row.time(5)};
      });
}

}  // namespace touchstone::store
