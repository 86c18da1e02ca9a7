// What the server says of itself, and what it is told to tell.
#include "demo/server.hpp"
#include "json/writer.hpp"
#include "mcp/tasks.hpp"
#include "rpc/code.hpp"

namespace touchstone::demo {
namespace {

std::string server_info(const Parts& parts) {
  json::Writer w;
  w.begin_object().key("name").string("touchstone-demo-" + parts.name);
  w.key("title").string(parts.title).key("version").string(TOUCHSTONE_VERSION).end_object();
  return std::move(w).take();
}

void write_changing(json::Writer& w, std::string_view key, bool changes) {
  w.key(key).begin_object();
  if (changes) w.key("listChanged").boolean(true);
  if (changes && key == "resources") w.key("subscribe").boolean(true);
  w.end_object();
}

}  // namespace

std::string Server::capabilities(mcp::Era era) const {
  json::Writer w;
  w.begin_object();
  if (!parts_->tools.empty()) write_changing(w, "tools", parts_->changes);
  if (parts_->resources) write_changing(w, "resources", parts_->changes);
  if (!parts_->prompts.empty()) write_changing(w, "prompts", parts_->changes);
  w.key("logging").raw("{}");
  if (parts_->complete) w.key("completions").raw("{}");
  if (has_tasks() && era == mcp::Era::kLegacy)
    w.key("tasks").raw(R"({"list":{},"cancel":{},"requests":{"tools":{"call":{}}}})");
  const bool tasks = has_tasks() && era == mcp::Era::kModern;
  if (tasks || parts_->resolve) {
    w.key("extensions").begin_object();
    if (tasks) w.key(mcp::kTasksExtension).raw("{}");
    if (parts_->resolve) w.key("io.modelcontextprotocol/tool-resolution").raw("{}");
    w.end_object();
  }
  w.end_object();
  return std::move(w).take();
}

Task<Reply> Server::initialize(face::Request& request) {
  if (request.session) parts_->listeners->add(request.session);
  json::Writer w;
  w.begin_object().key("protocolVersion").string(request.terms.version);
  w.key("capabilities").raw(capabilities(mcp::Era::kLegacy));
  w.key("serverInfo").raw(server_info(*parts_));
  w.key("instructions").string(parts_->instructions).end_object();
  co_return raw(std::move(w).take());
}

Task<Reply> Server::discover(face::Request& /*request*/) {
  json::Writer w;
  w.begin_object().key("supportedVersions").begin_array().string(mcp::kModernVersion).end_array();
  w.key("capabilities").raw(capabilities(mcp::Era::kModern));
  w.key("instructions").string(parts_->instructions);
  w.key("_meta").begin_object().key(mcp::kMetaServerInfo).raw(server_info(*parts_)).end_object();
  w.end_object();
  co_return raw(std::move(w).take());
}

Task<Reply> Server::set_level(face::Request& request) {
  const auto level = request.message.param("level").as_string().value_or("");
  if (log_rank(level) < 0) co_return error(rpc::kInvalidParams, "Unknown log level: " + level);
  if (request.session) state_of(*request.session).log_level = level;
  co_return raw("{}");
}

Task<Reply> Server::subscribe(face::Request& request) {
  auto uri = request.message.param("uri").as_string();
  if (!uri) co_return error(rpc::kInvalidParams, "Missing parameter: uri");
  if (!request.session) co_return raw("{}");
  auto& subscriptions = state_of(*request.session).subscriptions;
  if (subscriptions.size() >= SessionState::kMaxSubscriptions)
    co_return error(rpc::kTooMany, "Too many subscriptions");
  subscriptions.insert(std::move(*uri));
  co_return raw("{}");
}

Task<Reply> Server::unsubscribe(face::Request& request) {
  const auto uri = request.message.param("uri").as_string();
  if (!uri) co_return error(rpc::kInvalidParams, "Missing parameter: uri");
  if (request.session) state_of(*request.session).subscriptions.erase(*uri);
  co_return raw("{}");
}

// A client may ask for anything; what cannot happen here is left out of the acknowledgement.
Filter Server::honoured(json::View notifications) const {
  if (!parts_->changes) return {};
  Filter filter = Filter::read(notifications);
  if (parts_->tools.empty()) filter.lists.erase(List::kTools);
  if (parts_->prompts.empty()) filter.lists.erase(List::kPrompts);
  if (parts_->resources) return filter;
  filter.lists.erase(List::kResources);
  filter.resources.clear();
  return filter;
}

Task<Reply> Server::listen(face::Request& request) {
  const json::View notifications = request.message.param("notifications");
  if (!notifications.is(json::Kind::kObject))
    co_return error(rpc::kInvalidParams, "Missing parameter: notifications");
  const auto listeners = parts_->listeners;
  if (!listeners->open(request.exchange, request.message.raw_id(), honoured(notifications)))
    co_return error(rpc::kTooMany, "Too many open subscriptions");
  ModernLine line(loop_, request, states_);
  while (!line.life().ended()) co_await line.life().pause();
  listeners->close(request.exchange);
  json::Writer w;
  w.begin_object().key("_meta").begin_object();
  w.key(mcp::kMetaSubscription).raw(request.message.raw_id()).end_object().end_object();
  co_return raw(std::move(w).take());
}

}  // namespace touchstone::demo
