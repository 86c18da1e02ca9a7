#include "approval/verdict.hpp"

#include <algorithm>

#include "approval/form.hpp"

namespace touchstone::approval {
namespace {

// "files / delete", as lists have it, is "files/delete".
bool is_name_of(const Question& question, std::string typed) {
  const auto names = names_to_type(question);
  if (std::ranges::find(names, typed) != names.end()) return true;
  const auto bar = typed.find(" / ");
  if (bar == std::string::npos) return false;
  return std::ranges::find(names, typed.replace(bar, 3, "/")) != names.end();
}

Verdict no(std::string why) { return {false, store::Scope::kOnce, std::move(why)}; }

Verdict unnamed(std::string why) {
  Verdict verdict = no(std::move(why));
  verdict.unnamed = true;
  return verdict;
}

std::string why_not_offered(const Question& question, std::string_view decision) {
  const bool known = std::ranges::find(kAnswers, decision, &FormAnswer::value) != kAnswers.end();
  if (!known) return "the answer was not understood";
  if (question.about_result) return "a result can be allowed once only";
  return "of this call nothing may differ, so there are no others of its shape";
}

}  // namespace

Verdict verdict_of(const Question& question, std::string_view decision,
                   const std::optional<std::string>& confirm) {
  const auto answers = answers_to(question);
  const auto answer = std::ranges::find(answers, decision, &FormAnswer::value);
  if (answer == answers.end()) return no(why_not_offered(question, decision));
  if (!answer->allow) return no("the person denied it");
  if (question.type_name && confirm.value_or("").empty())
    return unnamed("the tool's name was not typed");
  if (question.type_name && !is_name_of(question, *confirm))
    return unnamed("another name was typed");
  return {true, answer->scope, ""};
}

Verdict read_verdict(const Question& question, json::View result) {
  const auto action = result.find("action");
  if (action.equals("decline")) return no("the person declined");
  if (action.equals("cancel"))
    return {false, store::Scope::kOnce, "the person dismissed the question", true};
  if (!action.equals("accept")) return no("the client's answer was not understood");
  const auto content = result.find("content");
  const auto decision = content.find("decision").as_string();
  if (!decision) return no("the client's answer has no decision");
  return verdict_of(question, *decision, content.find("confirm").as_string());
}

}  // namespace touchstone::approval
