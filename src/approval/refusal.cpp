#include "approval/refusal.hpp"

#include <fmt/format.h>

#include "approval/prompt.hpp"
#include "approval/words.hpp"

namespace touchstone::approval {
namespace {

constexpr std::string_view kAsk =
    "Nothing was done. Tell the user; do not try to reach the same in another way.";

std::string_view words_for(Ending ending) {
  switch (ending) {
    case Ending::kAllowed: return "the approval for it is used up or over";
    case Ending::kDenied: return "a person has denied it";
    case Ending::kExpired: return "nobody has answered in time";
    case Ending::kPending: return "it waits for a person's approval";
    case Ending::kAsked: return "a person was asked in the client and has not answered yet";
    case Ending::kUnnamed: return "a person said yes, which does not count";
    case Ending::kTooMany: return "it waits for a person's approval, as too many others do";
    case Ending::kFailed: return "a person would have to approve it, and could not be asked";
  }
  return "";
}

bool ends_a_sentence(std::string_view text) {
  return text.ends_with('.') || text.ends_with('!') || text.ends_with('?');
}

// The person types the tool's name, so it is not given here.
bool wants_name(const store::Ticket& ticket) {
  const auto question = read_prompt(ticket.prompt);
  return question && question->type_name;
}

std::string told_when(const Outcome& outcome, const Advice& advice) {
  const auto minutes = std::chrono::ceil<std::chrono::minutes>(*outcome.again_in).count();
  const auto when = fmt::format(" Nobody is asked about the same call again for {} minute{}",
                                minutes, minutes == 1 ? "" : "s");
  if (!advice.by_command) return when + ".";
  return fmt::format(
      "{}; until then a person can still allow it with `touchstone approvals allow {}{}{}`.", when,
      outcome.ticket.id, wants_name(outcome.ticket) ? kWithName : "", advice.options);
}

// Where the store is the gateway's own memory no command finds the question.
std::string told_without_commands(Ending ending) {
  return fmt::format(
      "{} The question is in the gateway's memory, where `touchstone approvals` does not find it; "
      "a client that shows questions (elicitation) or a webhook can answer it. The operator can "
      "set `store` in the config to a file, which the commands reach.",
      ending == Ending::kAsked ? " A person can still answer there." : "");
}

std::string told_commands(const Outcome& outcome, std::string_view options) {
  return fmt::format(
      " A person can {2}look at it with `touchstone approvals show {0}{1}` and allow it with "
      "`touchstone approvals allow {0}{3}{1}`; after that the same call with the same arguments "
      "succeeds.",
      outcome.ticket.id, options, outcome.ending == Ending::kAsked ? "still answer there, or " : "",
      wants_name(outcome.ticket) ? kWithName : "");
}

}  // namespace

std::string what_happened(const Outcome& outcome) {
  if (outcome.ticket.state == store::TicketState::kRevoked)
    return "a person has taken back the approval for it";
  if (outcome.ending == Ending::kUnnamed)
    return fmt::format("{}: {}", words_for(outcome.ending), outcome.why);
  const std::string& by = outcome.ticket.answered_by;
  const bool names = outcome.ending == Ending::kDenied && !by.empty();
  return std::string(words_for(outcome.ending)) + (names ? fmt::format(" ({})", shown(by)) : "");
}

std::string refusal_text(const Outcome& outcome, std::string_view tool, std::string_view why,
                         const Advice& advice) {
  auto text = fmt::format("The call of {} was not made: {}.", shown(tool), what_happened(outcome));
  if (!why.empty()) text += fmt::format(" Reason: {}{}", why, ends_a_sentence(why) ? "" : ".");
  if (outcome.ending == Ending::kUnnamed)
    text += " It is no denial: made again, the same call is asked about again.";
  if (is_open(outcome.ending)) {
    text += advice.by_command ? told_commands(outcome, advice.options)
                              : told_without_commands(outcome.ending);
  } else if (!outcome.ticket.id.empty()) {
    text += fmt::format(" Ticket: {}.", outcome.ticket.id);
  }
  if (outcome.again_in) text += told_when(outcome, advice);
  return text.append(" ").append(kAsk);
}

std::string too_large_text(const Question& question, std::string_view why) {
  return fmt::format(
      "The call of {} was not made: a person would have to approve it, its arguments have {} "
      "bytes, and calls with more than {} MiB of arguments are not asked about and do not run.{} "
      "Call it with less at a time. {}",
      shown(question.tool), question.arguments.size(), kMaxArguments >> 20U,
      why.empty() ? "" : fmt::format(" Reason: {}{}", why, ends_a_sentence(why) ? "" : "."), kAsk);
}

}  // namespace touchstone::approval
