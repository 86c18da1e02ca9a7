#include <fmt/format.h>

#include "approval/words.hpp"
#include "base/text.hpp"
#include "cli/approvals_report.hpp"
#include "cli/store_file.hpp"
#include "cli/story.hpp"
#include "cli/story_words.hpp"
#include "guard/case.hpp"

namespace touchstone::cli {
namespace {

std::string body_word(const Record& record, std::string_view key) {
  return record.body().find(key).as_string().value_or("");
}

std::string who_did(const Story& story) {
  const Record& record = story.grounds();
  auto out = record.text("principal");
  if (const auto client = record.fact("client.name").as_string())
    out += fmt::format(" (client {})", *client);
  return out;
}

std::string did_what(const Record& record) {
  const auto method = body_word(record, "method");
  const auto* verb = method == "resources/read"        ? "read the resource"
                     : method == "prompts/get"         ? "took the prompt"
                     : method == "completion/complete" ? "asked what may be filled in at"
                     : method == "tools/call"          ? "called"
                                                       : method.c_str();
  if (method == record.text("tool"))
    return fmt::format("asked {} for {}", record.text("server"), method);
  return fmt::format("{} {} of {}", verb, record.text("tool"), record.text("server"));
}

std::string ticket_ending(const Story& story) {
  if (!story.ticket) return "and nobody did";
  const auto& by = story.ticket->answered_by;
  switch (story.ticket->state) {
    case store::TicketState::kPending: return "and nobody has answered yet";
    case store::TicketState::kDenied: return fmt::format("and {} said no", by);
    case store::TicketState::kExpired: return "and nobody answered in time";
    case store::TicketState::kAllowed: return fmt::format("and {} agreed only after it", by);
    case store::TicketState::kUsed: return fmt::format("and {} agreed only after it", by);
    case store::TicketState::kRevoked:
      return fmt::format("and {} agreed only after it; that was taken back", by);
  }
  return {};
}

std::string why_not_made(const Story& story) {
  const Record& record = story.decision;
  if (const auto rule = body_word(record, "overLimit"); !rule.empty())
    return fmt::format("the rule {} lets no more calls pass for now", rule);
  if (const auto fault = body_word(record, "handleRefused"); !fault.empty()) return fault;
  const auto effect = record.text("effect");
  if (effect == "block") return "the policy forbids it";
  if (effect == "escalate") return fmt::format("a person had to agree, {}", ticket_ending(story));
  return "its turn did not come in time, or it could not be made";
}

std::string result_ending(json::View came) {
  const auto outcome = came.find("outcome").as_string().value_or("");
  const bool failed = came.find("isError").as_bool().value_or(false);
  const json::View error = came.find("error");
  const auto* what = error.equals("gateway")  ? "No result came, and the error of the gateway"
                     : error.equals("server") ? "No result came, and the error of the server"
                     : failed                 ? "The tool failed, and what it says"
                                              : "Its result";
  const bool again = came.find("heldAgain").as_bool().value_or(false);
  if (again)
    return fmt::format("{} repeats what was withheld before, so it was withheld, too.", what);
  if (outcome == "withheld") return fmt::format("{} was withheld.", what);
  if (outcome == "changed")
    return fmt::format("{} was delivered without what the detectors had found in it.", what);
  return fmt::format("{} was delivered.", what);
}

std::string ending_of_call(const Story& story) {
  const auto outcome = body_word(story.decision, "outcome");
  const auto told = body_word(story.decision, "unmade");
  if (told == guard::kTakenBack) return fmt::format("It was not made: {}.", told);
  if (!told.empty()) return fmt::format("It was not made. The client was told: {}", told);
  if (outcome == "refused") return fmt::format("It was not made: {}.", why_not_made(story));
  const auto by = body_word(story.decision, "by");
  const auto came = story.came();
  // Where the gateway has an error of its own, the server may not have had the call.
  const auto* done = came && came.find("error").equals("gateway") ? "let through" : "made";
  const auto made = by.empty() ? fmt::format("The call was {}.", done)
                               : fmt::format("It was {}: {} agreed.", done, by);
  return made + " " + (came ? result_ending(came) : "Nothing is on record of what came back.");
}

std::string approval_summary(const Story& story) {
  const Record& record = story.decision;
  const auto call = fmt::format("{}'s call of {} of {}", record.text("principal"),
                                record.text("tool"), record.text("server"));
  const auto effect = record.text("effect");
  const auto by = body_word(record, "by");
  if (effect == "expire") return fmt::format("Nobody answered in time whether to allow {}.", call);
  if (effect == "deny") return fmt::format("{} said no to {}.", by, call);
  const auto scope = body_word(record, "scope");
  if (effect == "revoke")
    return fmt::format("{} took back {}'s yes to {} ({}).", by, body_word(record, "allowedBy"),
                       call, scope);
  return fmt::format("{} allowed {} ({}).", by, call, scope);
}

// Of a place, or of a session.
std::string declassification_summary(const Record& record) {
  const auto place = body_word(record, "place");
  const auto server = record.text("server");
  const auto whose = place.empty()
                         ? fmt::format("{}'s session", record.text("principal"))
                         : fmt::format("{} of {}", place, server.empty() ? "this machine" : server);
  return fmt::format("{} took something from the label of {}: {}.", body_word(record, "by"), whose,
                     body_word(record, "reason"));
}

}  // namespace

std::string summary_of(const Story& story) {
  const Record& record = story.decision;
  if (record.is("call"))
    return fmt::format("{} {}. {}", who_did(story), did_what(record), ending_of_call(story));
  if (record.is("result"))
    return fmt::format("{} {}. {}", who_did(story), did_what(record), result_ending(record.body()));
  if (record.is("approval")) return approval_summary(story);
  if (record.is("declassification")) return declassification_summary(record);
  if (record.is("config"))
    return fmt::format("What decides which calls pass was changed; {} runs the gateway.",
                       body_word(record, "by"));
  if (record.is("session"))
    return fmt::format("{} ended {}'s session: {}", body_word(record, "by"),
                       record.text("principal"), body_word(record, "reason"));
  return fmt::format("A decision of the kind {}: {}.", record.text("kind"), record.text("effect"));
}

}  // namespace touchstone::cli
