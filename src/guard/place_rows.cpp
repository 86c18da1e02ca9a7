#include "guard/place_rows.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "guard/result_label.hpp"

namespace touchstone::guard {
namespace {

constexpr std::string_view kPath = "path";
constexpr std::string_view kId = "id";

using Rows = std::vector<store::Location>;

bool is_file(const store::Location& place) { return place.kind == kPath || place.kind == kId; }

bool is_absolute(std::string_view path) {
  return path.starts_with('/') || path.starts_with("~/") || (path.size() > 1 && path[1] == ':');
}

store::Location row(const store::Location& place, std::string_view kind, std::string name) {
  return {place.server, std::string(kind), std::move(name)};
}

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
    out.push_back(file_place(place.server, path).place);
  }
  return out;
}

// "/a/b/c": "c", "b/c" and "a/b/c", as they are if they are named from another folder.
Rows endings_of(const store::Location& place) {
  Rows out;
  const std::string_view path = place.place;
  if (place.kind != kPath || !is_absolute(path)) return out;
  for (auto slash = path.rfind('/'); out.size() < kMaxFolders; slash = path.rfind('/', slash - 1)) {
    out.push_back(file_place(place.server, path.substr(slash + 1)));
    if (slash == 0 || path.find('/') == slash) break;
  }
  return out;
}

void ask_about(const store::Location& place, Rows& out) {
  out.push_back(place);
  for (auto& ending : endings_of(place)) out.push_back(std::move(ending));
  const bool is_relative = is_file(place) && !is_absolute(place.place);
  if (is_relative) out.push_back(row(place, "ending", place.place));
  for (auto& folder : folders_above(place)) out.push_back(row(place, "under", std::move(folder)));
}

void only_once(Rows& rows) {
  std::ranges::sort(rows);
  const auto doubled = std::ranges::unique(rows);
  rows.erase(doubled.begin(), doubled.end());
}

// Does such a write end up in something that has no name, and that a read of all would show?
bool leaves_a_whole(const Subject& subject, const Places& places) {
  return places.all.empty() && keeps_to_itself(subject);
}

}  // namespace

bool is_labelled(const model::Label& label) {
  return label.untrusted || label.is_private || label.malicious || !label.classes.empty();
}

Rows asked_of(const Subject& subject, const Places& places) {
  Rows out{of_server(subject, "every")};
  if (!places.named && subject.is_of_call()) out.push_back(of_server(subject, "whole"));
  if (places.too_many) out.push_back(of_server(subject, "any"));
  for (const auto& place : places.all) ask_about(place, out);
  only_once(out);
  return out;
}

Rows asked_of_any(const Subject& subject) { return {of_server(subject, "any")}; }

Rows asked_before_move(const Subject& subject, const Places& places) {
  Rows out;
  if (places.too_many) out.push_back(of_server(subject, "any"));
  for (const auto& place : places.all) {
    ask_about(place, out);
    if (places.moves && is_file(place)) out.push_back(row(place, "within", place.place));
  }
  only_once(out);
  return out;
}

std::vector<store::LabelledLocation> kept_of(const Subject& subject, const Places& places,
                                             const model::Label& label, const model::Label& moved,
                                             store::Time now) {
  Rows rows = places.all;
  for (const auto& place : places.all) {
    for (auto& folder : folders_above(place)) rows.push_back(row(place, "within", folder));
    for (auto& ending : endings_of(place)) rows.push_back(row(place, "ending", ending.place));
  }
  rows.push_back(of_server(subject, "any"));
  if (leaves_a_whole(subject, places)) rows.push_back(of_server(subject, "whole"));
  if (places.too_many) rows.push_back(of_server(subject, "every"));
  only_once(rows);
  std::vector<store::LabelledLocation> out;
  for (auto& one : rows) out.push_back({std::move(one), label, now});
  if (!places.moves || !is_labelled(moved)) return out;
  for (const auto& place : places.all) {
    if (is_file(place)) out.push_back({row(place, "under", place.place), moved, now});
  }
  return out;
}

}  // namespace touchstone::guard
