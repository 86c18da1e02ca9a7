// A question as JSON: what the ticket keeps, the commands print and a webhook posts.
//
//   {"version":1,"server":…,"tool":…,…,"arguments":{…},"flows":[{…}],…,"confirm":"yes"|"name"}
//
// The arguments stand in it as the bytes that they are. What was written reads back to the same
// question; whatever else is found in a store is an error, not half a question. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "approval/question.hpp"
#include "base/error.hpp"

namespace touchstone::approval {

[[nodiscard]] std::string prompt_json(const Question& question);
[[nodiscard]] base::Result<Question> read_prompt(std::string_view json);

}  // namespace touchstone::approval
