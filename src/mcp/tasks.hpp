// Tasks on the wire, both forms: the core experiment of 2025-11-25 and the extension
// io.modelcontextprotocol/tasks of 2026-07-28.
//
// They mean nearly the same in other words. A legacy client asks for a task with `task` in its
// request, reads its state with tasks/get and its outcome with tasks/result; a modern client says
// that it understands tasks, the server decides, and tasks/get brings state and outcome together.
// What a client's legacy capability `tasks` says is another thing: that *it* can be asked by task.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mcp/era.hpp"
#include "mcp/terms.hpp"

namespace touchstone::mcp {

inline constexpr std::string_view kTasksExtension = "io.modelcontextprotocol/tasks";
inline constexpr std::string_view kRelatedTask = "io.modelcontextprotocol/related-task";
// Capabilities of a server whose tools can be called as tasks of the core experiment.
inline constexpr std::string_view kCoreTasks =
    R"({"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})";

// What both forms say of a task.
struct TaskState {
  std::string id;
  std::string status = "working";
  std::string message;  // "" if there is none
  std::string created, updated;
  std::optional<std::int64_t> ttl_ms;  // none: unlimited
  std::optional<std::int64_t> poll_ms;

  [[nodiscard]] bool over() const {
    return status == "completed" || status == "failed" || status == "cancelled";
  }
};
// From an object of either form; nothing if it names no task.
[[nodiscard]] std::optional<TaskState> read_task(json::View task);
// The task that a server began in place of a result, whichever era it speaks; nothing if it did
// not.
[[nodiscard]] std::optional<TaskState> begun_task(json::View result);
// A raw object in the words of one era, `more` (raw members, or "") at its end.
[[nodiscard]] std::string write_task(const TaskState& task, Era era, std::string_view more = {});

// A raw result or params with _meta naming the task, as what belongs to a legacy task has it.
[[nodiscard]] std::string with_related_task(std::string_view raw_object, std::string_view id);

// What a legacy client declared, for a modern server: its legacy `tasks` mean nothing there, and
// the extension, which means nothing in a legacy handshake, is there if `tasks` says so.
[[nodiscard]] std::string modern_capabilities(std::string_view raw_capabilities, bool tasks);

// Capabilities of a server of which clients of this era hear, raw, because we translate its tasks;
// "" if there is nothing to add.
[[nodiscard]] std::string_view tasks_for(Era client, json::View server_capabilities);

// Is the core experiment part of the revision that this client speaks?
[[nodiscard]] bool has_core_tasks(const Terms& client);
// Does a server of this era run calls of its tools as tasks?
[[nodiscard]] bool serves_tasks(Era server, json::View server_capabilities);

// Did the server refuse because the client does not understand tasks?
[[nodiscard]] bool wants_tasks(const rpc::Message& response);

}  // namespace touchstone::mcp
