// Guard, the part about limits of rules in shadow.
#include <algorithm>

#include "guard/guard.hpp"

namespace touchstone::guard {

// As it would be if they counted: a call that is blocked is not counted, and one that a limit would
// block is none that the others count.
void Guard::count_shadow(Case& one) {
  policy::Decision& decision = one.decision;
  if (one.subject.is_outcome || decision.would_be == policy::Effect::kBlock) return;
  const bool has_limit = std::ranges::any_of(
      decision.shadow, [](const policy::Rule* rule) { return rule->modifiers.limit.has_value(); });
  if (!has_limit) return;
  const CountedCall call{one.session->name.key, one.subject.principal, one.subject.server,
                         one.subject.name};
  one.would_be_over = limits_.count(decision.shadow, call, one.begun);
  if (one.would_be_over) decision.would_be = policy::Effect::kBlock;
}

}  // namespace touchstone::guard
