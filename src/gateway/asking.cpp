#include "gateway/asking.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "approval/prompt.hpp"
#include "approval/refusal.hpp"
#include "approval/seen.hpp"
#include "gateway/advice.hpp"
#include "gateway/caller.hpp"
#include "gateway/errand.hpp"
#include "gateway/person_question.hpp"
#include "gateway/results.hpp"
#include "gateway/subject.hpp"
#include "json/writer.hpp"
#include "rpc/code.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

using approval::Ending;

constexpr std::string_view kKey = "touchstone_approval";  // of our question among inputRequests

constexpr std::string_view kLookForYes = "look into its store for a person's yes or no";

Yes yes_by(store::Ticket ticket, bool saw) {
  Yes yes{ticket.id, ticket.answered_by, saw};
  if (ticket.scope == store::Scope::kOnce) yes.once = std::move(ticket);
  return yes;
}

std::string by_client(const face::Request& request) {
  return fmt::format("{} through the client", request.principal);
}

std::string elicitation_id(const store::Ticket& ticket) { return "touchstone-" + ticket.id; }

}  // namespace

// A question that has been put, in whichever way.
struct Asking::Put {
  approval::Question question;
  store::Binding binding;
  std::optional<std::chrono::milliseconds> patience;
  Withheld withheld = {};  // about a result
  store::Ticket ticket = {};
};

class Asking::Signs {
 public:
  Signs(face::Request& request, net::Duration every)
      : exchange_(request.exchange), token_(progress_token(request.message)), every_(every) {}
  [[nodiscard]] net::Duration every() const { return every_; }

  void give() {
    if (token_.empty()) return;
    exchange_.send(rpc::notification(
        "notifications/progress",
        fmt::format(R"({{"progressToken":{},"progress":{},"message":"waits for a person"}})",
                    token_, ++count_)));
  }

 private:
  face::Exchange& exchange_;
  std::string token_;
  net::Duration every_;
  int count_ = 0;
};

// Whoever said no through this very client knows who they are.
No Asking::refused(const face::Request& request, const Put& put, approval::Outcome outcome) const {
  if (outcome.ticket.id.empty()) outcome.ticket.id = put.ticket.id;
  if (outcome.ticket.answered_by == by_client(request)) outcome.ticket.answered_by.clear();
  const std::string option = config_option_for_people(config_);
  const std::string text =
      approval::refusal_text(outcome, put.question.tool, reasons_of(put.question),
                             {.options = option, .by_command = commands_reach(config_)});
  const bool open = approval::is_open(outcome.ending);
  const bool is_tool = request.message.method() == "tools/call";
  return {is_tool ? answer_refusal(request, text)
                  : face::answer_error(request.message, rpc::kRefused, text),
          true,
          put.ticket.id,
          open,
          approval::what_happened(outcome),
          open && request.exchange.cancelled()};
}

// The store failed: that is not that nobody can be asked.
No Asking::failed(const face::Request& request, std::string_view what,
                  const base::Error& error) const {
  return No{answer_guard_trouble(request, log_, what, error)};
}

// Of a result its client is told elsewhere, with what was withheld.
No Asking::too_large(const face::Request& request, const Put& put) {
  const std::string why =
      fmt::format("what has more than {} MiB is not asked about", approval::kMaxArguments >> 20U);
  return {refusal(request, approval::too_large_text(put.question, reasons_of(put.question))),
          true,
          {},
          false,
          why};
}

// Nobody waits for the call any more. The question stands: the same call may be made again.
No Asking::taken_back(const face::Request& request, const Put& put) {
  return {face::answer_error(request.message, rpc::kRefused, guard::kTakenBack),
          true,
          put.ticket.id,
          true,
          std::string(guard::kTakenBack),
          true};
}

// However late the client takes it back: a yes that its call has used up is as good as before.
Asking::Heard Asking::unless_taken_back(const face::Request& request, const Put& put, Heard heard) {
  if (!heard || !request.exchange.cancelled()) return heard;
  give_back(std::move(*heard));
  return tl::unexpected(taken_back(request, put));
}

void Asking::give_back(Yes yes) {
  if (!yes.once || yes.once->expires <= now_()) return;
  if (given_back_.size() >= kMaxGivenBack) given_back_.pop_front();
  given_back_.push_back(std::move(yes));
}

std::optional<Yes> Asking::take_back(const store::Binding& binding) {
  std::erase_if(given_back_, [this](const Yes& yes) { return yes.once->expires <= now_(); });
  const auto it = std::ranges::find_if(
      given_back_, [&](const Yes& yes) { return yes.once->binding.is_same_call(binding); });
  if (it == given_back_.end()) return std::nullopt;
  Yes yes = std::move(*it);
  given_back_.erase(it);
  return yes;
}

// A person may have revoked it meanwhile, as `touchstone approvals` does: in the store.
Task<std::optional<Yes>> Asking::given_back(const store::Binding& binding) {
  auto yes = take_back(binding);
  if (!yes) co_return std::nullopt;
  const approval::Outcome now = co_await desk_.look(yes->ticket);
  if (now.ending == Ending::kAllowed) co_return yes;
  if (now.ending == Ending::kFailed) give_back(std::move(*yes));  // nobody knows: not this time
  co_return std::nullopt;
}

net::Duration Asking::left_of(const store::Ticket& ticket) const {
  return std::max(std::chrono::duration_cast<net::Duration>(ticket.expires - now_()),
                  net::Duration(1));
}

Task<Asking::Heard> Asking::ask(face::Request& request, const guard::Case& one,
                                std::optional<Answered> answered) {
  if (answered && answered->ticket.empty()) co_return Yes{};  // it passed before
  Put put{question_of(request, one, {}), binding_of(one, {}), one.decision.timeout};
  auto heard = co_await ask_or_hear(request, one, put, std::move(answered));
  co_return unless_taken_back(request, put, std::move(heard));
}

Task<Asking::Heard> Asking::ask_about(face::Request& request, const guard::Case& one,
                                      json::View result, Withheld what,
                                      std::optional<Answered> answered) {
  Put put{question_of(request, one, result), binding_of(one, result), one.outcome.timeout,
          std::move(what)};
  auto heard = co_await ask_or_hear(request, one, put, std::move(answered));
  co_return unless_taken_back(request, put, std::move(heard));
}

Task<Asking::Heard> Asking::ask_or_hear(face::Request& request, const guard::Case& one, Put& put,
                                        std::optional<Answered> answered) {
  if (answered) co_return co_await hear(request, one, put, std::move(*answered));
  co_return co_await put_to_somebody(request, one, put);
}

Task<store::Time> Asking::allowed_until(std::string ticket) {
  if (ticket.empty()) co_return store::Time();
  for (const Yes& yes : given_back_) {
    if (yes.ticket == ticket) co_return yes.once->expires;
  }
  const approval::Outcome now = co_await desk_.look(std::move(ticket));
  const bool holds = now.ticket.state == store::TicketState::kAllowed;
  co_return holds ? now.ticket.expires : store::Time();
}

Task<std::optional<std::string>> Asking::result_of(const face::Request& request,
                                                   std::string ticket) {
  const auto session = session_of(request);
  const approval::Outcome asked = co_await desk_.look(std::move(ticket));
  const store::Binding& bound = asked.ticket.binding;
  const bool ours =
      session && bound.session == session->key && bound.principal == request.principal;
  if (!ours) co_return std::nullopt;
  auto question = approval::read_prompt(asked.ticket.prompt);
  if (!question || !question->about_result) co_return std::nullopt;
  co_return std::move(question->result);
}

Task<Asking::Heard> Asking::put_to_somebody(face::Request& request, const guard::Case& one,
                                            Put& put) {
  if (request.exchange.cancelled()) co_return tl::unexpected(taken_back(request, put));
  if (auto yes = co_await given_back(put.binding)) co_return std::move(*yes);
  auto granted = co_await desk_.grant(put.binding);
  if (!granted) co_return tl::unexpected(failed(request, kLookForYes, granted.error()));
  if (granted->grant) {
    const bool saw = granted->grant->binding.arguments == put.binding.arguments;
    co_return yes_by(std::move(*granted->grant), saw);
  }
  auto denied = co_await desk_.denial(put.binding);
  if (!denied) co_return tl::unexpected(failed(request, kLookForYes, denied.error()));
  if (*denied) {
    put.ticket = (*denied)->ticket;
    co_return tl::unexpected(refused(request, put, std::move(**denied)));
  }
  if (approval::is_too_large(put.question)) co_return tl::unexpected(too_large(request, put));
  approval::describe(put.question, granted->outgrown, put.binding.seen);
  const auto how_long = put.patience.value_or(config_.approvals.timeout);
  auto ticket = co_await desk_.open(put.question, put.binding, how_long);
  if (!ticket) co_return tl::unexpected(failed(request, "keep the question", ticket.error()));
  put.ticket = std::move(*ticket);
  herald_.asked(put.ticket);
  log_.info("{}/{}: waits for a person: touchstone approvals show {}{}", one.subject.server,
            one.shown_name(), put.ticket.id, config_option(config_));
  const bool asks = request.terms.features.elicitation_form || asks_on_page(request);
  const bool modern = request.terms.era == mcp::Era::kModern;
  if (asks && !modern && request.session) co_return co_await ask_legacy(request, put);
  if (comes_back(request)) co_return tl::unexpected(ask_modern(request, one, put));
  Signs signs(request, config_.limits.heartbeat);
  co_return co_await wait(request, put, signs, net::Clock::now() + config_.approvals.wait);
}

bool Asking::comes_back(const face::Request& request) const {
  const bool asks = request.terms.features.elicitation_form || asks_on_page(request);
  return asks && request.terms.era == mcp::Era::kModern && may_ask_back(request.message.method());
}

bool Asking::asks_on_page(const face::Request& request) const {
  const mcp::ClientFeatures& features = request.terms.features;
  return !features.elicitation_form && features.elicitation_url && page_.is_on();
}

std::string Asking::elicitation_for(const face::Request& request, const Put& put) const {
  if (!asks_on_page(request)) return elicitation_of(put.question, put.ticket, config_);
  const bool modern = request.terms.era == mcp::Era::kModern;
  return page_elicitation_of(put.question, page_.url_of(put.ticket),
                             modern ? std::string() : elicitation_id(put.ticket));
}

Task<Asking::Heard> Asking::ask_legacy(face::Request& request, const Put& put) {
  Signs signs(request, config_.limits.heartbeat);
  Dialogs::Asked asked{request.session,    put.question,
                       put.ticket,         elicitation_for(request, put),
                       by_client(request), left_of(put.ticket)};
  if (asks_on_page(request)) asked.page = elicitation_id(put.ticket);
  const DialogPtr dialog = dialogs_.open(std::move(asked), request.exchange);
  const auto until = net::Clock::now() + config_.approvals.wait_for_client;
  while (dialog && !dialog->outcome() && !dialog->has_failed()) {
    const auto left = std::chrono::duration_cast<net::Duration>(until - net::Clock::now());
    if (left.count() <= 0 || request.exchange.cancelled())
      co_return tl::unexpected(refused(request, put, {Ending::kAsked}));
    const bool changed = co_await dialog->change(std::min(left, signs.every()));
    if (!changed) signs.give();
  }
  const auto in_queue = net::Clock::now() + config_.approvals.wait;
  if (!dialog || !dialog->outcome())
    co_return co_await wait(request, put, signs, std::min(in_queue, until));
  co_return co_await conclude(request, put, *dialog->outcome());
}

// The state is good for longer than the question: whoever comes too late hears that, and makes no
// call a second time.
No Asking::ask_modern(const face::Request& request, const guard::Case& one, const Put& put) {
  json::Writer out;
  out.begin_object().key("resultType").string("input_required");
  out.key("inputRequests").begin_object().key(kKey).begin_object();
  out.key("method").string("elicitation/create");
  out.key("params").raw(elicitation_for(request, put));
  out.end_object().end_object();
  out.key("requestState")
      .string(states_.close(request, {.server = std::string(one.subject.server),
                                      .ticket = put.ticket.id,
                                      .withheld = put.withheld,
                                      .longer = left_of(put.ticket)}));
  return {face::answer_result(request.message, out.end_object().text()), false, put.ticket.id,
          true};
}

// What the client brings was sealed for this very call; the store says what became of the question
// meanwhile. If the rules or the tool's definition did not stay what they were, it is another one.
// What the session has seen since is no part of that: these are the arguments that were shown.
Task<Asking::Heard> Asking::hear(face::Request& request, const guard::Case& one, Put& put,
                                 Answered answered) {
  approval::Outcome now = co_await desk_.look(std::move(answered.ticket));
  if (now.ending == Ending::kFailed)
    co_return tl::unexpected(refused(request, put, std::move(now)));
  if (!now.ticket.binding.is_same_call(put.binding))
    co_return co_await put_to_somebody(request, one, put);
  put.binding.seen = now.ticket.binding.seen;
  put.ticket = now.ticket;
  const json::View response = answered.responses.find(kKey);
  if (response && asks_on_page(request))
    co_return co_await hear_of_page(request, put, std::move(now), response);
  if (response) {
    approval::Verdict verdict = approval::read_verdict(put.question, response);
    if (!verdict.unnamed) co_return co_await settle(request, put, std::move(verdict));
    // They meant yes, and forgot something: that is no yes, and no word against the call either.
    if (now.ending == Ending::kPending)
      now = {Ending::kUnnamed, std::move(now.ticket), {}, std::move(verdict.reason)};
    co_return co_await conclude(request, put, std::move(now));
  }
  if (now.ending != Ending::kPending) co_return co_await conclude(request, put, std::move(now));
  if (comes_back(request)) co_return tl::unexpected(ask_modern(request, one, put));
  Signs signs(request, config_.limits.heartbeat);
  co_return co_await wait(request, put, signs, net::Clock::now() + config_.approvals.wait);
}

// Only a no is said in the client; a yes says that the page was opened, and somebody is there now.
Task<Asking::Heard> Asking::hear_of_page(face::Request& request, const Put& put,
                                         approval::Outcome now, json::View response) {
  approval::Verdict verdict = approval::read_verdict(put.question, response);
  const bool opened = response.find("action").equals("accept");
  if (!opened && !verdict.dismissed) co_return co_await settle(request, put, std::move(verdict));
  if (now.ending != Ending::kPending) co_return co_await conclude(request, put, std::move(now));
  Signs signs(request, config_.limits.heartbeat);
  co_return co_await wait(request, put, signs, net::Clock::now() + config_.approvals.wait);
}

// A no that comes after somebody's yes stops this call, and takes a yes for once along; who only
// closed the question has not spoken against it.
Task<Asking::Heard> Asking::settle(const face::Request& request, const Put& put,
                                   approval::Verdict verdict) {
  const bool refuses = !verdict.allow && !verdict.dismissed;
  auto answered = co_await desk_.answer(put.ticket, std::move(verdict), by_client(request));
  if (!answered) co_return tl::unexpected(failed(request, "keep the answer", answered.error()));
  if (!*answered) co_return tl::unexpected(refused(request, put, {Ending::kFailed}));
  store::Ticket& ticket = (*answered)->ticket;
  const Ending ending = approval::ending_of(ticket).value_or(Ending::kExpired);
  if (refuses && ending == Ending::kAllowed) {
    (void)take_back(put.binding);
    (void)co_await desk_.grant(put.binding);
    co_return tl::unexpected(refused(request, put, {Ending::kDenied}));
  }
  approval::Outcome outcome{ending, std::move(ticket)};
  co_return co_await conclude(request, put, std::move(outcome));
}

Task<Asking::Heard> Asking::conclude(const face::Request& request, const Put& put,
                                     approval::Outcome outcome) {
  if (outcome.ending == Ending::kAllowed) {
    if (request.exchange.cancelled()) co_return tl::unexpected(taken_back(request, put));
    auto granted = co_await desk_.grant(put.binding);
    if (!granted) co_return tl::unexpected(failed(request, kLookForYes, granted.error()));
    if (granted->grant) co_return yes_by(std::move(*granted->grant), true);
  }
  co_return tl::unexpected(refused(request, put, std::move(outcome)));
}

// In steps, so that the client hears that something is still going on. One that takes its call back
// ends the wait at once.
Task<Asking::Heard> Asking::wait(face::Request& request, const Put& put, Signs& signs,
                                 net::Clock::time_point until) {
  approval::Outcome outcome{Ending::kPending};
  bool gone = false;
  request.exchange.on_cancel([&](std::string_view /*reason*/) {
    gone = true;
    desk_.stir(put.ticket.id);
  });
  while (net::Clock::now() < until && !request.exchange.cancelled() && !desk_.is_closed()) {
    const auto left = std::chrono::duration_cast<net::Duration>(until - net::Clock::now());
    outcome = co_await desk_.wait(put.ticket.id, now_() + std::min(left, signs.every()), &gone);
    if (outcome.ending != Ending::kPending) break;
    if (!gone) signs.give();
  }
  request.exchange.on_cancel(nullptr);
  co_return co_await conclude(request, put, std::move(outcome));
}

}  // namespace touchstone::gateway
