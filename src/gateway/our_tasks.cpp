// TaskBridge, the part about tasks of our own: calls like any other, which go on behind them. How
// the tasks of servers are told is in task_bridge.cpp.
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "gateway/call_path.hpp"
#include "gateway/caller.hpp"
#include "gateway/hosted_task.hpp"
#include "gateway/outgoing.hpp"
#include "gateway/relayed.hpp"
#include "gateway/subject.hpp"
#include "json/parser.hpp"
#include "json/splice.hpp"
#include "json/string.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::int64_t kLegacyPoll = 1'000;   // ms; what a client is told to wait between looks
constexpr net::Duration kBetweenRounds(100);  // if nobody is asked anything

// How long the client wants it to be known, as far as that goes. A number of any size or sign.
net::Duration ttl_of(const face::Request& request) {
  const json::View ttl = request.message.param("task").find("ttl");
  if (!ttl.is(json::Kind::kNumber)) return TaskBridge::kKept;
  const double wanted = std::strtod(std::string(ttl.raw()).c_str(), nullptr);
  const auto least = static_cast<double>(TaskBridge::kKept.count());
  const auto most =
      static_cast<double>(std::chrono::duration_cast<net::Duration>(TaskBridge::kLongest).count());
  return net::Duration(static_cast<net::Duration::rep>(std::clamp(wanted, least, most)));
}

// The same call once more, with what its server wants to have with it.
std::string asked_again(const std::string& call, upstream::CallId id, json::View question,
                        std::string_view responses) {
  const auto document = json::Parser().parse(json::Text::copy_of(call));
  if (!document) return call;  // it was made of a document
  const json::View params = document->root().find("params");
  json::Splice splice(*document);
  splice.replace(document->root().find("id"), std::to_string(id));
  splice.replace(params.find("_meta").find("progressToken"), std::to_string(id));
  const auto put = [&](std::string_view key, std::string_view raw) {
    if (raw.empty()) return splice.remove_member(params, key);
    splice.set_member(params, key, std::string(raw));
  };
  const json::View state = question.find("requestState");
  put("requestState", state ? state.raw() : std::string_view());
  put("inputResponses", responses);
  return splice.apply();
}

}  // namespace

// What a legacy client is told besides, and what its call needs to tell it more.
void TaskBridge::promise(Hosted& task, const face::Request& request, const Errand& errand) {
  const net::Duration ttl = ttl_of(request);
  task.state.ttl_ms = ttl.count();
  task.state.poll_ms = kLegacyPoll;
  task.kept_until = net::Clock::now() + ttl;
  task.progress = progress_token(request.message);
  if (task.progress.empty()) return;
  auto hearer = hearer_in_call(request, errand);
  // Contents that nobody may bring out are as large as the call: they are not kept for this.
  if (hearer.brought.empty() && !hearer.repeats)
    task.hearer = std::make_shared<const guard::Hearer>(std::move(hearer));
}

// Its calls are answered at once: what bounds the calls of a session does not bound these.
bool TaskBridge::has_enough(const face::Request& request) const {
  if (request.terms.era == mcp::Era::kModern) return false;
  const std::string owner = owner_of(request);
  return std::ranges::count_if(tasks_, [&](const HostedPtr& task) {
           return task->owner == owner && task->is_ours() && !task->over();
         }) >= static_cast<std::ptrdiff_t>(kMaxOfClient);
}

Task<face::Answer> TaskBridge::begin_ours(face::Request& request, Errand errand, Turn& turn) {
  if (!make_room() || has_enough(request)) co_return unsent(no_room(request));
  auto made = co_await on_lane(request, errand);
  if (!made) co_return answer_no_lane(request.message, errand.server->name(), made.error());
  const HostedPtr task = *made;
  auto out = co_await outgoing(request, errand, task->lane, std::nullopt, {});
  const bool has_left = request.session && request.session->ended();
  if (request.exchange.cancelled() || has_left) {
    task->drop();
    co_return not_begun(request, errand.server->name());
  }
  name_ours(*task);
  if (request.terms.era == mcp::Era::kLegacy) promise(*task, request, errand);
  task->call = out.id;
  task->turn = std::move(turn);
  loop_.spawn(task->lane->modern() ? follow_rounds(task, std::move(out), loop_)
                                   : follow(task, std::move(out)));
  bound(task, errand);
  tasks_.push_back(task);
  co_return face::answer_result(request.message, task->begun());
}

// A modern server asks in what it answers, and is called once more with what the client says.
Task<void> TaskBridge::follow_rounds(HostedPtr task, upstream::Outgoing out, net::Loop& loop) {
  const LanePtr lane = task->lane;
  for (int round = 0; round < CallPath::kMaxRounds && !task->over(); ++round) {
    upstream::Outgoing next = out;
    task->call = out.id;
    auto response = co_await lane->call(std::move(out), task.get());
    task->call = 0;
    if (!response)
      co_return task->fail(rpc::kUpstreamFailed,
                           base::to_line(call_trouble(response.error(), task->manner)));
    const json::View question = response->result();
    if (!is_question(question, "tools/call")) co_return task->finish(*response);
    task->turn.release();  // whoever answers may need another call for it
    auto responses = co_await answers_to(task, question.find("inputRequests"), loop);
    if (task->over()) co_return;
    next.id = lane->next_id();
    next.message = asked_again(next.message, next.id, question, responses);
    out = std::move(next);
  }
  task->fail(rpc::kUpstreamFailed, "the server asks without end");
}

// Raw; "" if nothing is asked, or the task is over.
Task<std::string> TaskBridge::answers_to(HostedPtr task, json::View questions, net::Loop& loop) {
  if (task->over()) co_return std::string();
  if (questions.members().empty()) {
    co_await loop.sleep(kBetweenRounds);
    co_return std::string();
  }
  net::Promise<std::string> answers(loop.executor());
  task->answers = &answers;
  task->answered.clear();  // another round may use the same names
  task->state.status = "input_required";
  task->touch();
  task->put_questions(questions);
  auto responses = co_await answers.wait();
  task->answers = nullptr;
  if (!task->over()) task->note_questions();
  co_return responses;
}

// A legacy server's question, as a request to its legacy client: on the stream of its tasks/result.
Task<void> TaskBridge::put_question(face::Request& request, const Errand& errand, HostedPtr task,
                                    OpenQuestion question, net::Duration ask_timeout) {
  const LanePtr lane = task->lane;
  task->put[question.id].under = &request.exchange;  // two may wait for the outcome
  json::Parser parser;
  const auto asked = parser.parse(json::Text(write_questions({question})));
  std::optional<face::Answer> refused;
  if (asked) refused = co_await checkpoint_.withheld(request, errand, asked->root());
  if (!task->put.contains(question.id)) co_return;  // it was taken back, or the task is over
  if (task->ask_again(question.id)) co_return;
  const std::string params =
      mcp::with_related_task(question.params.empty() ? "{}" : question.params, task->state.id);
  auto message = rpc::Message::parse(
      parser, json::Text(fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":{},"params":{}}})",
                                     question.id, json::quoted(question.method), params)));
  if (!asked || refused || !message) {
    lane->say(rpc::error(question.id, rpc::kRefused, "the gateway does not pass this on"));
    co_return task->end_question(question.id);
  }
  Questions::Ends ends;
  ends.again = [weak = std::weak_ptr<Hosted>(task), id = question.id] {
    const HostedPtr it = weak.lock();
    return it && it->ask_again(id);
  };
  ends.over = [weak = std::weak_ptr<Hosted>(task), id = question.id] {
    if (const HostedPtr it = weak.lock()) it->end_question(id);
  };
  auto put =
      questions_.ask(*lane, std::move(*message), request.session, hearer_in_call(request, errand),
                     &request.exchange, ask_timeout, std::move(ends));
  if (!put) co_return task->end_question(question.id);
  if (const auto it = task->put.find(question.id); it != task->put.end())
    it->second.withdrawal = std::move(put);
}

void TaskBridge::left(const face::Session& session) {
  const auto is_its = [&](const HostedPtr& task) {
    return session_in(task->owner) == session.id();
  };
  for (const HostedPtr& task : tasks_) {
    if (!is_its(task) || task->over() || !task->is_ours()) continue;
    task->called_off = true;
    task->call_off("the client has gone");
    task->end_as_cancelled();
  }
  tasks_.remove_if([&](const HostedPtr& task) { return is_its(task) && task->over(); });
}

std::optional<TaskBridge::Progress> TaskBridge::progress(const upstream::Lane& lane,
                                                         const rpc::Message& notification) const {
  if (notification.method() != "notifications/progress") return std::nullopt;
  const auto token = notification.param("progressToken").as_int().value_or(0);
  const auto* task = dynamic_cast<Hosted*>(lane.patron(static_cast<upstream::CallId>(token)));
  if (task == nullptr || !task->hearer) return std::nullopt;
  auto text = text_for_call(notification, mcp::Era::kLegacy, task->progress, {});
  const auto told = json::Parser().parse(json::Text(text.value_or("")));
  if (!told) return std::nullopt;
  json::Splice splice(*told);
  const json::View params = told->root().find("params");
  splice.replace(params, mcp::with_related_task(params.raw(), task->state.id));
  return Progress{std::string(session_in(task->owner)), splice.apply(), task->hearer};
}

}  // namespace touchstone::gateway
