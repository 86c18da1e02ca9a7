// Gateway's part for people: everything that servers offer, as they said it, also what is held; and
// how the servers do.
#include <chrono>

#include <fmt/chrono.h>

#include "gateway/gateway.hpp"
#include "gateway/results.hpp"
#include "json/splice.hpp"
#include "json/string.hpp"
#include "json/writer.hpp"
#include "mcp/era.hpp"
#include "mcp/terms.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;

constexpr net::Duration kWorthTelling = std::chrono::seconds(1);  // of a silence

// Definitions, each with its server.
std::string items_of(const Directory::Shelf& shelf, const Scope& scope) {
  json::Writer out;
  out.begin_array();
  for (std::size_t i = 0; i < shelf.known.size(); ++i) {
    if (!shelf.known[i]) continue;
    for (const json::View item : shelf.known[i]->list->items) {
      json::Splice splice(item);
      splice.set_member(item, "server", json::quoted(scope.servers[i]->name()));
      out.raw(splice.apply());
    }
  }
  return std::string(out.end_array().text());
}

std::string held_of(const Directory::Shelf& shelf, const Scope& scope) {
  json::Writer out;
  out.begin_array();
  for (std::size_t i = 0; i < shelf.known.size(); ++i) {
    if (!shelf.known[i]) continue;
    for (const Offer& offer : shelf.known[i]->offers) {
      if (offer.held.empty()) continue;
      out.begin_object().key("server").string(scope.servers[i]->name());
      out.key("tool").string(offer.tool.name).key("why").string(offer.held).end_object();
    }
  }
  return std::string(out.end_array().text());
}

std::string missing_of(const Directory::Shelf& shelf, const Scope& scope) {
  json::Writer out;
  out.begin_array();
  for (std::size_t i = 0; i < shelf.known.size(); ++i) {
    if (!shelf.known[i]) out.string(scope.servers[i]->name());
  }
  return std::string(out.end_array().text());
}

// What each server says of itself.
std::string hellos_of(const Scope& scope) {
  json::Writer out;
  out.begin_array();
  for (const auto& server : scope.servers) {
    const auto hello = server->last_hello();
    if (!hello) continue;
    out.begin_object().key("server").string(server->name());
    json::View info = hello->root().find("serverInfo");
    if (!info) info = hello->root().find("_meta").find(mcp::kMetaServerInfo);
    const json::View instructions = hello->root().find("instructions");
    if (info) out.key("serverInfo").raw(info.raw());
    if (instructions) out.key("instructions").raw(instructions.raw());
    out.end_object();
  }
  return std::string(out.end_array().text());
}

void write_breaches(json::Writer& out, const Catalogue::Breaches& breaches) {
  out.key("breaches").begin_array();
  for (const auto& [whose, breach] : breaches) {
    out.begin_object().key("server").string(whose.first).key("tool").string(whose.second);
    out.key("why").string(breach.why);
    if (!breach.annotations.empty()) out.key("annotations").raw(breach.annotations);
    out.end_object();
  }
  out.end_array();
}

}  // namespace

// {"config":…,"tools":[{…the definition…,"server":…}],"prompts":[…],"templates":[…],
//  "servers":[{"server","serverInfo","instructions"}],"held":[{"server","tool","why"}],
//  "missing":[…servers that did not answer…],"breaches":[{"server","tool","why","annotations"}]}
Task<face::Answer> Gateway::inventory(face::Request& request, Scope scope) {
  constexpr auto kPeople = Directory::For::kPeople;
  const auto tools = co_await directory_.shelf(request, scope, ListKind::kTools, kPeople);
  const auto prompts = co_await directory_.shelf(request, scope, ListKind::kPrompts, kPeople);
  const auto templates = co_await directory_.shelf(request, scope, ListKind::kTemplates, kPeople);
  json::Writer out;
  out.begin_object().key("config").string(config_.source);
  out.key("tools").raw(items_of(tools, scope)).key("prompts").raw(items_of(prompts, scope));
  out.key("templates").raw(items_of(templates, scope)).key("servers").raw(hellos_of(scope));
  out.key("held").raw(held_of(tools, scope)).key("missing").raw(missing_of(tools, scope));
  write_breaches(out, catalogue_.breaches());
  out.end_object();
  co_return face::answer_result(request.message, out.text());
}

// {"servers":[{"name","transport","state","since","restarts","lanes","inFlight","silentMs",
// "lastError"}]}, the last two only if somebody waits for it in vain, and if there was one.
face::Answer Gateway::status(const face::Request& request, const Scope& scope) {
  json::Writer out;
  out.begin_object().key("servers").begin_array();
  for (const ServerPtr& server : scope.servers) {
    const auto status = server->status();
    const auto since = std::chrono::system_clock::to_time_t(status.since);
    const bool program = server->config().transport == config::Transport::kStdio;
    out.begin_object().key("name").string(server->name());
    out.key("transport").string(program ? "stdio" : "http").key("state").string(status.state);
    out.key("since").string(fmt::format("{:%FT%TZ}", fmt::gmtime(since)));
    out.key("restarts").integer(static_cast<std::int64_t>(status.restarts));
    out.key("lanes").integer(static_cast<std::int64_t>(status.lanes));
    out.key("inFlight").integer(static_cast<std::int64_t>(status.in_flight));
    if (status.silent >= kWorthTelling) out.key("silentMs").integer(status.silent.count());
    if (!status.last_error.empty()) out.key("lastError").string(status.last_error);
    out.end_object();
  }
  out.end_array().end_object();
  return answer_own(request, std::move(out).take());
}

// Params: {"server":…,"name":… as the server calls it,"arguments":…}.
Task<face::Answer> Gateway::ask_server(face::Request& request) {
  const std::string server = request.message.param("server").as_string().value_or("");
  auto scope = servers_.scope("/mcp/s/" + server);
  if (!scope)
    co_return face::answer_error(request.message, rpc::kInvalidParams, "no such server: " + server);
  auto errand = co_await directory_.find(request, std::move(*scope), ListKind::kTools,
                                         request.message.param("name"));
  if (!errand) co_return std::move(errand.error());
  co_return co_await resolver_.other_side(request, std::move(*errand));
}

}  // namespace touchstone::gateway
