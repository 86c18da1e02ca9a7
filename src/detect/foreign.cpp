#include "detect/foreign.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "detect/ascii.hpp"
#include "json/utf8.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kBesideVerb = 14;  // bytes in which a "not" belongs to the verb

// Small letters of Latin-1 and Cyrillic have as many bytes as the great ones, so that places stay.
std::string in_small_letters(std::string_view text) {
  std::string out(text);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = ascii_lower(out[i]);
    if (i + 1 >= out.size()) continue;
    const auto lead = static_cast<unsigned char>(out[i]);
    const auto byte = static_cast<unsigned char>(out[i + 1]);
    const auto put = [&](unsigned first, unsigned second) {
      out[i] = static_cast<char>(first);
      out[i + 1] = static_cast<char>(second);
    };
    if (lead == 0xC3 && byte >= 0x80 && byte <= 0x9E && byte != 0x97) put(lead, byte + 0x20U);
    if (lead == 0xD0 && byte >= 0x90 && byte <= 0x9F) put(lead, byte + 0x20U);
    if (lead == 0xD0 && byte >= 0xA0 && byte <= 0xAF) put(0xD1, byte - 0x20U);
  }
  return out;
}

// Bytes of what ends a sentence here, or 0.
std::size_t sentence_end(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 7> kEnds{"\xE3\x80\x82", "\xEF\xBC\x81", "\xEF\xBC\x9F",
                                                  "\xE0\xA5\xA4", "\xDB\x94",     "\xD8\x9F",
                                                  "\n\n"};
  const char c = text[at];
  if (c == '.' || c == '!' || c == '?')
    return at + 1 >= text.size() || is_ascii_blank(text[at + 1]) ? 1 : 0;
  for (const auto end : kEnds) {
    if (text.substr(at).starts_with(end)) return end.size();
  }
  return 0;
}

struct Stem {
  std::size_t begin;
  std::size_t end;
};

// The sentence around the word, as far as the rule reaches.
class ForeignSentence {
 public:
  ForeignSentence(const ForeignRule& rule, const Place& word) : rule_(rule) {
    begin_ = word.begin - std::min(word.begin, rule.reach);
    end_ = std::min(word.text.size(), word.end + rule.reach);
    for (auto at = begin_; at < word.begin; ++at) {
      if (const auto length = sentence_end(word.text, at); length > 0) begin_ = at + length;
    }
    for (auto at = word.end; at < end_; ++at) {
      if (sentence_end(word.text, at) > 0) end_ = at;
    }
    begin_ = std::min(begin_, word.begin);
    text_ = in_small_letters(word.text.substr(begin_, end_ - begin_));
    word_ = {word.begin - begin_, word.end - begin_};
  }

  // From the first stem to the last, in the whole text.
  [[nodiscard]] std::optional<Stem> find() const {
    const auto verb = first_of(rule_.verbs, true);
    if (!verb) return std::nullopt;
    const auto other = first_of(rule_.others, false);
    if (!other) return std::nullopt;
    const auto begin = std::min({verb->begin, other->begin, word_.begin});
    const auto end = std::max({verb->end, other->end, word_.end});
    return Stem{begin_ + begin, begin_ + past_character(end)};
  }

 private:
  [[nodiscard]] std::optional<Stem> first_of(std::string_view stems, bool is_verb) const {
    while (!stems.empty()) {
      const auto length = std::min(stems.find('|'), stems.size());
      const auto stem = stems.substr(0, length);
      stems.remove_prefix(std::min(length + 1, stems.size()));
      for (auto at = text_.find(stem); at != std::string::npos; at = text_.find(stem, at + 1)) {
        const Stem found{at, at + stem.size()};
        if (!is_verb || !is_denied(found)) return found;
      }
    }
    return std::nullopt;
  }
  // "Do not forget the instructions above."
  [[nodiscard]] bool is_denied(const Stem& verb) const {
    const std::string_view text = text_;
    const auto from = verb.begin - std::min(verb.begin, kBesideVerb);
    const auto before = text.substr(from, verb.begin - from);
    const auto after = text.substr(verb.end, kBesideVerb);
    for (auto rest = rule_.unless; !rest.empty();) {
      const auto length = std::min(rest.find('|'), rest.size());
      const auto word = rest.substr(0, length);
      rest.remove_prefix(std::min(length + 1, rest.size()));
      if (before.find(word) != std::string_view::npos || after.find(word) != std::string_view::npos)
        return true;
    }
    return false;
  }
  // Stems end inside of words, and of characters never.
  [[nodiscard]] std::size_t past_character(std::size_t at) const {
    while (at < text_.size() &&
           (is_ascii_letter(text_[at]) || json::is_utf8_continuation(text_[at]))) {
      ++at;
    }
    return at;
  }

  const ForeignRule& rule_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::string text_;
  Stem word_{};
};

}  // namespace

void confirm_foreign(std::size_t index, const Place& word, Finds& finds) {
  const auto& rule = foreign_rules()[index];
  const auto found = ForeignSentence(rule, word).find();
  if (!found) return;
  finds.add(ContentKind::kInjection, Confidence::kLikely, rule.rule, found->begin, found->end);
}

}  // namespace touchstone::detect
