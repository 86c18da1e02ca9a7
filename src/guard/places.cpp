#include "guard/places.hpp"

#include <algorithm>
#include <array>

namespace touchstone::guard {
namespace {

constexpr std::array<std::string_view, 12> kNames{"path",     "file", "filename", "folder",
                                                  "document", "uri",  "url",      "id",
                                                  "key",      "page", "table",    "name"};

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

std::string_view kind_of(const flow::Carried& value) {
  switch (value.kind) {
    case flow::Kind::kPath: return "path";
    case flow::Kind::kUrl: return "uri";
    case flow::Kind::kId: return "id";
    default: return names_a_place(value.pointer) ? "id" : "";
  }
}

}  // namespace

std::vector<store::Location> places_of(const Subject& subject, const flow::Flows& flows) {
  std::vector<store::Location> places;
  const std::string server(subject.server);
  if (subject.method == "resources/read")
    places.push_back({server, "uri", std::string(subject.name)});
  for (const auto& value : flows.values) {
    if (!value.whole || places.size() >= kMaxPlaces) continue;
    const auto kind = kind_of(value);
    if (!kind.empty()) places.push_back({server, std::string(kind), value.text});
  }
  std::ranges::sort(places);
  const auto doubled = std::ranges::unique(places);
  places.erase(doubled.begin(), doubled.end());
  return places;
}

}  // namespace touchstone::guard
