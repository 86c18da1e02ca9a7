#include "gateway/gateway.hpp"

#include <array>

#include <fmt/format.h>

#include "gateway/caller.hpp"
#include "gateway/relayed.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;

// Methods that only one era has; to the other they do not exist.
bool is_foreign(std::string_view method, mcp::Era era) {
  constexpr std::array<std::string_view, 6> kLegacyOnly = {
      "initialize",  "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe",
      "tasks/result"};
  constexpr std::array<std::string_view, 2> kModernOnly = {"server/discover",
                                                           "subscriptions/listen"};
  const auto has = [&](const auto& list) { return std::ranges::find(list, method) != list.end(); };
  return era == mcp::Era::kModern ? has(kLegacyOnly) : has(kModernOnly);
}

face::Answer unknown_method(const face::Request& request) {
  return face::answer_error(request.message, rpc::kMethodNotFound, "Method not found");
}

std::optional<ListKind> listed(std::string_view method) {
  for (const ListKind kind :
       {ListKind::kTools, ListKind::kResources, ListKind::kTemplates, ListKind::kPrompts}) {
    if (upstream::words(kind).method == method) return kind;
  }
  return std::nullopt;
}

}  // namespace

Gateway::Gateway(net::Loop& loop, base::Random& random, const base::Log& log, config::Config config)
    : loop_(loop),
      log_(log),
      config_(std::move(config)),
      dialler_(loop),
      servers_(config_, upstream::Context{loop, dialler_, log, parser_}, *this),
      directory_(loop, log, config_, servers_),
      hello_(loop, servers_),
      notices_(loop, servers_, directory_, config_.limits.max_subscriptions),
      states_(random, config_.limits.parked_timeout),
      parking_(loop, states_, {config_.limits.max_parked, config_.limits.parked_timeout}),
      call_path_(parking_, states_, config_.limits.ask_timeout, loop) {}

void Gateway::start() {
  const auto open = [](ServerPtr server) -> Task<void> {
    const mcp::Terms bare;
    (void)co_await Servers::lane(std::move(server), nullptr, bare);
  };
  for (const ServerPtr& server : servers_.all()) {
    if (server->config().start == config::Start::kEager) loop_.spawn(open(server));
  }
}

void Gateway::reload(config::Config config) {
  config_ = std::move(config);
  const auto touched = servers_.reload(config_);
  for (const std::string& name : touched) log_.info("{}: the config changed", name);
  notices_.announce_all(touched);
  start();
}

void Gateway::close() { servers_.close(); }

Task<face::Answer> Gateway::answer(face::Request& request) {
  auto scope = servers_.scope(request.route);
  const std::string_view method = request.message.method();
  if (!scope)
    co_return face::answer_error(request.message, rpc::kInvalidRequest,
                                 "the server is no longer in the config");
  if (is_foreign(method, request.terms.era)) co_return unknown_method(request);
  if (method == "initialize" || method == "server/discover")
    co_return co_await introduce(request, std::move(*scope));
  if (method == "subscriptions/listen")
    co_return co_await notices_.listen(request, std::move(*scope));
  if (method == "logging/setLevel") co_return co_await set_level(request, std::move(*scope));
  if (method == "resources/subscribe" || method == "resources/unsubscribe")
    co_return co_await subscribe(request, std::move(*scope));
  if (scope->single) co_return co_await one(request, std::move(*scope));
  co_return co_await many(request, std::move(*scope));
}

Task<face::Answer> Gateway::introduce(face::Request& request, Scope scope) {
  auto answer = co_await hello_.answer(request, std::move(scope));
  if (answer.code == 0 && request.session && request.terms.era == mcp::Era::kLegacy)
    notices_.enter(request.session);
  co_return answer;
}

// One server under its own names: everything goes there as it is, also what we have never heard of.
Task<face::Answer> Gateway::one(face::Request& request, Scope scope) {
  co_return co_await run(request, Errand{scope.servers.front(), {}, {}});
}

Task<face::Answer> Gateway::many(face::Request& request, Scope scope) {
  const std::string_view method = request.message.method();
  if (const auto kind = listed(method))
    co_return co_await directory_.list(request, std::move(scope), *kind);
  const rpc::Message& message = request.message;
  if (method == "tools/call" || method == "tools/resolve")
    co_return co_await by_name(request, std::move(scope), ListKind::kTools, message.param("name"));
  if (method == "prompts/get")
    co_return co_await by_name(request, std::move(scope), ListKind::kPrompts,
                               message.param("name"));
  if (method == "resources/read")
    co_return co_await by_name(request, std::move(scope), ListKind::kResources,
                               message.param("uri"));
  if (method == "completion/complete") co_return co_await complete(request, std::move(scope));
  if (method.starts_with("tasks/")) co_return co_await task(request, std::move(scope));
  co_return unknown_method(request);
}

Task<face::Answer> Gateway::by_name(face::Request& request, Scope scope, ListKind kind,
                                    json::View name) {
  auto errand = co_await directory_.find(request, std::move(scope), kind, name);
  if (!errand) co_return std::move(errand.error());
  co_return co_await run(request, std::move(*errand));
}

// A prompt is found by its name, a resource template by itself.
Task<face::Answer> Gateway::complete(face::Request& request, Scope scope) {
  const json::View ref = request.message.param("ref");
  if (ref.find("type").equals("ref/prompt"))
    co_return co_await by_name(request, std::move(scope), ListKind::kPrompts, ref.find("name"));
  const json::View uri = ref.find("uri");
  if (!uri.is(json::Kind::kString)) {
    co_return face::answer_error(request.message, rpc::kInvalidParams,
                                 "Invalid params: ref must name a prompt or a resource");
  }
  auto errand = co_await directory_.find(request, scope, ListKind::kTemplates, uri);
  if (errand) co_return co_await run(request, std::move(*errand));
  co_return co_await by_name(request, std::move(scope), ListKind::kResources, uri);
}

// Whose task it is was seen when it began. After a restart nobody knows, so each server is asked.
Task<face::Answer> Gateway::task(face::Request& request, Scope scope) {
  const auto id = request.message.param("taskId").as_string();
  const auto known = id ? tasks_.find(*id) : tasks_.end();
  auto answer = unknown_method(request);
  for (const ServerPtr& server : scope.servers) {
    if (known != tasks_.end() && known->second != server->name()) continue;
    answer = co_await run(request, Errand{server, {}, {}});
    if (answer.code == 0) break;
  }
  co_return answer;
}

Task<face::Answer> Gateway::run(face::Request& request, Errand errand) {
  const std::string server = errand.server->name();
  auto answer = co_await call_path_.run(request, std::move(errand));
  if (request.terms.features.tasks || request.message.param("task")) remember_task(answer, server);
  co_return answer;
}

void Gateway::remember_task(const face::Answer& answer, const std::string& server) {
  auto document = parser_.parse(json::Text::copy_of(answer.message));
  if (!document) return;
  const json::View result = document->root().find("result");
  auto id = result.find("task").find("taskId").as_string();
  if (!id) id = result.find("taskId").as_string();
  if (!id) return;
  if (tasks_.size() >= kMaxTasks) tasks_.erase(tasks_.begin());
  tasks_.insert_or_assign(std::move(*id), server);
}

Task<face::Answer> Gateway::set_level(face::Request& request, Scope scope) {
  const auto level = request.message.param("level").as_string().value_or("");
  if (!is_level(level)) {
    co_return face::answer_error(
        request.message, rpc::kInvalidParams,
        "Invalid params: level must be one of debug, info, notice, warning, "
        "error, critical, alert and emergency");
  }
  request.session->set_log_level(level);
  auto answer = face::answer_result(request.message, "{}");
  for (const ServerPtr& server : scope.servers) {
    const auto lane =
        server->find(Servers::lane_key(*server, request.session.get(), request.terms));
    if (!lane || lane->modern() || !lane->capabilities().find("logging")) continue;
    auto there = co_await run(request, Errand{server, {}, {}});
    if (scope.single) co_return there;
  }
  co_return answer;
}

Task<face::Answer> Gateway::subscribe(face::Request& request, Scope scope) {
  const bool on = request.message.method() == "resources/subscribe";
  if (on && !notices_.may_subscribe(request))
    co_return face::answer_error(request.message, rpc::kTooMany,
                                 "too many subscriptions in this session");
  Errand errand;
  if (scope.single) {
    errand.server = scope.servers.front();
  } else {
    auto found = co_await directory_.find(request, std::move(scope), ListKind::kResources,
                                          request.message.param("uri"));
    if (!found) co_return std::move(found.error());
    errand = std::move(*found);
  }
  const ServerPtr server = errand.server;
  const std::string uri =
      errand.renamed ? errand.name : request.message.param("uri").as_string().value_or("");
  auto answer = face::answer_result(request.message, "{}");
  if (notices_.subscribes_there(request, *server, uri, on))
    answer = co_await run(request, std::move(errand));
  if (answer.code == 0) notices_.subscribed(request, *server, uri, on);
  co_return answer;
}

void Gateway::hear(face::Session* session, const rpc::Message& notification) {
  if (session == nullptr || notification.method() == "notifications/initialized") return;
  const auto scope = servers_.scope(session->route());
  if (!scope) return;
  for (const ServerPtr& server : scope->servers) {
    const auto lane = server->find(Servers::lane_key(*server, session, session->terms()));
    // On a lane of its own the client speaks for itself; on a shared one it would speak for others.
    if (lane && !lane->modern() && lane->key() == session->id())
      lane->say(std::string(notification.text()));
  }
}

void Gateway::closed(face::Session& session) {
  notices_.leave(session);
  servers_.session_closed(session);
}

void Gateway::opened(const LanePtr& lane) {
  notices_.opened(lane);
  if (servers_.was_missed(lane->server())) notices_.announce_all({lane->server()});
}

void Gateway::lost(upstream::Lane& lane, const base::Error& why) {
  notices_.lost(lane);
  if (const auto server = servers_.find(lane.server())) server->lost(lane, why);
}

}  // namespace touchstone::gateway
