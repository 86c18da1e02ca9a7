// Looks: a part of a text as whoever reads it sees it, for the rules about instructions.
//
// What is spelled out is the character it stands for (\n, \u200b, &nbsp;), formatting is gone
// (tags, marks of emphasis), and blanks that only wrap a sentence are one. Words need no more than
// that: they are compared in one spelling anyway (words.hpp). Each place leads back to where it
// came from. Linear; pure; any thread. Internal to src/detect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::detect {

class Looks {
 public:
  explicit Looks(std::string_view part);
  [[nodiscard]] const std::string& text() const { return text_; }
  // Something was spelled out; that may be a sign of its own.
  [[nodiscard]] bool was_spelled() const { return was_spelled_; }
  // Where in the part a place of text() stands; its size is the part's.
  [[nodiscard]] std::size_t origin(std::size_t at) const;

 private:
  struct Step {
    std::uint32_t at;    // in text_
    std::uint32_t from;  // in the part
    bool is_plain;       // what follows stands there as it is
  };
  [[nodiscard]] std::size_t take_turn(std::string_view part, std::size_t at);
  [[nodiscard]] std::size_t take_blanks(std::string_view part, std::size_t at);
  void put(std::string_view bytes, std::size_t from, bool is_plain);

  bool was_spelled_ = false;
  std::string text_;
  std::vector<Step> steps_;  // in order
};

}  // namespace touchstone::detect
