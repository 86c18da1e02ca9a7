// Seen: what a person was told about data when a call was asked about, and what a later call has.
//
// A grant for a session or a shape leaves arguments open, so what it is for is said by kinds: what
// the arguments carry of earlier results (anything, its classes, private, untrusted or malicious
// content), a destination, link or instruction that untrusted content brought, what the detectors
// found in them, and what the session or its client says that it has seen. The label counts only
// where it says something about the call: if it can send data out, or a rule that asks looks at
// data. A later call is covered if it has nothing that was not told then (store/ticket.hpp); where
// something came from, and how much of it there is, does not matter.
//
// One line for each kind, in order; the first is the same in all that were ever made in this form,
// so that a grant from before there was any covers nothing. Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "approval/question.hpp"
#include "model/label.hpp"
#include "policy/decide.hpp"
#include "policy/facts.hpp"
#include "store/ticket.hpp"

namespace touchstone::approval {

// `decision`: has the rules that ask. `brings`: the label that any result of the tool has, which is
// told with what the tool does; else the first call would end the grant.
[[nodiscard]] std::string seen_text(const policy::Facts& facts, const policy::Decision& decision,
                                    const model::Label& brings = {});

// What of `call` is not in `granted`, in words: "carries: financial", "session saw private data".
[[nodiscard]] std::vector<std::string> beyond(std::string_view granted, std::string_view call);

// The question says that there is a yes, and why it does not cover this call.
void describe(Question& question, const std::optional<store::Ticket>& outgrown,
              std::string_view seen);

}  // namespace touchstone::approval
