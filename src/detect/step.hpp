// Step: a way down a JSON document; its pointer is written only for what is found. Internal to
// src/detect. Lives on the stack of whoever walks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json/pointer.hpp"

namespace touchstone::detect {

struct Step {
  const Step* up;
  std::string_view key;  // decoded; of a member
  std::size_t index;     // of an element
  bool is_member;
};

// As deep as the reader lets documents nest.
[[nodiscard]] inline std::string pointer_of(const Step* step, const std::string& root) {
  if (step == nullptr) return root;
  const auto above = pointer_of(step->up, root);
  return step->is_member ? json::pointer(above, step->key) : json::pointer(above, step->index);
}

}  // namespace touchstone::detect
