#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "gateway/directory.hpp"
#include "gateway/naming.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;

// The fixed beginning of a URI template: "file:///{path}" → "file:///".
std::string_view literal_part(std::string_view uri_template) {
  return uri_template.substr(0, uri_template.find('{'));
}

// Whom nobody could ask yet, as an afterthought to "unknown".
template <typename Lists>
std::string not_asked(const Scope& scope, const Lists& lists) {
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (!lists[i] || !*lists[i]) missing.push_back(scope.servers[i]->name());
  if (missing.empty()) return {};
  return fmt::format(" (not asked, as not ready: {})", fmt::join(missing, ", "));
}

face::Answer unknown(const face::Request& request, ListKind kind, const std::string& wanted) {
  const std::string_view what = kind == ListKind::kPrompts ? "prompt" : "tool";
  return face::answer_error(request.message, rpc::kInvalidParams,
                            fmt::format("Unknown {}: {}", what, wanted));
}

}  // namespace

std::optional<Errand> Directory::search(const Scope& scope, const Known& assays, ListKind kind,
                                        json::View name) const {
  const std::string wanted = name.as_string().value_or("");
  for (const bool distinct : {false, true}) {
    for (std::size_t i = 0; i < assays.size(); ++i) {
      if (!assays[i]) continue;
      const auto key = key_of(scope, *scope.servers[i], *assays[i]->list, kind, wanted, distinct);
      if (!key) continue;
      Errand errand{scope.servers[i], scope.single ? json::View() : name, *key};
      errand.assay = assays[i];
      errand.offer = assays[i]->find(*key);
      errand.most = scope.most;
      return errand;
    }
  }
  return std::nullopt;
}

std::optional<std::string> Directory::key_of(const Scope& scope, const upstream::Server& server,
                                             const upstream::List& list, ListKind kind,
                                             const std::string& wanted, bool distinct) const {
  const auto is_it = [&](const std::string& key) {
    return list.by_key.contains(key) && exposed(scope, server, key, kind, distinct) == wanted;
  };
  if (scope.single || by_uri(kind)) {
    const std::string key(distinct ? plain_uri(server.name(), wanted) : std::string_view(wanted));
    return is_it(key) ? std::optional(key) : std::nullopt;
  }
  const std::string lead =
      server.config().prefix.empty() ? "" : server.config().prefix + config_.separator;
  if (!distinct && wanted.starts_with(lead) && is_it(wanted.substr(lead.size())))
    return wanted.substr(lead.size());
  // A shortened or distinct name cannot be taken apart; it is looked for.
  if (!distinct && wanted.size() < kLeastShortened) return std::nullopt;
  for (const auto& [key, index] : list.by_key) {
    if (exposed(scope, server, key, kind, distinct) == wanted) return key;
  }
  return std::nullopt;
}

Task<tl::expected<Errand, face::Answer>> Directory::find(face::Request& request, Scope scope,
                                                         ListKind kind, json::View name) {
  if (!name.is(json::Kind::kString))
    co_return tl::unexpected(face::answer_error(request.message, rpc::kInvalidParams,
                                                "Invalid params: a name must be a string"));
  // What is known already, without asking anybody.
  if (auto errand = search(scope, known(request, scope, kind), kind, name))
    co_return allowed(request, scope, kind, std::move(*errand));
  if (kind == ListKind::kResources) co_return co_await find_uri(request, std::move(scope), name);
  // Only those whose name could begin like this: the others' troubles are not this call's.
  const bool others_ready = std::ranges::any_of(
      scope.servers, [](const ServerPtr& server) { return server->last_hello() != nullptr; });
  std::erase_if(scope.servers, [&](const ServerPtr& server) {
    return !scope.single && !may_have(*server, *name.as_string());
  });
  const Lists lists = co_await fetch_for(request, scope, kind, name, others_ready);
  if (auto errand = search(scope, known(request, scope, lists, kind), kind, name))
    co_return allowed(request, scope, kind, std::move(*errand));
  // One server alone answers for itself also what it has not listed, where anything may be called.
  if (scope.single && (!lists.front() || !*lists.front())) {
    const upstream::Server& server = *scope.servers.front();
    co_return tl::unexpected(
        answer_trouble(request.message, server.name(),
                       lists.front() ? lists.front()->error() : server.not_ready()));
  }
  if (scope.single && scope.most == model::Tier::kDestructive) {
    const std::string held = catalogue_.held(*scope.servers.front());
    if (held.empty()) co_return Errand{scope.servers.front(), {}, {}};
    co_return tl::unexpected(face::answer_error(request.message, rpc::kInvalidParams, held));
  }
  co_return tl::unexpected(nobody_has(request, scope, lists, kind, *name.as_string()));
}

Task<Directory::Lists> Directory::fetch_for(const face::Request& request, const Scope& scope,
                                            ListKind kind, json::View name, bool others_ready) {
  const std::string wanted = *name.as_string();
  const auto& servers = scope.servers;
  const Asking for_its_own = as_caller();
  if (scope.single || (servers.size() == 1 && points_to(*servers.front(), wanted)))
    co_return co_await fetch_all(request, scope, kind, for_its_own);
  Asking asking = as_client();
  asking.wait.has_good = others_ready;
  Lists lists = co_await fetch_all(request, scope, kind, asking);
  if (search(scope, known(request, scope, lists, kind), kind, name)) co_return lists;
  Scope rest = scope;
  std::vector<std::size_t> places;
  rest.servers.clear();
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (lists[i] || !points_to(*servers[i], wanted)) continue;
    rest.servers.push_back(servers[i]);
    places.push_back(i);
  }
  if (places.empty()) co_return lists;
  Lists late = co_await fetch_all(request, rest, kind, for_its_own);
  for (std::size_t k = 0; k < places.size(); ++k) lists[places[k]] = std::move(late[k]);
  co_return lists;
}

// Nobody is known to have it. If the server its name points to could not be asked, that is said.
face::Answer Directory::nobody_has(const face::Request& request, const Scope& scope,
                                   const Lists& lists, ListKind kind,
                                   const std::string& wanted) const {
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const upstream::Server& server = *scope.servers[i];
    if ((lists[i] && *lists[i]) || !points_to(server, wanted)) continue;
    return answer_trouble(request.message, server.name(),
                          lists[i] ? lists[i]->error() : server.not_ready());
  }
  return unknown(request, kind, wanted + not_asked(scope, lists));
}

// A tool that the route leaves out is as good as none.
tl::expected<Errand, face::Answer> Directory::allowed(const face::Request& request,
                                                      const Scope& scope, ListKind kind,
                                                      Errand errand) const {
  if (kind != ListKind::kTools || errand.offer == nullptr) return errand;
  const std::string wanted = request.message.param("name").as_string().value_or("");
  const std::string plain =
      exposed(scope, *errand.server, errand.offer->tool.name, ListKind::kTools, false);
  const bool suits = errand.offer->tier <= scope.most || !errand.offer->held.empty();
  if (scope.has_tool(wanted, plain) && suits) return errand;
  return tl::unexpected(unknown(request, kind, wanted + " (it is not offered on this route)"));
}

// A name that was not shortened begins with its server's prefix.
bool Directory::may_have(const upstream::Server& server, std::string_view name) const {
  const std::string lead =
      server.config().prefix.empty() ? "" : server.config().prefix + config_.separator;
  return name.starts_with(std::string_view(lead).substr(0, kMaxName / 2));
}

bool Directory::points_to(const upstream::Server& server, std::string_view name) const {
  return !server.config().prefix.empty() && may_have(server, name);
}

// A listed resource, else one of the server that the URI names, else the template with the longest
// fixed beginning that fits.
Task<tl::expected<Errand, face::Answer>> Directory::find_uri(face::Request& request, Scope scope,
                                                             json::View uri) {
  const Asking asking = scope.servers.size() == 1 ? as_caller() : as_client();
  const Lists resources = co_await fetch_all(request, scope, ListKind::kResources, asking);
  if (auto errand = search(scope, known(request, scope, resources, ListKind::kResources),
                           ListKind::kResources, uri))
    co_return std::move(*errand);
  const std::string wanted = *uri.as_string();
  for (const ServerPtr& server : scope.servers) {
    const std::string_view plain = plain_uri(server->name(), wanted);
    if (!plain.empty() && catalogue_.held(*server).empty())
      co_return Errand{server, uri, std::string(plain)};
  }
  const Lists fetched = co_await fetch_all(request, scope, ListKind::kTemplates, asking);
  const Known templates = known(request, scope, fetched, ListKind::kTemplates);
  ServerPtr best;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < templates.size(); ++i) {
    if (!templates[i]) continue;
    for (const auto& [key, index] : templates[i]->list->by_key) {
      if (!templates[i]->offers[index].held.empty()) continue;
      const std::string_view literal = literal_part(key);
      if (!wanted.starts_with(literal) || literal.size() + 1 <= longest) continue;
      best = scope.servers[i];
      longest = literal.size() + 1;
    }
  }
  if (best) co_return Errand{best, {}, {}};
  const int code =
      request.terms.era == mcp::Era::kModern ? rpc::kInvalidParams : rpc::kResourceNotFound;
  const std::string data = fmt::format(R"({{"uri":{}}})", uri.raw());
  co_return tl::unexpected(face::answer_error(
      request.message, code, "Resource not found" + not_asked(scope, fetched), data));
}

}  // namespace touchstone::gateway
