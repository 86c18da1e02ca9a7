#include "guard/place_rows.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "flow/letters.hpp"
#include "guard/place_uri.hpp"
#include "guard/result_label.hpp"

namespace touchstone::guard {
namespace {

constexpr std::string_view kPath = "path";
constexpr std::string_view kId = "id";
constexpr std::string_view kOwn = "own";
constexpr std::string_view kRoot = "/";

using Rows = std::vector<store::Location>;

bool is_file(const store::Location& place) { return place.kind == kPath || place.kind == kId; }

bool is_absolute(std::string_view path) {
  return path.starts_with('/') || path.starts_with("~/") || (path.size() > 1 && path[1] == ':');
}

store::Location row(const store::Location& place, std::string_view kind, std::string name) {
  return {place.server, std::string(kind), std::move(name)};
}

bool is_local(const Subject& subject) { return subject.transport == "stdio"; }

// Adds what of these rows is of the machine as well: by absolute paths alone. Whether there was
// any.
bool share(const Subject& subject, Rows& rows) {
  if (!is_local(subject)) return false;
  const auto count = rows.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (auto shared = on_machine(rows[i])) rows.push_back(*std::move(shared));
  }
  return rows.size() > count;
}

store::Location moved_under(const store::Location& name) { return row(name, "under", name.place); }

std::string last_segment(const std::string& path) { return path.substr(path.rfind('/') + 1); }

store::Location of_server(const Subject& subject, std::string_view kind) {
  return {std::string(subject.server), std::string(kind), ""};
}

// "/a/b/c": "/a/b" and "/a", spelled as a place of that name is.
std::vector<std::string> folders_above(const store::Location& place) {
  std::vector<std::string> out;
  if (place.kind != kPath) return out;
  std::string_view path = place.place;
  while (out.size() < kMaxFolders) {
    const auto slash = path.rfind('/');
    if (slash == std::string_view::npos || slash == 0) break;
    path = path.substr(0, slash);
    auto folder = file_place(place.server, path).place;
    if (!folder.empty()) out.push_back(std::move(folder));  // punctuation alone names nothing
  }
  return out;
}

void add_file(Rows& out, const store::Location& place, std::string_view name) {
  auto file = file_place(place.server, name);
  if (!file.place.empty()) out.push_back(std::move(file));
}

// A place and what it names: itself and, of a URI of its server's own, what that calls by other
// names; an id whose case may matter also without it, as results are read for it. Read once.
struct NamedPlace {
  explicit NamedPlace(const store::Location& named) : place(named), names{named} {
    if (place.kind == kId && std::ranges::any_of(place.place, flow::is_upper))
      add_file(names, place, place.place);
    if (place.kind != kOwn) return;
    uri = names_of_own_uri(place.place);
    for (const auto& thing : uri.things) add_file(names, place, thing);
  }

  const store::Location& place;
  Rows names;
  UriNames uri;  // empty of what is no own place
};

// From the root of its server; empty if nobody can say.
std::string_view absolute_path(const NamedPlace& named) {
  if (named.place.kind == kOwn) return named.uri.path;
  const bool is_known = named.place.kind == kPath && is_absolute(named.place.place);
  return is_known ? std::string_view(named.place.place) : std::string_view();
}

// "/a/b/c": "c", "b/c" and "a/b/c", as they are if they are named from another folder. In a URI a
// letter behind the last slash may be anything.
Rows endings_of(const NamedPlace& named) {
  Rows out;
  const auto path = absolute_path(named);
  if (path.empty()) return out;
  for (auto slash = path.rfind('/'); out.size() < kMaxFolders; slash = path.rfind('/', slash - 1)) {
    const auto ending = path.substr(slash + 1);
    const bool says_nothing =
        named.place.kind == kOwn && ending.size() == 1 && !flow::is_digit(ending[0]);
    if (!says_nothing) add_file(out, named.place, ending);
    if (slash == 0 || path.find('/') == slash) break;
  }
  return out;
}

void ask_by_name(const store::Location& name, Rows& out) {
  out.push_back(name);
  const bool is_relative = is_file(name) && !is_absolute(name.place);
  if (is_relative) out.push_back(row(name, "ending", name.place));
}

// What may have another name there: not yet the folders that it is in.
void ask_by_names(const NamedPlace& named, Rows& out) {
  for (const auto& name : named.names) ask_by_name(name, out);
  for (auto& ending : endings_of(named)) out.push_back(std::move(ending));
  for (const auto& holder : named.uri.holders) add_file(out, named.place, holder);
  if (named.place.kind == kOwn) out.push_back(page_place(named.place.server, named.place.place));
}

void ask_about(const store::Location& place, Rows& out) {
  const NamedPlace named(place);
  ask_by_names(named, out);
  for (const auto& name : named.names) {
    for (auto& folder : folders_above(name)) out.push_back(row(name, "under", std::move(folder)));
  }
}

// Whether there was room for all.
bool ask_about_all(const Places& places, Rows& out) {
  for (const auto& place : places.all) {
    ask_about(place, out);
    if (out.size() > kMaxRows) return false;
  }
  return true;
}

// "/a/*.txt": "/a", and all that is there.
store::Location without_pattern(store::Location place) {
  const auto star = place.place.find_first_of("*?");
  if (star == std::string::npos) return place;
  const auto slash = place.place.rfind('/', star);
  place.place.resize(slash == std::string::npos ? 0 : std::max<std::size_t>(slash, 1));
  return place;
}

// What is in a folder, by its name here and by those that it may have elsewhere.
void ask_below(const store::Location& named, Rows& out) {
  const auto folder = without_pattern(named);
  if (folder.place.empty() || folder.place == kRoot) out.push_back({folder.server, "any", ""});
  out.push_back(row(folder, "within", folder.place));
  if (!is_absolute(folder.place)) out.push_back(row(folder, "folder", last_segment(folder.place)));
  for (auto& ending : endings_of(NamedPlace(folder)))
    out.push_back(row(folder, "within", std::move(ending.place)));
}

void ask_below(const Places& places, Rows& out) {
  for (const auto& place : places.all) {
    for (const auto& name : NamedPlace(place).names) {
      if (is_file(name)) ask_below(name, out);
    }
  }
}

void only_once(Rows& rows) {
  std::ranges::sort(rows);
  const auto doubled = std::ranges::unique(rows);
  rows.erase(doubled.begin(), doubled.end());
}

// Does such a write end up in something that has no name, and that a read of all would show?
bool leaves_a_whole(const Subject& subject, const Places& places) {
  return (places.all.empty() || places.in_code) && keeps_to_itself(subject);
}

// Or else in something that no row but "any" tells of?
bool leaves_a_rest(const Subject& subject, const Places& places) {
  const bool beyond_names = places.all.empty() || places.in_code || places.anywhere;
  return beyond_names && !leaves_a_whole(subject, places);
}

}  // namespace

PlaceRows rows_of(const store::Location& place) {
  NamedPlace named(place);
  PlaceRows out;
  for (auto& ending : endings_of(named))
    out.beside.push_back(row(place, "ending", std::move(ending.place)));
  for (const auto& name : named.names) {
    if (is_file(name)) out.moved.push_back(moved_under(name));
    for (auto& folder : folders_above(name)) {
      out.beside.push_back(row(name, "folder", last_segment(folder)));
      out.beside.push_back(row(name, "within", std::move(folder)));
    }
  }
  out.names = std::move(named.names);
  return out;
}

bool is_of_server(std::string_view kind) {
  return kind == "whole" || kind == "every" || kind == "rest";
}

bool is_own_row(std::string_view kind) {
  return kind == kPath || kind == kId || kind == kOwn || kind == "uri" || kind == "under" ||
         is_of_server(kind);
}

std::optional<store::Location> on_machine(const store::Location& row) {
  const bool of_file = row.kind == kPath || row.kind == "within" || row.kind == "under";
  const bool is_known = is_absolute(row.place) || store::is_place_digest(row.place);
  if (!(of_file && is_known) && row.kind != "any") return std::nullopt;
  return store::Location{std::string(kMachine), row.kind, row.place};
}

Rows own_rows_of(const store::Location& place) {
  Rows out;
  if (is_of_server(place.kind)) {
    for (const auto* kind : {"every", "rest", "whole"}) out.push_back(row(place, kind, ""));
    return out;
  }
  out.push_back(place);
  if (is_file(place)) out.push_back(moved_under(place));
  if (place.kind == kOwn) out.push_back(row(place, "uri", place.place));
  return out;
}

store::Location any_of(const std::string& server) { return {server, "any", ""}; }

Rows asked_of_place(const store::Location& place) {
  Rows out{{place.server, "every", ""}};
  ask_about(place, out);
  const auto count = out.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (auto shared = on_machine(out[i])) out.push_back(*std::move(shared));
  }
  only_once(out);
  return out;
}

bool is_labelled(const model::Label& label) {
  return label.untrusted || label.is_private || label.malicious || !label.classes.empty();
}

Rows asked_of(const Subject& subject, const Places& places, Machine machine) {
  Rows out{of_server(subject, "every")};
  if (!places.named && subject.is_of_call()) out.push_back(of_server(subject, "whole"));
  if (places.too_many || places.anywhere) out.push_back(of_server(subject, "any"));
  if (!ask_about_all(places, out)) return asked_of_any(subject);
  if (places.below) ask_below(places, out);
  if (machine == Machine::kMayKnow) share(subject, out);
  only_once(out);
  return out;
}

Rows asked_of_any(const Subject& subject) {
  Rows out{of_server(subject, "any")};
  share(subject, out);
  return out;
}

Rows asked_of_shown(const Subject& subject, const Places& shown) {
  Rows out;
  for (const auto& place : shown.all) {
    if (place.kind == kOwn)
      ask_by_names(NamedPlace(place), out);
    else
      out.push_back(place);
  }
  for (const auto& place : shown.opened) ask_about(place, out);
  if (shown.too_many || out.size() > kMaxRows) return asked_of_any(subject);
  share(subject, out);
  only_once(out);
  return out;
}

Rows asked_below(const Subject& subject, const Places& places) {
  Rows out;
  ask_below(places, out);
  if (places.here) out.push_back(of_server(subject, "any"));
  share(subject, out);
  only_once(out);
  return out;
}

Rows asked_before_move(const Subject& subject, const Places& places) {
  Rows out;
  if (places.too_many || places.anywhere) out.push_back(of_server(subject, "any"));
  if (!ask_about_all(places, out)) return asked_of_any(subject);
  if (places.moves) ask_below(places, out);
  share(subject, out);
  only_once(out);
  return out;
}

std::vector<store::LabelledLocation> kept_of(const Subject& subject, const Places& places,
                                             const model::Label& label, const model::Label& moved,
                                             store::Time now) {
  Rows named;  // by the very names that were written
  Rows rows;
  Rows under;
  for (const auto& place : places.all) {
    if (rows.size() > kMaxRows) break;
    auto kept = rows_of(place);
    named.push_back(place);
    if (is_file(place)) named.push_back(moved_under(place));
    std::ranges::move(kept.names, std::back_inserter(rows));
    std::ranges::move(kept.beside, std::back_inserter(rows));
    std::ranges::move(kept.moved, std::back_inserter(under));
  }
  const bool too_many = places.too_many || rows.size() > kMaxRows;
  if (share(subject, rows)) rows.push_back({std::string(kMachine), "any", ""});
  rows.push_back(of_server(subject, "any"));
  if (leaves_a_whole(subject, places)) rows.push_back(of_server(subject, "whole"));
  if (leaves_a_rest(subject, places)) rows.push_back(of_server(subject, "rest"));
  if (too_many) rows.push_back(of_server(subject, "every"));
  only_once(rows);
  share(subject, named);
  only_once(named);
  std::vector<store::LabelledLocation> out;
  const auto keep = [&](Rows& some, const model::Label& of) {
    for (auto& one : some) {
      const bool by_name = std::ranges::binary_search(named, one);
      out.push_back({std::move(one), of, now, by_name});
    }
  };
  keep(rows, label);
  if (!places.moves || !is_labelled(moved)) return out;
  share(subject, under);
  keep(under, moved);
  return out;
}

}  // namespace touchstone::guard
