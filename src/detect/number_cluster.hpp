// NumberCluster: a number as it stands in a text: groups of letters and digits with single
// separators between them. Made where a digit was found; lives as long as it is looked at.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "detect/ascii.hpp"
#include "detect/id_rules.hpp"

namespace touchstone::detect {

// Lengths of groups as one number, the last lowest: five bits each.
[[nodiscard]] constexpr std::uint64_t add_to_signature(std::uint64_t signature,
                                                       std::size_t length) {
  return signature << 5U | (length > 31 ? 31 : length);
}
// The same for "3-2-4".
[[nodiscard]] std::uint64_t signature_of(std::string_view groups);

struct NumberGroup {
  std::size_t begin;
  std::size_t end;
  std::size_t digits;  // how many of its characters are
};

// What may stand between two groups.
[[nodiscard]] constexpr bool is_number_sign(char c) {
  return c == ' ' || c == '-' || c == '.' || c == '/';
}
// Where the next group would begin behind a bracket at `end`, one sign, or both; else `end`.
[[nodiscard]] constexpr std::size_t past_number_sign(std::string_view text, std::size_t end) {
  if (end < text.size() && text[end] == ')') ++end;
  return end < text.size() && is_number_sign(text[end]) ? end + 1 : end;
}
// Groups may go on behind `end` with what numbers seldom have between them.
[[nodiscard]] constexpr bool may_go_on_loosely(std::string_view text, std::size_t end) {
  return end + 2 < text.size() &&
         (text[end] == '_' || (text[end] == ' ' && text[end + 1] == ' ')) &&
         !is_ascii_blank(text[end + 2]);
}

class NumberCluster {
 public:
  static constexpr std::size_t kMaxGroups = 10;
  static constexpr std::size_t kMaxGroup = 40;  // characters

  // Between groups: one sign that numbers have there, or what they seldom have, two blanks or an
  // underscore between digits, and nothing else.
  enum class Between : std::uint8_t { kSign, kLoose };

  // Around the digit at `at`.
  NumberCluster(std::string_view text, std::size_t at, Between between = Between::kSign);

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] const NumberGroup& group(std::size_t i) const { return groups_[i]; }
  [[nodiscard]] std::size_t begin() const { return groups_[0].begin; }
  [[nodiscard]] std::size_t end() const { return groups_[count_ - 1].end; }
  [[nodiscard]] std::size_t digits() const { return digits_; }
  // Where the group with the digit that was asked for ends.
  [[nodiscard]] std::size_t first_end() const { return first_end_; }
  // It is a date, a time or an identifier in hexadecimal digits.
  [[nodiscard]] bool is_something_else() const;
  // The groups [first, last) without separators, in capitals; empty if longer than any id.
  [[nodiscard]] std::string_view joined(std::size_t first, std::size_t last);
  // Their lengths as one number; groups of more than 31 characters are nobody's.
  [[nodiscard]] std::uint64_t signature(std::size_t first, std::size_t last) const;
  // What stands right before and behind does not belong to them. `known_end` is where a number that
  // is known ends, after which another may stand.
  [[nodiscard]] bool stands_alone(std::size_t first, std::size_t last, std::size_t known_end) const;

 private:
  void take_group(std::size_t begin);
  void extend();
  void look_back();
  [[nodiscard]] std::size_t past_loose(std::size_t end) const;
  [[nodiscard]] bool goes_on(std::size_t first, std::size_t last, std::size_t known_end) const;
  [[nodiscard]] char before(std::size_t at) const { return at == 0 ? ' ' : text_[at - 1]; }
  [[nodiscard]] char at(std::size_t at) const { return at < text_.size() ? text_[at] : ' '; }

  std::string_view text_;
  Between between_;
  std::array<NumberGroup, kMaxGroups> groups_;  // of which count_ are set
  std::size_t count_ = 0;
  std::size_t digits_ = 0;
  std::size_t first_end_ = 0;
  std::array<char, kMaxId> compact_;
};

}  // namespace touchstone::detect
