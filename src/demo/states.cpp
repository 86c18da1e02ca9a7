#include "demo/states.hpp"

#include <algorithm>

namespace touchstone::demo {

std::string States::keep(std::string belongs_to, Memory memory) {
  forget_old();
  if (entries_.size() >= kMaxStates) entries_.pop_front();
  entries_.push_back(
      {random_.hex(16), std::move(belongs_to), std::move(memory), net::Clock::now()});
  return entries_.back().state;
}

std::optional<Memory> States::take(std::string_view state, std::string_view belongs_to) {
  forget_old();
  const auto it = std::ranges::find_if(entries_, [&](const Entry& entry) {
    return entry.state == state && entry.belongs_to == belongs_to;
  });
  if (it == entries_.end()) return std::nullopt;
  Memory memory = std::move(it->memory);
  entries_.erase(it);
  return memory;
}

void States::forget_old() {
  const auto oldest = net::Clock::now() - kLifetime;
  while (!entries_.empty() && entries_.front().made < oldest) entries_.pop_front();
}

}  // namespace touchstone::demo
