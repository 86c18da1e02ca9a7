// Checkpoint, the part for a call that was made before, and of whose result a person is asked: its
// client comes back with what it was asked, or makes the same call again (held_outcomes.hpp).
#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "gateway/checkpoint.hpp"
#include "gateway/results.hpp"
#include "guard/deed.hpp"
#include "json/parser.hpp"
#include "rpc/code.hpp"

namespace touchstone::gateway {
namespace {

using guard::Failed;
using guard::Outcome;

// After the time for an answer, in which the client may come.
constexpr std::chrono::minutes kAnswerLasts(15);

// A client that hears nothing of what came of it may make it again.
bool is_repeatable(const face::Request& request) {
  return request.message.method() == "tools/call" && has_result_of_tool(request);
}

// Must it not be done twice? Of what is known not to be done nothing is.
bool is_for_once(const face::Request& request, const guard::Case& one) {
  return is_repeatable(request) && one.subject.is_of_call() && guard::writes(one.subject) &&
         one.came && one.came->failed != Failed::kUndone;
}

Withheld::What kind_of(const guard::Case& one) {
  switch (one.came->failed) {
    case Failed::kNot: return Withheld::What::kResult;
    case Failed::kServer: return Withheld::What::kError;
    case Failed::kUndone: return Withheld::What::kUndone;
    case Failed::kInDoubt: return Withheld::What::kTrouble;
  }
  return Withheld::What::kError;
}

// What came of a call, as the answer to whoever comes back for it; perhaps another client, of
// another era, by the same marker.
face::Answer with_content(const face::Request& request, std::string_view content,
                          Withheld::What what) {
  const auto read = json::Parser().parse(json::Text::copy_of(content));
  const json::View root = read ? read->root() : json::View();
  if (what == Withheld::What::kResult) {
    if (root.find("resultType")) return face::answer_result(request.message, content);
    return answer_own(request, std::string(content));
  }
  face::Answer answer{
      fmt::format(R"({{"jsonrpc":"2.0","id":{},"error":{}}})", request.message.raw_id(), content),
      static_cast<int>(root.find("code").as_int().value_or(rpc::kInternalError))};
  answer.undone = what == Withheld::What::kUndone;
  answer.ours = answer.undone || what == Withheld::What::kTrouble;
  return answer;
}

face::Answer gone(const face::Request& request) {
  return face::answer_error(request.message, rpc::kInvalidParams,
                            "Invalid params: requestState is about a result that is not kept in "
                            "this session; the call was made");
}

}  // namespace

Task<face::Answer> Checkpoint::deliver_withheld(face::Request& request, const Errand& errand,
                                                const Weighed& weighed, Answered answered) {
  const auto content = co_await asking_.result_of(request, answered.ticket);
  if (!content) co_return gone(request);
  if (!guard_.is_on()) {  // since then: there is nothing to ask about any more
    held_.forget(answered.withheld.call);
    co_return with_content(request, *content, answered.withheld.what);
  }
  auto subject = subject_of(request, errand, weighed);
  if (!subject) co_return not_valid(request, subject.error());
  auto opened = co_await guard_.open(std::move(*subject));
  if (!opened) co_return trouble(request, opened.error());
  Withheld what = answered.withheld;
  co_return co_await deliver_again(request, **opened, *content, std::move(what),
                                   std::move(answered));
}

// Its rules may want the result changed, so they were asked again; but the call was decided on,
// counted and recorded when it was made, and none is made now.
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
  if (!is_repeatable(request) || !held_.may_have(errand.server->name())) co_return std::nullopt;
  auto subject = subject_of(request, errand, weighed);
  if (!subject) co_return std::nullopt;
  const store::Binding call = same_call(*subject);
  if (held_.names_of(call).empty()) co_return std::nullopt;
  guard::CasePtr one;
  if (guard_.is_on()) {
    auto opened = co_await guard_.open(std::move(*subject));
    if (!opened) co_return trouble(request, opened.error());
    one = std::move(*opened);
    held_.forget_others(call, one->session->created);
  }
  const std::string name = co_await outcome_for(call);
  const HeldOutcomes::Held* held = held_.find(name);
  if (held == nullptr) co_return std::nullopt;
  if (one) co_return co_await deliver_again(request, *one, held->content, held->what, std::nullopt);
  // The guard was taken away since then: there is nothing to ask about any more.
  const HeldOutcomes::Held made = *held;
  held_.forget(name);
  co_return with_content(request, made.content, made.what.what);
}

// Each may be gone whenever others had their turn.
Task<std::string> Checkpoint::outcome_for(store::Binding call) {
  std::string oldest;
  for (const std::string& name : held_.names_of(call)) {
    HeldOutcomes::Held* held = held_.find(name);
    if (held == nullptr) continue;
    const store::Time allowed = co_await asking_.allowed_until(held->ticket);
    held = held_.find(name);
    if (held == nullptr) continue;
    held->until = std::max(held->until, allowed);
    if (allowed > guard_.now()) co_return name;
    if (held->until <= guard_.now()) {
      held_.forget(name);
    } else if (oldest.empty()) {
      oldest = name;
    }
  }
  co_return oldest;
}

store::Time Checkpoint::until_nobody_asks(const guard::Case& one) const {
  return guard_.now() + one.outcome.timeout.value_or(config_.approvals.timeout) + kAnswerLasts;
}

void Checkpoint::keep_outcome(const face::Request& request, const guard::Case& one,
                              json::View content, const Withheld& what) {
  if (one.subject.is_outcome || !is_for_once(request, one)) return;
  held_.keep({.call = same_call(one.subject),
              .session_began = one.session->created,
              .content = std::string(content.raw()),
              .what = what,
              .until = until_nobody_asks(one)},
             guard_.now());
}

// As long as somebody can still say yes; a no is not asked about again, and renews nothing.
void Checkpoint::note_asked(const guard::Case& one, const No& no) {
  HeldOutcomes::Held* kept = held_.find(one.call_id);
  if (kept == nullptr || no.ticket.empty()) return;
  kept->ticket = no.ticket;
  if (no.is_open) kept->until = until_nobody_asks(one);
}

// A client that is to come back has seen nothing yet; that the call was made is on record by then.
Task<Checkpoint::Said> Checkpoint::ask_about(face::Request& request, guard::Case& one,
                                             json::View content, std::optional<Answered> answered) {
  const bool is_back = answered.has_value();
  Withheld what{kind_of(one), one.call_id};
  keep_outcome(request, one, content, what);
  auto yes =
      co_await asking_.ask_about(request, one, content, std::move(what), std::move(answered));
  Said said{.yes = yes.has_value()};
  if (yes) {
    guard::Guard::agree(one, {std::move(yes->ticket), std::move(yes->by), yes->saw});
    co_return said;
  }
  No& no = yes.error();
  one.consent_out.ticket = no.ticket;
  note_asked(one, no);
  said.why = std::move(no.why);
  if (no.is_open) said.ticket = std::move(no.ticket);
  if (no.is_final) co_return said;
  said.asks = std::move(no.answer);
  if (is_back) co_return said;
  const auto kept = co_await guard_.remember(one, Outcome::kWithheld, content);
  if (!kept) said.asks = lost(request, one, kept.error());
  co_return said;
}

// The one that was told before does for what waits on, as long as it is good for the same.
std::optional<store::Value> Checkpoint::put_aside(guard::Case& one, json::View result,
                                                  guard::Guard::Opens opens) {
  const bool for_session = opens == guard::Guard::Opens::kSession;
  const HeldOutcomes::Held* held = held_.find(one.call_id);
  if (held != nullptr && held->handle) {
    const HeldOutcomes::Handle& handle = *held->handle;
    const bool is_good = handle.for_session == for_session && handle.expires > guard_.now() &&
                         handle.label.covers(one.label);
    if (is_good) {
      one.came->value = handle.id;
      return std::nullopt;
    }
  }
  auto value = guard_.sealed_off(one, result, opens);
  if (value) one.came->value = value->id;
  return value;
}

}  // namespace touchstone::gateway
