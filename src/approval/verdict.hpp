// Verdict: what a person said to a question. Whatever is not understood is a no, with the reason.
//
// A value. read_verdict() takes the result of an elicitation, {"action":…,"content":{…}}; answers
// that come by other ways (a command, a webhook) go through verdict_of(). Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "approval/question.hpp"
#include "json/document.hpp"
#include "store/ticket.hpp"

namespace touchstone::approval {

struct Verdict {
  bool allow = false;
  store::Scope scope = store::Scope::kOnce;
  std::string reason = {};  // of a no: why
  bool dismissed = false;   // of a no: the question was closed, and nobody chose anything
  bool unnamed = false;     // of a no: it would be a yes, had the tool's name been typed

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

// `decision` is a value of kAnswers (form.hpp); `confirm` what was typed, if anything was.
[[nodiscard]] Verdict verdict_of(const Question& question, std::string_view decision,
                                 const std::optional<std::string>& confirm);

[[nodiscard]] Verdict read_verdict(const Question& question, json::View result);

}  // namespace touchstone::approval
