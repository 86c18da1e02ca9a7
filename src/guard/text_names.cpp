#include "guard/text_names.hpp"

#include <algorithm>
#include <array>

#include "flow/letters.hpp"
#include "guard/place_words.hpp"

namespace touchstone::guard {
namespace {

constexpr std::string_view kBlank = " \t\r";
constexpr std::size_t kMaxEnding = 10;  // of a file's name, behind its last dot

std::string_view inner_part(std::string_view text, std::string_view around) {
  const auto begin = text.find_first_not_of(around);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(around) + 1 - begin);
}

// The next line without its end, taken off the front.
std::string_view take_line(std::string_view& text) {
  const auto line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return inner_part(line, kBlank);
}

bool has_ending(std::string_view name) {
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos) return false;
  const auto ending = name.substr(dot + 1);
  return !ending.empty() && ending.size() <= kMaxEnding &&
         std::ranges::all_of(ending, flow::is_letter_or_digit) &&
         std::ranges::any_of(ending, flow::is_letter);
}

bool begins_like_path(std::string_view name) {
  return name.starts_with('/') || name.starts_with("~/") || name.starts_with("./") ||
         name.starts_with("../") || (name.size() > 2 && name[1] == ':' && name[2] == '\\');
}

// Where a name before a colon ends: not behind a drive.
std::size_t colon_of(std::string_view line) {
  const bool drive = line.size() > 2 && line[1] == ':' && (line[2] == '\\' || line[2] == '/');
  return line.substr(0, kMaxNameInText + 1).find(':', drive ? 2 : 0);
}

// "7:…" and "7-…" of a grep.
bool begins_with_line_number(std::string_view rest) {
  const auto end = rest.find_first_not_of("0123456789");
  return end != 0 && end != std::string_view::npos && (rest[end] == ':' || rest[end] == '-');
}

// What stands around a name that is a heading. One dash or star is that of a list.
bool is_dressed(std::string_view line) {
  constexpr std::array<std::string_view, 7> kDress{"=", "#", "--", "++", "**", "<", ">"};
  if (line.starts_with('[')) return line.find(']') + 2 >= line.size();  // "[x.txt]:"
  return std::ranges::any_of(kDress, [&](auto dress) { return line.starts_with(dress); });
}

std::string_view undressed(std::string_view line) { return inner_part(line, "=#-+*<>[]`\"'|: \t"); }

// <file path="x.txt">
std::string_view quoted_in_tag(std::string_view line) {
  if (!line.starts_with('<')) return {};
  const auto quote = line.substr(0, kMaxNameInText).find_first_of("\"'");
  if (quote == std::string_view::npos) return {};
  const auto rest = line.substr(quote + 1, kMaxNameInText + 1);
  return rest.substr(0, rest.find(line[quote]));
}

// Without the marks of a list and of a tree: "- ", "12. ", "[FILE] ", "├── ".
std::string_view without_marks(std::string_view line) {
  if (line.starts_with('[')) line.remove_prefix(std::min(line.find(']'), line.size() - 1) + 1);
  while (!line.empty()) {
    const auto byte = static_cast<unsigned char>(line.front());
    const bool is_mark =
        byte >= 0x80 || std::string_view("-*+|` \t").find(line.front()) != std::string_view::npos;
    if (!is_mark) break;
    line.remove_prefix(1);
  }
  const auto digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits > 0 && line.substr(digits).starts_with(". ")) line.remove_prefix(digits + 2);
  return line;
}

bool is_line_of_ls(std::string_view line) {
  return line.size() > 10 && std::string_view("-dlbcps").find(line[0]) != std::string_view::npos &&
         line.substr(1, 9).find_first_not_of("rwxsStT-") == std::string_view::npos;
}

bool is_bare_name(std::string_view line) {
  const auto name = without_marks(line);
  const bool is_word = name.find_first_of(kBlank) == std::string_view::npos;
  return is_word || (looks_like_file(name) && begins_like_path(name));
}

class TextNames {
 public:
  explicit TextNames(const std::function<bool(NameInText)>& take) : take_(take) {}

  void read(std::string_view text) {
    while (!text.empty() && goes_on_) {
      const auto line = take_line(text);
      if (!line.empty()) read_line(line);
      heading_ = is_heading(line) ? line : std::string_view();
    }
  }

 private:
  // A path alone in its line; what stands below is in it, unless that is one as well.
  static bool is_heading(std::string_view line) {
    const auto name = undressed(line);
    return looks_like_file(name) && !is_dressed(line) && colon_of(name) == std::string_view::npos;
  }

  void read_line(std::string_view line) {
    if (!heading_.empty() && !is_bare_name(line)) tell(undressed(heading_), false);
    if (is_dressed(line)) tell_heading(line);
    const auto colon = colon_of(line);
    if (colon == std::string_view::npos) return;
    const auto name = undressed(line.substr(0, colon));
    const auto rest = line.substr(colon + 1);
    if (looks_like_file(name)) return tell(name, begins_with_line_number(rest));
    if (names_a_place({.name = name})) tell(undressed(rest), true);  // "File: x.txt"
  }

  void tell_heading(std::string_view line) {
    tell(quoted_in_tag(line), true);
    const auto name = undressed(line.substr(0, line.find('\t')));
    tell(name, true);
    const bool of_diff = name.starts_with("a/") || name.starts_with("b/");
    if (of_diff) tell(name.substr(2), true);
  }

  void tell(std::string_view name, bool surely) {
    if (!goes_on_ || name == last_ || !looks_like_file(name)) return;
    last_ = name;
    goes_on_ = take_({name, surely});
  }

  const std::function<bool(NameInText)>& take_;
  bool goes_on_ = true;
  std::string_view heading_;  // the line before, if it is one
  std::string_view last_;
};

}  // namespace

bool looks_like_file(std::string_view name) {
  if (name.empty() || name.size() > kMaxNameInText) return false;
  const bool is_other = name.find("://") != std::string_view::npos ||
                        name.find(": ") != std::string_view::npos ||
                        name.find_first_of("\"`<>") != std::string_view::npos;
  if (is_other) return false;
  if (begins_like_path(name) || has_ending(name)) return true;
  return name.find_first_of("/\\") != std::string_view::npos &&
         name.find_first_of(kBlank) == std::string_view::npos;
}

void each_name_in_text(std::string_view text, const std::function<bool(NameInText)>& take) {
  TextNames(take).read(text);
}

bool shows_names_only(std::string_view text) {
  while (!text.empty()) {
    const auto line = take_line(text);
    const bool is_caption = line.ends_with(':');
    if (!line.empty() && !is_caption && !is_line_of_ls(line) && !is_bare_name(line)) return false;
  }
  return true;
}

}  // namespace touchstone::guard
