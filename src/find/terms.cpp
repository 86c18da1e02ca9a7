#include "find/terms.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "infer/words.hpp"
#include "json/utf8.hpp"

namespace touchstone::find {
namespace {

bool is_ascii_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
bool is_wide(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool links(char c) { return c == '-' || c == '_'; }

struct Range {
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t offset = 0;
};

// Capitals and what to add for the small letter.
constexpr auto kCapitals = std::to_array<Range>({{0xC0, 0xD6, 32},
                                                 {0xD8, 0xDE, 32},
                                                 {0x391, 0x3A9, 32},
                                                 {0x400, 0x40F, 80},
                                                 {0x410, 0x42F, 32}});
// Spaces, punctuation, symbols and pictures: no part of any word.
constexpr auto kNoWords = std::to_array<Range>({{0x80, 0xBF},
                                                {0xD7, 0xD7},
                                                {0xF7, 0xF7},
                                                {0x2000, 0x2BFF},
                                                {0x3000, 0x303F},
                                                {0xD800, 0xF8FF},
                                                {0xFE00, 0xFE6F},
                                                {0xFF00, 0xFF0F},
                                                {0x1F000, 0x1FAFF},
                                                {0xE0000, 0x10FFFF}});
constexpr std::uint32_t kFirstIdeograph = 0x2E80;  // from here on nobody writes spaces

const Range* range_of(std::span<const Range> ranges, std::uint32_t c) {
  const auto found =
      std::ranges::find_if(ranges, [c](const Range& r) { return c >= r.first && c <= r.last; });
  return found == ranges.end() ? nullptr : &*found;
}

class TermCutter {
 public:
  TermCutter(std::string_view text, const TakeTerm& take) : text_(text), take_(take) {}

  void cut() {
    while (at_ < text_.size()) {
      if (is_ascii_word(text_[at_]) || is_wide(text_[at_])) {
        take_run();
      } else {
        if (!links(text_[at_])) before_ = {};
        ++at_;
      }
    }
  }

 private:
  void take_run() {
    const auto begin = at_;
    bool wide = false;
    for (; at_ < text_.size() && (is_ascii_word(text_[at_]) || is_wide(text_[at_])); ++at_) {
      wide = wide || is_wide(text_[at_]);
    }
    const auto run = text_.substr(begin, at_ - begin);
    wide ? take_wide(run) : take_ascii(run);
  }

  void take_ascii(std::string_view run) {
    std::size_t begin = 0;
    for (std::size_t i = 1; i < run.size(); ++i) {
      if (!infer::starts_word(run, i)) continue;
      take_part(run.substr(begin, i - begin));
      begin = i;
    }
    take_part(run.substr(begin));
  }

  void take_part(std::string_view part) {
    part = part.substr(0, kMaxTerm);
    word_.clear();
    add_lower(part);
    take_({word_});
    if (!before_.empty() && before_.size() + part.size() <= kMaxTerm) {
      word_.clear();
      add_lower(before_);
      add_lower(part);
      take_({word_, true});
    }
    before_ = part;
  }

  void add_lower(std::string_view part) {
    for (const char c : part) word_ += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }

  void take_wide(std::string_view run) {
    before_ = {};
    word_.clear();
    while (!run.empty()) {
      const auto size = std::max<std::size_t>(json::utf8_length(run), 1);
      take_character(run.substr(0, size));
      run.remove_prefix(size);
    }
    end_word();
    end_ideographs();
  }

  void take_character(std::string_view character) {
    const auto code = code_point(character);
    if (code != kNothing && code >= kFirstIdeograph) return take_ideograph(character);
    end_ideographs();
    code == kNothing ? end_word() : add(code);
  }

  void take_ideograph(std::string_view character) {
    end_word();
    if (!ideograph_.empty()) {
      word_.assign(ideograph_).append(character);
      take_({word_});
      word_.clear();
      paired_ = true;
    }
    ideograph_ = character;
  }

  // One that stands alone is a word.
  void end_ideographs() {
    if (!ideograph_.empty() && !paired_) take_({ideograph_});
    ideograph_ = {};
    paired_ = false;
  }

  static constexpr std::uint32_t kNothing = 0xFFFFFFFF;

  static std::uint32_t code_point(std::string_view character) {
    if (json::utf8_length(character) == 0) return kNothing;
    const auto code = json::utf8_code_point(character);
    return range_of(kNoWords, code) != nullptr ? kNothing : code;
  }

  void add(std::uint32_t code) {
    const auto* capital = range_of(kCapitals, code);
    if (code >= 'A' && code <= 'Z') code += 'a' - 'A';
    if (capital != nullptr) code += capital->offset;
    if (word_.size() + 4 <= kMaxTerm) json::append_utf8(word_, code);
  }

  void end_word() {
    if (!word_.empty()) take_({word_});
    word_.clear();
  }

  std::string_view text_;
  const TakeTerm& take_;
  std::size_t at_ = 0;
  std::string word_;
  std::string_view before_;     // the part of the same name before this one
  std::string_view ideograph_;  // the one before
  bool paired_ = false;         // it has been told with the one before it
};

}  // namespace

void for_each_term(std::string_view text, const TakeTerm& take) { TermCutter(text, take).cut(); }

}  // namespace touchstone::find
