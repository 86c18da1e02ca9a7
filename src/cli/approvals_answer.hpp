// What the approvals commands share: which questions wait, and giving an answer.
#pragma once

#include <vector>

#include "approval/verdict.hpp"
#include "base/error.hpp"
#include "store/store.hpp"

namespace touchstone::cli {

[[nodiscard]] base::Result<std::vector<store::Ticket>> pending_tickets(store::Store& store);

// In the name of who sits here, with its record. `how_long`: 0 is what the scope says.
[[nodiscard]] base::Result<store::Answered> give_answer(store::Store& store,
                                                        const store::Ticket& ticket,
                                                        const approval::Verdict& verdict,
                                                        store::Span how_long);

}  // namespace touchstone::cli
