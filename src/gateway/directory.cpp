#include "gateway/directory.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "base/base64.hpp"
#include "gateway/gather.hpp"
#include "gateway/naming.hpp"
#include "json/splice.hpp"
#include "json/string.hpp"
#include "json/writer.hpp"
#include "mcp/translate.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;
using upstream::ListPtr;

// Owns all it uses: it may go on after the request is answered. A server is late if it cannot be
// reached, not if it fails to tell one of its lists.
Task<LinkResult<ListPtr>> fetch_one(ServerPtr server, std::shared_ptr<face::Session> session,
                                    mcp::Terms terms, ListKind kind,
                                    std::shared_ptr<Latecomers> latecomers) {
  auto lane = co_await Servers::lane(server, session.get(), terms);
  if (!lane) {
    if (!session || !session->ended()) latecomers->missed(server->name());
    co_return tl::unexpected(std::move(lane.error()));
  }
  const net::Duration timeout = server->config().call_timeout;
  auto list = co_await upstream::fetch(std::move(*lane), kind, terms, timeout);
  if (list) latecomers->has_come(server->name());
  co_return list;
}

bool by_uri(ListKind kind) { return kind == ListKind::kResources || kind == ListKind::kTemplates; }

// Our cursors are the number of entries before the page.
std::optional<std::size_t> read_cursor(json::View cursor) {
  if (!cursor) return 0;
  const auto text = base::from_base64_url(cursor.as_string().value_or(""));
  std::size_t offset = 0;
  if (!text || text->empty()) return std::nullopt;
  const auto* const end = text->data() + text->size();
  const auto [stop, failed] = std::from_chars(text->data(), end, offset);
  if (failed != std::errc() || stop != end) return std::nullopt;
  return offset;
}

struct Freshness {
  std::int64_t ttl_ms = 0;
  bool is_private = true;
};

// The smallest time wins, and private if any is.
template <typename Lists>
Freshness freshness(const Lists& lists) {
  std::optional<Freshness> all;
  for (const auto& list : lists) {
    if (!list || !*list || (**list)->pages.empty()) continue;
    if (!all) all = Freshness{(**list)->ttl_ms, false};
    all->ttl_ms = std::min(all->ttl_ms, (**list)->ttl_ms);
    all->is_private |= (**list)->is_private;
  }
  return all.value_or(Freshness{});
}

// The fixed beginning of a URI template: "file:///{path}" → "file:///".
std::string_view literal_part(std::string_view uri_template) {
  return uri_template.substr(0, uri_template.find('{'));
}

}  // namespace

Task<Directory::Lists> Directory::fetch_all(const face::Request& request, const Scope& scope,
                                            ListKind kind, bool wait_for_late) {
  Errands<LinkResult<ListPtr>> errands;
  for (const ServerPtr& server : scope.servers) {
    errands.add(fetch_one(server, request.session, request.terms, kind, servers_.latecomers()),
                wait_for_late || !servers_.latecomers()->is_late(server->name()));
  }
  Lists lists = co_await gather(loop_, std::move(errands), kPatience);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (!lists[i]) servers_.latecomers()->missed(scope.servers[i]->name());
  }
  co_return lists;
}

Directory::Known Directory::known(const Scope& scope, const Lists& lists, ListKind kind) {
  Known all;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    ListPtr& met = met_[{scope.servers[i]->name(), kind}];
    if (lists[i] && *lists[i]) met = **lists[i];
    all.push_back(met);
  }
  return all;
}

Directory::Known Directory::known(const face::Request& request, const Scope& scope,
                                  ListKind kind) const {
  Known all;
  for (const ServerPtr& server : scope.servers) {
    const auto lane =
        server->find(Servers::lane_key(*server, request.session.get(), request.terms));
    ListPtr list = lane ? lane->last_list(kind, request.terms) : nullptr;
    const auto met = met_.find({server->name(), kind});
    all.push_back(list || met == met_.end() ? list : met->second);
  }
  return all;
}

void Directory::forget(const std::vector<std::string>& servers) {
  for (const std::string& server : servers)
    std::erase_if(met_, [&](const auto& entry) { return entry.first.first == server; });
  reported_.clear();
}

void Directory::report(const upstream::Server& server, std::string_view what,
                       const std::string& name) {
  if (reported_.size() >= kMaxReported || !reported_.insert(name).second) return;
  log_.warning("{} of {} is also offered by another server; it is shown as {}", what, server.name(),
               name);
}

std::string Directory::exposed(const upstream::Server& server, const std::string& key,
                               ListKind kind, bool distinct) const {
  if (by_uri(kind)) return distinct ? distinct_uri(server.name(), key) : key;
  const std::string& prefix = server.config().prefix;
  return distinct ? distinct_name(server.name(), prefix, config_.separator, key)
                  : exposed_name(prefix, config_.separator, key);
}

// A server that is away has no entries, but its names stay taken.
std::vector<std::string> Directory::entries(const Scope& scope, const Lists& lists, ListKind kind) {
  std::vector<std::string> out;
  std::set<std::string> taken;
  const Known all = known(scope, lists, kind);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i]) continue;
    const upstream::Server& server = *scope.servers[i];
    const bool away = !lists[i] || !*lists[i];
    for (const json::View item : all[i]->items) {
      const json::View key = item.find(upstream::words(kind).key);
      std::string name = exposed(server, *key.as_string(), kind, false);
      if (!taken.insert(name).second) {
        name = exposed(server, *key.as_string(), kind, true);
        report(server, key.raw(), name);
        if (!taken.insert(name).second) continue;
      }
      if (away) continue;
      json::Splice splice(item);
      splice.replace(key, json::quoted(name));
      out.push_back(splice.apply());
    }
  }
  return out;
}

Task<face::Answer> Directory::list(face::Request& request, Scope scope, ListKind kind) {
  const auto offset = read_cursor(request.message.param("cursor"));
  if (!offset)
    co_return face::answer_error(request.message, rpc::kInvalidParams,
                                 "Invalid params: unknown cursor");
  const Lists lists = co_await fetch_all(request, scope, kind);
  const std::vector<std::string> all = entries(scope, lists, kind);
  const std::size_t begin = std::min(*offset, all.size());
  const std::size_t end = std::min(begin + config_.page_size, all.size());
  json::Writer out;
  out.begin_object();
  out.key(upstream::words(kind).items).begin_array();
  for (std::size_t i = begin; i < end; ++i) out.raw(all[i]);
  out.end_array();
  if (end < all.size()) out.key("nextCursor").string(base::base64_url(std::to_string(end)));
  if (request.terms.era == mcp::Era::kModern) {
    const Freshness fresh = freshness(lists);
    out.key("resultType").string("complete");
    out.key("ttlMs").integer(fresh.ttl_ms);
    out.key("cacheScope").string(fresh.is_private ? "private" : "public");
  }
  out.end_object();
  co_return face::answer_result(request.message, out.text());
}

std::optional<Errand> Directory::search(const Scope& scope, const Known& lists, ListKind kind,
                                        json::View name) const {
  const std::string wanted = name.as_string().value_or("");
  for (const bool distinct : {false, true}) {
    for (std::size_t i = 0; i < lists.size(); ++i) {
      if (!lists[i]) continue;
      const ServerPtr& server = scope.servers[i];
      const auto hit = [&](const std::string& key) {
        return lists[i]->by_key.contains(key) && exposed(*server, key, kind, distinct) == wanted;
      };
      if (by_uri(kind)) {
        const std::string key(distinct ? plain_uri(server->name(), wanted)
                                       : std::string_view(wanted));
        if (hit(key)) return Errand{server, name, key};
        continue;
      }
      const std::string lead =
          server->config().prefix.empty() ? "" : server->config().prefix + config_.separator;
      if (!distinct && wanted.starts_with(lead) && hit(wanted.substr(lead.size())))
        return Errand{server, name, wanted.substr(lead.size())};
      // A shortened or distinct name cannot be taken apart; it is looked for.
      if (!distinct && wanted.size() < kLeastShortened) continue;
      for (const auto& [key, index] : lists[i]->by_key) {
        if (exposed(*server, key, kind, distinct) == wanted) return Errand{server, name, key};
      }
    }
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
    co_return std::move(*errand);
  if (kind == ListKind::kResources) co_return co_await find_uri(request, std::move(scope), name);
  // Only those whose name could begin like this: the others' troubles are not this call's.
  std::erase_if(scope.servers,
                [&](const ServerPtr& server) { return !may_have(*server, *name.as_string()); });
  const Lists lists = co_await fetch_all(request, scope, kind, true);
  if (auto errand = search(scope, known(scope, lists, kind), kind, name))
    co_return std::move(*errand);
  // Nobody is known to have it. If the server its name points to could not be asked, say that.
  const std::string wanted = *name.as_string();
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::string lead = scope.servers[i]->config().prefix + config_.separator;
    if (!wanted.starts_with(lead)) continue;
    if (!lists[i]) {
      co_return tl::unexpected(face::answer_error(
          request.message, rpc::kUpstreamTimeout,
          fmt::format("{}: is not ready yet; try again", scope.servers[i]->name())));
    }
    if (!*lists[i]) {
      co_return tl::unexpected(
          answer_trouble(request.message, scope.servers[i]->name(), lists[i]->error()));
    }
  }
  const std::string_view what = kind == ListKind::kPrompts ? "prompt" : "tool";
  co_return tl::unexpected(face::answer_error(request.message, rpc::kInvalidParams,
                                              fmt::format("Unknown {}: {}", what, wanted)));
}

// A name that was not shortened begins with its server's prefix.
bool Directory::may_have(const upstream::Server& server, std::string_view name) const {
  const std::string lead =
      server.config().prefix.empty() ? "" : server.config().prefix + config_.separator;
  return name.starts_with(std::string_view(lead).substr(0, kMaxName / 2));
}

// A listed resource, else one of the server that the URI names, else the template with the longest
// fixed beginning that fits.
Task<tl::expected<Errand, face::Answer>> Directory::find_uri(face::Request& request, Scope scope,
                                                             json::View uri) {
  const Lists resources = co_await fetch_all(request, scope, ListKind::kResources);
  if (auto errand =
          search(scope, known(scope, resources, ListKind::kResources), ListKind::kResources, uri))
    co_return std::move(*errand);
  const std::string wanted = *uri.as_string();
  for (const ServerPtr& server : scope.servers) {
    const std::string_view plain = plain_uri(server->name(), wanted);
    if (!plain.empty()) co_return Errand{server, uri, std::string(plain)};
  }
  const Lists fetched = co_await fetch_all(request, scope, ListKind::kTemplates);
  const Known templates = known(scope, fetched, ListKind::kTemplates);
  ServerPtr best;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < templates.size(); ++i) {
    if (!templates[i]) continue;
    for (const auto& [key, index] : templates[i]->by_key) {
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
  co_return tl::unexpected(face::answer_error(request.message, code, "Resource not found", data));
}

}  // namespace touchstone::gateway
