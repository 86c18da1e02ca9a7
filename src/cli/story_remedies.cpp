#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/store_file.hpp"
#include "cli/story.hpp"
#include "cli/story_words.hpp"

namespace touchstone::cli {
namespace {

using Remedies = std::vector<std::string>;

void add_question_words(Remedies& out, const Story& story, const std::string& where) {
  if (!story.ticket) return;
  const auto& ticket = *story.ticket;
  if (ticket.state == store::TicketState::kPending && ticket.expires > now()) {
    out.push_back(
        fmt::format("look at the question: touchstone approvals show {}{}", ticket.id, where));
    const auto* what = story.decision.is("result")
                           ? "let it be delivered when the call is made again"
                           : "let exactly this call pass";
    out.push_back(fmt::format("{}: touchstone approvals allow {}{}", what, ticket.id, where));
    out.push_back(fmt::format("refuse it: touchstone approvals deny {}{}", ticket.id, where));
    return;
  }
  const bool open = ticket.state == store::TicketState::kAllowed && ticket.expires > now();
  if (open) out.emplace_back("it is allowed now: let the client make the same call again");
  if (!open) out.emplace_back("let the client make the call again: then somebody is asked again");
}

// Whether the label was among the reasons.
bool label_decided(const Story& story) {
  for (const auto& report : story.why.reports) {
    for (const auto& asked : report.asked) {
      if (asked.held && asked.text.starts_with("session.label")) return true;
    }
  }
  return false;
}

void add_label_words(Remedies& out, const Story& story, const std::string& where) {
  if (!story.session || story.session->ended || !label_decided(story)) return;
  const auto key = base::shell_word(story.session->name.key);
  out.push_back(
      fmt::format("if what the session has seen needs no more care: touchstone sessions "
                  "declassify {}{} --reason WHY, with --untrusted, --class C, …",
                  key, where));
  out.push_back(
      fmt::format("or begin anew, with an empty label: touchstone sessions end {}{}", key, where));
}

void add_value(Remedies& out, const Story& story, const std::string& where) {
  const auto id = story.came().find("value").as_string();
  if (!id) return;
  out.push_back(story.value_is_kept
                    ? fmt::format("read what was withheld: touchstone approvals open "
                                  "touchstone://value/{}{}",
                                  *id, where)
                    : std::string("what was withheld is not kept any more"));
}

}  // namespace

std::vector<std::string> remedies_of(const Story& story, const StoreOptions& options) {
  Remedies out;
  const auto where = store_words(options);
  const Record& record = story.decision;
  const bool refused = record.body().find("outcome").equals("refused");
  if (refused || record.body().find("outcome").equals("withheld"))
    add_question_words(out, story, where);
  add_value(out, story, where);
  if (refused && record.body().find("overLimit"))
    out.emplace_back("wait until the rule's time is over, and make the call again");
  if (refused) add_label_words(out, story, where);
  if (refused && record.text("effect") == "block" && !record.body().find("overLimit") &&
      !record.body().find("handleRefused"))
    out.emplace_back(
        "if the rule is wrong about such calls, give it an exception (`unless`) in the "
        "policy; `touchstone policy replay` tells what that would change");
  return out;
}

}  // namespace touchstone::cli
