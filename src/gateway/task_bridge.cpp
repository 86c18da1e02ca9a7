#include "gateway/task_bridge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "gateway/answering.hpp"
#include "gateway/ask_client.hpp"
#include "gateway/hosted_task.hpp"
#include "gateway/outgoing.hpp"
#include "gateway/results.hpp"
#include "gateway/subject.hpp"
#include "json/string.hpp"
#include "mcp/request.hpp"
#include "mcp/translate.hpp"
#include "net/within.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

constexpr int kMaxMisses = 3;  // polls that fail in a row

}  // namespace

std::string owner_of(const face::Request& request) {
  const bool session = request.session && request.terms.era == mcp::Era::kLegacy;
  return fmt::format("{}\n{}", request.principal, session ? request.session->id() : "");
}

std::string_view session_in(std::string_view owner) { return owner.substr(owner.rfind('\n') + 1); }

bool takes_task(const face::Request& request) {
  if (request.terms.era == mcp::Era::kModern) return request.terms.features.tasks;
  return static_cast<bool>(request.message.param("task"));
}

bool is_task_call(const face::Request& request, const Errand& errand, const upstream::Lane& lane) {
  if (request.message.method() != "tools/call" || request.terms.era == lane.era()) return false;
  if (mcp::tasks_for(request.terms.era, lane.capabilities()).empty()) return false;
  if (lane.modern()) return takes_task(request);
  if (errand.offer == nullptr) return false;
  const json::View support = errand.offer->tool.json.find("execution").find("taskSupport");
  const bool better_as_task = errand.manner.is_slow && takes_task(request);
  return support.equals("required") || (better_as_task && support.equals("optional"));
}

bool is_ours_to_host(const face::Request& request, const Errand& errand,
                     const upstream::Lane& lane) {
  return request.message.method() == "tools/call" && errand.manner.is_slow && !errand.as_task &&
         request.terms.era == mcp::Era::kModern && takes_task(request) && !lane.modern();
}

upstream::Outgoing about_task(upstream::Lane& lane, const mcp::Terms& terms,
                              std::string_view method, const std::string& id,
                              std::string_view more) {
  upstream::Outgoing out;
  out.id = lane.next_id();
  mcp::Terms with_tasks = terms;
  with_tasks.capabilities = mcp::modern_capabilities(terms.capabilities, true);
  const std::string params =
      fmt::format(R"({{"taskId":{}{}{}}})", json::quoted(id), more.empty() ? "" : ",", more);
  mcp::prepare(out.message, out.headers, std::to_string(out.id), method, params, lane.era(),
               with_tasks);
  if (lane.modern()) out.headers = mcp::standard_headers(method, id);
  return out;
}

TaskBridge::~TaskBridge() {
  for (const HostedPtr& task : tasks_) task->drop();
}

// --- beginning

TaskBridge::HostedPtr TaskBridge::make(const face::Request& request, const Errand& errand,
                                       LanePtr lane) {
  auto task = std::make_shared<Hosted>();
  task->owner = owner_of(request);
  task->server = errand.server;
  task->origin = origin_of(errand);
  task->manner = errand.manner;
  task->lane = std::move(lane);
  task->terms = request.terms;
  task->began = lasting_hearer(request, errand);
  return task;
}

// Running tasks stay; of those that are over the oldest go first.
bool TaskBridge::make_room() {
  const auto now = net::Clock::now();
  tasks_.remove_if([&](const HostedPtr& task) { return task->is_stale(now); });
  std::size_t bytes = 0;
  for (const HostedPtr& task : tasks_) bytes += task->bytes();
  while (tasks_.size() >= kMaxTasks || bytes > kMaxBytes) {
    const auto it = std::ranges::find_if(tasks_, [](const auto& task) { return task->over(); });
    if (it == tasks_.end()) return tasks_.size() < kMaxTasks;
    bytes -= (*it)->bytes();
    tasks_.erase(it);
  }
  return true;
}

void TaskBridge::host(const HostedPtr& task, const mcp::TaskState& theirs) {
  task->theirs = theirs.id;
  task->state = theirs;
  task->state.id = random_.hex(16);
  task->touch();
  if (task->state.created.empty()) task->state.created = task->state.updated;
  if (task->lane->modern()) {
    loop_.spawn(follow_modern(task, loop_));
  } else {
    loop_.spawn(follow(task, asking_for_outcome(*task)));
  }
}

// A legacy client's own: its server may know it there. Else one by itself, if its server may ask.
Task<LinkResult<TaskBridge::HostedPtr>> TaskBridge::on_lane(face::Request& request,
                                                            const Errand& errand) {
  const bool legacy = request.terms.era == mcp::Era::kLegacy;
  const bool leased = !legacy && request.terms.features.can_be_asked();
  const face::Session* session = legacy ? request.session.get() : nullptr;
  std::string key = Servers::lane_key(*errand.server, nullptr, request.terms);
  auto lane = leased ? co_await errand.server->lease(std::move(key), request.terms)
                     : co_await Servers::lane(errand.server, session, request.terms);
  if (!lane) co_return tl::unexpected(lane.error());
  HostedPtr task = make(request, errand, std::move(*lane));
  task->leased = leased;
  co_return task;
}

void TaskBridge::name_ours(Hosted& task) {
  task.state.id = random_.hex(16);
  task.touch();
  task.state.created = task.state.updated;
  task.state.ttl_ms = kKept.count();
}

Task<face::Answer> TaskBridge::begin(face::Request& request, Errand errand) {
  if (!make_room()) co_return unsent(no_room(request));
  auto made = co_await on_lane(request, errand);
  if (!made) co_return answer_no_lane(request.message, errand.server->name(), made.error());
  const HostedPtr task = *made;
  auto out = co_await outgoing(request, errand, task->lane, std::nullopt, {});
  if (request.exchange.cancelled()) {
    task->drop();
    co_return not_begun(request, errand.server->name());
  }
  out.timeout = errand.manner.bounded(out.timeout);
  request.exchange.on_cancel([&, id = out.id](std::string_view reason) {
    call_off(task->lane, *task->server, id, reason);
  });
  auto response = co_await task->lane->call(std::move(out), task.get());
  request.exchange.on_cancel(nullptr);
  const auto begun = response ? mcp::begun_task(response->result()) : std::nullopt;
  if (!begun) {
    task->drop();
    if (!response) co_return answer_failed(request.message, errand, response.error());
    mcp::Homeward how{mcp::Era::kModern, request.message.method(), request.message.raw_id(), {}};
    how.opens_urls = request.terms.features.elicitation_url;
    co_return answer_home(*response, how);
  }
  host(task, *begun);
  bound(task, errand);
  tasks_.push_back(task);
  co_return face::answer_result(request.message, task->begun());
}

face::Answer TaskBridge::adopt(const face::Request& request, const Errand& errand, LanePtr lane,
                               const rpc::Message& response) {
  if (!make_room()) return no_room(request);
  const HostedPtr task = make(request, errand, std::move(lane));
  if (const auto begun = mcp::begun_task(response.result())) {
    host(task, *begun);
    bound(task, errand);
  } else {
    name_ours(*task);
    task->finish(response);
  }
  tasks_.push_back(task);
  return face::answer_result(request.message, task->begun());
}

void TaskBridge::bound(const HostedPtr& task, const Errand& errand) {
  const auto at_most = errand.manner.at_most;
  if (!at_most) return;
  task->bound =
      loop_.after(*at_most, [this, weak = std::weak_ptr<Hosted>(task),
                             why = base::to_line(call_trouble(too_late(errand), errand.manner))] {
        if (const HostedPtr late = weak.lock(); late && !late->over())
          loop_.spawn(end_late(late, why));
      });
}

// Its server is told, and the client does not wait for what that says.
Task<void> TaskBridge::end_late(HostedPtr task, std::string why) {
  const LanePtr lane = task->lane;
  if (task->is_ours()) {
    task->call_off(kNoMoreTime);
    co_return task->fail(rpc::kUpstreamTimeout, why);
  }
  auto stop = about_task(*lane, task->terms, "tasks/cancel", task->theirs);
  stop.timeout = task->server->config().call_timeout;
  task->fail(rpc::kUpstreamTimeout, why);
  if (lane->is_open()) (void)co_await lane->call(std::move(stop), nullptr);
}

// --- following

Task<LinkResult<rpc::Message>> TaskBridge::tell(HostedPtr task, std::string method,
                                                std::string more) {
  const LanePtr lane = task->lane;
  auto out = about_task(*lane, task->terms, method, task->theirs, more);
  out.timeout = task->server->config().call_timeout;
  co_return co_await lane->call(std::move(out), nullptr);
}

// A legacy server says how it ended, and asks its questions, under tasks/result.
upstream::Outgoing TaskBridge::asking_for_outcome(Hosted& task) {
  auto out = about_task(*task.lane, task.terms, "tasks/result", task.theirs);
  out.stands = true;
  task.call = out.id;
  return out;
}

Task<void> TaskBridge::follow(HostedPtr task, upstream::Outgoing out) {
  const LanePtr lane = task->lane;
  auto response = co_await lane->call(std::move(out), task.get());
  task->call = 0;
  if (response) {
    task->finish(*response);
  } else {
    task->fail(rpc::kUpstreamFailed, base::to_line(call_trouble(response.error(), task->manner)));
  }
}

Task<void> TaskBridge::follow_modern(HostedPtr task, net::Loop& loop) {
  const auto until = net::Clock::now() + kLongest;
  for (int misses = 0; !task->over();) {
    co_await loop.sleep(task->pause());
    if (task->over()) break;
    auto response = co_await tell(task, "tasks/get");
    if (task->over()) break;
    misses = response ? 0 : misses + 1;
    if (response) {
      look(*task, *response);
    } else if (misses >= kMaxMisses || !task->lane->is_open()) {
      task->fail(rpc::kUpstreamFailed, base::to_line(call_trouble(response.error(), task->manner)));
    }
    if (net::Clock::now() > until) task->fail(rpc::kUpstreamTimeout, "the task does not end");
  }
}

void TaskBridge::look(Hosted& task, const rpc::Message& response) {
  if (response.kind() == rpc::Kind::kError) return task.finish(response);
  const json::View result = response.result();
  const auto now = mcp::read_task(result);
  if (!now) return task.fail(rpc::kUpstreamFailed, "the server's answer names no task");
  const std::string id = task.state.id, created = task.state.created;
  const bool news = now->status != task.state.status;
  task.state = *now;
  task.state.id = id;
  if (!created.empty()) task.state.created = created;
  if (now->over()) return task.finish(result);
  task.put_questions(result.find("inputRequests"));
  if (news) task.wake();
}

// --- waiting

// What a modern server wants to know. Two may wait for the outcome: one of them asks, and what the
// client says answers what it was asked, nothing that its server has asked since.
Task<std::optional<face::Answer>> TaskBridge::ask_round(face::Request& request,
                                                        const Errand& errand, HostedPtr task,
                                                        net::Duration ask_timeout) {
  const auto questions = task->asking;
  task->is_asking = true;
  auto responses = co_await ask_client(checkpoint_, request, errand, questions->root(), ask_timeout,
                                       task->state.id);
  task->is_asking = false;
  task->wake();  // whoever else waits may ask now
  if (!responses) co_return std::move(responses.error());
  if (!task->still_asks(questions->root())) co_return std::nullopt;
  task->note_answered(questions->root());
  if (task->answers != nullptr) task->answers->keep(std::move(*responses));
  if (!task->over() && !task->is_ours())
    (void)co_await tell(task, "tasks/update", R"("inputResponses":)" + *responses);
  co_return std::nullopt;
}

// Asks the client what the server wants to know meanwhile. False: time is up, or nobody waits any
// more, or `trouble` says what is wrong.
Task<bool> TaskBridge::until_over(face::Request& request, const Errand& errand, HostedPtr task,
                                  Bounds bounds, std::optional<face::Answer>& trouble) {
  const auto until = net::Clock::now() + bounds.longest;
  while (!task->over() && !request.exchange.cancelled()) {
    if (task->asking && !task->is_asking && request.session) {
      trouble = co_await ask_round(request, errand, task, bounds.ask);
      if (trouble) break;
      continue;
    }
    const bool legacy = request.session && request.terms.era == mcp::Era::kLegacy;
    if (const OpenQuestion* question = task->next_question(); question != nullptr && legacy) {
      co_await put_question(request, errand, task, *question, bounds.ask);
      continue;
    }
    const auto left = std::chrono::duration_cast<net::Duration>(until - net::Clock::now());
    if (left.count() <= 0) break;
    net::Promise<bool> news(loop_.executor());
    task->waiting.push_back(&news);
    request.exchange.on_cancel([&](std::string_view) { news.keep(true); });
    (void)co_await net::within(loop_, left, news);
    request.exchange.on_cancel(nullptr);
    std::erase(task->waiting, &news);
  }
  task->leave(request.exchange);
  co_return !trouble && task->over();
}

Task<face::Answer> TaskBridge::wait(face::Request& request, const Errand& errand, LanePtr lane,
                                    mcp::TaskState begun, net::Duration ask_timeout) {
  const HostedPtr task = make(request, errand, std::move(lane));
  host(task, begun);
  bound(task, errand);
  std::optional<face::Answer> trouble;
  const net::Duration timeout = errand.server->config().call_timeout;
  const Bounds bounds{timeout.count() > 0 ? timeout : kLongest, ask_timeout};
  const bool over = co_await until_over(request, errand, task, bounds, trouble);
  if (over) co_return task->outcome_for(request, {});
  task->called_off = true;
  (void)co_await tell(task, "tasks/cancel");
  if (!trouble)
    trouble = face::answer_error(
        request.message, rpc::kUpstreamTimeout,
        fmt::format(
            "{}: its task did not end within {} ms; raise its callTimeout if it needs longer",
            errand.server->name(), timeout.count()));
  task->drop();
  co_return std::move(*trouble);
}

}  // namespace touchstone::gateway
