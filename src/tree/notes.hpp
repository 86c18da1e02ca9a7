// What there is to say about a file that a person wrote, with its place in the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace touchstone::tree {

inline constexpr std::size_t kMaxNotes = 100;  // of each kind; the rest is counted

struct Note {
  std::size_t offset = 0;
  std::string key;  // "mcpServers.files.args[2]", or empty
  std::string what;
  std::string remedy;
};

struct Notes {
  std::vector<Note> problems;
  std::vector<Note> warnings;
};

// In the order of the text: "touchstone.yaml:3:5 (mcpServers.files.command)".
[[nodiscard]] std::vector<base::Error> tell(std::vector<Note> notes, std::string_view text,
                                            std::string_view source);

}  // namespace touchstone::tree
