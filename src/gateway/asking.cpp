#include "gateway/asking.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "approval/binding.hpp"
#include "approval/form.hpp"
#include "approval/prompt.hpp"
#include "approval/refusal.hpp"
#include "approval/shape.hpp"
#include "approval/text.hpp"
#include "base/text.hpp"
#include "gateway/advice.hpp"
#include "gateway/caller.hpp"
#include "gateway/results.hpp"
#include "json/parser.hpp"
#include "json/writer.hpp"
#include "rpc/code.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::string_view kKey = "touchstone_approval";  // of our question among inputRequests
constexpr net::Duration kHeartbeat = std::chrono::seconds(5);

std::string classes_in_words(const model::DataClasses& classes) {
  return fmt::format("{}", fmt::join(model::words(model::Value(classes)), ", "));
}

void describe_flows(approval::Question& question, const guard::Case& one) {
  const flow::Memory& memory = one.session->memory;
  for (const auto& copied : one.flows.copied) {
    const flow::Source& source = memory.source(copied.source);
    question.flows.push_back({copied.pointer, source.uri,
                              static_cast<std::uint32_t>(std::lround(copied.share * 100)),
                              classes_in_words(source.classes)});
  }
  for (const auto& value : one.flows.values) {
    const bool planted = value.untrusted_destination() || value.untrusted_link();
    if (!planted && !value.directed()) continue;
    question.destinations.push_back({value.pointer, value.text, memory.source(value.first).uri});
  }
  const auto bound = [](auto& list) {
    if (list.size() > approval::kMaxNotes) list.resize(approval::kMaxNotes);
  };
  bound(question.flows);
  bound(question.destinations);
}

void describe_handles(approval::Question& question, const guard::Case& one) {
  for (const auto& brought : one.subject.brought) {
    const std::string what = fmt::format("{}", fmt::join(approval::words_of(brought.label), ", "));
    for (const auto& to : brought.to)
      question.handles.push_back({to.pointer, brought.handle(), what});
  }
}

approval::Shape shape_of(const guard::Case& one) {
  static const model::Profile kNothingKnown;
  return approval::shape_of(one.subject.arguments,
                            one.subject.profile != nullptr ? *one.subject.profile : kNothingKnown);
}

// Why, in the words of the rules that ask.
std::string reasons(const approval::Question& question) {
  std::vector<std::string> texts;
  for (const auto& rule : question.rules)
    texts.push_back(rule.description.empty() ? rule.name : rule.description);
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::string progress(const std::string& token, int beat) {
  return rpc::notification(
      "notifications/progress",
      fmt::format(R"({{"progressToken":{},"progress":{},"message":"waits for a person"}})", token,
                  beat));
}

// `result`: what came of the call, if that is what is asked about.
approval::Question question_of(const face::Request& request, const guard::Case& one,
                               json::View result) {
  approval::Question question;
  question.server = one.subject.server;
  question.tool = request.message.param("name").as_string().value_or(one.subject.name);
  question.name = one.subject.name;
  question.principal = one.subject.principal;
  question.session = one.session->name.key;
  question.client = one.subject.client;
  if (one.subject.profile != nullptr) approval::describe(question, *one.subject.profile);
  approval::describe(question, one.session->label);
  approval::describe(question, result ? one.outcome : one.decision);
  if (one.subject.arguments) question.arguments = one.subject.arguments.raw();
  if (result) {
    question.about_result = true;
    question.result = result.raw();
    return question;
  }
  question.may_differ = shape_of(one).open;
  describe_flows(question, one);
  describe_handles(question, one);
  return question;
}

store::Binding binding_of(const guard::Case& one, json::View result) {
  const json::View arguments = one.subject.arguments;
  const approval::Shape shape = shape_of(one);
  auto binding =
      approval::bind({std::string(one.subject.principal), one.session->name.key,
                      std::string(one.subject.server), one.subject.name},
                     arguments, shape.text, base::hex(one.subject.pin), one.policy_version);
  if (result) approval::bind_to_result(binding, result);
  return binding;
}

face::Answer failed(const face::Request& request, const base::Error& error) {
  return face::answer_error(request.message, rpc::kInternalError,
                            "the gateway cannot ask anybody: " + base::to_line(error));
}

std::string elicitation(const approval::Question& question, const store::Ticket& ticket,
                        const config::Config& config) {
  json::Writer out;
  out.begin_object().key("mode").string("form");
  out.key("message").string(
      approval::message_text(question, ticket, config_option_for_people(config)));
  out.key("requestedSchema").raw(approval::requested_schema(question)).end_object();
  return std::move(out).take();
}

// Nobody is kept at a question that was answered elsewhere.
Task<void> withdraw(approval::Desk& desk, std::string ticket, store::Time until,
                    std::shared_ptr<face::Cancellation> question) {
  const auto outcome = co_await desk.wait(std::move(ticket), until);
  const bool over = outcome.ending == approval::Ending::kAllowed ||
                    outcome.ending == approval::Ending::kDenied ||
                    outcome.ending == approval::Ending::kExpired;
  if (over && !question->cancelled()) question->cancel("it was answered elsewhere");
}

}  // namespace

// A question that has been put, in whichever way.
struct Asking::Put {
  approval::Question question;
  store::Binding binding;
  store::Ticket ticket;
};

No Asking::refused(const face::Request& request, const Put& put, approval::Ending ending) const {
  const std::string text =
      approval::refusal_text({ending, put.ticket}, put.question.tool, reasons(put.question),
                             config_option_for_people(config_));
  const bool open = ending == approval::Ending::kPending || ending == approval::Ending::kTooMany;
  if (request.message.method() == "tools/call")
    return {answer_refusal(request, text), true, put.ticket.id, open};
  return {face::answer_error(request.message, rpc::kRefused, text), true, put.ticket.id, open};
}

Task<tl::expected<Yes, No>> Asking::ask(face::Request& request, const guard::Case& one,
                                        std::optional<Answered> answered) {
  if (answered && answered->ticket.empty()) co_return Yes{};  // it passed before
  Put put{question_of(request, one, {}), binding_of(one, {}), {}};
  if (answered) co_return co_await hear(request, put, *answered);
  co_return co_await put_to_somebody(request, one, put, one.decision.timeout);
}

Task<tl::expected<Yes, No>> Asking::ask_about(face::Request& request, const guard::Case& one,
                                              json::View result) {
  Put put{question_of(request, one, result), binding_of(one, result), {}};
  co_return co_await put_to_somebody(request, one, put, one.outcome.timeout);
}

Task<tl::expected<Yes, No>> Asking::put_to_somebody(
    face::Request& request, const guard::Case& one, Put& put,
    std::optional<std::chrono::milliseconds> patience) {
  auto granted = co_await desk_.grant(put.binding);
  if (!granted) co_return tl::unexpected(No{failed(request, granted.error())});
  if (*granted) co_return Yes{(*granted)->id, (*granted)->answered_by};
  const auto how_long = patience.value_or(config_.approvals.timeout);
  auto ticket = co_await desk_.open(put.question, put.binding, how_long);
  if (!ticket) co_return tl::unexpected(No{failed(request, ticket.error())});
  put.ticket = std::move(*ticket);
  herald_.asked(put.ticket);
  log_.info("{}/{}: waits for a person: touchstone approvals show {}{}", one.subject.server,
            one.subject.name, put.ticket.id, config_option(config_));
  const mcp::ClientFeatures& features = request.terms.features;
  if (features.elicitation_form && request.terms.era == mcp::Era::kLegacy && request.session)
    co_return co_await ask_legacy(request, put);
  if (features.elicitation_form && request.terms.era == mcp::Era::kModern &&
      !put.question.about_result)
    co_return tl::unexpected(No{ask_modern(request, one, put), false});
  co_return co_await wait(request, put);
}

Task<tl::expected<Yes, No>> Asking::ask_legacy(face::Request& request, const Put& put) {
  const auto timeout = std::chrono::duration_cast<net::Duration>(config_.approvals.timeout);
  std::string params = elicitation(put.question, put.ticket, config_);
  const auto withdrawal = std::make_shared<face::Cancellation>();
  loop_.spawn(withdraw(desk_, put.ticket.id, now_() + timeout, withdrawal));
  auto said = co_await request.session->ask("elicitation/create", std::move(params),
                                            &request.exchange, timeout, withdrawal.get());
  if (!said || said->kind() == rpc::Kind::kError) co_return co_await wait(request, put);
  co_return co_await settle(request, put, approval::read_verdict(put.question, said->result()));
}

face::Answer Asking::ask_modern(const face::Request& request, const guard::Case& one,
                                const Put& put) {
  json::Writer out;
  out.begin_object().key("resultType").string("input_required");
  out.key("inputRequests").begin_object().key(kKey).begin_object();
  out.key("method").string("elicitation/create");
  out.key("params").raw(elicitation(put.question, put.ticket, config_)).end_object().end_object();
  out.key("requestState")
      .string(states_.close(request, {0, std::string(one.subject.server), {}, put.ticket.id}));
  return face::answer_result(request.message, out.end_object().text());
}

// What the client brings was sealed for this very call; the store says whether the question is
// still open.
Task<tl::expected<Yes, No>> Asking::hear(face::Request& request, Put& put,
                                         const Answered& answered) {
  put.ticket.id = answered.ticket;
  put.ticket.binding = put.binding;
  const json::View response = answered.responses.find(kKey);
  co_return co_await settle(request, put, approval::read_verdict(put.question, response));
}

Task<tl::expected<Yes, No>> Asking::settle(const face::Request& request, const Put& put,
                                           approval::Verdict verdict) {
  const bool allow = verdict.allow;
  auto answered = co_await desk_.answer(put.ticket, std::move(verdict),
                                        fmt::format("{} through the client", request.principal));
  if (!answered) co_return tl::unexpected(No{failed(request, answered.error())});
  if (!allow) co_return tl::unexpected(refused(request, put, approval::Ending::kDenied));
  auto granted = co_await desk_.grant(put.binding);
  if (!granted) co_return tl::unexpected(No{failed(request, granted.error())});
  if (*granted) co_return Yes{(*granted)->id, (*granted)->answered_by};
  co_return tl::unexpected(refused(request, put, approval::Ending::kFailed));
}

// In steps, so that the client hears that something is still going on.
Task<tl::expected<Yes, No>> Asking::wait(face::Request& request, const Put& put) {
  const auto until = net::Clock::now() + config_.approvals.wait;
  const std::string token = progress_token(request.message);
  approval::Ending ending = approval::Ending::kPending;
  for (int beat = 1; net::Clock::now() < until && !request.exchange.cancelled(); ++beat) {
    const auto left = std::chrono::duration_cast<net::Duration>(until - net::Clock::now());
    const auto outcome = co_await desk_.wait(put.ticket.id, now_() + std::min(left, kHeartbeat));
    ending = outcome.ending;
    if (outcome.ending == approval::Ending::kAllowed) {
      auto granted = co_await desk_.grant(put.binding);
      if (granted && *granted) co_return Yes{(*granted)->id, (*granted)->answered_by};
    }
    if (outcome.ending != approval::Ending::kPending) break;
    if (!token.empty()) request.exchange.send(progress(token, beat));
  }
  co_return tl::unexpected(refused(request, put, ending));
}

}  // namespace touchstone::gateway
