#include "guard/result_places.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "guard/content.hpp"
#include "guard/place_uri.hpp"
#include "guard/place_words.hpp"
#include "guard/text_ids.hpp"
#include "guard/text_names.hpp"
#include "json/parser.hpp"

namespace touchstone::guard {
namespace {

constexpr std::size_t kMaxShownName = 256;  // bytes; longer: it is content
constexpr std::size_t kFewBlanks = 2;       // more: a name has no so many, a sentence has

// Collects what one result shows.
class ShownPlaces {
 public:
  ShownPlaces(const Subject& subject, const Places& named)
      : subject_(subject),
        lists_(lists_by_name(subject.name)),
        is_of_file_(!named.in_code && std::ranges::any_of(named.all, is_one_file)) {}

  void add_named(json::View result);
  void add_resources(json::View result);
  Places take();

 private:
  static bool is_one_file(const store::Location& place) {
    const auto name = std::string_view(place.place).substr(place.place.rfind('/') + 1);
    const bool is_pattern = name.find_first_of("*?") != std::string_view::npos;
    return (place.kind == "path" || place.kind == "id") && !is_pattern && looks_like_file(name);
  }
  [[nodiscard]] bool is_full() const {
    return out_.all.size() >= kMaxShown || out_.opened.size() >= kMaxShown;
  }
  void add(std::string_view text, const PlaceKey& key, bool beside_content);
  void add_resource(json::View resource);
  void walk(json::View value, const PlaceKey& key, bool beside_content);
  void read_text(std::string_view text);
  void read_lines(std::string_view text);

  const Subject& subject_;
  const bool lists_;       // by its name
  const bool is_of_file_;  // which the call named: what stands in the text is in that
  Places out_;
};

void ShownPlaces::add(std::string_view text, const PlaceKey& key, bool beside_content) {
  const auto blanks = std::ranges::count(text, ' ');
  out_.opens = out_.opens || (!lists_ && static_cast<std::size_t>(blanks) > kFewBlanks);
  if (text.empty() || text.size() > kMaxShownName || !names_a_place(key)) return;
  const bool is_uri = is_shown_as_uri(text, key);
  out_.all.push_back(is_uri ? uri_place(subject_.server, text) : file_place(subject_.server, text));
  if (beside_content && !is_uri && looks_like_file(text)) out_.opened.push_back(out_.all.back());
}

// What a server embeds or reads as a resource, it names.
void ShownPlaces::add_resource(json::View resource) {
  const auto uri = resource.find("uri").as_string();
  if (!uri || uri->empty()) return;
  out_.too_many = out_.too_many || is_full() || uri->size() > kMaxPlaceText;
  if (!out_.too_many) out_.all.push_back(uri_place(subject_.server, *uri));
}

void ShownPlaces::add_resources(json::View result) {
  for (const auto block : result.find("content").elements()) add_resource(block.find("resource"));
  for (const auto one : result.find("contents").elements()) add_resource(one);
  for (const auto message : result.find("messages").elements()) {
    const auto content = message.find("content");  // a block, or several
    add_resource(content.find("resource"));
    for (const auto block : content.elements()) add_resource(block.find("resource"));
  }
}

// Depth is bounded by the parser.
void ShownPlaces::walk(json::View value, const PlaceKey& key, bool beside_content) {
  if (is_full()) {
    out_.too_many = true;
    return;
  }
  bool has_content = false;
  for (const auto& [name, member] : value.members())
    has_content = has_content || holds_content(name.as_string().value_or(""));
  for (const auto& [name, member] : value.members()) {
    const auto text = name.as_string().value_or("");
    walk(member, {.name = text, .holder = key.name}, has_content);
  }
  for (const auto element : value.elements()) walk(element, key, beside_content);
  if (value.is(json::Kind::kNumber)) return add(value.raw(), key, false);
  if (!value.is(json::Kind::kString)) return;
  std::string text;
  add(value.as_string(text).value_or(""), key, beside_content);
}

bool looks_like_json(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

void ShownPlaces::read_lines(std::string_view text) {
  if (is_of_file_) return;
  each_name_in_text(text, [&](const NameInText& shown) {
    if (lists_ && !shown.surely) return true;
    out_.opens = true;
    out_.opened.push_back(file_place(subject_.server, shown.name));
    out_.too_many = out_.too_many || is_full();
    return !out_.too_many;
  });
  each_id_in_text(text, [&](const IdInText& shown) {
    const bool is_uri = is_shown_as_uri(shown.text, {});
    out_.all.push_back(is_uri ? uri_place(subject_.server, shown.text)
                              : file_place(subject_.server, shown.text));
    out_.too_many = out_.too_many || is_full();
    return !out_.too_many;
  });
  out_.opens = out_.opens || (!lists_ && !shows_names_only(text));
}

// "[FILE] x.txt" begins as JSON does.
void ShownPlaces::read_text(std::string_view text) {
  if (!looks_like_json(text)) return read_lines(text);
  const bool too_long = text.size() > kMaxShownText;
  out_.too_many = out_.too_many || too_long;
  if (too_long) return;
  const auto document = json::Parser().parse(json::Text::copy_of(text));
  if (!document) return read_lines(text);
  walk(document->root(), {}, false);
}

// By name, in what a tool says.
void ShownPlaces::add_named(json::View result) {
  walk(result.find("structuredContent"), {}, false);
  each_text(result, [&](std::string_view text) { read_text(text); });
}

void keep_once(std::vector<store::Location>& places) {
  std::ranges::sort(places);
  const auto doubled = std::ranges::unique(places);
  places.erase(doubled.begin(), doubled.end());
}

Places ShownPlaces::take() {
  keep_once(out_.all);
  keep_once(out_.opened);
  return std::move(out_);
}

}  // namespace

Places places_shown(const Subject& subject, json::View result, const Places& named) {
  ShownPlaces shown(subject, named);
  if (subject.is_of_call()) shown.add_named(result);
  shown.add_resources(result);
  return shown.take();
}

}  // namespace touchstone::guard
