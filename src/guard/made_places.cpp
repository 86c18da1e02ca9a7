#include "guard/made_places.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "flow/letters.hpp"
#include "guard/content.hpp"
#include "guard/place_uri.hpp"
#include "guard/result_places.hpp"
#include "guard/text_ids.hpp"
#include "json/parser.hpp"

namespace touchstone::guard {
namespace {

constexpr std::size_t kMaxLinkNames = 16;  // of one link
constexpr std::size_t kMaxBareId = 64;     // bytes of one that stands alone
constexpr std::size_t kMinCodeInName = 8;  // "Lunch-5f3a…": behind a title

bool is_code(std::string_view text) {
  return text.find(' ') == std::string_view::npos && std::ranges::any_of(text, flow::is_digit);
}

bool is_web_link(std::string_view text) {
  return text.find("://") != std::string_view::npos && !is_own_uri(text);
}

// Collects what one receipt tells.
class MadePlaces {
 public:
  MadePlaces(const Subject& subject, const Places& written)
      : subject_(subject), in_code_(written.in_code) {}

  void read(json::View result);
  Places take();

 private:
  void walk(json::View value, const PlaceKey& key);
  void read_text(std::string_view text);
  void read_prose(std::string_view text);
  void read_bare(std::string_view text);
  void read_value(std::string_view text, const PlaceKey& key);
  void read_link(std::string_view link);
  void read_resource(json::View resource);
  void add(store::Location place, bool which);

  const Subject& subject_;
  const bool in_code_;
  Places out_;
  std::string said_;  // strings of JSON that are no places: a receipt for people may be in them
};

void MadePlaces::add(store::Location place, bool which) {
  if (place.place.empty()) return;
  out_.too_many = out_.too_many || out_.all.size() >= kMaxPlaces;
  if (out_.too_many) return;
  out_.named = out_.named || which;
  out_.all.push_back(std::move(place));
}

// ".../issues/58?x#comment-9": 58 and 9, as tools are told.
void MadePlaces::read_link(std::string_view link) {
  link.remove_prefix(std::min(link.find("://") + 3, link.size()));
  link.remove_prefix(std::min(link.find_first_of("/?#"), link.size()));
  for (std::size_t count = 0; !link.empty() && count < kMaxLinkNames; ++count) {
    link.remove_prefix(1);
    auto part = link.substr(0, link.find_first_of("/?#&"));
    link.remove_prefix(part.size());
    part.remove_prefix(part.find('=') == std::string_view::npos ? 0 : part.find('=') + 1);
    if (part.empty() || part.size() > kMaxMadeName || (!is_code(part) && !link.empty())) continue;
    add(file_place(subject_.server, part), is_code(part));
    const auto code = part.substr(part.rfind('-') + 1);
    const bool ends_in_code =
        code.size() < part.size() && is_code(code) &&
        (code.size() >= kMinCodeInName || std::ranges::all_of(code, flow::is_digit));
    if (ends_in_code) add(file_place(subject_.server, code), false);
  }
}

// "101" is all that some tools say, or {"result":101}. It may be how many, too.
void MadePlaces::read_bare(std::string_view text) {
  if (text.size() > kMaxBareId || !is_code(text)) return;
  add(place_under(subject_.server, text, {.name = "id"}),
      std::ranges::any_of(text, flow::is_letter));
}

void MadePlaces::read_value(std::string_view text, const PlaceKey& key) {
  if (text.empty() || is_of_another(key, subject_.name)) return;
  if (key.name.empty() || key.name == "result") read_bare(text);
  const bool which = says_which(key);
  auto place =
      text.size() > kMaxMadeName ? store::Location() : place_under(subject_.server, text, key);
  if (place.place.empty() && which && text.size() <= kMaxMadeName)
    place = is_own_uri(text) ? uri_place(subject_.server, text) : file_place(subject_.server, text);
  const bool is_named = which || is_code(text) || place.kind == "own" || place.kind == "path";
  if (!place.place.empty() && is_web_link(text)) read_link(text);
  if (place.place.empty() && said_.size() + text.size() < kMaxReceiptText)
    said_.append(text).append("\n");
  add(std::move(place), is_named);
}

// Depth is bounded by the parser.
void MadePlaces::walk(json::View value, const PlaceKey& key) {
  if (out_.too_many) return;
  for (const auto& [name, member] : value.members()) {
    const auto text = name.as_string().value_or("");
    const PlaceKey inner{.name = text, .holder = key.name};
    if (!is_of_another(inner, subject_.name)) walk(member, inner);
  }
  for (const auto element : value.elements()) walk(element, key);
  if (value.is(json::Kind::kNumber)) return read_value(value.raw(), key);
  if (!value.is(json::Kind::kString)) return;
  std::string text;
  read_value(value.as_string(text).value_or(""), key);
}

void MadePlaces::read_prose(std::string_view text) {
  if (in_code_ || text.size() > kMaxReceiptText) return;
  each_id_in_text(text, [&](const IdInText& id) {
    if (id.leads) return true;
    if (is_web_link(id.text)) read_link(id.text);
    const PlaceKey as_id{.name = "id"};
    add(place_under(subject_.server, id.text, as_id), is_code(id.text));
    return !out_.too_many;
  });
}

void MadePlaces::read_text(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool may_be_json =
      first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
  if (!may_be_json) {
    read_bare(text);
    return read_prose(text);
  }
  out_.too_many = out_.too_many || text.size() > kMaxShownText;
  if (out_.too_many) return;
  const auto document = json::Parser().parse(json::Text::copy_of(text));
  if (!document) return read_prose(text);
  walk(document->root(), {});
}

void MadePlaces::read_resource(json::View resource) {
  const auto uri = resource.find("uri").as_string();
  if (uri && !uri->empty() && uri->size() <= kMaxPlaceText)
    add(uri_place(subject_.server, *uri), true);
}

void MadePlaces::read(json::View result) {
  walk(result.find("structuredContent"), {});
  each_text(result, [&](std::string_view text) { read_text(text); });
  for (const auto block : result.find("content").elements()) {
    read_resource(block.find("resource"));
    if (block.find("type").equals("resource_link")) read_resource(block);
  }
  if (!out_.named) read_prose(said_);
}

Places MadePlaces::take() {
  std::ranges::sort(out_.all);
  const auto doubled = std::ranges::unique(out_.all);
  out_.all.erase(doubled.begin(), doubled.end());
  return std::move(out_);
}

}  // namespace

Places places_made(const Subject& subject, json::View result, const Places& written) {
  MadePlaces made(subject, written);
  made.read(result);
  return made.take();
}

}  // namespace touchstone::guard
