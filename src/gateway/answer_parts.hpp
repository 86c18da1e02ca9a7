// What stands in an answer on its way to a client: which part of it came of the call, and what a
// server says besides. All of an answer is one of these, so that nothing passes unread. Pure; views
// point into the answer.
#pragma once

#include <string>
#include <string_view>

#include "json/document.hpp"

namespace touchstone::gateway {

// Does the result ask the client something, and may it, as an answer to this method?
[[nodiscard]] bool is_question(json::View result, std::string_view method);

struct AnswerParts {
  json::View content;        // a result, the error in its place, or of a task what came of it
  json::View question;       // instead: a question, and nothing else
  json::View task;           // the object that tells of a task, whose outcome the content may be
  bool is_error = false;     // the content is an error
  std::string besides = {};  // raw, an array: whatever else it says; "" if nothing

  [[nodiscard]] bool is_empty() const;  // a receipt without a word
};
[[nodiscard]] AnswerParts parts_of(const json::Document& answer, std::string_view method);

// Where words stood that are not passed on.
inline constexpr std::string_view kWordsWithheld =
    "withheld: what the server says of it carries instructions for a model";

// A task without a word of its server's but its outcome; `why` stands where it said how it goes.
[[nodiscard]] std::string bare_task(json::View task, json::View outcome, std::string_view why);

}  // namespace touchstone::gateway
