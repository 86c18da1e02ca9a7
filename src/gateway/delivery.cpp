// Checkpoint, the part behind the call: what came of it. Whatever else servers say is in heard.cpp.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "approval/refusal.hpp"
#include "base/text.hpp"
#include "gateway/advice.hpp"
#include "gateway/checkpoint.hpp"
#include "gateway/results.hpp"
#include "guard/deed.hpp"
#include "guard/place_rows.hpp"
#include "json/parser.hpp"
#include "json/splice.hpp"
#include "rpc/code.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

using guard::Failed;
using guard::is_labelled;
using guard::Outcome;
using policy::Effect;

// A shared cache would show it to those who may not see it.
bool is_sensitive(const model::Label& label) {
  return label.is_private || label.classes.sensitive();
}

std::string why_withheld(const guard::Case& one) {
  if (one.held_again)
    return "it repeats what was withheld before and passed on by its handle, unread";
  auto why = reasons(one.outcome);
  return why.empty() ? reasons(one.decision) : why;  // a rule about the call may want it, too
}

// A rule about the call may want its result changed; a person's yes was about the call alone.
Effect effect_on_result(const guard::Case& one) {
  Effect effect = one.outcome.effect;
  for (const policy::Rule* rule : one.decision.fired) {
    if (rule->effect <= Effect::kQuarantine) effect = std::max(effect, rule->effect);
  }
  return effect;
}

// Whatever else is decided, what a rule wants redacted is not delivered: a person who lets a result
// pass was asked about something else.
bool wants_redaction(const guard::Case& one) {
  const auto redacts = [](const policy::Rule* rule) { return rule->effect == Effect::kRedact; };
  return std::ranges::any_of(one.outcome.fired, redacts) ||
         std::ranges::any_of(one.decision.fired, redacts);
}

void tell_declassified(const base::Log& log, const guard::Case& one) {
  const guard::Subject& subject = one.subject;
  const bool done = one.declassified == store::Declassified::kDone;
  log.info("{}/{}: {} {} ({})", subject.server, subject.name,
           done ? "took from its session's label:" : "took nothing from its session's label:",
           done ? base::list_in_words(subject.declassifies->words(), "and")
                : "the session was given something else meanwhile",
           one.session->name.key);
}

// Of a tool's call, which a model that reads of a failure may make twice. Empty: it was not made.
std::string_view what_was_done(const guard::Case& one) {
  if (one.subject.method != "tools/call" || !one.came) return {};
  const bool before = one.subject.is_outcome;
  switch (one.came->failed) {
    case Failed::kNot:
    case Failed::kServer: return before ? "was made before and is not made again" : "was made";
    case Failed::kInDoubt:
      return before ? "may have been done before and is not made again" : "may have been done";
    case Failed::kUndone: return {};
  }
  return {};
}

Failed failed_by(const AnswerParts& parts, const face::Answer& answer) {
  if (!parts.is_error) return Failed::kNot;
  if (!answer.ours) return Failed::kServer;
  return answer.unsent || answer.undone ? Failed::kUndone : Failed::kInDoubt;
}

// `why`: what the person said; `then`: what can be done about it.
std::string text_for_withheld(const guard::Case& one, std::string_view why, bool is_open,
                              std::string_view then) {
  const std::string_view done = what_was_done(one);
  std::string_view advice;
  if (!done.empty()) {
    advice = is_open ? "Only its result is kept back: do not make it again unless a person has "
                       "allowed the result. "
                     : "Only its result is kept back: do not make it again. ";
  }
  return fmt::format("{}the result of {} is withheld: {}{}{}. {}{}.",
                     done.empty() ? "" : fmt::format("the call {}, and ", done), one.subject.name,
                     why_withheld(one), why.empty() ? "" : "; ", why, advice, then);
}

std::optional<HeldOutcomes::Handle> handle_of(const std::optional<store::Value>& value,
                                              guard::Guard::Opens opens) {
  if (!value) return std::nullopt;
  const bool for_session = opens == guard::Guard::Opens::kSession;
  return HeldOutcomes::Handle{value->id, for_session, value->label, value->expires};
}

// What was read when it came, if all that has changed on the way is its id.
std::optional<json::Document> as_it_came(const face::Request& request, const face::Answer& answer) {
  if (!answer.origin) return std::nullopt;
  auto document = answer.origin->document().with(answer.origin->id(), request.message.raw_id());
  if (document.text() != answer.message) return std::nullopt;
  return document;
}

}  // namespace

// A model that only hears that something failed makes the call again: what it does is done then.
face::Answer Checkpoint::lost(const face::Request& request, const guard::Case& one,
                              const base::Error& error) const {
  const std::string_view done = what_was_done(one);
  const bool may_be_done =
      !done.empty() && guard::writes(one.subject) && !guard::is_not_yours(error);
  if (!may_be_done) return trouble(request, error);
  const std::string line = base::to_line(error);
  log_.error("{}/{}: was called, and what came of it is withheld: {}", one.subject.server,
             one.shown_name(), line);
  return face::answer_error(
      request.message, rpc::kInternalError,
      fmt::format("the call of {} {}, and what came of it is withheld, because the gateway "
                  "cannot keep its records. Do not make it again before a person has looked what "
                  "it did. What is wrong: {}",
                  one.subject.name, done, line));
}

// The answer with the content redacted, read again; an error if that is not possible.
Checkpoint::Read Checkpoint::without_findings(const json::Document& answer, json::View content) {
  auto text = guard_.redacted(content);
  if (!text) return tl::unexpected(text.error());
  json::Splice splice(answer.root());
  splice.replace(content, std::move(*text));
  auto read = json::Parser().parse(json::Text(splice.apply()));
  if (!read) return base::fail("the redacted result is no JSON");
  return std::move(*read);
}

// Annotated where the client can see it, and not to be kept if it is sensitive.
std::string Checkpoint::annotated(const guard::Case& one, const json::Document& answer,
                                  const AnswerParts& parts, mcp::Era client) const {
  json::Splice splice(answer.root());
  if (!parts.is_error && is_sensitive(one.label))
    mcp::forbid_keeping(splice, parts.content, client);
  const model::Label& label = one.reached ? *one.reached : one.label;
  if (!parts.is_error && config_.annotate != model::Annotate::kOff && is_labelled(label))
    model::annotate_result(splice, parts.content, label);
  return splice.apply();
}

Task<face::Answer> Checkpoint::deliver(face::Request& request, const Errand& errand, Pass pass,
                                       face::Answer answer) {
  if (pass.is_under_way) answer = begun_before(std::move(answer));
  if (answer.unsent) {
    // There was no call after all, though one that may change things is on record as made by now.
    const bool is_recorded = pass.one && pass.one->on_record;
    if (request.exchange.cancelled() && !is_recorded) co_return co_await taken_back(request, pass);
    asking_.give_back(std::move(pass.yes));
  }
  if (pass.one) co_return co_await deliver(request, *pass.one, std::move(answer), std::nullopt);
  if (guard_.is_on()) co_return co_await look_at(request, *errand.server, std::move(answer));
  co_return answer;
}

Task<face::Answer> Checkpoint::deliver(face::Request& request, guard::Case& one,
                                       face::Answer answer, std::optional<Answered> answered) {
  auto document = as_it_came(request, answer);
  answer.origin.reset();
  if (!document) {
    auto read = parser_.parse(json::Text::copy_of(answer.message));
    if (!read) co_return trouble(request, {"the answer is no JSON", "", ""});
    document = std::move(*read);
  }
  const std::string_view method = request.message.method();
  AnswerParts parts = parts_of(*document, method);
  if (auto less = co_await without_besides(one, *document, parts)) {
    if (!*less) co_return refusal(request, less->error().what);
    document = std::move(**less);
    answer.message = document->text();
    parts = parts_of(*document, method);
  }
  if (auto refused = co_await without_question(request, one, answer, parts.question))
    co_return std::move(*refused);
  if (!parts.content) co_return answer;
  // 10. label, 11. decide
  const auto judged = co_await guard_.judge(one, parts.content, failed_by(parts, answer));
  if (!judged) co_return lost(request, one, judged.error());
  const Effect effect = effect_on_result(one);
  bool withheld = effect == Effect::kBlock || effect == Effect::kQuarantine;
  Said said;
  if (effect == Effect::kEscalate) {
    said = co_await ask_about(request, one, parts.content, std::move(answered));
    if (said.asks) co_return std::move(*said.asks);
    withheld = !said.yes;
  }
  const bool redacts = wants_redaction(one);
  if (!withheld && redacts) {
    auto redacted = without_findings(*document, parts.content);
    withheld = !redacted;
    if (redacted) {
      document = std::move(*redacted);
      parts = parts_of(*document, method);
      guard_.note_redacted(one, parts.content);
    }
  }
  if (withheld) co_return co_await withhold(request, one, *document, parts, said);
  // 12. remember
  const auto outcome = redacts ? Outcome::kChanged : Outcome::kDelivered;
  const auto kept = co_await guard_.remember(one, outcome, parts.content);
  if (!kept) co_return lost(request, one, kept.error());
  if (!request.exchange.cancelled()) held_.forget(one.call_id);  // else nobody gets it
  if (one.declassified) tell_declassified(log_, one);
  if (redacts || is_labelled(one.label))
    answer.message = annotated(one, *document, parts, request.terms.era);
  co_return answer;
}

// What becomes of it. What a rule blocks the session has no part in, read or unread.
Task<face::Answer> Checkpoint::withhold(face::Request& request, guard::Case& one,
                                        const json::Document& answer, const AnswerParts& parts,
                                        const Said& said) {
  const json::View result = parts.content;
  using Opens = guard::Guard::Opens;
  const auto opens = one.outcome.effect == Effect::kBlock ? Opens::kPerson : Opens::kSession;
  auto value = put_aside(one, result, opens);
  const std::string then =
      (one.came->value.empty() ? std::string("It is too large to be kept, and gone")
                               : way_to_value(one.came->value, opens == Opens::kSession)) +
      way_to_allow(one, said.ticket);
  auto handle = handle_of(value, opens);
  const auto kept = co_await guard_.remember(one, Outcome::kWithheld, result, std::move(value));
  if (!kept) co_return lost(request, one, kept.error());
  if (auto* held = held_.find(one.call_id); held != nullptr && handle)
    held->handle = std::move(handle);
  log_.info("{}/{}: result withheld: {}", one.subject.server, one.shown_name(), why_withheld(one));
  const std::string text = text_for_withheld(one, said.why, !said.ticket.empty(), then);
  std::string stands_in = refusal_result(text);
  if (one.label.malicious && config_.annotate != model::Annotate::kOff)
    stands_in = marked_as_attack(std::move(stands_in), guard::source_uri(one.subject));
  if (!parts.task && has_result_of_tool(request)) co_return answer_own(request, stands_in);
  if (!parts.task) co_return refusal(request, text);
  json::Splice splice(answer.root());  // the task stands as it says, and this came of it
  if (parts.content == parts.task) {
    splice.replace(parts.task, bare_task(parts.task, {}, text));
  } else {
    splice.replace(result,
                   parts.is_error ? error_object(rpc::kRefused, text) : std::move(stands_in));
  }
  co_return face::Answer{splice.apply(), 0};
}

std::string Checkpoint::way_to_value(std::string_view id, bool for_session) const {
  const std::string handle = fmt::format("{}{}", guard::kHandle, id);
  std::string way =
      commands_reach(config_)
          ? fmt::format("A person can read it with `touchstone approvals open {}{}`", handle,
                        config_option_for_people(config_))
          : "It is kept in the gateway's memory, where no command of a person's reaches it; the "
            "operator can set `store` in the config to a file";
  if (for_session)
    way += fmt::format(
        "; the handle {} can be passed to other tools unread, as a text of their arguments",
        handle);
  return way;
}

std::string Checkpoint::way_to_allow(const guard::Case& one, std::string_view ticket) {
  if (ticket.empty() || !commands_reach(config_)) return "";
  return fmt::format(
      ". A person can allow it with `touchstone approvals allow {}{}{}`; the same call then "
      "delivers it, {}",
      ticket, one.outcome.confirm == policy::Confirm::kName ? approval::kWithName : "",
      config_option_for_people(config_),
      held_.find(one.call_id) != nullptr ? "and does nothing a second time"
                                         : "if the same comes of it");
}

Task<std::optional<face::Answer>> Checkpoint::shown(const face::Request& request,
                                                    ServerPtr server) {
  if (!guard_.is_on()) co_return std::nullopt;
  auto subject = subject_of_asker(request);
  if (!subject) co_return not_valid(request, subject.error());
  subject->server = server->name();
  const auto kept = co_await guard_.shown(std::move(*subject));
  if (kept) co_return std::nullopt;
  co_return trouble(request, kept.error());
}

}  // namespace touchstone::gateway
