// Tasks on the wire, both forms. Each function returns a raw JSON object.
#pragma once

#include <string>

#include "demo/tasks.hpp"

namespace touchstone::demo {

// 2025-11-25: {taskId, status, createdAt, lastUpdatedAt, ttl, pollInterval}. A tool's own failure
// is "failed".
[[nodiscard]] std::string write_legacy_task(const TaskRecord& task);

// The extension: {taskId, status, …, ttlMs, pollIntervalMs}; a tool's own failure is "completed".
[[nodiscard]] std::string write_new_task(const TaskRecord& task);
// The same with what the status brings: result, error or inputRequests.
[[nodiscard]] std::string write_detailed_task(const TaskRecord& task);

}  // namespace touchstone::demo
