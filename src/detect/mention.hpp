// mentions(): which tools of other servers a definition's texts speak of.
//
// A server has no business with another one's tools: whoever names them may want to be called in
// their place, before them, or with what they gave. Only names that are more than a word of English
// count, "send_mail" and not "search". Pure; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "detect/known_tools.hpp"
#include "detect/poison.hpp"

namespace touchstone::detect {

struct Mention {
  std::string name;     // of the other server's tool
  std::string pointer;  // to the string, in the document it stands in
  std::size_t offset;   // of the name in that document
};

inline constexpr std::size_t kMaxPlaced = 32;
inline constexpr std::size_t kMaxMentionText = std::size_t{64} << 10;  // bytes read of one text

// Each name once, where it stands first, in the order of the document. All of them, because whoever
// compares two definitions must not miss one behind many others: as many as there are known tools,
// at the most. Only the first kMaxPlaced have a place, which takes long to find out; the others
// have no pointer, and the offset of their text.
[[nodiscard]] std::vector<Mention> mentions(const Definition& definition, const KnownTools& known);

}  // namespace touchstone::detect
