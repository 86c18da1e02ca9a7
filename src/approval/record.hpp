// What is recorded of approvals: each answer and each expiry leaves a decision of kind "approval",
// and so does each yes that is taken back.
//
// The body has the ticket, who answered, the scope and how long it holds, the reason of a no, and
// the digests of what was asked about: never the arguments. Pure; any thread.
#pragma once

#include <string>

#include "approval/verdict.hpp"
#include "store/decision.hpp"
#include "store/ticket.hpp"

namespace touchstone::approval {

inline constexpr std::string_view kApprovalKind = "approval";

// How long a grant of each scope holds, unless a person says otherwise.
[[nodiscard]] store::Span grant_span(store::Scope scope);

// The answer to a ticket, with its record. `how_long`: 0 is grant_span().
[[nodiscard]] store::Answer answer_of(const store::Ticket& ticket, const Verdict& verdict,
                                      std::string by, store::Time now,
                                      store::Span how_long = store::Span(0));

// Takes the ticket's yes back, with its record: whose word it was, and what it would have let pass.
[[nodiscard]] store::Revocation revocation_of(const store::Ticket& ticket, const std::string& by,
                                              store::Time now);

// Of when its time was over, whenever that was noticed.
[[nodiscard]] store::DecisionRecord record_of_expiry(const store::Ticket& ticket);

// Twelve letters and digits that cannot be mistaken for each other, 60 random bits, as people type
// them: "k7qm-3xvd-p2he".
[[nodiscard]] std::string ticket_id(std::string_view eight_random_bytes);
// What a person typed as an id, in the form that ids have: other cases, no hyphens.
[[nodiscard]] std::string typed_id(std::string_view text);

}  // namespace touchstone::approval
