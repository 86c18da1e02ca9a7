#include "detect/markup.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "detect/runs.hpp"

namespace touchstone::detect {
namespace {

// A tag or an address longer than this is neither.
constexpr std::size_t kMaxTag = 32;
constexpr std::size_t kMaxAddress = 2048;

enum Rule : std::size_t { kComment = kCommentRule, kTag, kImage, kLink };

constexpr std::array<std::string_view, 14> kPretended{
    "important", "hidden",   "system", "secret",    "instructions", "instruction", "admin",
    "critical",  "override", "prompt", "assistant", "sys",          "directive",   "priority"};

// "<Important >" and "</important>" are the same tag.
std::string_view tag_name(std::string_view inside) {
  if (inside.starts_with('/')) inside.remove_prefix(1);
  return inside.substr(0, inside.find_first_of(" \t/:"));
}

bool is_pretended(std::string_view inside) {
  return std::ranges::find(kPretended, base::lower_case(tag_name(inside))) != kPretended.end();
}

// Something to be filled in, in the query of an address: that is how data leaves.
bool carries_data(std::string_view address) {
  const auto query = address.find('?');
  if (query == std::string_view::npos) return false;
  return address.find_first_of("{<[$", query) != std::string_view::npos ||
         address.find("%7B", query) != std::string_view::npos;
}

// A comment that bids somebody do something is meant for who reads what is not shown: the model.
bool speaks(std::string_view comment) {
  constexpr std::array<std::string_view, 12> kOrders{"call", "read",   "send",    "post",
                                                     "use",  "must",   "always",  "never",
                                                     "run",  "ignore", "forward", "invoke"};
  bool ordered = false;
  std::size_t words = 0;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  for_each_run(comment, is_letter, [&](std::string_view word) {
    ++words;
    ordered = ordered || std::ranges::find(kOrders, base::lower_case(word)) != kOrders.end();
  });
  return ordered && words > 3;
}

class MarkupFinder {
 public:
  MarkupFinder(std::string_view text, Marks& marks) : text_(text), marks_(marks) {}

  void run() {
    const auto room_until = marks_.size() + kMaxMarks;
    for (auto at = next_sign(0); at < text_.size() && marks_.size() < room_until;) {
      at = next_sign(text_[at] == '<' ? past_angle(at) : past_bracket(at));
    }
  }

 private:
  [[nodiscard]] std::size_t next_sign(std::size_t at) const {
    while (at < text_.size() && text_[at] != '<' && text_[at] != ']') ++at;
    return at;
  }
  // These say where to go on. What stands in a comment is part of the comment.
  std::size_t past_angle(std::size_t at) {
    const auto rest = text_.substr(at);
    if (rest.starts_with("<!--")) {
      const auto end = end_of_comment(at);
      return add(speaks(text_.substr(at, end - at)) ? 7 : 4, kComment, at, end);
    }
    const auto end = rest.substr(0, kMaxTag).find('>');
    if (end == std::string_view::npos || !is_pretended(rest.substr(1, end - 1))) return at + 1;
    return add(7, kTag, at, at + end + 1);
  }
  [[nodiscard]] std::size_t end_of_comment(std::size_t at) const {
    const auto end = text_.find("-->", at);
    return end == std::string_view::npos ? text_.size() : end + 3;
  }
  // "](http…)" closes a Markdown link; "![" opened it if it is an image, which loads by itself.
  std::size_t past_bracket(std::size_t at) {
    const auto rest = text_.substr(at);
    if (!rest.starts_with("](http")) return at + 1;
    const auto end = rest.substr(0, kMaxAddress).find(')');
    if (end == std::string_view::npos || !carries_data(rest.substr(2, end - 2))) return at + 1;
    const auto before = text_.substr(at > kMaxTag ? at - kMaxTag : 0, std::min(at, kMaxTag));
    const bool image = before.rfind("![") != std::string_view::npos;
    return add(image ? 10 : 6, image ? kImage : kLink, at, at + end + 1);
  }
  std::size_t add(int points, Rule rule, std::size_t begin, std::size_t end) {
    marks_.push_back({rule == kImage || rule == kLink ? Family::kSending : Family::kMarkup, points,
                      rule, begin, end});
    return end;
  }

  std::string_view text_;
  Marks& marks_;
};

}  // namespace

void find_markup(std::string_view text, Marks& marks) {
  constexpr auto kNone = std::string_view::npos;
  if (text.find('<') == kNone && text.find(']') == kNone) return;
  MarkupFinder(text, marks).run();
}

}  // namespace touchstone::detect
