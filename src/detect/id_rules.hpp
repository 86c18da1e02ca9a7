// IdRule: numbers that belong to a person or an account, by form, check digit and surroundings.
//
// The tables are patterns_ids_*.cpp; confirm_number.cpp uses them. How sure a find is depends on
// what speaks for it: the form alone (`bare`), the way it is grouped (`grouped`), or a word nearby
// that says what it is (`near`). A check that one number in ten passes by accident is no more than
// possible alone.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "detect/content_tables.hpp"

namespace touchstone::detect {

enum class Sure : std::uint8_t { kNo, kPossible, kLikely, kCertain };

struct IdRule {
  std::string_view id;
  std::string_view form;    // the shape without separators
  std::string_view groups;  // lengths between separators: "3-2-4", several between blanks
  bool (*check)(std::string_view compact);  // in capitals, without separators; absent: none
  Sure bare;
  Sure grouped;
  Sure near;
  Topics topics;
  ContentKind kind = ContentKind::kPersonal;
};

inline constexpr std::size_t kMaxId = 34;  // characters without separators; the longest IBAN
inline constexpr int kMinId = 6;           // the shortest sort code
inline constexpr int kMinIdDigits = 5;     // whatever letters stand with them

[[nodiscard]] std::span<const IdRule> ids_of_america();  // and of Asia, Africa, Australia
[[nodiscard]] std::span<const IdRule> ids_of_europe();
[[nodiscard]] std::span<const IdRule> ids_of_accounts();

// A number as cards have it: an issuer's first digits, a length of theirs, and the check digit.
[[nodiscard]] bool is_card_number(std::string_view digits);
// The length of a country's IBANs, or 0.
[[nodiscard]] std::size_t iban_length(std::string_view country);

}  // namespace touchstone::detect
