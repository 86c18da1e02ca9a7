// What a person is asked about a call, or about what came of it: the question, what a yes is bound
// to, and the elicitation that a client shows. From the case that was decided on; pure.
#pragma once

#include <string>

#include "approval/question.hpp"
#include "config/config.hpp"
#include "face/handler.hpp"
#include "guard/case.hpp"
#include "store/ticket.hpp"

namespace touchstone::gateway {

// `result`: what came of the call, if that is what is asked about.
[[nodiscard]] approval::Question question_of(const face::Request& request, const guard::Case& one,
                                             json::View result);
[[nodiscard]] store::Binding binding_of(const guard::Case& one, json::View result);

// Why, in the words of the rules that ask.
[[nodiscard]] std::string reasons_of(const approval::Question& question);

// Params of elicitation/create.
[[nodiscard]] std::string elicitation_of(const approval::Question& question,
                                         const store::Ticket& ticket, const config::Config& config);

// The same for a client that only opens URLs. `id`: of the elicitation, which legacy clients want;
// empty: none.
[[nodiscard]] std::string page_elicitation_of(const approval::Question& question,
                                              const std::string& url, const std::string& id);

}  // namespace touchstone::gateway
