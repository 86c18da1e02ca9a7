// The form in which a client asks a person: `requestedSchema` of an elicitation.
//
// One property, `decision`, with an answer a row of kAnswers; where the policy wants it, a second
// one, `confirm`, for the tool's name, which only a yes needs. verdict.hpp reads what comes back.
// Pure; any thread.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "approval/question.hpp"
#include "store/ticket.hpp"

namespace touchstone::approval {

struct FormAnswer {
  std::string_view value;  // on the wire
  std::string_view title;  // for people
  bool allow;
  store::Scope scope;
};

// The widest last, so that a question can leave it out.
inline constexpr std::array kAnswers{
    FormAnswer{"deny", "Deny", false, store::Scope::kOnce},
    FormAnswer{"allow_once", "Allow this call once", true, store::Scope::kOnce},
    FormAnswer{"allow_session", "Allow this tool for this session", true, store::Scope::kSession},
    FormAnswer{"allow_shape", "Allow this tool with arguments of this shape for an hour", true,
               store::Scope::kShape},
};

// What may be answered to this question: a result is delivered once, or not; a shape is offered
// only where it leaves something open, else it would be this very call, for an hour.
[[nodiscard]] std::span<const FormAnswer> answers_to(const Question& question);

[[nodiscard]] std::string requested_schema(const Question& question);

// A pattern of JSON Schema (ECMAScript) that fits these texts and nothing else.
[[nodiscard]] std::string exact_pattern(const std::vector<std::string>& texts);

}  // namespace touchstone::approval
