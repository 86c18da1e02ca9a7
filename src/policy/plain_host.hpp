// The host of a URL as those who go there read it: without escapes and blanks, with the letters of
// ASCII that browsers make of others (UTS 46). Internal to src/policy; allocates nothing.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace touchstone::policy {

[[nodiscard]] bool is_blank(char c);
[[nodiscard]] int hex_value(char c);  // -1 for what is no such digit

class PlainHost {
 public:
  explicit PlainHost(std::string_view host);

  // What is too long for an address ends early; a number may begin with any count of zeros.
  [[nodiscard]] std::string_view text() const { return {room_.data(), size_}; }
  // Has it no digits that some read and others do not?
  [[nodiscard]] bool is_agreed() const { return is_agreed_; }

 private:
  static constexpr std::size_t kLongest = 255;
  static constexpr std::size_t kMostZeros = 8;  // as many as tell that there are some

  void take_byte(char c);
  void take_character();
  void add(char c);

  std::array<char, kLongest> room_{};
  std::size_t size_ = 0;
  std::size_t zeros_ = 0;  // that a number begins with, so far
  bool begins_ = true;     // a number may begin here
  std::array<char, 4> open_{};
  std::size_t open_size_ = 0;  // of a character that is not whole yet
  bool is_agreed_ = true;
};

}  // namespace touchstone::policy
