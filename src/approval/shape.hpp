// The shape of arguments: what a grant "with arguments of this shape" fixes, and what it leaves
// open.
//
// A person who allowed one mail may not have allowed one to somebody else. So everything is fixed
// but prose: keys, kinds, flags, numbers, identifiers and choices; of a path its folder and ending;
// of a URL its host and folder; whatever stands under a name that speaks of recipients, places or
// code. Of a longer text only the addresses and URLs in it are fixed, each of them. What is open is
// told to the person (`open`). The shape also holds what the call does (`effects`): a statement
// that deletes has not the shape of one that reads.
//
// Pure; any thread. Work is linear in the size of the arguments but for sorting.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "json/document.hpp"
#include "model/profile.hpp"

namespace touchstone::approval {

inline constexpr std::size_t kLongestIdentifier = 64;  // a longer word is content
inline constexpr std::size_t kMaxOpenPlaces = 64;      // told; there may be more

struct Shape {
  std::string text;               // canonical JSON; its digest is what grants compare
  std::vector<std::string> open;  // JSON pointers of texts that may be others
};

[[nodiscard]] Shape shape_of(json::View arguments, const model::Profile& effects);

}  // namespace touchstone::approval
