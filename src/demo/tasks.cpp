#include "demo/tasks.hpp"

#include <algorithm>
#include <utility>

namespace touchstone::demo {

void TaskRecord::move_to(Status next) {
  if (over()) return;
  status = next;
  updated = std::chrono::system_clock::now();
  for (const auto& waiter : std::exchange(waiters, {})) waiter->wake();
}

void TaskRecord::finish(Reply reply) {
  if (over()) return;
  outcome = std::move(reply);
  move_to(Status::kDone);
}

void TaskRecord::cancel() {
  move_to(Status::kCancelled);
  open.clear();
  life.end();
}

void TaskRecord::answer(json::View responses) {
  std::erase_if(open, [&](const Question& question) {
    const json::View given = responses.find(question.key);
    if (!is_answer(given, question)) return false;
    memory[question.key] = std::string(given.raw());
    return true;
  });
  if (status != Status::kInputRequired || !open.empty()) return;
  move_to(Status::kWorking);
  life.wake();
}

Tasks::~Tasks() {
  for (const auto& task : tasks_) task->cancel();
}

std::shared_ptr<TaskRecord> Tasks::create(std::string owner) {
  make_room();
  if (tasks_.size() >= kMaxTasks) return nullptr;
  tasks_.push_back(std::make_shared<TaskRecord>(loop_, random_.hex(16), std::move(owner)));
  return tasks_.back();
}

std::shared_ptr<TaskRecord> Tasks::find(std::string_view id, std::string_view owner) {
  const auto it = std::ranges::find_if(
      tasks_, [&](const auto& task) { return task->id == id && task->owner == owner; });
  return it == tasks_.end() ? nullptr : *it;
}

std::vector<std::shared_ptr<TaskRecord>> Tasks::of(std::string_view owner) {
  std::vector<std::shared_ptr<TaskRecord>> found;
  for (const auto& task : tasks_) {
    if (task->owner == owner) found.push_back(task);
  }
  return found;
}

void Tasks::make_room() {
  const auto oldest = std::chrono::system_clock::now() - kLifetime;
  std::erase_if(tasks_, [&](const auto& task) { return task->over() && task->updated < oldest; });
  if (tasks_.size() < kMaxTasks) return;
  const auto it = std::ranges::find_if(tasks_, [](const auto& task) { return task->over(); });
  if (it != tasks_.end()) tasks_.erase(it);
}

Task<Asked> TaskLine::ask(const std::vector<Question>& questions, Keep /*keep*/) {
  for (const auto& question : questions) {
    if (!task_->memory.contains(question.key)) task_->open.push_back(question);
  }
  if (!task_->open.empty()) task_->move_to(Status::kInputRequired);
  while (!task_->open.empty() && !task_->life.ended()) co_await task_->life.pause();
  auto asked = recall(task_->memory, questions);
  if (asked) co_return std::move(*asked);
  Asked broken_off;
  broken_off.reply = failure("The task was cancelled.");
  co_return broken_off;
}

}  // namespace touchstone::demo
