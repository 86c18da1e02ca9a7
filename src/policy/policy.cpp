#include "policy/policy.hpp"

#include <algorithm>
#include <utility>

namespace touchstone::policy {

Policy::Policy(std::vector<Rule> rules) : rules_(std::move(rules)) {
  for (const auto phase : {Phase::kRequest, Phase::kResponse}) {
    programs_[static_cast<std::size_t>(phase)] = Program(rules_, phase);
  }
}

const Rule* Policy::find(std::string_view name) const {
  const auto it = std::ranges::find(rules_, name, &Rule::name);
  return it == rules_.end() ? nullptr : &*it;
}

}  // namespace touchstone::policy
