// What the marks of a sweep tell of a number before it is read: most numbers of a clean text are
// dates, or too short to be anything.
//
// These only leave out what confirm_number() would find nothing in. Pure; any thread. Internal to
// src/detect.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "detect/ascii.hpp"
#include "detect/id_rules.hpp"
#include "detect/sweep.hpp"

namespace touchstone::detect {

// 64 marks from this bit on.
[[nodiscard]] constexpr std::uint64_t marks_from(std::uint64_t block, std::uint64_t next,
                                                 std::size_t bit) {
  return block >> bit | next << 1U << (kBlock - 1 - bit);
}

// A place of a text where a digit stands. The blocks of its marks begin at multiples of kBlock.
struct NumberPlace {
  std::string_view text;
  std::size_t at;
  const BlockMarks& block;  // the one that the place is in
  const BlockMarks& next;   // and the one behind
};

// A few digits with nothing beside them that could belong to them: most numbers are. `digits` are
// the marks from `at` on.
[[nodiscard]] inline bool is_short_and_alone(std::string_view text, std::size_t at,
                                             std::uint64_t digits) {
  static constexpr CharacterSet kBeside(
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz _-./)");
  const auto count = static_cast<std::size_t>(std::countr_one(digits));
  return count < kMinIdDigits && (at == 0 || !is_ascii_alnum(text[at - 1])) &&
         (at + count >= text.size() || !kBeside.has(text[at + count]));
}

// Where the date ends that begins at `at`, 2026-01-31, with a time or without; else 0. `digits` are
// the marks from there on.
[[nodiscard]] std::size_t end_of_date(std::string_view text, std::size_t at, std::uint64_t digits);

// Where the groups end that the number here is one of, if they are too few or too short for any id,
// account or telephone, whatever words stand around them; else 0, also if the marks do not tell.
[[nodiscard]] std::size_t end_of_short_number(const NumberPlace& place);

}  // namespace touchstone::detect
