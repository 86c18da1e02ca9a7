#include "detect/letter_looks.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace touchstone::detect {
namespace {

constexpr std::uint32_t kFirstLook = 0x0370;
constexpr std::uint32_t kLookCount = 0x0590 - kFirstLook;

using LetterLook = std::pair<std::uint32_t, char>;
constexpr LetterLook kLetterLooks[] = {
    // Greek
    {0x0391, 'A'},
    {0x0392, 'B'},
    {0x0395, 'E'},
    {0x0396, 'Z'},
    {0x0397, 'H'},
    {0x0399, 'I'},
    {0x039A, 'K'},
    {0x039C, 'M'},
    {0x039D, 'N'},
    {0x039F, 'O'},
    {0x03A1, 'P'},
    {0x03A4, 'T'},
    {0x03A5, 'Y'},
    {0x03A7, 'X'},
    {0x03B1, 'a'},
    {0x03B3, 'y'},
    {0x03B5, 'e'},
    {0x03B7, 'n'},
    {0x03B9, 'i'},
    {0x03BA, 'k'},
    {0x03BD, 'v'},
    {0x03BF, 'o'},
    {0x03C1, 'p'},
    {0x03C3, 'o'},
    {0x03C4, 't'},
    {0x03C5, 'u'},
    {0x03C7, 'x'},
    {0x03C9, 'w'},
    {0x03F2, 'c'},
    {0x03F3, 'j'},
    // Cyrillic
    {0x0405, 'S'},
    {0x0406, 'I'},
    {0x0408, 'J'},
    {0x0410, 'A'},
    {0x0412, 'B'},
    {0x0415, 'E'},
    {0x041A, 'K'},
    {0x041C, 'M'},
    {0x041D, 'H'},
    {0x041E, 'O'},
    {0x0420, 'P'},
    {0x0421, 'C'},
    {0x0422, 'T'},
    {0x0423, 'Y'},
    {0x0425, 'X'},
    {0x0430, 'a'},
    {0x0433, 'r'},
    {0x0435, 'e'},
    {0x043A, 'k'},
    {0x043C, 'm'},
    {0x043E, 'o'},
    {0x043F, 'n'},
    {0x0440, 'p'},
    {0x0441, 'c'},
    {0x0442, 't'},
    {0x0443, 'y'},
    {0x0445, 'x'},
    {0x0455, 's'},
    {0x0456, 'i'},
    {0x0458, 'j'},
    {0x0475, 'v'},
    {0x04AF, 'y'},
    {0x04BB, 'h'},
    {0x04CF, 'l'},
    {0x0501, 'd'},
    {0x050D, 'g'},
    {0x051B, 'q'},
    {0x051D, 'w'},
    // Armenian
    {0x0563, 'q'},
    {0x0566, 'q'},
    {0x0570, 'h'},
    {0x0578, 'n'},
    {0x057D, 'u'},
    {0x0581, 'g'},
    {0x0585, 'o'},
};

constexpr auto kLooks = [] {
  std::array<char, kLookCount> out{};
  for (const auto& [code, look] : kLetterLooks) out[code - kFirstLook] = look;
  return out;
}();

// Mathematical letters that Unicode had before it had the rest of their alphabets.
constexpr LetterLook kLettersApart[] = {
    {0x2102, 'C'}, {0x210A, 'g'}, {0x210B, 'H'}, {0x210C, 'H'}, {0x210D, 'H'}, {0x210E, 'h'},
    {0x2110, 'I'}, {0x2111, 'I'}, {0x2112, 'L'}, {0x2115, 'N'}, {0x2119, 'P'}, {0x211A, 'Q'},
    {0x211B, 'R'}, {0x211C, 'R'}, {0x211D, 'R'}, {0x2124, 'Z'}, {0x2128, 'Z'}, {0x212C, 'B'},
    {0x212D, 'C'}, {0x212F, 'e'}, {0x2130, 'E'}, {0x2131, 'F'}, {0x2133, 'M'}, {0x2134, 'o'},
};
constexpr std::uint32_t kFirstApart = 0x2102;
constexpr std::uint32_t kLastApart = 0x2134;
static_assert(kLettersApart[0].first == kFirstApart &&
              kLettersApart[std::size(kLettersApart) - 1].first == kLastApart);

// Alphabets one after the other, large letters first.
char letter_of(std::uint32_t place) {
  const auto letter = place % 52;
  return static_cast<char>(letter < 26 ? 'A' + letter : 'a' + letter - 26);
}

}  // namespace

char styled_look(std::uint32_t code) {
  if (code < kFirstApart) return '\0';
  if (code <= kLastApart) {
    const auto* found = std::ranges::lower_bound(kLettersApart, code, {}, &LetterLook::first);
    return found->first == code ? found->second : '\0';
  }
  if (code >= 0x24B6 && code <= 0x24E9) return letter_of(code - 0x24B6);
  if (code >= 0xFF01 && code <= 0xFF5E) return static_cast<char>(code - 0xFF01 + '!');
  if (code >= 0x1D400 && code < 0x1D6A4) return letter_of(code - 0x1D400);
  if (code >= 0x1D7CE && code <= 0x1D7FF) return static_cast<char>('0' + (code - 0x1D7CE) % 10);
  return '\0';
}

char latin_look(std::uint32_t code) {
  return code >= kFirstLook && code - kFirstLook < kLookCount ? kLooks[code - kFirstLook] : '\0';
}

}  // namespace touchstone::detect
