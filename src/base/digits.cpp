#include "base/digits.hpp"

namespace touchstone::base {

std::string decoded_digits(std::string_view run, const Alphabet& alphabet) {
  std::string out;
  out.reserve(run.size() * alphabet.bits / 8 + 1);
  std::uint32_t bits = 0;
  unsigned have = 0;
  for (const char c : run) {
    bits = bits << alphabet.bits | alphabet.value_of(c);
    have += alphabet.bits;
    if (have < 8) continue;
    have -= 8;
    out += static_cast<char>(bits >> have & 0xFFU);
  }
  return out;
}

}  // namespace touchstone::base
