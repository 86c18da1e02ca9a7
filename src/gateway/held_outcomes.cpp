#include "gateway/held_outcomes.hpp"

#include <algorithm>
#include <utility>

namespace touchstone::gateway {

void HeldOutcomes::keep(Held held) {
  if (held_.size() >= kMost) held_.pop_front();
  held_.push_back(std::move(held));
}

std::optional<HeldOutcomes::Held> HeldOutcomes::take(const store::Binding& call) {
  const auto it =
      std::ranges::find_if(held_, [&](const Held& held) { return held.call.is_same_call(call); });
  if (it == held_.end()) return std::nullopt;
  Held held = std::move(*it);
  held_.erase(it);
  return held;
}

}  // namespace touchstone::gateway
