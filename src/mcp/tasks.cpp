#include "mcp/tasks.hpp"

#include "json/parser.hpp"
#include "json/splice.hpp"
#include "json/writer.hpp"
#include "rpc/code.hpp"

namespace touchstone::mcp {
namespace {

std::string text_in(json::View object, std::string_view key) {
  return object.find(key).as_string().value_or("");
}

std::optional<std::int64_t> number_in(json::View task, std::string_view modern,
                                      std::string_view legacy) {
  const json::View value = task.find(modern);
  return value ? value.as_int() : task.find(legacy).as_int();
}

}  // namespace

std::optional<TaskState> read_task(json::View task) {
  const auto id = task.find("taskId").as_string();
  const auto status = task.find("status").as_string();
  if (!id || !status) return std::nullopt;
  return TaskState{*id,
                   *status,
                   text_in(task, "statusMessage"),
                   text_in(task, "createdAt"),
                   text_in(task, "lastUpdatedAt"),
                   number_in(task, "ttlMs", "ttl"),
                   number_in(task, "pollIntervalMs", "pollInterval")};
}

std::optional<TaskState> begun_task(json::View result) {
  if (result.find("resultType").equals("task")) return read_task(result);
  return read_task(result.find("task"));
}

std::string write_task(const TaskState& task, Era era, std::string_view more) {
  const bool modern = era == Era::kModern;
  json::Writer out;
  out.begin_object();
  out.key("taskId").string(task.id).key("status").string(task.status);
  if (!task.message.empty()) out.key("statusMessage").string(task.message);
  out.key("createdAt").string(task.created).key("lastUpdatedAt").string(task.updated);
  out.key(modern ? "ttlMs" : "ttl");
  if (task.ttl_ms) {
    out.integer(*task.ttl_ms);
  } else {
    out.null();
  }
  if (task.poll_ms) out.key(modern ? "pollIntervalMs" : "pollInterval").integer(*task.poll_ms);
  out.end_object();
  std::string text = std::move(out).take();
  if (!more.empty()) text.replace(text.size() - 1, 1, "," + std::string(more) + "}");
  return text;
}

std::string with_related_task(std::string_view raw_object, std::string_view id) {
  const auto document = json::Parser().parse(json::Text::copy_of(raw_object));
  if (!document || !document->root().is(json::Kind::kObject)) return std::string(raw_object);
  json::Writer related;
  related.begin_object().key("taskId").string(id).end_object();
  json::Splice splice(*document);
  const json::View meta = document->root().find("_meta");
  if (meta.is(json::Kind::kObject)) {
    splice.set_member(meta, kRelatedTask, std::move(related).take());
  } else {
    json::Writer whole;
    whole.begin_object().key(kRelatedTask).raw(related.text()).end_object();
    splice.set_member(document->root(), "_meta", std::move(whole).take());
  }
  return splice.apply();
}

std::string modern_capabilities(std::string_view raw_capabilities, bool tasks) {
  // Nearly nobody speaks of tasks, and this is on the way of every call.
  if (!tasks && raw_capabilities.find("tasks") == std::string_view::npos)
    return std::string(raw_capabilities);
  const auto document = json::Parser().parse(json::Text::copy_of(raw_capabilities));
  if (!document || !document->root().is(json::Kind::kObject)) return "{}";
  json::Writer out;
  out.begin_object();
  json::View extensions;
  for (const auto [key, value] : document->root().members()) {
    if (key.equals("extensions") && value.is(json::Kind::kObject)) {
      extensions = value;
    } else if (!key.equals("tasks")) {
      out.key(*key.as_string()).raw(value.raw());
    }
  }
  if (extensions || tasks) {
    out.key("extensions").begin_object();
    for (const auto [key, value] : extensions.members())
      if (!key.equals(kTasksExtension)) out.key(*key.as_string()).raw(value.raw());
    if (tasks) out.key(kTasksExtension).begin_object().end_object();
    out.end_object();
  }
  out.end_object();
  return std::move(out).take();
}

std::string_view tasks_for(Era client, json::View server_capabilities) {
  if (client == Era::kLegacy && serves_tasks(Era::kModern, server_capabilities)) return kCoreTasks;
  if (client == Era::kModern && serves_tasks(Era::kLegacy, server_capabilities))
    return R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})";
  return {};
}

bool has_core_tasks(const Terms& client) {
  return client.era == Era::kLegacy && client.version == kLatestLegacy;
}

bool serves_tasks(Era server, json::View server_capabilities) {
  const json::View legacy = server_capabilities.find("tasks").find("requests").find("tools");
  const json::View modern = server_capabilities.find("extensions").find(kTasksExtension);
  return static_cast<bool>(server == Era::kModern ? modern : legacy.find("call"));
}

bool wants_tasks(const rpc::Message& response) {
  if (response.error_code() != rpc::kMissingCapability) return false;
  const json::View required = response.error().find("data").find("requiredCapabilities");
  return static_cast<bool>(required.find("extensions").find(kTasksExtension));
}

}  // namespace touchstone::mcp
