// What is too short to be traced as text, and that the session may have been given before.
//
// A card number or a password is too short for its copy to be told from chance, so flows say
// nothing of it. But a number that is a card's, in a session that was given financial data, is in
// all likelihood one of those; and one that a person typed into a session without such data is
// theirs to send. So the class decides. Whom a call goes to is no secret that it carries: neither
// contact data nor an account that is the call's own destination counts. An account is that in a
// call that acts, under a name that says so, or where it goes back to the server that gave it. In
// what is searched for, asked for or written about it is data.
//
// A password without the word beside it is no detector's to find. But what was found in content is
// remembered, and a stretch of it found again (flow/find_store.hpp). And one that stands, as a
// value of its own, in content with credentials is perhaps one of those, if it looks it. Pure.
#pragma once

#include <string_view>

#include "detect/content_json.hpp"
#include "flow/memory.hpp"
#include "guard/subject.hpp"
#include "model/data_class.hpp"

namespace touchstone::guard {

// What a call carries, and who takes it.
struct CarriedBy {
  const Subject& subject;
  const detect::ResultDetections& found;  // in its arguments
  const flow::Flows& flows;
  const flow::Memory& memory;
};
// `given`: classes of what the session was given.
[[nodiscard]] model::DataClasses carried_finds(const CarriedBy& call,
                                               const model::DataClasses& given);

// What was found in `content`, which this source gave, as far as a copy of it can be told.
void remember_finds(flow::Memory& memory, const detect::ResultDetections& found,
                    std::string_view content, flow::SourceId source);

}  // namespace touchstone::guard
