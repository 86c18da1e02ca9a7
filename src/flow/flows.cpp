#include "flow/flows.hpp"

#include <algorithm>

namespace touchstone::flow {

// A bare word that names something in a record is no more than that; a token has one meaning only.
bool Carried::untrusted_destination() const {
  if (!destination || own || !only_said()) return false;
  return kind != Kind::kText || !seen.any(Manner::kNamed);
}

bool Carried::untrusted_link() const {
  const bool link = kind == Kind::kUrl || kind == Kind::kHost;
  return link && !whole && !destination && only_said();
}

std::size_t Flows::directed() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(values, [](const Carried& value) { return value.directed(); }));
}

double Flows::directed_share() const {
  return values.empty() ? 0 : static_cast<double>(directed()) / static_cast<double>(values.size());
}

}  // namespace touchstone::flow
