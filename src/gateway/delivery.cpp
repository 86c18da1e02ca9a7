// Checkpoint, the part behind the call: what came of it. Whatever else servers say is in heard.cpp.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

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

// Of a tool's call, which a model that reads of a failure may make twice. An answer that is the
// gateway's own may stand for a call that was not made.
bool was_made(const guard::Case& one) {
  return one.subject.method == "tools/call" && one.came &&
         one.came->failed != guard::Failed::kGateway;
}

// A client that hears nothing of what came of it may make it again.
bool is_repeatable(const face::Request& request) {
  return request.message.method() == "tools/call" && has_result_of_tool(request);
}

// What must not be done twice.
bool is_write(const guard::Case& one) {
  return one.subject.is_of_call() && guard::writes(one.subject);
}

// `why`: what the person said; `then`: what can be done about it.
std::string text_for_withheld(const guard::Case& one, std::string_view why, bool is_open,
                              std::string_view then) {
  const bool made = was_made(one);
  std::string_view advice;
  if (made) {
    advice = is_open ? "Only its result is kept back: do not make it again unless a person has "
                       "allowed the result. "
                     : "Only its result is kept back: do not make it again. ";
  }
  return fmt::format("{}the result of {} is withheld: {}{}{}. {}{}.",
                     made ? "the call was made, and " : "", one.subject.name, why_withheld(one),
                     why.empty() ? "" : "; ", why, advice, then);
}

// What came of a call, as the answer to whoever comes back for it.
face::Answer with_content(const face::Request& request, std::string_view content,
                          Withheld::What what) {
  if (what == Withheld::What::kResult) return face::answer_result(request.message, content);
  const auto error = json::Parser().parse(json::Text::copy_of(content));
  const auto code = error ? error->root().find("code").as_int() : std::nullopt;
  return {
      fmt::format(R"({{"jsonrpc":"2.0","id":{},"error":{}}})", request.message.raw_id(), content),
      static_cast<int>(code.value_or(rpc::kInternalError))};
}

// What was read when it came, if all that has changed on the way is its id.
std::optional<json::Document> as_it_came(const face::Request& request, const face::Answer& answer) {
  if (!answer.origin) return std::nullopt;
  auto document = answer.origin->document().with(answer.origin->id(), request.message.raw_id());
  if (document.text() != answer.message) return std::nullopt;
  return document;
}

face::Answer gone(const face::Request& request) {
  return face::answer_error(request.message, rpc::kInvalidParams,
                            "Invalid params: requestState is about a result that is not kept in "
                            "this session; the call was made");
}

}  // namespace

// A model that only hears that something failed makes the call again: what it does is done then.
face::Answer Checkpoint::lost(const face::Request& request, const guard::Case& one,
                              guard::Failed failed, const base::Error& error) const {
  const bool is_done = one.subject.is_call() && failed != guard::Failed::kGateway &&
                       guard::writes(one.subject) && !guard::is_not_yours(error);
  if (!is_done) return trouble(request, error);
  const std::string line = base::to_line(error);
  log_.error("{}/{}: was called, and what came of it is withheld: {}", one.subject.server,
             one.shown_name(), line);
  return face::answer_error(
      request.message, rpc::kInternalError,
      fmt::format("the call of {} was made, and what came of it is withheld, because the gateway "
                  "cannot keep its records. Do not make it again before a person has looked what "
                  "it did. What is wrong: {}",
                  one.subject.name, line));
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
  if (answer.unsent && !pass.is_under_way) {
    // There was no call after all, though one that may change things is on record as made by now.
    const bool is_recorded = pass.one && pass.one->on_record;
    if (request.exchange.cancelled() && !is_recorded) co_return co_await taken_back(request, pass);
    asking_.give_back(std::move(pass.yes));
  }
  if (pass.one) co_return co_await deliver(request, *pass.one, std::move(answer), std::nullopt);
  if (guard_.is_on()) co_return co_await look_at(request, *errand.server, std::move(answer));
  co_return answer;
}

Task<face::Answer> Checkpoint::deliver_withheld(face::Request& request, const Errand& errand,
                                                const Weighed& weighed, Answered answered) {
  const auto content = co_await asking_.result_of(request, answered.ticket);
  if (!content) co_return gone(request);
  if (!guard_.is_on()) co_return with_content(request, *content, answered.withheld.what);
  auto subject = subject_of(request, errand, weighed);
  if (!subject) co_return not_valid(request, subject.error());
  auto opened = co_await guard_.open(std::move(*subject));
  if (!opened) co_return trouble(request, opened.error());
  Withheld what = answered.withheld;
  co_return co_await deliver_again(request, **opened, *content, std::move(what),
                                   std::move(answered));
}

// Its rules may want the result changed, so they were asked again; but the call was decided on,
// counted and recorded when it was made.
Task<face::Answer> Checkpoint::deliver_again(face::Request& request, guard::Case& one,
                                             std::string content, Withheld what,
                                             std::optional<Answered> answered) {
  one.subject.decided = guard::decided_on(one);
  one.subject.is_outcome = one.on_record = true;
  one.call_id = std::move(what.call);
  face::Answer answer = with_content(request, content, what.what);
  co_return co_await deliver(request, one, std::move(answer), std::move(answered));
}

Task<std::optional<face::Answer>> Checkpoint::made_before(face::Request& request,
                                                          const Errand& errand,
                                                          const Weighed& weighed) {
  if (held_.empty() || !is_repeatable(request)) co_return std::nullopt;
  auto subject = subject_of(request, errand, weighed);
  const auto* held = subject ? held_.find(same_call(*subject), guard_.now()) : nullptr;
  if (held == nullptr) co_return std::nullopt;
  const HeldOutcomes::Held made = *held;  // another call may have it forgotten meanwhile
  auto opened = co_await guard_.open(std::move(*subject));
  if (!opened) co_return trouble(request, opened.error());
  if ((*opened)->decision.effect == Effect::kBlock) co_return std::nullopt;
  co_return co_await deliver_again(request, **opened, made.content, made.what, std::nullopt);
}

// Until nobody can have been asked about it any more.
bool Checkpoint::keep_outcome(const face::Request& request, const guard::Case& one,
                              json::View content, Withheld what) {
  constexpr std::chrono::minutes kAnswerLasts(15);
  const bool may_be_repeated =
      is_repeatable(request) && is_write(one) && one.came->failed != guard::Failed::kGateway;
  if (!may_be_repeated) return false;
  return held_.keep({same_call(one.subject), std::string(content.raw()), std::move(what),
                     guard_.now() + config_.approvals.timeout + kAnswerLasts});
}

// A client that is to come back has seen nothing yet; that the call was made is on record by then.
Task<Checkpoint::Said> Checkpoint::ask_about(face::Request& request, guard::Case& one,
                                             json::View content, bool is_error,
                                             std::optional<Answered> answered) {
  const bool is_back = answered.has_value();
  Withheld what{is_error ? Withheld::What::kError : Withheld::What::kResult, one.call_id};
  const bool is_kept = keep_outcome(request, one, content, what);
  auto yes =
      co_await asking_.ask_about(request, one, content, std::move(what), std::move(answered));
  Said said{.yes = yes.has_value(), .is_kept = is_kept};
  if (yes) {
    guard::Guard::agree(one, {std::move(yes->ticket), std::move(yes->by), yes->saw});
    co_return said;
  }
  No& no = yes.error();
  one.consent_out.ticket = no.ticket;
  said.why = std::move(no.why);
  if (no.is_open) said.ticket = std::move(no.ticket);
  if (no.is_final) co_return said;
  said.asks = std::move(no.answer);
  if (is_back) co_return said;
  const auto kept = co_await guard_.remember(one, Outcome::kWithheld, content);
  if (!kept) said.asks = lost(request, one, one.came->failed, kept.error());
  co_return said;
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
  using guard::Failed;
  const Failed failed = !parts.is_error ? Failed::kNot
                        : answer.ours   ? Failed::kGateway
                                        : Failed::kServer;
  const auto judged = co_await guard_.judge(one, parts.content, failed);
  if (!judged) co_return lost(request, one, failed, judged.error());
  const Effect effect = effect_on_result(one);
  bool withheld = effect == Effect::kBlock || effect == Effect::kQuarantine;
  Said said;
  if (effect == Effect::kEscalate) {
    said = co_await ask_about(request, one, parts.content, parts.is_error, std::move(answered));
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
  if (!kept) co_return lost(request, one, failed, kept.error());
  if (!held_.empty() && is_write(one)) held_.forget(same_call(one.subject));
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
  auto value = guard_.sealed_off(one, result, opens);
  const std::string then = (value ? way_to_value(value->id, opens == Opens::kSession)
                                  : std::string("It is too large to be kept, and gone")) +
                           way_to_allow(said.ticket, said.is_kept);
  const auto kept = co_await guard_.remember(one, Outcome::kWithheld, result, std::move(value));
  if (!kept) co_return lost(request, one, one.came->failed, kept.error());
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

std::string Checkpoint::way_to_allow(std::string_view ticket, bool is_kept) const {
  if (ticket.empty() || !commands_reach(config_)) return "";
  return fmt::format(
      ". A person can allow it with `touchstone approvals allow {}{}`; the same call then delivers "
      "it, {}",
      ticket, config_option_for_people(config_),
      is_kept ? "and does nothing a second time" : "if the same comes of it");
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
