// Words: a name or a text cut into lower-case words, with what stood between them.
//
// Names are cut where people cut them (`getHTTPStatus`, `notion-search`, `k8s.pods_list`). Texts
// are cut into words and sentences; identifiers (`delete_issue`) stay whole, so that a mention of
// another tool is no verb of this one. Only ASCII letters and digits make words; anything else
// separates. What lies beyond the bound is not read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::infer {

inline constexpr std::size_t kMaxName = 256;   // bytes read of a name
inline constexpr std::size_t kMaxText = 4096;  // bytes read of a description

// What separates a word from the one before it, weakest first.
enum class Gap : std::uint8_t {
  kNone,
  kSpace,
  kHyphen,
  kSlash,
  kComma,
  kClause,
  kColon,
  kSentence
};

class Words {
 public:
  static Words of_name(std::string_view name);
  static Words of_text(std::string_view text);

  [[nodiscard]] std::size_t size() const { return words_.size(); }
  [[nodiscard]] bool empty() const { return words_.empty(); }
  // The word, or an empty one beyond the end.
  [[nodiscard]] std::string_view operator[](std::size_t index) const {
    if (index >= words_.size()) return {};
    const Word& word = words_[index];
    return {text_.data() + word.begin, static_cast<std::size_t>(word.end - word.begin)};
  }
  // Before the word; kSentence beyond the end.
  [[nodiscard]] Gap gap(std::size_t index) const {
    return index < words_.size() ? words_[index].gap : Gap::kSentence;
  }
  // "Read-only", "read only tool"; not "read only the newest".
  [[nodiscard]] bool claim_to_read_only(std::size_t index) const;
  // In backquotes: somebody's name.
  [[nodiscard]] bool quoted(std::size_t index) const {
    return index < words_.size() && words_[index].quoted;
  }

 private:
  struct Word {
    std::uint16_t begin;
    std::uint16_t end;
    Gap gap;
    bool quoted;
  };
  friend class NameCutter;
  friend class TextCutter;

  std::string text_;
  std::vector<Word> words_;
};

// A heading of a text, below which it speaks of arguments and examples.
[[nodiscard]] bool opens_section(const Words& text, std::size_t at);

// A camel-case word begins at `at`, which has a letter or digit before it: `getPage` before P,
// `HTTPStatus` before S, but neither `URLs` before s nor `OAuth2` before 2.
[[nodiscard]] bool starts_word(std::string_view name, std::size_t at);

// `labels` as `label`, `class` as it is.
[[nodiscard]] inline std::string_view singular(std::string_view word) {
  const bool plural = word.size() > 2 && word.ends_with('s') && !word.ends_with("ss");
  return plural ? word.substr(0, word.size() - 1) : word;
}

}  // namespace touchstone::infer
