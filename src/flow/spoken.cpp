#include "flow/spoken.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxTag = 64;  // bytes of markup that are passed over

// What a byte may be, by itself.
enum Part : std::uint8_t {
  kOfWord = 1,  // letters, digits and whatever names have inside; the rest separates
  kBeginsWord = 2,
  kBreaksClause = 4,
  kSetsApart = 8,  // the same, but no quotation mark
  kPoints = 16,    // before a name, a number, a quotation
  kCapital = 32,
  kNames = 64,   // a word that begins so is a name or a number
  kGoesOn = 128  // addresses and file names do behind it
};

constexpr auto kParts = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto c = static_cast<char>(i);
    const bool begins = is_letter_or_digit(c) || i >= 0x80 || c == '@' || c == '_';
    table[i] = begins ? kOfWord | kBeginsWord : 0;
    if (is_upper(c)) table[i] |= kCapital;
    if (is_upper(c) || is_digit(c) || c == '@') table[i] |= kNames;
  }
  const auto mark = [&](std::string_view all, std::uint8_t part) {
    for (const char c : all) table[static_cast<unsigned char>(c)] |= part;
  };
  mark("'", kOfWord);
  mark(",(\"->*|", kBreaksClause);
  mark(",(->*|", kSetsApart);
  mark("\"'`$/#<[", kPoints);
  mark("./:", kGoesOn);
  return table;
}();

constexpr std::uint8_t parts_of(char c) { return kParts[static_cast<unsigned char>(c)]; }

// Where words end, looked up for 64 bytes at a time.
class WordEnds {
 public:
  explicit WordEnds(std::string_view text) : text_(text) {}

  // `at` is of a word.
  [[nodiscard]] std::size_t from(std::size_t at) {
    if (at >= begin_ + kSpan || others_ == 0) look(at);
    for (;;) {
      const auto rest = others_ >> (at - begin_);
      if (rest != 0) return at + static_cast<std::size_t>(std::countr_zero(rest));
      at = begin_ + kSpan;
      if (at >= text_.size()) return text_.size();
      look(at);
    }
  }

 private:
  static constexpr std::size_t kSpan = 64;

  // Behind the text's end are no words. Apart, so that what is done for each word stays short.
  [[gnu::noinline]] void look(std::size_t at) {
    std::array<char, kSpan> bytes{};
    std::memcpy(bytes.data(), text_.data() + at, std::min(kSpan, text_.size() - at));
    std::uint64_t words = 0;
    for (std::size_t i = 0; i < kSpan; i += base::kBlockSize)
      words |= std::uint64_t{base::bits_of(of_words(base::load_block(bytes.data() + i)))} << i;
    others_ = ~words;
    begin_ = at;
  }
  static base::Block of_words(base::Block block) {
    return base::letters_in(block) | base::digits_in(block) | (block > 0x7F) | (block == '@') |
           (block == '_') | (block == '\'');
  }

  std::string_view text_;
  std::size_t begin_ = 0;
  std::uint64_t others_ = 0;  // a bit for each byte from begin_ on that is of no word
};

// Behind the tag that begins at `at`, or 0.
std::size_t past_tag(std::string_view text, std::size_t at) {
  if (text[at] != '<') return 0;
  const auto end = text.substr(at, kMaxTag).find('>');
  return end == std::string_view::npos ? 0 : at + end + 1;
}

bool is_quoted_word(std::string_view text, std::size_t at) {
  return text[at] == '\'' && at + 1 < text.size() && is_letter(text[at + 1]);
}

// Of the word at [begin, end).
bool is_pointed(std::string_view text, std::size_t begin, std::size_t end) {
  if ((parts_of(text[begin]) & kNames) != 0) return true;
  if (begin > 0 && (parts_of(text[begin - 1]) & kPoints) != 0) return true;
  return end + 1 < text.size() && (parts_of(text[end]) & kGoesOn) != 0 &&
         (parts_of(text[end + 1]) & kOfWord) != 0;
}

}  // namespace

std::size_t read_words(std::string_view text, std::span<Spoken> out) {
  WordEnds ends(text);
  std::size_t count = 0;
  bool comma = false;
  bool apart = false;
  for (std::size_t at = 0; count < out.size();) {
    while (at < text.size() && parts_of(text[at]) == 0) ++at;
    if (at == text.size()) break;
    const auto parts = parts_of(text[at]);
    if ((parts & kBeginsWord) != 0) {
      const auto end = ends.from(at);
      out[count++] = {text.data() + at,         end - at, comma, apart, (parts & kCapital) != 0,
                      is_pointed(text, at, end)};
      comma = apart = false;
      at = end;
    } else if (const auto end = past_tag(text, at); end != 0) {
      at = end;
      comma = true;
    } else {
      comma = comma || (parts & kBreaksClause) != 0 || is_quoted_word(text, at);
      apart = apart || (parts & kSetsApart) != 0;
      ++at;
    }
  }
  return count;
}

}  // namespace touchstone::flow
