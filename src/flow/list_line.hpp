// One line of a list of names, as programs print them.
#pragma once

#include <cstdint>
#include <string_view>

#include "flow/sighting.hpp"

namespace touchstone::flow {

inline constexpr std::size_t kMaxListLine = 320;  // bytes; a longer one is of no list

enum class LineKind : std::uint8_t {
  kOther,   // a sentence: the text is no list
  kEntry,   // a name, and what is said of it
  kHead,    // `Untracked files:`
  kRemark,  // a few words that name nothing: `total 8`, `On branch main`
};

struct ListLine {
  LineKind kind = LineKind::kOther;
  std::string_view mark;  // what stands before the name
  std::string_view name;  // of an entry; may be a name in several words
  std::string_view id;    // in brackets behind the name, if one word stands there that may be one
  std::string_view rest;  // behind both
  bool is_one_thing = false;  // the name is one word that is_thing
};

// Of a line that is not empty.
[[nodiscard]] ListLine read_list_line(std::string_view line);

// One word that can be nothing but the name of a thing: it has a slash, or capitals and digits. A
// host is none, nor is what may be a person's name.
[[nodiscard]] bool is_thing(std::string_view word);

}  // namespace touchstone::flow
