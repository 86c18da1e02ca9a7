// Step: a way down a JSON document; its pointer is written only for what is found. walk(): the way
// through all of it. Internal to src/detect; a step lives on the stack of the walk.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json/document.hpp"
#include "json/pointer.hpp"

namespace touchstone::detect {

struct Step {
  const Step* up;
  std::string_view key;  // decoded; of a member
  std::size_t index;     // of an element
  bool is_member;
};

[[nodiscard]] inline std::string pointer_of(const Step* step, const std::string& root) {
  if (step == nullptr) return root;
  const auto above = pointer_of(step->up, root);
  return step->is_member ? json::pointer(above, step->key) : json::pointer(above, step->index);
}

// Calls visitor.text(string, step) for each string and visitor.key(member, key, step) for each key,
// which is false if what stands under it is to be left out. As deep as the reader lets documents
// nest.
template <typename Visitor>
void walk(json::View value, const Step* step, Visitor& visitor) {
  if (value.is(json::Kind::kString)) return visitor.text(value, step);
  std::string scratch;
  for (const auto& member : value.members()) {
    const auto key = member.key.as_string(scratch).value_or("");
    const Step next{step, key, 0, true};
    if (visitor.key(member, key, &next)) walk(member.value, &next, visitor);
  }
  std::size_t index = 0;
  for (const auto& element : value.elements()) {
    const Step next{step, {}, index++, false};
    walk(element, &next, visitor);
  }
}

}  // namespace touchstone::detect
