// Answering: what clients answer to servers that asked them, on its way there.
//
// A server's question is a way out for whatever the client's model knows. So an answer is judged as
// arguments are (guard::Guard::refused_answer), whichever way it came: as a response of a legacy
// client (questions.hpp, ask_client.hpp) or in the inputResponses of a modern one
// (open_question.hpp for legacy servers; for modern ones they stand in the request itself). The
// loop's thread.
#pragma once

#include <string>

#include "gateway/open_question.hpp"
#include "guard/guard.hpp"
#include "json/document.hpp"

namespace touchstone::gateway {

using net::Task;

// Why this answer to a question of that method is not passed on; "": it may be. Raw.
[[nodiscard]] Task<std::string> fault_of_answer(guard::Guard& guard, guard::Hearer hearer,
                                                std::string method, std::string answer);
// The same of all in the inputResponses of a request to a modern server. Which question each of
// them answers is told by its shape.
[[nodiscard]] Task<std::string> fault_of_answers(guard::Guard& guard, guard::Hearer hearer,
                                                 json::View responses);

// Brings the answers in a client's inputResponses to the server, or an error in place of one that
// it must not have. What is none is asked again. All of these outlive the task.
Task<void> answer_questions(guard::Guard& guard, guard::Hearer hearer, OpenQuestions& questions,
                            upstream::Lane& lane, json::View responses);

}  // namespace touchstone::gateway
