// Requests about tasks that the bridge tells of: what clients ask of theirs, and what servers ask
// of clients meanwhile. How a task begins, goes on and ends is in task_bridge.cpp.
#include <algorithm>

#include <fmt/format.h>

#include "gateway/answering.hpp"
#include "gateway/hosted_task.hpp"
#include "gateway/outgoing.hpp"
#include "gateway/subject.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
TaskBridge::HostedPtr TaskBridge::find(const std::string& owner, std::string_view id) const {
  const auto it = std::ranges::find_if(
      tasks_, [&](const auto& task) { return task->state.id == id && task->owner == owner; });
  return it == tasks_.end() ? nullptr : *it;
}

std::optional<Errand> TaskBridge::errand_about(const std::string& owner,
                                               std::string_view id) const {
  const HostedPtr task = find(owner, id);
  if (task == nullptr) return std::nullopt;
  Errand errand{task->server, {}, {}};
  errand.is_hosted = true;
  errand.origin = task->origin;
  return errand;
}

Task<face::Answer> TaskBridge::answer(face::Request& request, const Errand& errand,
                                      net::Duration ask_timeout) {
  const std::string_view method = request.message.method();
  const mcp::Era era = request.terms.era;
  const HostedPtr task =
      find(owner_of(request), request.message.param("taskId").as_string().value_or(""));
  if (task == nullptr)  // its time was over while the request was looked at
    co_return face::answer_error(request.message, rpc::kInvalidParams,
                                 "Invalid params: unknown task");
  if (method == "tasks/get") co_return face::answer_result(request.message, task->told(era));
  if (method == "tasks/result") co_return co_await result(request, errand, task, ask_timeout);
  if (method == "tasks/cancel") co_return co_await cancel(request, task);
  if (method != "tasks/update")
    co_return face::answer_error(request.message, rpc::kMethodNotFound, "Method not found");
  if (task->lane) {
    const LanePtr lane = task->lane;  // it may end meanwhile
    auto hearer = hearer_in_call(request, errand);
    co_await answer_questions(checkpoint_.guard(), std::move(hearer), task->questions, *lane,
                              request.message.param("inputResponses"));
    task->note_questions();
  }
  co_return face::answer_result(request.message, R"({"resultType":"complete"})");
}

Task<face::Answer> TaskBridge::result(face::Request& request, const Errand& errand, HostedPtr task,
                                      net::Duration ask_timeout) {
  // A call behind a task of ours has its own bounds; and until it is over there is no result.
  const net::Duration timeout =
      task->is_ours() ? net::Duration(0) : task->server->config().call_timeout;
  const Bounds bounds{timeout.count() > 0 ? timeout : kLongest, ask_timeout};
  std::optional<face::Answer> trouble;
  const bool over = co_await until_over(request, errand, task, bounds, trouble);
  if (over) co_return task->outcome_for(request, task->state.id);
  if (trouble) co_return std::move(*trouble);
  co_return face::answer_error(request.message, rpc::kUpstreamTimeout,
                               "the task goes on; ask again for its result");
}

Task<face::Answer> TaskBridge::cancel(face::Request& request, HostedPtr task) {
  const mcp::Era era = request.terms.era;
  const bool legacy = era == mcp::Era::kLegacy;
  if (task->over() && legacy)
    co_return face::answer_error(request.message, rpc::kInvalidParams,
                                 "Invalid params: the task is over");
  if (!task->over()) {
    task->called_off = true;
    if (task->is_ours()) {
      task->call_off("the client has called the task off");
    } else {
      (void)co_await tell(task, "tasks/cancel");
    }
    task->end_as_cancelled();
  }
  co_return face::answer_result(request.message,
                                legacy ? task->told(era) : R"({"resultType":"complete"})");
}

std::vector<TaskBridge::Listed> TaskBridge::list(const std::string& owner,
                                                 const Scope& scope) const {
  std::vector<Listed> all;
  for (const HostedPtr& task : tasks_) {
    if (task->owner == owner && scope.has(task->server->name()))
      all.emplace_back(task->server, task->told(mcp::Era::kLegacy));
  }
  return all;
}

// --- what servers ask

std::optional<guard::Hearer> TaskBridge::hearer(upstream::Patron* patron,
                                                const rpc::Message& question) {
  const auto* task = dynamic_cast<Hosted*>(patron);
  if (task == nullptr || !mcp::can_answer(task->terms.features, question)) return std::nullopt;
  return task->began;
}

bool TaskBridge::asked(upstream::Patron* patron, upstream::Lane& lane,
                       const rpc::Message& question) {
  auto* task = dynamic_cast<Hosted*>(patron);
  if (task == nullptr) return false;
  if (task->state.id.empty() || !mcp::can_answer(task->terms.features, question)) {
    lane.say(rpc::error(question.raw_id(), rpc::kMethodNotFound, "the client cannot answer this"));
    return true;
  }
  const auto is_it = [&](const OpenQuestion& each) { return each.id == question.raw_id(); };
  if (std::ranges::any_of(task->questions, is_it)) return true;  // its answer is on its way
  if (!has_room(task->questions, kMaxOpenQuestions, lane, question)) return true;
  task->turn.release();  // whoever answers may need another call for it
  task->questions.push_back(question_of(question, fmt::format("q{}", ++task->asked)));
  task->note_questions();
  return true;
}

bool TaskBridge::withdraw(const upstream::Lane& lane, const rpc::Message& cancelled) {
  for (const HostedPtr& task : tasks_) {
    if (task->lane.get() != &lane || !take_back(task->questions, cancelled)) continue;
    task->note_questions();
    return true;
  }
  return false;
}

}  // namespace touchstone::gateway
