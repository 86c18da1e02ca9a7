#include "guard/places.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "flow/fold.hpp"
#include "guard/place_name.hpp"
#include "json/pointer.hpp"

namespace touchstone::guard {
namespace {

constexpr std::array<std::string_view, 12> kNames{"path",     "file", "filename", "folder",
                                                  "document", "uri",  "url",      "id",
                                                  "key",      "page", "table",    "name"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kMoves{
    {{"source", "destination"}, {"src", "dst"}, {"src", "dest"}}};

// The last word of the last key: "fileId", "file_id" and "/items/0/id" end in an id.
bool names_a_place(std::string_view pointer) {
  const std::string_view key = pointer.substr(pointer.rfind('/') + 1);
  return std::ranges::any_of(kNames, [&](std::string_view name) {
    if (key.size() < name.size()) return false;
    const auto tail = key.substr(key.size() - name.size());
    const bool same = std::ranges::equal(tail, name, [](char a, char b) {
      return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
    });
    if (!same || key.size() == name.size()) return same;
    const char before = key[key.size() - name.size() - 1];
    const char first = tail.front();
    return before == '_' || before == '-' || (first >= 'A' && first <= 'Z');
  });
}

bool is_path_name(std::string_view name) { return name.find('/') != std::string_view::npos; }

// By its spelling alone, so that the same file is one place under whichever parameter it stands.
store::Location file_place(std::string server, std::string_view text) {
  auto path = path_name(text);
  if (is_path_name(path)) return {std::move(server), "path", std::move(path)};
  auto id = flow::folded(path);
  while (id.ends_with(' ')) id.pop_back();
  return {std::move(server), "id", std::move(id)};
}

store::Location uri_place(std::string server, std::string_view uri) {
  if (is_file_uri(uri)) return file_place(std::move(server), uri);
  flow::TokenReader reader(uri);
  const auto token = reader.next();
  const bool is_url = token && token->kind == flow::Kind::kUrl && token->end == uri.size();
  return {std::move(server), "uri", uri_name(is_url ? token->normal : uri)};
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// "source" alone may be a language, a city or a magazine; beside a destination it is moved there.
bool is_end_of_move(std::string_view pointer, json::View arguments) {
  const std::string_view key = pointer.substr(pointer.rfind('/') + 1);
  return std::ranges::any_of(kMoves, [&](const auto& ends) {
    return (key == ends.first || key == ends.second) && arguments.find(ends.first) &&
           arguments.find(ends.second);
  });
}

store::Location place_of(const Subject& subject, const flow::Carried& value) {
  const std::string server(subject.server);
  std::string spelled;
  const auto text =
      trimmed(json::at(subject.arguments, value.pointer).as_string(spelled).value_or(value.text));
  switch (value.kind) {
    case flow::Kind::kPath: return file_place(server, text);
    case flow::Kind::kUrl: return uri_place(server, text);
    case flow::Kind::kId: return {server, "id", value.text};
    case flow::Kind::kHost: return {};  // the URL is told, too
    default: break;
  }
  const bool is_place =
      names_a_place(value.pointer) || is_end_of_move(value.pointer, subject.arguments);
  return is_place ? file_place(server, text) : store::Location();
}

}  // namespace

std::vector<store::Location> places_of(const Subject& subject, const flow::Flows& flows) {
  std::vector<store::Location> places;
  if (subject.method == "resources/read")
    places.push_back(uri_place(std::string(subject.server), subject.name));
  for (const auto& value : flows.values) {
    if (!value.whole || places.size() >= kMaxPlaces) continue;
    auto place = place_of(subject, value);
    if (!place.place.empty()) places.push_back(std::move(place));
  }
  std::ranges::sort(places);
  const auto doubled = std::ranges::unique(places);
  places.erase(doubled.begin(), doubled.end());
  return places;
}

}  // namespace touchstone::guard
