// Where a value ends that something is assigned to: passwords have any punctuation in them, and
// what is left of one is a leak.
//
// A value in quotes ends at its quote, escaped ones observed. One without ends at a blank, and
// before that only where what follows cannot be part of it: a tag, the bracket or quote that was
// open before the name, the next parameter of a query, the next assignment of a list. What ends a
// sentence is no part of it. Bounded; pure; any thread. Internal to src/detect.
#pragma once

#include <cstddef>
#include <string_view>

namespace touchstone::detect {

inline constexpr std::size_t kMaxValue = 512;

// How a value is led in.
struct ValueStart {
  std::size_t begin = 0;    // of the value
  std::size_t name = 0;     // of the name that it is assigned to
  char quote = '\0';        // that opened it, if any,
  std::size_t slashes = 0;  // with so many backslashes before it
  bool is_element = false;  // <name>value</name>
};

[[nodiscard]] std::size_t end_of_value(std::string_view text, const ValueStart& start);

// The part that no punctuation interrupts, for what has none in it: most keys, and names in code.
[[nodiscard]] std::string_view plain_part(std::string_view value);

}  // namespace touchstone::detect
