// What is too short to be traced as text, and that the session may have been given before.
//
// A card number or a password is too short for its copy to be told from chance, so flows say
// nothing of it. But a number that is a card's, in a session that was given financial data, is in
// all likelihood one of those; and one that a person typed into a session without such data is
// theirs to send. So the class decides. Whom a call goes to is no secret that it carries: neither
// contact data nor an account that is the call's own destination counts.
//
// A password without the word beside it is no detector's to find. But one that stands, as a value
// of its own, in content with credentials is perhaps one of those, if it looks it. Pure.
#pragma once

#include <string_view>

#include "detect/content_json.hpp"
#include "flow/memory.hpp"
#include "model/data_class.hpp"

namespace touchstone::guard {

// `arguments`: the bytes that `found` was found in; `given`: classes of what the session was given.
[[nodiscard]] model::DataClasses carried_finds(const detect::ResultDetections& found,
                                               std::string_view arguments, const flow::Flows& flows,
                                               const flow::Memory& memory,
                                               const model::DataClasses& given);

}  // namespace touchstone::guard
