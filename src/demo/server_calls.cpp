// tools/call and prompts/get.
#include "demo/arguments.hpp"
#include "demo/server.hpp"
#include "demo/task_wire.hpp"
#include "rpc/code.hpp"

namespace touchstone::demo {
namespace {

constexpr std::string_view kTasksCapability =
    R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})";

// Only modern HTTP has headers; its requests have no session.
bool has_headers(const face::Request& request) {
  return request.terms.era == mcp::Era::kModern && !request.session;
}

// Does this caller understand a task in place of a result?
bool takes_task(const face::Request& request) {
  if (request.terms.era == mcp::Era::kModern) return request.terms.features.tasks;
  return static_cast<bool>(request.message.param("task"));
}

// The tool runs with a copy of the request: the original goes with its answer.
Task<void> run_in_background(std::shared_ptr<const Parts> /*keeps `run` alive*/,
                             const Function& run, std::shared_ptr<TaskRecord> task,
                             rpc::Message message, mcp::Terms terms) {
  TaskLine line(task);
  Call call(message, terms, line);
  Reply reply = co_await run(call);
  task->finish(std::move(reply));
}

}  // namespace

Task<Reply> Server::call_tool(face::Request& request) {
  const auto name = request.message.param("name").as_string().value_or("");
  const auto it = tools_.find(name);
  if (it == tools_.end()) co_return error(rpc::kInvalidParams, "Unknown tool: " + name);
  const Entry& tool = *it->second;
  const json::View arguments = request.message.param("arguments");
  if (has_headers(request)) {
    auto fault = mcp::check_mirrors(arguments, tool.mirrored, request.param_headers);
    if (!fault.empty()) co_return error(rpc::kHeaderMismatch, std::move(fault));
  }
  // Said to the model, not to the client: it is the model that can do better.
  if (const auto fault = check_arguments(tool.definition.root().find("inputSchema"), arguments);
      !fault.empty())
    co_return failure(fault);
  Reply reply = co_await run(request, tool);
  co_return reply;
}

Task<Reply> Server::get_prompt(face::Request& request) {
  const auto name = request.message.param("name").as_string().value_or("");
  const auto it = prompts_.find(name);
  if (it == prompts_.end()) co_return error(rpc::kInvalidParams, "Unknown prompt: " + name);
  const json::View wanted = it->second->definition.root().find("arguments");
  for (const json::View argument : wanted.elements()) {
    const auto key = argument.find("name").as_string().value_or("");
    const bool given = static_cast<bool>(request.message.param("arguments").find(key));
    if (!given && argument.find("required").as_bool().value_or(false))
      co_return error(rpc::kInvalidParams, "Missing argument: " + key);
  }
  Reply reply = co_await run(request, *it->second);
  co_return reply;
}

Task<Reply> Server::run(face::Request& request, const Entry& entry) {
  const bool modern = request.terms.era == mcp::Era::kModern;
  const Background background = entry.part.background;
  const bool as_task = takes_task(request);
  if (background == Background::kMust && !as_task)
    co_return modern ? missing_capability(kTasksCapability)
                     : error(rpc::kMethodNotFound, "This tool must be called as a task");
  if (!modern && as_task && background == Background::kNever)
    co_return error(rpc::kMethodNotFound, "This tool cannot be called as a task");
  if (as_task && (background == Background::kMay || background == Background::kMust))
    co_return start_task(request, entry, {});

  if (!modern) {
    LegacyLine line(loop_, request);
    Call call(request.message, request.terms, line);
    Reply reply = co_await entry.part.run(call);
    co_return reply.later&& as_task ? start_task(request, entry, {}) : reply;
  }
  ModernLine line(loop_, request, states_);
  if (!line.restore())
    co_return error(rpc::kInvalidParams, "The requestState is unknown, used, too old or altered");
  Call call(request.message, request.terms, line);
  Reply reply = co_await entry.part.run(call);
  if (!reply.later) co_return reply;
  co_return as_task ? start_task(request, entry, line.memory())
                    : missing_capability(kTasksCapability);
}

Reply Server::start_task(face::Request& request, const Entry& entry, Memory memory) {
  json::Parser parser;
  auto copy = rpc::Message::parse(parser, json::Text::copy_of(request.message.text()));
  auto task = tasks_.create(owner_of(request));
  if (!copy || !task) return error(rpc::kTooMany, "Too many tasks are running");
  task->memory = std::move(memory);
  Reply reply;
  if (request.terms.era == mcp::Era::kModern) {
    reply.result = write_new_task(*task);
    reply.type = "task";
  } else {
    reply.result = "{\"task\":" + write_legacy_task(*task) + "}";
  }
  loop_.spawn(
      run_in_background(parts_, entry.part.run, std::move(task), std::move(*copy), request.terms));
  return reply;
}

std::string Server::owner_of(const face::Request& request) {
  return request.principal + '\n' + (request.session ? request.session->id() : "");
}

tl::expected<std::shared_ptr<TaskRecord>, Reply> Server::named_task(face::Request& request) {
  if (request.terms.era == mcp::Era::kModern && !request.terms.features.tasks)
    return tl::unexpected(missing_capability(kTasksCapability));
  const auto id = request.message.param("taskId").as_string().value_or("");
  auto task = tasks_.find(id, owner_of(request));
  if (!task) return tl::unexpected(error(rpc::kInvalidParams, "Unknown task: " + id));
  return task;
}

}  // namespace touchstone::demo
