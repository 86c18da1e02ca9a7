#include "cli/kept_places.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/printable.hpp"
#include "cli/store_file.hpp"
#include "guard/place_rows.hpp"
#include "guard/place_uri.hpp"

namespace touchstone::cli {
namespace {

using PlaceTable = std::map<store::Location, store::LabelledLocation>;

base::Result<PlaceTable> rows_of_kinds(store::Store& store, std::vector<std::string> kinds) {
  PlaceTable out;
  store::LocationFilter filter{.kinds = std::move(kinds), .limit = store::kMaxPage};
  while (true) {
    auto page = settled<std::vector<store::LabelledLocation>>(
        [&](auto done) { store.list_locations(filter, std::move(done)); });
    if (!page) return tl::unexpected(page.error());
    const bool is_last = page->size() < filter.limit;
    if (!page->empty()) filter.after = page->back().location;
    for (auto& row : *page) out.emplace(row.location, std::move(row));
    if (is_last) return out;
  }
}

bool is_asked_for(const std::string& server, const PlacesOptions& options) {
  if (options.machine) return server == guard::kMachine;
  return options.server.empty() || server == options.server;
}

// Rows of a place that another of its rows tells of.
std::set<store::Location> parts_of(const PlaceTable& rows) {
  std::set<store::Location> out;
  for (const auto& [location, row] : rows) {
    if (guard::is_of_server(location.kind) || location.kind == "under") continue;
    for (auto& part : guard::own_rows_of(location)) {
      if (part != location) out.insert(std::move(part));
    }
  }
  return out;
}

// What a place is called besides; of one that is kept by its digest nobody knows.
std::vector<store::Location> other_names(const store::Location& place) {
  if (store::is_place_digest(place.place)) return {};
  auto names = guard::rows_of(place).names;
  names.erase(names.begin());
  return names;
}

// What URIs, and ids in another spelling, say of what they name.
std::map<store::Location, model::Label> told_by_others(const PlaceTable& rows) {
  std::map<store::Location, model::Label> out;
  for (const auto& [location, row] : rows) {
    for (const auto& name : other_names(location)) {
      for (auto& part : guard::own_rows_of(name)) out[std::move(part)].join(row.label);
    }
  }
  return out;
}

// What of the machine each server says itself.
std::map<store::Location, model::Label> said_by_servers(const PlaceTable& rows) {
  std::map<store::Location, model::Label> out;
  for (const auto& [location, row] : rows) {
    if (location.server == guard::kMachine) continue;
    if (auto same = guard::on_machine(location)) out[*std::move(same)].join(row.label);
  }
  return out;
}

bool says_no_more(model::Label label, const model::Label& than) {
  label.attribution = {};
  return than.covers(label);
}

KeptPlace gathered(const PlaceTable& rows, const store::Location& place) {
  KeptPlace out{.place = place, .label = {}};
  for (const auto& row : guard::own_rows_of(place)) {
    const auto found = rows.find(row);
    if (found == rows.end()) continue;
    out.label.join(found->second.label);
    out.written = std::max(out.written, found->second.now);
  }
  for (auto& name : other_names(place)) {
    if (rows.contains(name)) out.others.push_back(std::move(name));
  }
  return out;
}

store::Location whole_of(const PlaceTable& rows, const std::string& server) {
  const bool is_read = rows.contains({server, "whole", ""}) || rows.contains({server, "every", ""});
  return {server, is_read ? "whole" : "rest", ""};
}

// Whose row it is that tells what was moved there.
store::Location moved_place(const PlaceTable& rows, const store::Location& under) {
  const store::Location id{under.server, "id", under.place};
  return rows.contains(id) ? id : store::Location{under.server, "path", under.place};
}

std::vector<KeptPlace> folded(const PlaceTable& rows) {
  const auto parts = parts_of(rows);
  const auto told = told_by_others(rows);
  const auto said = said_by_servers(rows);
  const auto is_told_by = [](const store::LabelledLocation& row, const auto& by) {
    const auto found = by.find(row.location);
    return found != by.end() && says_no_more(row.label, found->second);
  };
  std::set<store::Location> places;
  for (const auto& [location, row] : rows) {
    if ((!row.by_name && is_told_by(row, told)) || is_told_by(row, said)) continue;
    if (guard::is_of_server(location.kind)) {
      places.insert(whole_of(rows, location.server));
    } else if (location.kind == "under") {
      places.insert(moved_place(rows, location));
    } else if (!parts.contains(location)) {
      places.insert(location);
    }
  }
  std::vector<KeptPlace> out;
  for (const auto& place : places) out.push_back(gathered(rows, place));
  std::ranges::sort(out, {}, [](const KeptPlace& one) {
    return std::tie(one.place.server, one.place.place, one.place.kind);
  });
  return out;
}

std::set<std::string> spellings_of(const std::string& typed) {
  std::set<std::string> out;
  for (const auto& name :
       {typed, guard::file_place("", typed).place, guard::uri_place("", typed).place}) {
    if (!name.empty()) out.insert(store::kept_place(name));
  }
  return out;
}

base::Error unknown_place(const PlacesOptions& options) {
  const auto look = "touchstone places list" + store_words(options);
  if (!options.whole && options.place.empty())
    return {"no place was named", "", "one that " + look + " shows, or --whole with --server NAME"};
  if (options.whole) {
    return {"no label is kept of what was written there without a place", options.server, look};
  }
  return {"no label is kept of this place", options.place, look};
}

base::Error several_places(const std::vector<KeptPlace>& found, const PlacesOptions& options) {
  std::set<std::string> servers;
  std::set<std::string> names;
  for (const auto& one : found) {
    servers.insert(server_in_words(one.place.server));
    names.insert(place_in_words(one.place));
  }
  if (servers.size() > 1) {
    return {
        fmt::format("more than one server has labels of this place: {}", fmt::join(servers, ", ")),
        options.place, "--server NAME, or --machine"};
  }
  return {fmt::format("more than one place is called so: {}", fmt::join(names, ", ")),
          options.place, "name it as it stands there"};
}

// As a call names it.
store::Location typed_place(const std::string& server, const std::string& typed) {
  const bool is_uri = guard::is_own_uri(typed) || typed.find("://") != std::string::npos;
  return is_uri ? guard::uri_place(server, typed) : guard::file_place(server, typed);
}

base::Result<std::vector<std::string>> servers_with_labels(store::Store& store) {
  // An ending may be all that is left where a path was too long to be kept by name.
  const auto rows = rows_of_kinds(store, {"any", "ending"});
  if (!rows) return tl::unexpected(rows.error());
  std::set<std::string> out;
  for (const auto& [location, row] : *rows) out.insert(location.server);
  return std::vector<std::string>(out.begin(), out.end());
}

// Those of these rows that say more than that.
base::Result<std::vector<AlsoRead>> read_of(store::Store& store,
                                            const std::vector<store::Location>& asked,
                                            const model::Label& than) {
  const auto labels = settled<std::vector<model::Label>>(
      [&](auto done) { store.labels_of(asked, std::move(done)); });
  if (!labels) return tl::unexpected(labels.error());
  std::vector<AlsoRead> out;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (guard::is_labelled((*labels)[i]) && !says_no_more((*labels)[i], than))
      out.push_back({asked[i], (*labels)[i]});
  }
  return out;
}

}  // namespace

std::string place_in_words(const store::Location& place) {
  if (place.kind == "rest") return "beside all its places";
  return guard::is_of_server(place.kind) ? "the server as a whole" : printable(place.place);
}

std::string server_in_words(const std::string& server) {
  return server == guard::kMachine ? "this machine" : printable(server);
}

base::Result<std::vector<KeptPlace>> kept_places(store::Store& store,
                                                 const PlacesOptions& options) {
  const auto rows =
      rows_of_kinds(store, {"path", "id", "own", "uri", "under", "whole", "every", "rest"});
  if (!rows) return tl::unexpected(rows.error());
  auto out = folded(*rows);
  std::erase_if(out, [&](const auto& one) { return !is_asked_for(one.place.server, options); });
  return out;
}

base::Result<std::vector<KeptPlace>> find_places(store::Store& store,
                                                 const PlacesOptions& options) {
  auto all = kept_places(store, options);
  if (!all) return tl::unexpected(all.error());
  const auto typed = spellings_of(options.place);
  std::vector<KeptPlace> found;
  std::vector<KeptPlace> besides;
  for (auto& one : *all) {
    const bool is_it =
        options.whole ? one.is_whole() : !one.is_whole() && typed.contains(one.place.place);
    const bool is_called = !options.whole && std::ranges::any_of(one.others, [&](const auto& name) {
      return typed.contains(name.place);
    });
    if (is_it || is_called) (is_it ? found : besides).push_back(std::move(one));
  }
  return found.empty() ? besides : found;
}

base::Result<KeptPlace> only_one(std::vector<KeptPlace> found, const PlacesOptions& options) {
  if (found.empty()) return tl::unexpected(unknown_place(options));
  if (found.size() > 1) return tl::unexpected(several_places(found, options));
  return std::move(found.front());
}

base::Result<model::Label> label_now(store::Store& store, const store::Location& place) {
  const auto own = guard::own_rows_of(place);
  const auto labels =
      settled<std::vector<model::Label>>([&](auto done) { store.labels_of(own, std::move(done)); });
  if (!labels) return tl::unexpected(labels.error());
  model::Label out;
  for (const auto& label : *labels) out.join(label);
  return out;
}

base::Result<std::vector<AlsoRead>> also_read(store::Store& store, const KeptPlace& place) {
  if (place.is_whole()) return std::vector<AlsoRead>();
  auto asked = guard::asked_of_place(place.place);
  std::erase(asked, place.place);
  return read_of(store, asked, place.label);
}

base::Result<std::vector<ReadAnyway>> read_anyway(store::Store& store,
                                                  const PlacesOptions& options) {
  auto servers = servers_with_labels(store);
  if (!servers) return tl::unexpected(servers.error());
  if (!options.server.empty()) *servers = {options.server};
  std::vector<ReadAnyway> out;
  for (const auto& server : *servers) {
    if (!is_asked_for(server, options)) continue;
    ReadAnyway one{.place = {.place = typed_place(server, options.place), .label = {}}, .also = {}};
    auto also = read_of(store, guard::asked_of_place(one.place.place), {});
    if (!also) return tl::unexpected(also.error());
    one.also = *std::move(also);
    if (!one.also.empty()) out.push_back(std::move(one));
  }
  return out;
}

}  // namespace touchstone::cli
