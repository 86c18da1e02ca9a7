#include "guard/result_places.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "guard/content.hpp"
#include "guard/place_words.hpp"
#include "json/parser.hpp"

namespace touchstone::guard {
namespace {

constexpr std::size_t kMaxShownName = 256;  // bytes; longer: it is content

void add_shown(Places& out, const Subject& subject, std::string_view text, const PlaceKey& key) {
  if (text.empty() || text.size() > kMaxShownName || !names_a_place(key)) return;
  out.all.push_back(file_place(subject.server, text));
}

// Depth is bounded by the parser.
void walk_shown(Places& out, const Subject& subject, json::View value, const PlaceKey& key) {
  if (out.all.size() >= kMaxShown) {
    out.too_many = true;
    return;
  }
  for (const auto& [name, member] : value.members()) {
    const auto text = name.as_string().value_or("");
    walk_shown(out, subject, member, {.name = text, .holder = key.name});
  }
  for (const auto element : value.elements()) walk_shown(out, subject, element, key);
  if (value.is(json::Kind::kNumber)) return add_shown(out, subject, value.raw(), key);
  if (!value.is(json::Kind::kString)) return;
  std::string text;
  add_shown(out, subject, value.as_string(text).value_or(""), key);
}

bool looks_like_json(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

}  // namespace

Places places_shown(const Subject& subject, json::View result) {
  Places out;
  walk_shown(out, subject, result.find("structuredContent"), {});
  each_text(result, [&](std::string_view text) {
    if (!looks_like_json(text)) return;
    out.too_many = out.too_many || text.size() > kMaxShownText;
    if (text.size() > kMaxShownText) return;
    const auto document = json::Parser().parse(json::Text::copy_of(text));
    if (document) walk_shown(out, subject, document->root(), {});
  });
  std::ranges::sort(out.all);
  const auto doubled = std::ranges::unique(out.all);
  out.all.erase(doubled.begin(), doubled.end());
  return out;
}

}  // namespace touchstone::guard
