// Shape: what stands before or behind a literal that gives a value away, such as "A36".
//
// A shape is a line of parts between blanks:
//
//   A36      exactly 36 characters of a class; H8-12 from 8 to 12; W20+ 20 or more
//   '.'      these characters
//   ?'='     the same, or nothing
//
// Classes: D digits, L letters, C capitals, A letters and digits, U capitals and digits, a small
// letters and digits, H hexadecimal, h the same in small letters, W letters, digits, _ and -,
// w without -, B base64, X letters, digits and . _ ~ -, P as W with + / = . : too, N anything but
// blanks, quotes and angle brackets.
//
// A part takes what it can and gives nothing back, so a match looks at each character once. Values,
// made once; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace touchstone::detect {

// Characters that one part may take at the most, whatever it says.
inline constexpr std::size_t kMaxShapePart = 4096;

class Shape {
 public:
  Shape() = default;
  // The shape must be a right one; they are all ours (a test reads every table).
  explicit Shape(std::string_view parts);

  [[nodiscard]] bool empty() const { return parts_.empty(); }
  [[nodiscard]] bool is_right() const { return is_right_; }

  // Where the match that begins at `at` ends, if there is one and no further character could belong
  // to its last part.
  [[nodiscard]] std::optional<std::size_t> match(std::string_view text, std::size_t at) const;
  // Where the match that ends at `at` begins, in the same way. One part only.
  [[nodiscard]] std::optional<std::size_t> match_back(std::string_view text, std::size_t at) const;

 private:
  struct Part {
    std::uint32_t classes = 0;  // 0: a literal
    std::size_t least = 0;
    std::size_t most = 0;
    std::string_view literal;
    bool optional = false;
  };
  [[nodiscard]] static std::optional<Part> read(std::string_view part);

  std::vector<Part> parts_;
  bool is_right_ = true;
};

// `c` is in the class that this letter names.
[[nodiscard]] bool is_in_class(char c, char letter);

}  // namespace touchstone::detect
