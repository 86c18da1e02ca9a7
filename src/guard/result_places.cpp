#include "guard/result_places.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "guard/content.hpp"
#include "guard/place_uri.hpp"
#include "guard/place_words.hpp"
#include "json/parser.hpp"

namespace touchstone::guard {
namespace {

constexpr std::size_t kMaxShownName = 256;  // bytes; longer: it is content

void add_shown(Places& out, const Subject& subject, std::string_view text, const PlaceKey& key) {
  if (text.empty() || text.size() > kMaxShownName || !names_a_place(key)) return;
  const bool is_uri = is_shown_as_uri(text, key);
  out.all.push_back(is_uri ? uri_place(subject.server, text) : file_place(subject.server, text));
}

// What a server embeds or reads as a resource, it names.
void add_resource(Places& out, const Subject& subject, json::View resource) {
  const auto uri = resource.find("uri").as_string();
  if (!uri || uri->empty()) return;
  out.too_many = out.too_many || out.all.size() >= kMaxShown || uri->size() > kMaxPlaceText;
  if (!out.too_many) out.all.push_back(uri_place(subject.server, *uri));
}

void add_resources(Places& out, const Subject& subject, json::View result) {
  for (const auto block : result.find("content").elements())
    add_resource(out, subject, block.find("resource"));
  for (const auto one : result.find("contents").elements()) add_resource(out, subject, one);
  for (const auto message : result.find("messages").elements()) {
    const auto content = message.find("content");  // a block, or several
    add_resource(out, subject, content.find("resource"));
    for (const auto block : content.elements()) add_resource(out, subject, block.find("resource"));
  }
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

// By name, in what a tool says.
void add_named(Places& out, const Subject& subject, json::View result) {
  walk_shown(out, subject, result.find("structuredContent"), {});
  each_text(result, [&](std::string_view text) {
    if (!looks_like_json(text)) return;
    out.too_many = out.too_many || text.size() > kMaxShownText;
    if (text.size() > kMaxShownText) return;
    const auto document = json::Parser().parse(json::Text::copy_of(text));
    if (document) walk_shown(out, subject, document->root(), {});
  });
}

}  // namespace

Places places_shown(const Subject& subject, json::View result) {
  Places out;
  if (subject.is_of_call()) add_named(out, subject, result);
  add_resources(out, subject, result);
  std::ranges::sort(out.all);
  const auto doubled = std::ranges::unique(out.all);
  out.all.erase(doubled.begin(), doubled.end());
  return out;
}

}  // namespace touchstone::guard
