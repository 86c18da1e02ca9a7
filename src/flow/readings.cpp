#include "flow/readings.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/block.hpp"
#include "base/digits.hpp"
#include "base/window.hpp"
#include "detect/encoded.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

using base::Alphabet;

base::Block digits_of_base64(base::Block block) {
  return base::letters_in(block) | base::digits_in(block) | (block == '+') | (block == '-') |
         (block == '/') | (block == '_');
}
base::Block digits_of_hex(base::Block block) {
  return base::digits_in(block) | (((block | 0x20) - 'a') < 6);
}

// The first run of at least `shortest` digits from `begin` on, or an empty one at the end.
template <typename Digits>
std::string_view next_run(std::string_view text, std::size_t begin, std::size_t shortest,
                          const Alphabet& alphabet, const Digits& digits) {
  begin = base::find_row(text, begin, shortest, digits);
  auto end = std::min(begin + shortest, text.size());
  while (end < text.size() && alphabet.has(text[end])) ++end;
  return text.substr(begin, end - begin);
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
    read_runs(text, depth);
  }

 private:
  void tell(std::string_view reading, int depth) {
    take_(reading);
    if (may_be_encoded(reading)) read(reading, depth + 1);
  }
  // Hexadecimal digits are such of base64, too: where no run of those is, none of these is.
  void read_runs(std::string_view text, int depth) {
    each_run(text, base::kBase64, digits_of_base64, [&](std::string_view run) {
      tell_phases(run, base::kBase64, depth);
      each_run(run, base::kHex, digits_of_hex,
               [&](std::string_view hex) { tell_phases(hex, base::kHex, depth); });
    });
  }
  template <typename Digits, typename Take>
  void each_run(std::string_view text, const Alphabet& alphabet, const Digits& digits,
                const Take& take) const {
    const auto shortest = alphabet.digits_of(least_);
    for (auto run = next_run(text, 0, shortest, alphabet, digits); !run.empty();) {
      take(run);
      const auto end = static_cast<std::size_t>(run.data() - text.data()) + run.size();
      run = next_run(text, end, shortest, alphabet, digits);
    }
  }
  void tell_phases(std::string_view run, const Alphabet& alphabet, int depth) {
    if (is_words(run)) return;
    for (std::size_t i = 0; i < alphabet.phases && i + alphabet.digits_of(least_) <= run.size();
         ++i)
      tell(base::decoded_digits(run.substr(i), alphabet), depth);
  }

  std::size_t least_;
  const TakeReading& take_;
};

}  // namespace

void each_reading(std::string_view text, std::size_t least, const TakeReading& take) {
  RunReader(least, take).read(text, 0);
}

}  // namespace touchstone::flow
