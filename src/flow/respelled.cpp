#include "flow/respelled.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/block.hpp"
#include "detect/spelled.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxHostAhead = 64;  // bytes between an "at" and the "dot" behind it
constexpr std::size_t kMaxTagAhead = 32;   // bytes of markup in an address

bool is_sign_of_address(std::uint32_t code) {
  return code < 0x80 &&
         (is_letter_or_digit(static_cast<char>(code)) ||
          std::string_view("@.-_+:/").find(static_cast<char>(code)) != std::string_view::npos);
}

// What stands in brackets so that no program takes an address for one, and what it is.
using Bracketed = std::pair<std::string_view, char>;
constexpr std::array<Bracketed, 6> kBracketed{
    {{"at", '@'}, {"dot", '.'}, {".", '.'}, {"@", '@'}, {":", ':'}, {"/", '/'}}};

bool is_in_name(char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; }

bool is_word(std::string_view text, std::size_t at, std::string_view word) {
  return text.size() - at >= word.size() &&
         std::ranges::equal(text.substr(at, word.size()), word, {}, lower);
}

// Bytes of a character there that nobody sees: U+00AD, U+200B to U+200F, U+2060 to U+206F, U+FEFF.
std::size_t hidden_at(std::string_view text, std::size_t at) {
  const auto three = text.substr(at, 3);
  if (three.starts_with("\xC2\xAD")) return 2;
  if (three == "\xEF\xBB\xBF") return 3;
  if (three.size() < 3 || three[0] != '\xE2') return 0;
  const auto third = static_cast<unsigned char>(three[2]);
  const bool hidden = three[1] == '\x80' ? third >= 0x8B && third <= 0x8F
                                         : three[1] == '\x81' && third >= 0xA0 && third <= 0xAF;
  return hidden ? 3 : 0;
}

constexpr std::size_t kMaxTags = 128;  // bytes of tags in a row

constexpr bool joins_names(char c) { return c == '@' || c == '.'; }

// Bytes of markup there that stand in the middle of an address, at its @ or a dot.
std::size_t tags_in_address_at(std::string_view text, std::size_t at) {
  if (text[at] != '<' || at == 0) return 0;
  const char before = text[at - 1];
  if (!joins_names(before) && !is_in_name(before)) return 0;
  auto end = at;
  while (end < text.size() && text[end] == '<') {
    if (end - at > kMaxTags) return 0;  // or a row of tags would be walked from each of them
    const auto close = text.substr(end, kMaxTagAhead).find('>');
    if (close == std::string_view::npos) return 0;
    end += close + 1;
  }
  if (end + 1 >= text.size()) return 0;
  const char behind = text[end];
  const bool goes_on = joins_names(before) && is_in_name(behind) && !is_upper(behind);
  const bool joins = is_in_name(before) && joins_names(behind) && is_in_name(text[end + 1]);
  return goes_on || joins ? end - at : 0;
}

// One text; `out` is what was read of it.
class Respeller {
 public:
  explicit Respeller(std::string_view text) : text_(text) {}

  std::optional<std::string> run() && {
    out_.reserve(text_.size());
    while (at_ < text_.size()) {
      if (!take_spelled() && !take_wide() && !take_unseen() && !take_bracketed() &&
          !take_spoken()) {
        out_ += text_[at_++];
      }
    }
    return changed_ ? std::optional(std::move(out_)) : std::nullopt;
  }

 private:
  bool put(char sign, std::size_t length) {
    out_ += sign;
    at_ += length;
    changed_ = true;
    return true;
  }
  bool take_spelled() {
    if (text_[at_] != '&' && text_[at_] != '\\') return false;
    const auto spelled = detect::spelled_at(text_, at_);
    return spelled.length > 0 && is_sign_of_address(spelled.code) &&
           put(static_cast<char>(spelled.code), spelled.length);
  }
  // U+FF01 to U+FF5E are the signs of ASCII; the ideographic full stop is a dot, too.
  bool take_wide() {
    if (text_[at_] != '\xEF' && text_[at_] != '\xE3') return false;
    const auto three = text_.substr(at_, 3);
    if (three == "\xE3\x80\x82") return put('.', 3);
    if (three.size() < 3 || three[0] != '\xEF') return false;
    const auto second = static_cast<unsigned char>(three[1]);
    const auto code = (second & 0x3FU) << 6U | (static_cast<unsigned char>(three[2]) & 0x3FU);
    const bool is_wide = (second == 0xBC || second == 0xBD) && code > 0xF00 && code < 0xF5F;
    return is_wide && is_sign_of_address(code - 0xF01 + '!') &&
           put(static_cast<char>(code - 0xF01 + '!'), 3);
  }
  bool take_unseen() {
    const auto length = std::max(hidden_at(text_, at_), tags_in_address_at(text_, at_));
    at_ += length;
    changed_ = changed_ || length > 0;
    return length > 0;
  }
  // A sign or its name. Takes the blanks around it along.
  bool take_bracketed() {
    const auto open = std::string_view("[({<").find(text_[at_]);
    if (open == std::string_view::npos) return false;
    const auto begin = past_blanks(at_ + 1);
    for (const auto& [word, sign] : kBracketed) {
      if (!is_word(text_, begin, word)) continue;
      const auto close = past_blanks(begin + word.size());
      if (close >= text_.size() || text_[close] != std::string_view("])}>")[open]) continue;
      while (!out_.empty() && out_.back() == ' ') out_.pop_back();
      return put(sign, past_blanks(close + 1) - at_);
    }
    return false;
  }
  // " dot " between two names; " at " only if such a dot follows the next one, since honest texts
  // are full of people who are at places.
  bool take_spoken() {
    if (text_[at_] != ' ' || out_.empty() || !is_in_name(out_.back())) return false;
    if (is_dot(at_)) return put('.', 5);
    if (!is_word(text_, at_, " at ")) return false;
    auto end = at_ + 4;
    const auto most = std::min(text_.size(), end + kMaxHostAhead);
    while (end < most && is_in_name(text_[end])) ++end;
    return end > at_ + 4 && end < text_.size() && is_dot(end) && put('@', 4);
  }
  [[nodiscard]] bool is_dot(std::size_t at) const {
    return is_word(text_, at, " dot ") && at + 5 < text_.size() && is_in_name(text_[at + 5]);
  }
  [[nodiscard]] std::size_t past_blanks(std::size_t at) const {
    while (at < text_.size() && text_[at] == ' ') ++at;
    return at;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool changed_ = false;
  std::string out_;
};

bool is_bracketed_sign(std::string_view two) {
  return two.size() == 2 && std::string_view(".@:/").find(two[0]) != std::string_view::npos &&
         std::string_view("])}>").find(two[1]) != std::string_view::npos;
}

bool is_mark(std::string_view text, std::size_t at) {
  const auto next = text.substr(at + 1, 2);
  switch (text[at]) {
    case '&': return next.starts_with('#') || next == "co" || next == "pe";
    case '\\': return next.starts_with('u') || next.starts_with('x') || next.starts_with('\\');
    case '\xEF': return next.starts_with('\xBC') || next.starts_with('\xBD') || next == "\xBB\xBF";
    case '\xE3': return next == "\x80\x82";
    case '\xC2':
    case '\xE2': return hidden_at(text, at) > 0;
    default:
      return next.starts_with(' ') || is_word(text, at + 1, "at") || is_word(text, at + 1, "dot") ||
             is_bracketed_sign(next) || tags_in_address_at(text, at) > 0;
  }
}

bool has_mark(std::string_view text) {
  const auto next = [&](std::size_t from) {
    return base::find_marked(text, from, text.size(), [](base::Block block) -> base::Block {
      const base::Block high = block | 0x20;
      return (block == '&') | (block == '\\') | (high == '{') | (block == '(') | (block == '<') |
             (block == 0xEF) | (block == 0xE3) | (high == 0xE2);
    });
  };
  for (auto at = next(0); at < text.size(); at = next(at + 1)) {
    if (is_mark(text, at)) return true;
  }
  return false;
}

// In any case, wherever it stands.
bool has_dot(std::string_view text) {
  constexpr std::string_view kDot = "dot";
  std::size_t at = 0;
  for (; at + base::kBlockSize + 2 <= text.size(); at += base::kBlockSize) {
    const auto* bytes = text.data() + at;
    const base::Block found = ((base::load_block(bytes) | 0x20) == 'd') &
                              ((base::load_block(bytes + 1) | 0x20) == 'o') &
                              ((base::load_block(bytes + 2) | 0x20) == 't');
    if (base::any(found)) return true;
  }
  return !std::ranges::search(text.substr(at), kDot, {}, lower).empty();
}

}  // namespace

std::optional<std::string> respelled(std::string_view text) {
  // Most texts have none of them, which is sooner seen than read.
  return has_mark(text) || has_dot(text) ? Respeller(text).run() : std::nullopt;
}

}  // namespace touchstone::flow
