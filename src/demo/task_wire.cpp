#include "demo/task_wire.hpp"

#include <fmt/chrono.h>

#include "demo/line.hpp"
#include "json/writer.hpp"

namespace touchstone::demo {
namespace {

std::string iso_time(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%FT%TZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

std::string_view word(Status status) {
  switch (status) {
    case Status::kWorking: return "working";
    case Status::kInputRequired: return "input_required";
    case Status::kDone: return "completed";
    case Status::kCancelled: break;
  }
  return "cancelled";
}

bool has_failed(const TaskRecord& task) {
  return task.status == Status::kDone && task.outcome.code != 0;
}

void write_common(json::Writer& w, const TaskRecord& task, std::string_view status) {
  w.key("taskId").string(task.id).key("status").string(status);
  w.key("createdAt").string(iso_time(task.created));
  w.key("lastUpdatedAt").string(iso_time(task.updated));
}

void write_task(json::Writer& w, const TaskRecord& task) {
  write_common(w, task, has_failed(task) ? "failed" : word(task.status));
  w.key("ttlMs").integer(Tasks::kLifetime.count());
  w.key("pollIntervalMs").integer(Tasks::kPollInterval.count());
}

void write_error(json::Writer& w, const Reply& reply) {
  w.begin_object().key("code").integer(reply.code).key("message").string(reply.message);
  if (!reply.data.empty()) w.key("data").raw(reply.data);
  w.end_object();
}

}  // namespace

std::string write_legacy_task(const TaskRecord& task) {
  const bool failed = has_failed(task) || (task.over() && task.outcome.is_error);
  json::Writer w;
  w.begin_object();
  write_common(w, task, failed ? "failed" : word(task.status));
  w.key("ttl").integer(Tasks::kLifetime.count());
  w.key("pollInterval").integer(Tasks::kPollInterval.count()).end_object();
  return std::move(w).take();
}

std::string write_new_task(const TaskRecord& task) {
  json::Writer w;
  w.begin_object();
  write_task(w, task);
  w.end_object();
  return std::move(w).take();
}

std::string write_detailed_task(const TaskRecord& task) {
  json::Writer w;
  w.begin_object();
  write_task(w, task);
  if (task.status == Status::kInputRequired) w.key("inputRequests").raw(write_questions(task.open));
  if (has_failed(task)) {
    w.key("error");
    write_error(w, task.outcome);
  } else if (task.status == Status::kDone) {
    w.key("result").raw(task.outcome.result);
  }
  w.end_object();
  return std::move(w).take();
}

}  // namespace touchstone::demo
