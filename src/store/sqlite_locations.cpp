#include <fmt/format.h>

#include "json/canonical.hpp"
#include "model/label_bytes.hpp"
#include "store/collect.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

// A place may be as long as a server likes; what it is found by is not.
std::string key_of(const std::string& place) {
  if (place.size() <= kMaxPlaceBytes) return place;
  return "sha256:" + json::digest_of_canonical(place);
}

base::Result<model::Label> label_at(Database& database, const Location& location) {
  auto label = first<model::Label>(
      database.query("SELECT label FROM locations WHERE server = ? AND kind = ? AND place = ?",
                     location.server, location.kind, key_of(location.place)),
      [](const Query& row) { return model::read_label(row.bytes(0)); });
  if (!label) return tl::unexpected(label.error());
  return label->value_or(model::Label());
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
      "INSERT INTO locations (server, kind, place, label, seen) VALUES (?, ?, ?, ?, ?) ON CONFLICT "
      "DO UPDATE SET label = excluded.label, seen = max(seen, excluded.seen)",
      server, kind, key_of(place), Blob{*bytes}, change.now));
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

}  // namespace touchstone::store
