// XML as records: elements that hold either elements or one short value.
//
// A server that fills a template need not escape what it fills in, and then a text can close the
// element that it stands in. So this is for short values only: with a longer one, with one under a
// name that people's words stand under, with text beside elements, or with an element that comes
// again behind others, the text is prose. A page (HTML) is one anyway.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "base/word_list.hpp"
#include "flow/layouts.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr base::WordList kPageTags(
    "a article b blockquote body br button code div em footer form h1 h2 h3 h4 h5 h6 head header "
    "hr html i img input li main meta nav ol p pre script section span strong style svg table "
    "tbody td th thead title tr ul");

constexpr bool in_tag_name(char c) {
  return is_letter_or_digit(c) || c == '_' || c == '-' || c == '.' || c == ':';
}

std::string_view take_tag_name(std::string_view& rest) {
  const auto end = std::ranges::find_if_not(rest, in_tag_name);
  const auto name = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  rest.remove_prefix(name.size());
  return name;
}

// The five entities that XML has; others stay as they are.
std::string without_entities(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto plain = text.substr(0, text.find('&'));
    out += plain;
    text.remove_prefix(plain.size());
    if (text.empty()) break;
    constexpr std::string_view kSigns = "<>&'\"";
    constexpr std::array<std::string_view, 5> kEntities{"&lt;", "&gt;", "&amp;", "&apos;",
                                                        "&quot;"};
    const auto found =
        std::ranges::find_if(kEntities, [&](auto entity) { return text.starts_with(entity); });
    const bool known = found != kEntities.end();
    out += known ? kSigns[static_cast<std::size_t>(found - kEntities.begin())] : '&';
    text.remove_prefix(known ? found->size() : 1);
  }
  return out;
}

class MarkupReader {
 public:
  MarkupReader(std::string_view text, Cutter& out) : rest_(without_space(text)), out_(out) {}

  bool run() {
    while (!rest_.empty()) {
      if (!step()) return false;
    }
    return open_.empty() && found_;
  }

 private:
  struct Element {
    std::string_view name;
    std::vector<std::string_view> parts;  // names of what it holds, each once
    bool holds_text = false;
  };

  bool step() {
    if (!rest_.starts_with('<')) return text();
    if (rest_.starts_with("<?")) return pass("?>");
    if (rest_.starts_with("</")) return end_tag();
    rest_.remove_prefix(1);
    return begin_tag();
  }
  bool pass(std::string_view end) {
    const auto at = rest_.find(end);
    if (at == std::string_view::npos) return false;
    rest_.remove_prefix(at + end.size());
    return true;
  }
  void skip_space() {
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
  }

  bool begin_tag();
  bool attributes();
  bool end_tag();
  bool text();
  bool say(std::string_view key, std::string_view value);

  std::string_view rest_;
  Cutter& out_;
  std::vector<Element> open_;
  bool found_ = false;
};

bool MarkupReader::begin_tag() {
  const auto name = take_tag_name(rest_);
  if (name.empty() || !is_letter(name.front())) return false;
  if (kPageTags.has(base::lower_case(name)) || open_.size() == kMaxElements) return false;
  if (!open_.empty()) {
    auto& holder = open_.back();
    const bool again = std::ranges::find(holder.parts, name) != holder.parts.end();
    const bool next = !holder.parts.empty() && holder.parts.back() == name;
    if (holder.holds_text || (again && !next) || holder.parts.size() == kMaxColumns) return false;
    if (!again) holder.parts.push_back(name);
  }
  open_.push_back({name, {}, false});
  if (!attributes()) return false;
  if (rest_.starts_with("/>")) {
    open_.pop_back();
    return pass("/>");
  }
  return pass(">");
}

bool MarkupReader::attributes() {
  for (;;) {
    skip_space();
    if (rest_.starts_with('>') || rest_.starts_with("/>")) return true;
    const auto name = take_tag_name(rest_);
    const char quote = rest_.size() > 1 ? rest_[1] : '\0';
    const bool is_one = !name.empty() && rest_.starts_with('=') && (quote == '"' || quote == '\'');
    if (!is_one) return false;
    rest_.remove_prefix(2);
    const auto value = rest_.substr(0, rest_.find(quote));
    if (value.size() == rest_.size()) return false;
    rest_.remove_prefix(value.size() + 1);
    if (!say(name, value)) return false;
  }
}

bool MarkupReader::end_tag() {
  rest_.remove_prefix(2);
  const auto name = take_tag_name(rest_);
  if (open_.empty() || open_.back().name != name) return false;
  open_.pop_back();
  skip_space();
  if (!rest_.starts_with('>')) return false;
  rest_.remove_prefix(1);
  return true;
}

bool MarkupReader::text() {
  const auto raw = rest_.substr(0, rest_.find('<'));
  rest_.remove_prefix(raw.size());
  const auto value = without_space(raw);
  if (value.empty()) return true;
  if (open_.empty() || !open_.back().parts.empty() || open_.back().holds_text) return false;
  open_.back().holds_text = true;
  return say(open_.back().name, value);
}

bool MarkupReader::say(std::string_view key, std::string_view value) {
  const bool is_long = value.size() > kMaxRecorded || value.find('\n') != std::string_view::npos;
  if (is_long || holds_prose(key)) return false;
  found_ = true;
  out_.key(key);
  out_.layout(": ");
  out_.whole_value(key, without_entities(value));
  out_.layout("\n");
  return true;
}

}  // namespace

bool cut_markup(std::string_view text, Cutter& out) {
  const auto begin = without_space(text);
  return begin.starts_with('<') && MarkupReader(text, out).run();
}

}  // namespace touchstone::flow
