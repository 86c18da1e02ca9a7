#include "flow/readings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/block.hpp"
#include "detect/encoded.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr std::uint8_t kNoDigit = 0xFF;

// The value of each digit of an alphabet.
using Digits = std::array<std::uint8_t, 256>;
constexpr Digits kBase64Digits = [] {
  Digits out{};
  out.fill(kNoDigit);
  for (std::uint8_t i = 0; i < 26; ++i) {
    out['A' + i] = i;
    out['a' + i] = static_cast<std::uint8_t>(i + 26);
  }
  for (std::uint8_t i = 0; i < 10; ++i) out['0' + i] = static_cast<std::uint8_t>(i + 52);
  out['+'] = out['-'] = 62;
  out['/'] = out['_'] = 63;
  return out;
}();
constexpr Digits kHexDigits = [] {
  Digits out{};
  out.fill(kNoDigit);
  for (std::uint8_t i = 0; i < 10; ++i) out['0' + i] = i;
  for (std::uint8_t i = 0; i < 6; ++i)
    out['A' + i] = out['a' + i] = static_cast<std::uint8_t>(i + 10);
  return out;
}();

struct Alphabet {
  const Digits& digits;
  unsigned bits;       // of one digit
  std::size_t phases;  // places from which a run may have been encoded
};
constexpr Alphabet kBase64Alphabet{kBase64Digits, 6, 4};
constexpr Alphabet kHexAlphabet{kHexDigits, 4, 2};

std::uint8_t digit_of(char c, const Alphabet& alphabet) {
  return alphabet.digits[static_cast<unsigned char>(c)];
}

std::string decoded_run(std::string_view run, const Alphabet& alphabet) {
  std::string out;
  out.reserve(run.size() * alphabet.bits / 8 + 1);
  std::uint32_t bits = 0;
  unsigned have = 0;
  for (const char c : run) {
    bits = bits << alphabet.bits | digit_of(c, alphabet);
    have += alphabet.bits;
    if (have < 8) continue;
    have -= 8;
    out += static_cast<char>(bits >> have & 0xFFU);
  }
  return out;
}

// The first run of at least `shortest` digits from `begin` on, or an empty one at the end. Each is
// looked at from behind: most words are too short, and only their last letters are seen.
std::string_view next_run(std::string_view text, std::size_t begin, std::size_t shortest,
                          const Alphabet& alphabet) {
  const auto is_no_digit = [&](std::size_t at) { return digit_of(text[at], alphabet) == kNoDigit; };
  while (begin + shortest <= text.size()) {
    auto from = begin + shortest;
    while (from > begin && !is_no_digit(from - 1)) --from;
    if (from > begin) {
      begin = from;
      continue;
    }
    auto end = begin + shortest;
    while (end < text.size() && !is_no_digit(end)) ++end;
    return text.substr(begin, end - begin);
  }
  return text.substr(text.size());
}

// Of what base64 makes of a secret not one in a thousand has small letters alone, and of a number
// nothing has. So such a run is words, and need not be decoded.
bool is_words(std::string_view run) {
  return std::ranges::none_of(run.substr(1), [](char c) { return is_digit(c) || is_upper(c); });
}

bool has_escapes(std::string_view text) {
  return base::find_marked(text, 0, text.size(), [](base::Block block) {
           return (block == '%') | (block == '&') | (block == '\\');
         }) != text.size();
}

// What is decoded once more: of four phases three are noise.
bool may_be_encoded(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c > ' ' && c < 0x7F) || is_space(c); });
}

class RunReader {
 public:
  RunReader(std::size_t least, const TakeReading& take) : least_(least), take_(take) {}

  void read(std::string_view text, int depth) {
    if (depth >= kMaxReadings) return;
    if (has_escapes(text)) {
      const auto plain = detect::unescaped(text);
      if (plain != text) tell(plain, depth);
    }
    read_runs(text, kBase64Alphabet, depth);
    read_runs(text, kHexAlphabet, depth);
  }

 private:
  void tell(std::string_view reading, int depth) {
    take_(reading);
    if (may_be_encoded(reading)) read(reading, depth + 1);
  }
  void read_runs(std::string_view text, const Alphabet& alphabet, int depth) {
    const auto shortest = (least_ * 8 + alphabet.bits - 1) / alphabet.bits;
    for (auto run = next_run(text, 0, shortest, alphabet); !run.empty();) {
      if (!is_words(run)) tell_phases(run, shortest, alphabet, depth);
      const auto end = static_cast<std::size_t>(run.data() - text.data()) + run.size();
      run = next_run(text, end, shortest, alphabet);
    }
  }
  void tell_phases(std::string_view run, std::size_t shortest, const Alphabet& alphabet,
                   int depth) {
    for (std::size_t i = 0; i < alphabet.phases && i + shortest <= run.size(); ++i)
      tell(decoded_run(run.substr(i), alphabet), depth);
  }

  std::size_t least_;
  const TakeReading& take_;
};

}  // namespace

void each_reading(std::string_view text, std::size_t least, const TakeReading& take) {
  RunReader(least, take).read(text, 0);
}

}  // namespace touchstone::flow
