// The way back: from a Config to the tree of a file that would give it.
#pragma once

#include <map>
#include <string>

#include "config/key.hpp"
#include "config/tree.hpp"

namespace touchstone::config {

struct Disguise {
  bool reveal = true;                          // secrets as they are
  std::map<std::string, std::string> written;  // texts to show as they stand in the file, by key
};

// The value of one key. `path` is the key's, for `written`.
[[nodiscard]] Node value_node(Ref value, const Disguise& disguise = {},
                              const std::string& path = {});

// All keys of an owner. Empty texts, lists and maps are left out where leaving out means the same.
[[nodiscard]] Node section_node(Owner owner, const Disguise& disguise, const std::string& path);

}  // namespace touchstone::config
