#include "gateway/hosted_task.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "gateway/results.hpp"
#include "json/parser.hpp"
#include "json/writer.hpp"
#include "mcp/translate.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kShortestPause = 50;
constexpr std::int64_t kUsualPause = 1'000;
constexpr std::int64_t kLongestPause = 30'000;

}  // namespace

face::Answer no_room(const face::Request& request) {
  return face::answer_error(request.message, rpc::kTooMany, "too many tasks; try again later");
}

face::Answer not_begun(const face::Request& request, const std::string& server) {
  return answer_trouble(request.message, server, not_sent(server));
}

net::Duration TaskBridge::Hosted::pause() const {
  return milliseconds(
      std::clamp(state.poll_ms.value_or(kUsualPause), kShortestPause, kLongestPause));
}

mcp::TaskState TaskBridge::Hosted::shown(mcp::Era era) const {
  mcp::TaskState task = state;
  if (era == mcp::Era::kModern) return task;
  if (tool_failed && task.status == "completed") task.status = "failed";
  if (task.message.empty()) task.message = failure;
  return task;
}

std::string TaskBridge::Hosted::details() const {
  if (state.status == "completed") return R"("result":)" + outcome;
  if (state.status == "failed") return R"("error":)" + error;
  if (state.status == "input_required") return R"("inputRequests":)" + write_questions(questions);
  return {};
}

std::string TaskBridge::Hosted::told(mcp::Era era) const {
  if (era == mcp::Era::kLegacy) return mcp::write_task(shown(era), era);
  const std::string_view done = R"("resultType":"complete")";
  const std::string more = details();
  return mcp::write_task(shown(era), era,
                         more.empty() ? std::string(done) : fmt::format("{},{}", done, more));
}

std::string TaskBridge::Hosted::begun() const {
  if (terms.era == mcp::Era::kModern)
    return mcp::write_task(state, terms.era, R"("resultType":"task")");
  return fmt::format(R"({{"task":{}}})", told(terms.era));
}

bool TaskBridge::Hosted::is_stale(net::Clock::time_point now) const {
  return over() && now > changed + kKept && now > kept_until;
}

face::Answer TaskBridge::Hosted::outcome_for(const face::Request& request,
                                             std::string_view related) const {
  if (state.status == "cancelled")
    return face::answer_error(request.message, rpc::kInvalidParams, "the task was cancelled");
  const std::string_view id = request.message.raw_id();
  std::string text = fmt::format(R"({{"jsonrpc":"2.0","id":{},"error":{}}})", id, error);
  if (error.empty())
    text = rpc::result(id, related.empty() ? outcome : mcp::with_related_task(outcome, related));
  json::Parser parser;
  const auto message = rpc::Message::parse(parser, json::Text::copy_of(text));
  if (!message)
    return face::answer_error(request.message, rpc::kUpstreamFailed,
                              "the outcome of the task is no JSON-RPC response");
  const mcp::Homeward how{request.terms.era, "tools/call", id, {}};
  return {mcp::to_client(*message, how), message->error_code()};
}

void TaskBridge::Hosted::touch() {
  changed = net::Clock::now();
  const auto now = std::chrono::system_clock::now();
  state.updated = fmt::format("{:%FT%TZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

void TaskBridge::Hosted::wake() {
  for (auto* waiter : waiting) waiter->keep(true);
}

void TaskBridge::Hosted::note_questions() {
  if (over()) return;
  state.status = questions.empty() ? "working" : "input_required";
  touch();
  wake();
}

const OpenQuestion* TaskBridge::Hosted::next_question() const {
  const auto it =
      std::ranges::find_if(questions, [&](const auto& each) { return !put.contains(each.id); });
  return it == questions.end() ? nullptr : &*it;
}

void TaskBridge::Hosted::end_question(const std::string& id) {
  put.erase(id);
  if (std::erase_if(questions, [&](const auto& each) { return each.id == id; }) > 0)
    note_questions();
}

bool TaskBridge::Hosted::ask_again(const std::string& id) {
  const auto it = put.find(id);
  if (over() || it == put.end()) return false;
  const Put& last = it->second;
  if (!last.was_left && (last.under == nullptr || !last.under->cancelled())) return false;
  put.erase(it);
  note_questions();
  return true;
}

void TaskBridge::Hosted::leave(const face::Exchange& exchange) {
  for (auto& [id, each] : put) {
    if (each.under != &exchange) continue;
    each.was_left = exchange.cancelled();
    each.under = nullptr;
  }
}

// A server repeats its questions until it has taken the answers.
void TaskBridge::Hosted::put_questions(json::View input_requests) {
  json::Writer out;
  out.begin_object();
  for (const auto [key, question] : input_requests.members()) {
    const std::string name = key.as_string().value_or("");
    if (!answered.contains(name)) out.key(name).raw(question.raw());
  }
  out.end_object();
  asking.reset();
  if (out.text().size() <= 2 || answered.size() > kMaxAnswered) return;
  auto document = json::Parser().parse(json::Text::copy_of(out.text()));
  if (document) asking = std::make_shared<const json::Document>(std::move(*document));
  wake();
}

bool TaskBridge::Hosted::still_asks(json::View input_requests) const {
  if (asking == nullptr) return false;
  std::map<std::string, std::string_view> now;
  for (const auto [key, question] : asking->root().members())
    now[key.as_string().value_or("")] = question.raw();
  return std::ranges::all_of(input_requests.members(), [&](const auto& member) {
    const auto it = now.find(member.key.as_string().value_or(""));
    return it != now.end() && it->second == member.value.raw();
  });
}

void TaskBridge::Hosted::note_answered(json::View input_requests) {
  for (const auto [key, question] : input_requests.members())
    answered.insert(key.as_string().value_or(""));
  asking.reset();
}

void TaskBridge::Hosted::finish(const rpc::Message& response) {
  if (over()) return;
  if (called_off) return end("cancelled");
  if (response.kind() == rpc::Kind::kError) {
    error = std::string(response.error().raw());
    return end("failed");
  }
  outcome = std::string(response.result().raw());
  tool_failed = response.result().find("isError").as_bool().value_or(false);
  end("completed");
}

void TaskBridge::Hosted::finish(json::View task) {
  const json::View result = task.find("result");
  const json::View wrong = task.find("error");
  const bool done = task.find("status").equals("completed");
  state.status = "working";  // until end() says otherwise
  if (task.find("status").equals("cancelled")) return end("cancelled");
  if (done && result.is(json::Kind::kObject)) {
    outcome = std::string(result.raw());
    tool_failed = result.find("isError").as_bool().value_or(false);
    return end("completed");
  }
  error =
      wrong.is(json::Kind::kObject)
          ? std::string(wrong.raw())
          : error_object(rpc::kUpstreamFailed, "the task ended and its server does not say how");
  end("failed");
}

void TaskBridge::Hosted::fail(int code, std::string_view why) {
  if (over()) return;
  if (called_off) return end("cancelled");
  error = error_object(code, why);
  if (is_ours()) failure = why;
  end("failed");
}

// Between two rounds nothing runs.
void TaskBridge::Hosted::call_off(std::string_view why) {
  if (call != 0) gateway::call_off(lane, *server, call, why);
}

void TaskBridge::Hosted::end_as_cancelled() {
  if (!over()) end("cancelled");
}

void TaskBridge::Hosted::end(std::string_view status) {
  state.status = status;
  touch();
  take_back();
  drop();
  wake();
}

// Not by drop(), which may come when the loop has gone, and whoever waits for the client with it.
void TaskBridge::Hosted::take_back() {
  if (answers != nullptr) answers->keep({});
  for (const auto& [id, each] : std::exchange(put, {}))
    if (each.withdrawal) each.withdrawal->cancel("the task is over");
}

void TaskBridge::Hosted::drop() {
  if (!state.over()) state.status = "cancelled";
  asking.reset();
  turn.release();
  bound.reset();
  const LanePtr last = std::move(lane);
  lane = nullptr;
  if (!last) return;
  leave_unanswered(questions, *last);
  if (call != 0) last->abandon(call);
  if (leased) server->give_back(last);
}

}  // namespace touchstone::gateway
