#include "gateway/answering.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "gateway/results.hpp"
#include "rpc/code.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

std::string_view method_by_shape(json::View answer) {
  if (answer.find("action")) return "elicitation/create";
  return answer.find("roots") ? "roots/list" : "sampling/createMessage";
}

bool still_asks(const OpenQuestions& questions, const std::string& id) {
  return std::ranges::find(questions, id, &OpenQuestion::id) != questions.end();
}

}  // namespace

Task<std::string> fault_of_answer(guard::Guard& guard, guard::Hearer hearer, std::string method,
                                  std::string answer) {
  const auto refused =
      co_await guard.refused_answer(std::move(hearer), std::move(method), std::move(answer));
  if (!refused)
    co_return fmt::format("the gateway does not pass the answer on: {}",
                          base::to_line(refused.error()));
  if (*refused == nullptr) co_return std::string();
  co_return fmt::format("the gateway does not pass the answer on: {}",
                        reasons((*refused)->decision));
}

Task<std::string> fault_of_answers(guard::Guard& guard, guard::Hearer hearer,
                                   json::View responses) {
  for (const auto [key, answer] : responses.members()) {
    auto fault = co_await fault_of_answer(guard, hearer, std::string(method_by_shape(answer)),
                                          std::string(answer.raw()));
    if (!fault.empty()) co_return fault;
  }
  co_return std::string();
}

// The server may take a question back while its answer is looked at.
Task<void> answer_questions(guard::Guard& guard, guard::Hearer hearer, OpenQuestions& questions,
                            upstream::Lane& lane, json::View responses) {
  const OpenQuestions open = questions;
  for (const OpenQuestion& question : open) {
    const json::View answer = responses.find(question.key);
    if (!answer.is(json::Kind::kObject)) continue;
    const auto fault =
        co_await fault_of_answer(guard, hearer, question.method, std::string(answer.raw()));
    if (!still_asks(questions, question.id)) continue;
    std::erase_if(questions, [&](const OpenQuestion& each) { return each.id == question.id; });
    lane.say(fault.empty() ? rpc::result(question.id, answer.raw())
                           : rpc::error(question.id, rpc::kRefused, fault));
  }
}

}  // namespace touchstone::gateway
