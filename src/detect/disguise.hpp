// Disguise: characters that a reader takes for others or does not see, inside what a pattern would
// know: characters without width between letters, marks upon them, full-width, circled and
// mathematical letters, letters of other alphabets beside Latin ones, percent escapes, characters
// that are spelled out (\u0069, &#105;). And blanks and hyphens of other widths that part the
// groups of a number, as pages and spreadsheets print them.
//
// The parts of a text around them are read a second time as they look, and what is found there is
// told by where it stands: so a find goes from its first to its last character, and what disguises
// it goes with it. Linear in the text. Pure; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "detect/content.hpp"

namespace touchstone::detect {

// The sign at `at` (sweep.hpp) begins such a character.
[[nodiscard]] bool is_disguise(std::string_view text, std::size_t at);

// Where in a text disguises are, with what stands around them. Places come in order.
class DisguisedParts {
 public:
  struct Part {
    std::size_t begin;
    std::size_t end;
  };
  void add(std::string_view text, std::size_t at);
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }

 private:
  std::vector<Part> parts_;
};

// One part, as it looks.
class Undisguised {
 public:
  explicit Undisguised(std::string_view part);
  [[nodiscard]] std::string_view text() const { return text_; }
  // What was found in text(), by its place in the part; what no disguise touches is left out: it
  // is found without, or only because the part ends where it does.
  [[nodiscard]] std::vector<Detection> in_part(const std::vector<Detection>& found) const;

 private:
  std::string_view part_;
  std::string text_;
};

}  // namespace touchstone::detect
