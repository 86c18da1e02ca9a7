#include <fmt/format.h>

#include "model/label_bytes.hpp"
#include "store/collect.hpp"
#include "store/declassified.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

constexpr std::string_view kLocationColumns =
    "SELECT server, kind, place, label, seen, by_name FROM locations";

std::int64_t flag(bool is) { return is ? 1 : 0; }

base::Result<model::Label> label_at(Database& database, const Location& location) {
  auto label = first<model::Label>(
      database.query("SELECT label FROM locations WHERE server = ? AND kind = ? AND place = ?",
                     location.server, location.kind, kept_place(location.place)),
      [](const Query& row) { return model::read_label(row.bytes(0)); });
  if (!label) return tl::unexpected(label.error());
  return label->value_or(model::Label());
}

Location location_in(const Query& row) { return {row.text(0), row.text(1), row.text(2)}; }

base::Result<LabelledLocation> read_location(const Query& row) {
  auto label = model::read_label(row.bytes(3));
  if (!label) return tl::unexpected(label.error());
  return LabelledLocation{location_in(row), std::move(*label), row.time(4), row.number(5) != 0};
}

// What is not wanted is not read: of most rows only the name is looked at.
base::Result<void> look_at_all(Database& database, Relabelling& change) {
  auto rows = database.query(kLocationColumns);
  while (rows.next()) {
    if (!change.wants(location_in(rows))) continue;
    const auto row = read_location(rows);
    if (!row) return tl::unexpected(row.error());
    change.look_at(*row);
  }
  if (rows.error()) return tl::unexpected(*rows.error());
  return {};
}

// A row that says nothing any more is gone, so that its server can be known to be clean.
base::Result<void> set_label(Database& database, const LabelledLocation& change) {
  const auto& [server, kind, place] = change.location;
  if (change.label == model::Label()) {
    return only_done(
        database.run("DELETE FROM locations WHERE server = ? AND kind = ? AND place = ?", server,
                     kind, kept_place(place)));
  }
  const auto bytes = stored(change.label);
  if (!bytes) return tl::unexpected(bytes.error());
  return only_done(
      database.run("UPDATE locations SET label = ?, by_name = ? WHERE server = ? AND kind = ? AND "
                   "place = ?",
                   Blob{*bytes}, flag(change.by_name), server, kind, kept_place(place)));
}

}  // namespace

base::Result<void> join_location(Database& database, const LabelledLocation& change) {
  auto label = label_at(database, change.location);
  if (!label) return tl::unexpected(label.error());
  label->join(change.label);
  const auto bytes = stored(*label);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto& [server, kind, place] = change.location;
  return only_done(database.run(
      "INSERT INTO locations (server, kind, place, label, seen, by_name) VALUES (?, ?, ?, ?, ?, ?) "
      "ON CONFLICT DO UPDATE SET label = excluded.label, seen = max(seen, excluded.seen), "
      "by_name = max(by_name, excluded.by_name)",
      server, kind, kept_place(place), Blob{*bytes}, change.now, flag(change.by_name)));
}

base::Result<std::vector<model::Label>> labels_of(Database& database,
                                                  const std::vector<Location>& locations) {
  if (locations.size() > kMaxLocationsAtOnce) {
    return base::fail(fmt::format("more than {} locations at once", kMaxLocationsAtOnce));
  }
  std::vector<model::Label> out;
  for (const auto& location : locations) {
    auto label = label_at(database, location);
    if (!label) return tl::unexpected(label.error());
    out.push_back(std::move(*label));
  }
  return out;
}

base::Result<std::vector<LabelledLocation>> list_locations(Database& database,
                                                           const LocationFilter& filter) {
  Where where;
  where.when(filter.server, "server = ?");
  if (filter.after) {
    where.add("(server, kind, place) > (?", argument(filter.after->server));
    where.more(", ?", argument(filter.after->kind));
    where.more(", ?)", argument(filter.after->place));
  }
  for (std::size_t i = 0; i < filter.kinds.size(); ++i) {
    const auto kind = argument(filter.kinds[i]);
    i == 0 ? where.add("kind IN (?", kind) : where.more(", ?", kind);
  }
  if (!filter.kinds.empty()) where.more(")");
  return collect<LabelledLocation>(
      where.query(database, kLocationColumns, "ORDER BY server, kind, place", filter.limit),
      [](const Query& row) { return read_location(row); });
}

base::Result<Relabelled> declassify_place(Database& database, json::Parser& parser,
                                          const PlaceDeclassification& change) {
  if (change.by.empty() || change.reason.empty()) {
    return base::fail("nobody declassifies without a name and a reason");
  }
  const auto relabelling = change.begin();
  if (auto looked = look_at_all(database, *relabelling); !looked) {
    return tl::unexpected(looked.error());
  }
  auto relabelled = relabelling->decide();
  if (relabelled.how != Declassified::kDone) return relabelled;
  for (const auto& row : relabelled.rows) {
    if (auto set = set_label(database, row); !set) return tl::unexpected(set.error());
  }
  const auto record = append_decision(database, parser, record_of(change, relabelled));
  if (!record) return tl::unexpected(record.error());
  return relabelled;
}

}  // namespace touchstone::store
