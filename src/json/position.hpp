// Where in a text something stands, for people and editors.
#pragma once

#include <cstddef>
#include <string_view>

namespace touchstone::json {

struct Position {
  std::size_t offset = 0;  // bytes from the start
  std::size_t line = 1;
  std::size_t column = 1;  // in Unicode code points, as editors count

  friend bool operator==(const Position&, const Position&) = default;
};

[[nodiscard]] Position locate(std::string_view text, std::size_t offset);

// The same, counted on from a known position at or before it: many places in one text, in order,
// cost one pass together.
[[nodiscard]] Position advance(std::string_view text, const Position& from, std::size_t offset);

}  // namespace touchstone::json
