// A question as a page in a browser: what text.hpp says, and the form to answer it.
//
// Plain HTML without scripts and without anything from elsewhere. Whatever is not ours is text:
// escaped here, after text.hpp has made it safe to look at; and lines are not broken, so that none
// that begins as ours is somebody else's. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "approval/question.hpp"
#include "store/ticket.hpp"

namespace touchstone::approval {

[[nodiscard]] std::string escaped_html(std::string_view text);

// A question that waits, and its form: `decision`, and `confirm` where the tool's name is wanted.
[[nodiscard]] std::string question_page(const Question& question, const store::Ticket& ticket);
// One that does not wait any more. `note`: what to say besides; empty: nothing.
[[nodiscard]] std::string state_page(const store::Ticket& ticket, std::string_view note = {});
// Anything else.
[[nodiscard]] std::string note_page(std::string_view heading, std::string_view note);

}  // namespace touchstone::approval
