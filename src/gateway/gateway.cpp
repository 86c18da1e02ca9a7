#include "gateway/gateway.hpp"

#include <array>

#include <fmt/format.h>

#include "base/word_list.hpp"
#include "gateway/advice.hpp"
#include "gateway/caller.hpp"
#include "gateway/client_word.hpp"
#include "gateway/session_watcher.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;

// Methods that only one era has; to the other they do not exist.
bool is_foreign(std::string_view method, mcp::Era era) {
  constexpr std::array<std::string_view, 7> kLegacyOnly = {"initialize",
                                                           "ping",
                                                           "logging/setLevel",
                                                           "resources/subscribe",
                                                           "resources/unsubscribe",
                                                           "tasks/result",
                                                           "tasks/list"};
  constexpr std::array<std::string_view, 3> kModernOnly = {"server/discover",
                                                           "subscriptions/listen", "tasks/update"};
  const auto has = [&](const auto& list) { return std::ranges::find(list, method) != list.end(); };
  return era == mcp::Era::kModern ? has(kLegacyOnly) : has(kModernOnly);
}

face::Answer unknown_method(const face::Request& request) {
  return face::answer_error(request.message, rpc::kMethodNotFound, "Method not found");
}

// What changes nothing, whichever server it goes to.
bool is_harmless(std::string_view method) {
  constexpr std::array<std::string_view, 7> kHarmless = {"resources/list",
                                                         "resources/read",
                                                         "completion/complete",
                                                         "tasks/get",
                                                         "tasks/result",
                                                         "tasks/list",
                                                         "ping"};
  return std::ranges::find(kHarmless, method) != kHarmless.end();
}

// Descriptions and instructions: what servers say of themselves, which a model reads.
bool shows_texts(const face::Request& request, const Scope& scope) {
  static constexpr base::WordList kShowing(
      "initialize server/discover tools/list prompts/list resources/list resources/templates/list");
  const std::string_view method = request.message.method();
  if (kShowing.has(method)) return true;
  if (method != "tools/call" || scope.single || scope.routing != config::Routing::kSearch)
    return false;
  const auto used = find::router_tool(request.message.param("name").as_string().value_or(""));
  return used == find::RouterTool::kFind || used == find::RouterTool::kDescribe;
}

std::optional<ListKind> listed(std::string_view method) {
  for (const ListKind kind :
       {ListKind::kTools, ListKind::kResources, ListKind::kTemplates, ListKind::kPrompts}) {
    if (upstream::words(kind).method == method) return kind;
  }
  return std::nullopt;
}

}  // namespace

Task<face::Answer> Gateway::answer(face::Request& request) {
  if (guard_.is_on() && sources_in(request.message)) {
    co_await guard_.until_ready();
    if (auto clean = with_clean_sources(request.message, guard_))
      request.message = std::move(*clean);
  }
  auto scope = servers_.scope(request.route);
  const std::string_view method = request.message.method();
  if (scope && request.read_only) scope->most = model::Tier::kRead;
  if (!scope)
    co_return face::answer_error(request.message, rpc::kInvalidRequest,
                                 "this route is no longer in the config");
  if (is_foreign(method, request.terms.era)) co_return unknown_method(request);
  if (!shows_texts(request, *scope)) co_return co_await route(request, std::move(*scope));
  const std::vector<ServerPtr> servers = scope->servers;
  auto answer = co_await route(request, std::move(*scope));
  for (const ServerPtr& server : servers) {
    const bool distrusted = server->config().trust == config::Trust::kUntrusted;
    if (answer.code != 0 || (!distrusted && !catalogue_.has_poison(server->name()))) continue;
    auto unlabelled = co_await checkpoint_.shown(request, server);
    if (!unlabelled) continue;
    if (method == "initialize" && request.session) closed(*request.session);
    co_return std::move(*unlabelled);
  }
  co_return answer;
}

Task<face::Answer> Gateway::route(face::Request& request, Scope scope) {
  const std::string_view method = request.message.method();
  if (method == "initialize" || method == "server/discover")
    co_return co_await introduce(request, std::move(scope));
  if (method == kInventory && request.is_local)
    co_return co_await inventory(request, std::move(scope));
  if (method == kAskServer && request.is_local) co_return co_await ask_server(request);
  if (method == kStatus && request.is_local) co_return status(request, scope);
  if (method == "subscriptions/listen")
    co_return co_await listens_.listen(request, std::move(scope));
  if (method == "logging/setLevel") co_return co_await set_level(request, std::move(scope));
  if (method == "resources/subscribe" || method == "resources/unsubscribe")
    co_return co_await subscribe(request, std::move(scope));
  if (scope.single) co_return co_await one(request, std::move(scope));
  co_return co_await many(request, std::move(scope));
}

// The client may go while servers start; then nothing of it may be left.
Task<face::Answer> Gateway::introduce(face::Request& request, Scope scope) {
  const SessionPtr session = request.terms.era == mcp::Era::kLegacy ? request.session : nullptr;
  if (session) sessions_.expect(session->id());
  auto answer = co_await hello_.answer(request, std::move(scope));
  if (!session) co_return answer;
  if (answer.code != 0 || session->ended()) {
    closed(*session);
  } else {
    entered(session);
  }
  co_return answer;
}

// One server under its own names: everything goes there as it is, also what we have never heard of,
// unless the route is for reading only. Lists and what is in them are looked at on the way.
Task<face::Answer> Gateway::one(face::Request& request, Scope scope) {
  const std::string_view method = request.message.method();
  if (const auto kind = listed(method); kind && *kind != ListKind::kResources)
    co_return co_await directory_.list(request, std::move(scope), *kind, checkpoint_);
  const json::View name = request.message.param("name");
  if (method == "tools/resolve") co_return co_await resolve(request, std::move(scope));
  if (method == "tools/call")
    co_return co_await by_name(request, std::move(scope), ListKind::kTools, name);
  if (method == "prompts/get")
    co_return co_await by_name(request, std::move(scope), ListKind::kPrompts, name);
  if (scope.most < model::Tier::kDestructive && !is_harmless(method) && !ends_own_task(request))
    co_return unknown_method(request);
  if (const std::string held = pins_.held(*scope.servers.front()); !held.empty())
    co_return face::answer_error(request.message, rpc::kInvalidParams, held);
  if (method.starts_with("tasks/")) co_return co_await task(request, std::move(scope));
  Errand errand{scope.servers.front(), {}, {}};
  co_return co_await run(request, errand);
}

Task<face::Answer> Gateway::many(face::Request& request, Scope scope) {
  const std::string_view method = request.message.method();
  const bool search = scope.routing == config::Routing::kSearch;
  if (search && method == "tools/list") co_return Router::list(request);
  if (search && method == "tools/call") {
    auto errand = co_await router_.route(request, std::move(scope));
    if (!errand) co_return std::move(errand.error());
    co_return co_await run(request, *errand);
  }
  if (const auto kind = listed(method))
    co_return co_await directory_.list(request, std::move(scope), *kind, checkpoint_);
  const rpc::Message& message = request.message;
  if (method == "tools/resolve") co_return co_await resolve(request, std::move(scope));
  if (method == "tools/call")
    co_return co_await by_name(request, std::move(scope), ListKind::kTools, message.param("name"));
  if (method == "prompts/get")
    co_return co_await by_name(request, std::move(scope), ListKind::kPrompts,
                               message.param("name"));
  if (method == "resources/read")
    co_return co_await by_name(request, std::move(scope), ListKind::kResources,
                               message.param("uri"));
  if (method == "completion/complete") co_return co_await complete(request, std::move(scope));
  if (scope.most < model::Tier::kDestructive && method.starts_with("tasks/") &&
      !is_harmless(method) && !ends_own_task(request))
    co_return unknown_method(request);
  if (method.starts_with("tasks/")) co_return co_await task(request, std::move(scope));
  co_return unknown_method(request);
}

Task<face::Answer> Gateway::by_name(face::Request& request, Scope scope, ListKind kind,
                                    json::View name) {
  auto errand = co_await directory_.find(request, std::move(scope), kind, name);
  if (!errand) co_return std::move(errand.error());
  co_return co_await run(request, *errand);
}

Task<face::Answer> Gateway::resolve(face::Request& request, Scope scope) {
  auto errand = co_await directory_.find(request, std::move(scope), ListKind::kTools,
                                         request.message.param("name"));
  if (!errand) co_return std::move(errand.error());
  if (errand->offer == nullptr) co_return co_await run(request, *errand);
  co_return co_await resolver_.answer(request, std::move(*errand));
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
  if (errand) co_return co_await run(request, *errand);
  co_return co_await by_name(request, std::move(scope), ListKind::kResources, uri);
}

Task<face::Answer> Gateway::run(face::Request& request, Errand& errand) {
  const std::string server = errand.server->name();
  const bool marked = !request.marker.empty() || request.message.meta(mcp::kMetaSession);
  if (marked && request.session) {
    if (auto name = session_of(request)) sessions_.speaks_as(*request.session, std::move(*name));
  }
  auto answer = co_await call_path_.run(request, errand);
  if (!errand.is_hosted && may_begin_task(request) && answer.code == 0)
    remember_task(request, answer, server, origin_of(errand));
  co_return answer;
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
  const auto follow = [](Levels& levels, LanePtr lane) -> Task<LinkResult<LanePtr>> {
    co_await levels.follow(lane);
    co_return lane;
  };
  Errands<LinkResult<LanePtr>> errands;
  for (const ServerPtr& server : scope.servers) {
    const auto lane =
        server->find(Servers::lane_key(*server, request.session.get(), request.terms));
    if (!lane) continue;
    const bool own = !lane->modern() && lane->key() == request.session->id();
    if (scope.single && own && lane->capabilities().find("logging")) {
      levels_.note(*lane, level);
      Errand errand{server, {}, {}};
      co_return co_await run(request, errand);
    }
    errands.add(follow(levels_, lane));
  }
  const Wait wait{config_.limits.start_grace,
                  config_.limits.start_grace};  // of those that hang none is waited for long
  (void)co_await gather(loop_, std::move(errands), wait);
  co_return face::answer_result(request.message, "{}");
}

// On a lane of its own the client speaks for itself; on a shared one it would speak for others. On
// the route to all servers only what we know the addressee of goes on: whatever else a client tells
// is between it and one server, and it does not say which.
void Gateway::hear(face::Session* session, const rpc::Message& notification) {
  const std::string_view method = notification.method();
  if (session == nullptr || method == "notifications/initialized") return;
  const auto scope = servers_.scope(session->route());
  if (!scope) return;
  const json::View token = notification.param("progressToken");
  for (const ServerPtr& server : scope->servers) {
    const auto lane = server->find(Servers::lane_key(*server, session, session->terms()));
    if (!lane || lane->modern() || lane->key() != session->id()) continue;
    const bool concerned = method == "notifications/progress"
                               ? token && questions_.waits(*lane, *session, token.raw())
                               : scope->single || method == "notifications/roots/list_changed";
    if (concerned) lane->say(std::string(notification.text()));
  }
}

void Gateway::closed(face::Session& session) {
  bridge_.left(session);
  if (auto* watcher = SessionWatcher::find(session)) watches_.remove_all(*watcher);
  sessions_.leave(session);
  questions_.left(session);
  servers_.session_closed(session);
}

}  // namespace touchstone::gateway
