// The part before the call; what is behind it is in delivery.cpp.
#include "gateway/checkpoint.hpp"

#include <utility>

#include <fmt/format.h>

#include "gateway/answering.hpp"
#include "gateway/results.hpp"
#include "json/parser.hpp"
#include "rpc/code.hpp"

namespace touchstone::gateway {
namespace {

using policy::Effect;

std::string why_not(const guard::Case& one) {
  return one.over ? one.over->text() : reasons(one.decision);
}

bool is_round(std::uint64_t count) {
  while (count >= 10 && count % 10 == 0) count /= 10;
  return count == 1;
}

// What a client is told in place of a result: an error, or a result that says that it is one.
std::string text_told(json::View answer) {
  if (const auto error = answer.find("error"))
    return error.find("message").as_string().value_or("");
  const auto blocks = answer.find("result").find("content").elements();
  return blocks.begin() == blocks.end() ? std::string()
                                        : (*blocks.begin()).find("text").as_string().value_or("");
}

}  // namespace

face::Answer Checkpoint::trouble(const face::Request& request, const base::Error& error) const {
  return answer_guard_trouble(request, log_, "keep its records", error);
}

Task<tl::expected<Pass, face::Answer>> Checkpoint::admit(face::Request& request,
                                                         const Errand& errand,
                                                         const Weighed& weighed,
                                                         std::optional<Answered> answered) {
  Pass pass;
  if (!guard_.is_on() || !is_guarded(request.message.method())) co_return pass;
  auto subject = subject_of(request, errand, weighed);
  if (!subject) co_return tl::unexpected(not_valid(request, subject.error()));
  auto opened = co_await guard_.open(std::move(*subject));
  if (!opened) co_return tl::unexpected(trouble(request, opened.error()));
  guard::Case& one = **opened;
  const bool passed_before = answered && answered->ticket.empty();
  if (passed_before) {  // what comes of it belongs to the record of then
    one.call_id = answered->withheld.call;
    one.on_record = !one.call_id.empty();
  }
  if (!answered) {  // who comes back was counted before
    guard_.count(one);
    guard_.count_shadow(one);
  }
  if (one.decision.effect == Effect::kEscalate) {
    const std::string asked_before = answered ? answered->ticket : std::string();
    auto yes = co_await asking_.ask(request, one, std::move(answered));
    if (yes) {
      guard::Guard::agree(one, {yes->ticket, yes->by, yes->saw});
      pass.yes = std::move(*yes);
    } else {
      // On record when it is asked: nobody knows whether the client comes back.
      one.consent.ticket = std::move(yes.error().ticket);
      const bool taken_back = yes.error().taken_back;
      if (taken_back) one.unmade = guard::kTakenBack;
      if (taken_back || one.consent.ticket.empty() || one.consent.ticket != asked_before) {
        const auto kept = co_await guard_.refuse(one);
        if (!kept) co_return tl::unexpected(trouble(request, kept.error()));
      }
      co_return tl::unexpected(std::move(yes.error().answer));
    }
  } else if (one.decision.effect == Effect::kBlock) {
    const auto kept = co_await guard_.refuse(one);
    if (!kept) co_return tl::unexpected(trouble(request, kept.error()));
    log_.info("{}/{}: blocked: {}", one.subject.server, one.shown_name(), why_not(one));
    co_return tl::unexpected(
        refusal(request, fmt::format("{} was not called: {}", one.subject.name, why_not(one))));
  }
  pass.one = std::move(*opened);
  pass.is_under_way = passed_before;
  co_return pass;
}

Task<std::optional<face::Answer>> Checkpoint::begin(const face::Request& request, Pass& pass) {
  if (!pass.one || pass.is_under_way) co_return std::nullopt;
  guard::Case& one = *pass.one;
  const auto kept = co_await guard_.admit(one);
  if (!kept) {
    asking_.give_back(std::move(pass.yes));
    co_return trouble(request, kept.error());
  }
  if (is_round(one.ai_use))
    log_.info("{}: {} call{} of tools that use AI", one.subject.principal, one.ai_use,
              one.ai_use == 1 ? "" : "s");
  co_return std::nullopt;
}

Task<face::Answer> Checkpoint::turn_away(const face::Request& request, const Errand& errand,
                                         const Weighed& weighed, face::Answer answer) {
  if (!guard_.is_on() || !is_guarded(request.message.method())) co_return answer;
  auto subject = subject_of(request, errand, weighed);
  if (!subject) co_return not_valid(request, subject.error());
  auto opened = co_await guard_.open(std::move(*subject));
  if (!opened && guard::is_not_yours(opened.error())) co_return not_valid(request, opened.error());
  if (!opened) co_return trouble(request, opened.error());
  Pass pass{std::move(*opened)};
  co_return co_await refuse(request, pass, std::move(answer));
}

Task<face::Answer> Checkpoint::refuse(const face::Request& request, Pass& pass,
                                      face::Answer answer) {
  if (!pass.one) co_return answer;
  asking_.give_back(std::move(pass.yes));
  if (const auto told = json::Parser().parse(json::Text::copy_of(answer.message)))
    pass.one->unmade = text_told(told->root());
  const auto kept = co_await guard_.refuse(*pass.one);
  if (!kept) co_return trouble(request, kept.error());
  co_return answer;
}

// Of a task's outcome there is nothing to tell: its call was made.
Task<face::Answer> Checkpoint::taken_back(const face::Request& request, Pass& pass) {
  auto answer = face::answer_error(request.message, rpc::kRefused, guard::kTakenBack);
  if (!pass.one || pass.one->subject.is_outcome) co_return answer;
  co_return co_await refuse(request, pass, std::move(answer));
}

Task<std::optional<face::Answer>> Checkpoint::refused_answer(const face::Request& request,
                                                             const Errand& errand,
                                                             std::string method,
                                                             std::string answer) {
  auto hearer = hearer_in_call(request, errand);
  const auto fault =
      co_await fault_of_answer(guard_, std::move(hearer), std::move(method), std::move(answer));
  if (fault.empty()) co_return std::nullopt;
  co_return refusal(request, fault);
}

Task<std::optional<face::Answer>> Checkpoint::refused_answers(const face::Request& request,
                                                              const Errand& errand) {
  const json::View responses = request.message.param("inputResponses");
  if (!responses || errand.answers_us) co_return std::nullopt;
  auto hearer = hearer_in_call(request, errand);
  const auto fault = co_await fault_of_answers(guard_, std::move(hearer), responses);
  if (fault.empty()) co_return std::nullopt;
  co_return refusal(request, fault);
}

// tools/resolve of a client is judged as the call that it asks about.
Task<bool> Checkpoint::may_show(const face::Request& request, const Errand& errand,
                                const Weighed& weighed) {
  if (!guard_.is_on()) co_return true;
  auto subject = subject_of(request, errand, weighed);
  if (!subject) co_return false;
  subject->method = "tools/call";
  const auto may = co_await guard_.may_show(std::move(*subject));
  co_return may.value_or(false);  // whoever decides on the call tells what is wrong
}

}  // namespace touchstone::gateway
