// Gateway, the part about tasks: whose a task is, and all of them.
#include <algorithm>

#include <fmt/format.h>

#include "base/base64.hpp"
#include "face/guard.hpp"
#include "gateway/gateway.hpp"
#include "gateway/task_offers.hpp"
#include "json/string.hpp"
#include "mcp/request.hpp"

namespace touchstone::gateway {
namespace {

// Asking these tells a server nothing: they carry no answers of a person and end nothing.
bool only_reads(std::string_view method) {
  return method == "tasks/get" || method == "tasks/result";
}

// A lane that is this client's alone: whatever tasks there are on it are its own.
bool is_own(const upstream::Lane& lane, const face::Request& request) {
  return request.session && !lane.modern() && lane.key() == request.session->id();
}

// Our cursor of tasks/list: the server whose page it is, and its own cursor, if it is not the
// first.
struct Place {
  std::string server;
  std::string theirs;
};

std::string write_place(const Place& place) {
  return base::base64_url(fmt::format("{}\n{}", place.server, place.theirs));
}

std::optional<Place> read_place(json::View cursor) {
  const auto text = base::from_base64_url(cursor.as_string().value_or(""));
  const std::size_t end = text ? text->find('\n') : std::string::npos;
  if (end == std::string::npos) return std::nullopt;
  return Place{text->substr(0, end), text->substr(end + 1)};
}

}  // namespace

// Whose task it is was seen when it began; for anybody else it does not exist. After a restart
// nobody knows: where all clients are one person's, whoever only wants to read it asks each server
// in turn, and all else must wait for that.
Task<face::Answer> Gateway::task(face::Request& request, Scope scope) {
  if (request.terms.era == mcp::Era::kModern && !request.terms.features.tasks)
    co_return face::answer_error(
        request.message, rpc::kMissingCapability,
        "the request does not declare the tasks extension",
        fmt::format(R"({{"requiredCapabilities":{{"extensions":{{"{}":{{}}}}}}}})",
                    mcp::kTasksExtension));
  if (request.message.method() == "tasks/list")
    co_return co_await list_tasks(request, std::move(scope));
  const std::string id = request.message.param("taskId").as_string().value_or("");
  const std::string owner = owner_of(request);
  if (auto hosted = bridge_.errand_about(owner, id)) co_return co_await run(request, *hosted);
  const auto known = tasks_.servers_of(owner, id);
  if (known.size() > 1)
    co_return face::answer_error(
        request.message, rpc::kInvalidParams,
        "Invalid params: several servers have a task with this id; use the route of the one");
  auto answer =
      face::answer_error(request.message, rpc::kInvalidParams, "Invalid params: unknown task");
  if (known.empty() && !may_look_for(request, id)) co_return answer;
  for (const ServerPtr& server : scope.servers) {
    if (!known.empty() && !known.contains(server->name())) continue;
    if (cannot_have(request, *server)) continue;
    if (known.empty() && is_away(request, *server)) continue;
    Errand errand{server, {}, {}};
    errand.origin = tasks_.origin_of(owner, id, server->name());
    answer = co_await run(request, errand);
    if (answer.code == 0) break;
  }
  co_return answer;
}

// It is late, and has no lane for this client.
bool Gateway::is_away(const face::Request& request, const upstream::Server& server) const {
  const auto key = Servers::lane_key(server, request.session.get(), request.terms);
  return !server.find(key) && servers_.latecomers()->is_late(server.name());
}

// Whoever may only read may still end what was begun here for it: such a task is a call that reads.
bool Gateway::ends_own_task(const face::Request& request) const {
  return request.message.method() == "tasks/cancel" && TaskOffers(config_).are_for(request.terms) &&
         bridge_.errand_about(owner_of(request),
                              request.message.param("taskId").as_string().value_or(""));
}

// It knows of no tasks: a client that was told of them gets our own answer about what is unknown.
bool Gateway::cannot_have(const face::Request& request, const upstream::Server& server) const {
  return TaskOffers(config_).host_of(request.terms, server) == TaskHost::kGateway;
}

bool Gateway::may_look_for(const face::Request& request, const std::string& id) const {
  return only_reads(request.message.method()) && request.principal == face::kAnybody &&
         tasks_.owners_of(id).empty();
}

// One server's page at a time; behind its last one comes the next server's first.
Task<face::Answer> Gateway::list_tasks(face::Request& request, Scope scope) {
  const json::View cursor = request.message.param("cursor");
  std::vector<std::string> tasks;
  if (!cursor) {
    for (auto& [server, task] : bridge_.list(owner_of(request), scope))
      tasks.push_back(co_await checkpoint_.listed_task(request, server, std::move(task)));
  }
  auto at = scope.servers.begin();
  std::string theirs;
  if (cursor) {
    const auto place = read_place(cursor);
    if (place) {
      theirs = place->theirs;
      at = std::ranges::find_if(scope.servers,
                                [&](const auto& s) { return s->name() == place->server; });
    }
    if (!place || at == scope.servers.end())
      co_return face::answer_error(request.message, rpc::kInvalidParams,
                                   "Invalid params: unknown cursor");
  }
  for (; at != scope.servers.end(); ++at, theirs.clear()) {
    if (is_away(request, **at)) continue;
    auto page = co_await tasks_page(request, *at, theirs);
    if (!page) continue;
    tasks.insert(tasks.end(), page->first.begin(), page->first.end());
    const auto next = std::next(at);
    const std::string after = !page->second.empty() ? write_place({(*at)->name(), page->second})
                              : next != scope.servers.end() ? write_place({(*next)->name(), ""})
                                                            : "";
    co_return face::answer_result(
        request.message,
        fmt::format(R"({{"tasks":[{}]{}}})", fmt::join(tasks, ","),
                    after.empty() ? "" : fmt::format(R"(,"nextCursor":"{}")", after)));
  }
  co_return face::answer_result(request.message,
                                fmt::format(R"({{"tasks":[{}]}})", fmt::join(tasks, ",")));
}

// The raw tasks and the server's cursor; nothing if it has none, or cannot be asked.
Task<std::optional<Gateway::TasksPage>> Gateway::tasks_page(face::Request& request,
                                                            ServerPtr server, std::string theirs) {
  auto lane = co_await Servers::lane(server, request.session.get(), request.terms);
  if (!lane || !(*lane)->capabilities().find("tasks").find("list")) co_return std::nullopt;
  upstream::Outgoing out;
  out.id = (*lane)->next_id();
  out.timeout = server->config().call_timeout;
  const std::string params =
      theirs.empty() ? "{}" : fmt::format(R"({{"cursor":{}}})", json::quoted(theirs));
  mcp::prepare(out.message, out.headers, std::to_string(out.id), "tasks/list", params,
               (*lane)->era(), request.terms);
  const auto answer = co_await (*lane)->call(std::move(out), nullptr);
  const json::View tasks = answer ? answer->result().find("tasks") : json::View();
  if (!tasks.is(json::Kind::kArray)) co_return std::nullopt;
  TasksPage page;
  const std::string owner = owner_of(request);
  for (const json::View task : tasks.elements()) {
    const auto id = task.find("taskId").as_string();
    if (!id) continue;
    if (is_own(**lane, request)) tasks_.remember(owner, *id, server->name());
    if (!tasks_.servers_of(owner, *id).contains(server->name())) continue;
    page.first.push_back(
        co_await checkpoint_.listed_task(request, server, std::string(task.raw())));
  }
  page.second = answer->result().find("nextCursor").as_string().value_or("");
  co_return page;
}

// notifications/tasks/status: on a lane that several share it concerns one of them.
bool Gateway::tell_owner(upstream::Lane& lane, const rpc::Message& notification,
                         const Overheard& heard) {
  if (notification.method() != "notifications/tasks/status") return false;
  const auto id = notification.param("taskId").as_string().value_or("");
  for (const std::string& owner : tasks_.owners_of(id)) {
    if (!tasks_.servers_of(owner, id).contains(lane.server())) continue;
    if (const auto session = sessions_.find(session_in(owner)))
      notices_.tell(lane, notification, heard, *session, std::string(notification.text()));
  }
  return true;
}

// Progress of a call that goes on behind a task.
bool Gateway::tell_of_task(upstream::Lane& lane, const rpc::Message& notification,
                           const Overheard& heard) {
  auto word = bridge_.progress(lane, notification);
  if (!word) return false;
  const auto session = sessions_.find(word->session);
  if (!session) return true;
  ear_.pass_on(notification, heard,
               {.who = [hearer = word->hearer] { return *hearer; },
                .send = [session, text = std::move(word->text)] { session->send(text); }});
  return true;
}

void Gateway::remember_task(const face::Request& request, const face::Answer& answer,
                            const std::string& server, TaskOrigin origin) {
  auto document = parser_.parse(json::Text::copy_of(answer.message));
  if (!document) return;
  const json::View result = document->root().find("result");
  auto id = result.find("task").find("taskId").as_string();
  if (!id) id = result.find("taskId").as_string();
  if (id) tasks_.remember(owner_of(request), *id, server, std::move(origin));
}

}  // namespace touchstone::gateway
