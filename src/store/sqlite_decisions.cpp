#include <algorithm>

#include <fmt/format.h>

#include "base/seal.hpp"
#include "json/canonical.hpp"
#include "json/string.hpp"
#include "store/collect.hpp"
#include "store/recall.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

constexpr std::size_t kUsualEnvelope = 512;  // bytes around a body

base::Result<Place> last_place(Database& database, Recall& recall) {
  if (recall.last) return *recall.last;
  auto last =
      database.query("SELECT sequence, id, at FROM decisions ORDER BY sequence DESC LIMIT 1");
  Place place{.sequence = 0};
  if (last.next()) place = place_in(last);
  if (last.error()) return tl::unexpected(*last.error());
  return place;
}

base::Result<Place> next_place(Database& database, Recall& recall, Time at) {
  const auto last = last_place(database, recall);
  if (!last) return last;
  return Place{last->sequence + 1, std::max({last->at, to_ms(at), std::int64_t{0}})};
}

// The members of ours stand in order around the caller's object, which must end where it says.
std::string around(const DecisionRecord& record, const Place& place, std::string_view id) {
  std::string out;
  out.reserve(record.body.size() + kUsualEnvelope);
  const auto text = [&](std::string_view before, std::string_view value) {
    out += before;
    json::append_quoted(out, value);
  };
  const auto number = [&](std::string_view before, std::int64_t value) {
    out += before;
    out += std::to_string(value);
  };
  number(R"({"at":)", to_ms(record.at));
  out += R"(,"body":)";
  out += record.body;
  text(R"(,"effect":)", record.effect);
  text(R"(,"id":)", id);
  text(R"(,"kind":)", record.kind);
  text(R"(,"principal":)", record.principal);
  number(R"(,"sequence":)", place.sequence);
  text(R"(,"server":)", record.server);
  text(R"(,"session":)", record.session);
  text(R"(,"tool":)", record.tool);
  out += '}';
  return out;
}

base::Result<std::string> envelope(json::Parser& parser, const DecisionRecord& record,
                                   const Place& place, std::string_view id) {
  if (record.body.size() > kMaxRecordBytes) {
    return base::fail(fmt::format("a record of more than {} KiB", kMaxRecordBytes >> 10U));
  }
  auto text = around(record, place, id);
  if (record.is_ordered && text.find('\\') == std::string::npos) return text;
  const auto document = parser.parse(json::Text(std::move(text)));
  const auto body = document ? document->root().find("body") : json::View();
  if (!body.is(json::Kind::kObject) || body.raw() != record.body) {
    return base::fail("the body of a record must be one JSON object");
  }
  return json::canonical(document->root());
}

// A record without its base may be any: whoever asks hears of it.
std::string equals(std::string_view column) {
  return fmt::format(
      "(coalesce(bases.{0}, decisions.{0}) = ? OR (base IS NOT NULL AND bases.number IS NULL))",
      column);
}

// Either noted for its session, or too new to be (sqlite_decided.cpp).
constexpr std::string_view kOfSession =
    "sequence IN (SELECT one.sequence FROM decided CROSS JOIN decisions AS one ON one.sequence "
    "BETWEEN 256 * block AND 256 * block + 255 WHERE decided.session = ?1 AND one.session = ?1 "
    "UNION "
    "ALL SELECT sequence FROM decisions WHERE sequence > (SELECT count FROM totals WHERE name = "
    "'decided') AND session = ?1)";

base::Result<void> add_page(Where& where, const std::string& id, std::string_view condition) {
  if (id.empty()) return {};
  const auto place = place_of(id);
  if (!place) return base::fail("not the id of a decision", json::quoted(id));
  where.add(condition, place->sequence);
  return {};
}

// Whether the record with this sequence is of this time or later; so is whatever is not there.
base::Result<bool> is_since(Database& database, std::int64_t sequence, Time time) {
  auto found =
      database.query("SELECT sequence, id, at FROM decisions WHERE sequence = ?", sequence);
  if (found.next()) return place_in(found).at >= to_ms(time);
  if (found.error()) return tl::unexpected(*found.error());
  return true;
}

// The first sequence of this time or later; one beyond the last if there is none.
base::Result<std::int64_t> first_since(Database& database, Time time) {
  const auto first = database.number("SELECT coalesce(min(sequence), 1) FROM decisions");
  if (!first) return first;
  const auto last = database.number("SELECT coalesce(max(sequence), 0) FROM decisions");
  if (!last) return last;
  auto low = *first;
  auto high = *last + 1;
  while (low < high) {
    const auto middle = low + (high - low) / 2;
    const auto since = is_since(database, middle, time);
    if (!since) return tl::unexpected(since.error());
    *since ? high = middle : low = middle + 1;
  }
  return low;
}

base::Result<void> add_time(Database& database, Where& where, const std::optional<Time>& time,
                            std::string_view condition) {
  if (!time) return {};
  const auto sequence = first_since(database, *time);
  if (!sequence) return tl::unexpected(sequence.error());
  where.add(condition, *sequence);
  return {};
}

}  // namespace

base::Result<std::string> append_decision(Database& database, json::Parser& parser,
                                          const DecisionRecord& record) {
  Recall nothing;
  return append_decision(database, nothing, parser, record);
}

base::Result<std::string> append_decision(Database& database, Recall& recall, json::Parser& parser,
                                          const DecisionRecord& record) {
  const auto place = next_place(database, recall, record.at);
  if (!place) return tl::unexpected(place.error());
  auto id = id_of(*place);
  auto text = envelope(parser, record, *place, id);
  if (!text) return tl::unexpected(text.error());
  const auto digest = base::sha256(*text);
  const auto reduced = reduce(database, recall, record, place->sequence, *text);
  if (!reduced) return tl::unexpected(reduced.error());
  const auto kept = database.run(
      "INSERT INTO decisions (sequence, id, at, kind, effect, session, principal, server, tool, "
      "json, digest, base) VALUES (?, '', ?, '', '', ?, '', '', '', ?, ?, ?)",
      place->sequence, place->at, record.session, Blob{reduced->difference}, Blob{digest},
      reduced->base);
  if (!kept) return tl::unexpected(kept.error());
  recall.last = *place;
  if (auto noted = note_decided(database, place->sequence); !noted) {
    return tl::unexpected(noted.error());
  }
  return id;
}

base::Result<std::vector<Decision>> list_decisions(Database& database,
                                                   const DecisionFilter& filter) {
  Where where;
  where.when(filter.session, kOfSession).when(filter.principal, equals("principal"));
  where.when(filter.server, equals("server")).when(filter.tool, equals("tool"));
  where.when(filter.kind, equals("kind")).when(filter.effect, equals("effect"));
  auto paged = add_time(database, where, filter.since, "sequence >= ?");
  if (paged) paged = add_time(database, where, filter.until, "sequence < ?");
  if (paged) paged = add_page(where, filter.before, "sequence < ?");
  if (paged) paged = add_page(where, filter.after, "sequence > ?");
  if (!paged) return tl::unexpected(paged.error());
  const bool forwards = filter.oldest_first || !filter.after.empty();
  return collect<Decision>(
      where.query(database, kDecisionColumns,
                  forwards ? "ORDER BY sequence" : "ORDER BY sequence DESC", filter.limit),
      listed_decision);
}

base::Result<std::optional<Decision>> find_decision(Database& database, std::string_view id) {
  const auto place = place_of(id);
  if (!place) return std::optional<Decision>();
  auto found = first<Decision>(
      database.query(fmt::format("{} WHERE sequence = ?", kDecisionColumns), place->sequence),
      read_decision);
  if (found && *found && (*found)->id != id) return std::optional<Decision>();
  return found;
}

}  // namespace touchstone::store
