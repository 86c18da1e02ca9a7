// What the model is told when a call did not run because no person has allowed it.
//
// It says why, by which ticket, and how a person can grant it, and no more: what the rules look at
// is not for the model, which could look for a way around. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "approval/desk.hpp"

namespace touchstone::approval {

// Behind the ticket in `touchstone approvals allow`, where the tool's name is to be typed.
inline constexpr std::string_view kWithName = " --confirm NAME";

// "nobody has answered in time"; of a no also who said it, if the ticket has that.
[[nodiscard]] std::string what_happened(const Outcome& outcome);

// What people are told to type.
struct Advice {
  std::string_view options = {};  // behind each command: " --config FILE", or nothing
  bool by_command = true;         // false: no command finds the question (a store in memory)
};

// `why` is the reason that the rules give, for people; empty: none.
[[nodiscard]] std::string refusal_text(const Outcome& outcome, std::string_view tool,
                                       std::string_view why, const Advice& advice = {});

// Of a call that nobody is asked about, since its arguments are too large (is_too_large()).
[[nodiscard]] std::string too_large_text(const Question& question, std::string_view why);

}  // namespace touchstone::approval
