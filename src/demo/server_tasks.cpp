// tasks/get, update, cancel (modern), result and list (legacy).
#include "demo/server.hpp"
#include "demo/task_wire.hpp"
#include "json/writer.hpp"
#include "mcp/tasks.hpp"
#include "rpc/code.hpp"

namespace touchstone::demo {
namespace {

bool modern(const face::Request& request) { return request.terms.era == mcp::Era::kModern; }

}  // namespace

Task<Reply> Server::get_task(face::Request& request) {
  const auto task = named_task(request);
  if (!task) co_return task.error();
  co_return raw(modern(request) ? write_detailed_task(**task) : write_legacy_task(**task));
}

Task<Reply> Server::update_task(face::Request& request) {
  const auto task = named_task(request);
  if (!task) co_return task.error();
  (*task)->answer(request.message.param("inputResponses"));
  co_return raw("{}");
}

Task<Reply> Server::cancel_task(face::Request& request) {
  const auto task = named_task(request);
  if (!task) co_return task.error();
  if (!modern(request) && (*task)->over())
    co_return error(rpc::kInvalidParams, "The task is over and cannot be cancelled");
  (*task)->cancel();
  co_return raw(modern(request) ? "{}" : write_legacy_task(**task));
}

// Legacy: waits for the end, and passes on what the task asks meanwhile.
Task<Reply> Server::task_result(face::Request& request) {
  const auto found = named_task(request);
  if (!found) co_return found.error();
  const std::shared_ptr<TaskRecord>& task = *found;
  LegacyLine line(loop_, request);
  while (!task->over() && !line.life().ended()) {
    if (task->status == Status::kInputRequired) {
      std::vector<Question> questions = task->open;
      for (auto& question : questions)
        question.params = mcp::with_related_task(question.params, task->id);
      const Asked asked = co_await line.ask(questions, Keep::kStateless);
      if (asked.reply) task->finish(*asked.reply), task->life.end();
      json::Writer w;
      w.begin_object();
      for (std::size_t i = 0; i < asked.answers.size(); ++i)
        w.key(questions[i].key).raw(asked.answers[i].root().raw());
      w.end_object();
      const auto answers = json::Parser().parse(json::Text::copy_of(w.text()));
      if (answers) task->answer(answers->root());
      continue;
    }
    task->waiters.push_back(line.shared_life());
    co_await line.life().pause();
  }
  if (task->status == Status::kCancelled)
    co_return error(rpc::kInvalidParams, "The task was cancelled");
  Reply reply = task->outcome;
  if (reply.code == 0) reply.result = mcp::with_related_task(reply.result, task->id);
  co_return reply;
}

Task<Reply> Server::list_tasks(face::Request& request) {
  json::Writer w;
  w.begin_object().key("tasks").begin_array();
  for (const auto& task : tasks_.of(owner_of(request))) w.raw(write_legacy_task(*task));
  w.end_array().end_object();
  co_return raw(std::move(w).take());
}

}  // namespace touchstone::demo
