// Tasks: calls that go on in the background, and what is known about them.
//
// One book for both forms on the wire: the core experiment of 2025-11-25 (a `task` in the request;
// tasks/get, result, list, cancel) and the extension io.modelcontextprotocol/tasks of 2026-07-28
// (the server decides; tasks/get, update, cancel). task_wire.hpp writes them.
//
// A task belongs to whoever made it; to anybody else it does not exist. On the loop's thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "demo/call.hpp"

namespace touchstone::demo {

enum class Status : std::uint8_t { kWorking, kInputRequired, kDone, kCancelled };

struct TaskRecord {
  TaskRecord(net::Loop& loop, std::string id, std::string owner)
      : life(loop), id(std::move(id)), owner(std::move(owner)) {}

  Life life;  // of the tool's function: it waits here for time to pass, or for answers
  std::string id, owner;
  Status status = Status::kWorking;
  std::chrono::system_clock::time_point created = std::chrono::system_clock::now();
  std::chrono::system_clock::time_point updated = created;
  std::vector<Question> open;  // not yet answered
  Memory memory;
  Reply outcome;                               // of kDone
  std::vector<std::shared_ptr<Life>> waiters;  // for any change

  [[nodiscard]] bool over() const { return status >= Status::kDone; }
  void move_to(Status next);  // tells the waiters; what is over stays as it is
  void finish(Reply reply);
  void cancel();
  // Takes those answers that were asked for, and lets the function go on once all are there.
  void answer(json::View responses);
};

class Tasks {
 public:
  static constexpr std::size_t kMaxTasks = 256;
  static constexpr std::chrono::milliseconds kLifetime = std::chrono::minutes(10);
  static constexpr std::chrono::milliseconds kPollInterval{200};

  Tasks(net::Loop& loop, base::Random& random) : loop_(loop), random_(random) {}
  ~Tasks();  // cancels what is running
  Tasks(const Tasks&) = delete;

  // Nothing if too many are running; those that are over make room.
  [[nodiscard]] std::shared_ptr<TaskRecord> create(std::string owner);
  [[nodiscard]] std::shared_ptr<TaskRecord> find(std::string_view id, std::string_view owner);
  [[nodiscard]] std::vector<std::shared_ptr<TaskRecord>> of(std::string_view owner);

 private:
  void make_room();

  net::Loop& loop_;
  base::Random& random_;
  std::deque<std::shared_ptr<TaskRecord>> tasks_;  // oldest first
};

// A background call: it asks through the task, and tells nothing on the way.
class TaskLine final : public Line {
 public:
  explicit TaskLine(std::shared_ptr<TaskRecord> task) : task_(std::move(task)) {}
  void send(std::string) override {}
  [[nodiscard]] bool wants_log(std::string_view) const override { return false; }
  Task<Asked> ask(const std::vector<Question>& questions, Keep keep) override;
  Life& life() override { return task_->life; }
  [[nodiscard]] bool in_background() const override { return true; }

 private:
  std::shared_ptr<TaskRecord> task_;
};

}  // namespace touchstone::demo
