// What no single key can tell: rules between the keys of a config.
#pragma once

#include "config/config.hpp"
#include "config/tree.hpp"

namespace touchstone::config {

// `root` is the tree the config was read from; it has the places.
void check(const Config& config, const Node& root, Notes& notes);

}  // namespace touchstone::config
