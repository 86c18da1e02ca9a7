// A question as text: the message of an elicitation, and what the commands print.
//
// All lines after the first are indented by four blanks, so that a client which renders Markdown
// shows them as they are: no picture is fetched and no link hides where it leads. Each argument's
// line begins with a bar, which none of our own lines does. Pure; any thread.
#pragma once

#include <cstddef>
#include <string>

#include "approval/question.hpp"
#include "store/ticket.hpp"

namespace touchstone::approval {

// How much of the arguments a client is sent. The rest is counted, and the text says where to see
// it. Commands show all.
inline constexpr std::size_t kArgumentsInMessage = std::size_t{8} << 10;

// "May this call run? …": what is asked, and what a yes takes.
[[nodiscard]] std::string headline_of(const Question& question);

// `options` stands behind the commands that it names: " --config FILE", or nothing.
[[nodiscard]] std::string message_text(const Question& question, const store::Ticket& ticket,
                                       std::string_view options = {});

// The lines of it, without the headline and without a bound.
[[nodiscard]] std::string question_lines(const Question& question, const store::Ticket& ticket,
                                         std::size_t most_arguments = kMaxArguments * 4,
                                         std::string_view options = {});

// What became of it: "allowed, once, by ann, until 2026-03-01T12:00:00Z".
[[nodiscard]] std::string state_in_words(const store::Ticket& ticket);

}  // namespace touchstone::approval
