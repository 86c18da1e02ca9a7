#include "detect/concealed.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "detect/ascii.hpp"
#include "detect/looks.hpp"
#include "detect/passage.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMaxTagBefore = 512;   // from the bracket of a tag to what hides its element,
constexpr std::size_t kMaxTagAfter = 1'024;  // and from there to its end
constexpr std::size_t kMaxElement = std::size_t{64} << 10U;
// One that does not end within this has no end; in a program the sign means something else.
constexpr std::size_t kMaxComment = std::size_t{64} << 10U;
constexpr std::size_t kUnclosed = std::size_t{16} << 10U;  // what is examined of it then
constexpr std::size_t kMaxElementName = 32;                // bytes of an element's name
constexpr std::size_t kMaxCssValue = 32;
constexpr double kFaint = 0.1;  // opacity that nobody sees
constexpr double kTiny = 1.0;   // and a size, in pixels or points

constexpr std::string_view kOpens = "<!--";
constexpr std::string_view kCloses = "-->";

struct HiddenPart {
  std::size_t begin;
  std::size_t end;
};

// The value of a property of a style, in small letters and without blanks.
std::string css_value(std::string_view text, std::size_t at) {
  std::string out;
  for (const char c : text.substr(std::min(at, text.size()), kMaxCssValue)) {
    if (c == ';' || c == '"' || c == '\'' || c == '}' || c == '>' || c == '!') break;
    if (!is_ascii_blank(c)) out += ascii_lower(c);
  }
  return out;
}

double number_in_front(std::string_view value) {
  double out = 0;
  double place = 0;
  for (const char c : value) {
    if (c == '.' && place == 0) {
      place = 1;
    } else if (is_ascii_digit(c)) {
      place /= 10;
      out = place > 0 ? out + place * digit_value(c) : out * 10 + digit_value(c);
    } else {
      break;
    }
  }
  return out;
}

bool begins_with_number(std::string_view value) {
  return !value.empty() && (is_ascii_digit(value.front()) || value.front() == '.');
}

std::string colour_of(std::string value) {
  if (value == "#fff" || value == "#ffffff" || value == "rgb(255,255,255)") return "white";
  if (value == "#000" || value == "#000000" || value == "rgb(0,0,0)") return "black";
  return value;
}

// The property is that of the letters, and the same style gives the ground the same colour.
bool is_colour_of_ground(std::string_view style, std::size_t at) {
  const bool is_of_letters = at == 0 || (style[at - 1] != '-' && !is_ascii_letter(style[at - 1]));
  if (!is_of_letters) return false;
  constexpr std::string_view kColour = "color:";
  const auto own = colour_of(css_value(style, at + kColour.size()));
  if (own == "transparent") return true;
  for (const std::string_view ground : {"background-color:", "background:"}) {
    const auto other = style.find(ground);
    if (other == std::string_view::npos) continue;
    if (!own.empty() && colour_of(css_value(style, other + ground.size())) == own) return true;
  }
  return false;
}

// Does the property at `at` of this style hide what it is set on?
bool hides(std::string_view style, std::size_t at, std::string_view property) {
  if (property.starts_with("color")) return is_colour_of_ground(style, at);
  const auto value = css_value(style, at + property.size());
  if (property.starts_with("display")) return value == "none";
  if (property.starts_with("visibility")) return value == "hidden" || value == "collapse";
  if (!begins_with_number(value)) return false;
  const bool is_size = property.starts_with("font");
  const bool is_of_em = value.find("em") != std::string::npos || value.ends_with('%');
  return number_in_front(value) <= (is_size ? (is_of_em ? 0 : kTiny) : kFaint);
}

// An element of a page around an attribute of its opening tag.
class Element {
 public:
  Element(std::string_view text, const Place& literal) : text_(text), literal_(literal) {}

  [[nodiscard]] std::optional<HiddenPart> hidden() const {
    const auto tag = tag_before();
    if (!tag) return std::nullopt;
    const auto close = text_.substr(literal_.end, kMaxTagAfter).find('>');
    const bool is_in_tag = close != std::string_view::npos || text_[literal_.end - 1] == '>';
    if (!is_in_tag) return std::nullopt;
    const auto tag_end = text_[literal_.end - 1] == '>' ? literal_.end : literal_.end + close + 1;
    const auto word = base::lower_case(text_.substr(literal_.begin, literal_.end - literal_.begin));
    const auto inside = base::lower_case(text_.substr(*tag, tag_end - *tag));
    if (inside.ends_with("/>")) return std::nullopt;
    if (!word.starts_with(" hidden")) {
      if (inside.find("style") > literal_.begin - *tag) return std::nullopt;
      if (!hides(inside, literal_.begin - *tag, word)) return std::nullopt;
    }
    return HiddenPart{*tag, end_of_element(name_in(inside), tag_end)};
  }

 private:
  [[nodiscard]] std::optional<std::size_t> tag_before() const {
    const auto from = literal_.begin - std::min(literal_.begin, kMaxTagBefore);
    const auto at = text_.substr(from, literal_.begin - from).find_last_of("<>{}");
    if (at == std::string_view::npos || text_[from + at] != '<') return std::nullopt;
    return from + at;
  }
  [[nodiscard]] static std::string name_in(std::string_view tag) {
    const auto end = std::ranges::find_if_not(tag.substr(1), is_ascii_alnum);
    return std::string(tag.begin() + 1, end).substr(0, kMaxElementName);
  }
  // Elements of one name may stand inside each other.
  [[nodiscard]] std::size_t end_of_element(std::string_view name, std::size_t at) const {
    const auto most = std::min(text_.size(), at + kMaxElement);
    for (std::size_t open = 1; at < most; ++at) {
      if (text_[at] != '<') continue;
      const bool closes = at + 1 < most && text_[at + 1] == '/';
      const auto begin = at + (closes ? 2 : 1);
      if (!std::ranges::equal(text_.substr(begin, name.size()), name, {}, ascii_lower)) continue;
      open = closes ? open - 1 : open + 1;
      if (open > 0) continue;
      const auto end = text_.find('>', begin);
      return end == std::string_view::npos ? most : std::min(end + 1, text_.size());
    }
    return most;
  }

  std::string_view text_;
  const Place& literal_;
};

// Mail addresses as one word, which rules can speak of.
std::string with_addresses_named(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    auto end = at;
    while (end < text.size() && !is_ascii_blank(text[end])) ++end;
    const auto word = text.substr(at, end - at);
    const auto sign = word.find('@');
    const bool is_mail = sign != std::string_view::npos && sign > 0 && sign + 1 < word.size();
    out += is_mail ? "mailto" : word;
    if (end < text.size()) out += text[end++];
    at = end;
  }
  return out;
}

// What it says counts; odd characters and encoded parts are told where they stand.
bool is_said(const Suspicion& it) {
  return it.families.front() != Family::kHidden && it.families.front() != Family::kEncoded;
}

bool has_points(const std::vector<Suspicion>& found, int points) {
  return std::ranges::any_of(
      found, [&](const Suspicion& it) { return it.points >= points && is_said(it); });
}

// That a comment stands in it is no sign: nothing in it is shown anyway.
void drop_openings(std::string& text) {
  for (auto at = text.find(kOpens); at != std::string::npos; at = text.find(kOpens, at)) {
    text.replace(at, kOpens.size(), kOpens.size(), ' ');
  }
}

bool speaks_to_model(std::string_view part) {
  auto shown = with_addresses_named(Looks(part).text());
  drop_openings(shown);
  return has_points(examine_concealed(shown), kNoteworthy) ||
         has_points(examine_result(shown), kAlarm);
}

void tell(std::string_view text, const HiddenPart& part, std::size_t inside, Finds& finds) {
  if (inside >= part.end || !speaks_to_model(text.substr(inside, part.end - inside))) return;
  finds.add(ContentKind::kHidden, Confidence::kLikely, "hidden-text", part.begin, part.end);
}

}  // namespace

std::string_view concealed_literals() {
  return "<!--|display:|display :|visibility:|visibility :|font-size:|font-size :|opacity:|"
         "opacity :|color:| hidden>| hidden=";
}

std::size_t confirm_concealed(const Place& literal, Finds& finds) {
  const auto text = literal.text;
  if (text.substr(literal.begin, kOpens.size()) == kOpens) {
    const auto close = text.substr(literal.end, kMaxComment).find(kCloses);
    const auto end = close == std::string_view::npos
                         ? std::min(text.size(), literal.end + kUnclosed)
                         : literal.end + close + kCloses.size();
    tell(text, {literal.begin, end}, literal.end, finds);
    return end;
  }
  const auto part = Element(text, literal).hidden();
  if (!part) return literal.end;
  tell(text, *part, text.find('>', literal.end - 1) + 1, finds);
  return part->end;
}

}  // namespace touchstone::detect
