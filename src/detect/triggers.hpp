// Triggers: phrases that make a part of a text worth reading for instructions, told from a word of
// theirs. Made once; any thread. Internal to src/detect.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "detect/confirm.hpp"

namespace touchstone::detect {

class Triggers {
 public:
  Triggers();
  // Does a phrase of this rule stand around its word here?
  [[nodiscard]] bool confirm(std::size_t rule, const Place& word) const;

 private:
  using Phrase = std::vector<std::string_view>;
  struct Side {
    std::vector<Phrase> phrases;  // words from the nearest on; none: anything may stand there
    std::uint32_t letters = 0;    // a bit for each that may stand next to one blank
  };
  struct Compiled {
    Side before;
    Side after;
  };
  [[nodiscard]] static Side compile(std::string_view phrases, bool is_before);
  std::vector<Compiled> rules_;
};

}  // namespace touchstone::detect
