#include "gateway/directory.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "base/base64.hpp"
#include "gateway/naming.hpp"
#include "json/splice.hpp"
#include "json/string.hpp"
#include "json/writer.hpp"
#include "model/enrich.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;
using upstream::ListPtr;

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

// What else one server says in its answer, as on its first page: members, or "".
std::string others_of(const AssayPtr& assay, ListKind kind) {
  if (!assay || assay->list->pages.empty()) return {};
  json::Writer out;
  out.begin_object();
  constexpr std::array<std::string_view, 4> kOurs = {"nextCursor", "resultType", "ttlMs",
                                                     "cacheScope"};
  for (const auto [key, value] : assay->list->pages.front().result().members()) {
    const std::string name = key.as_string().value_or("");
    if (name == upstream::words(kind).items || std::ranges::find(kOurs, name) != kOurs.end())
      continue;
    out.key(name).raw(value.raw());
  }
  out.end_object();
  return std::string(out.text().substr(1, out.text().size() - 2));
}

}  // namespace

// What arrived together is met together, before any of it is examined.
Directory::Known Directory::known(const face::Request& request, const Scope& scope,
                                  const Lists& lists, ListKind kind) {
  for (std::size_t i = 0; kind == ListKind::kTools && i < lists.size(); ++i) {
    if (lists[i] && *lists[i]) catalogue_.meet(scope.servers[i]->name(), **lists[i]);
  }
  Known all;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const upstream::Server& server = *scope.servers[i];
    AssayPtr& met = met_[{server.name(), kind}];
    const auto lane = lane_of(request, server);
    const ListPtr last = lane ? lane->last_list(kind, request.terms) : nullptr;
    if (lists[i] && *lists[i]) {
      met = catalogue_.assay(server, kind, **lists[i]);
      // The same said twice is kept once, and found at once next time.
      if (lane && met->list != **lists[i]) lane->lists.replace(**lists[i], met->list);
    } else if (lists[i] == std::nullopt && last) {
      met = catalogue_.assay(server, kind, last);
    }
    all.push_back(met);
  }
  return all;
}

Directory::Known Directory::known(const face::Request& request, const Scope& scope, ListKind kind) {
  Known all;
  for (const ServerPtr& server : scope.servers) {
    const auto lane = lane_of(request, *server);
    const ListPtr list = lane ? lane->last_list(kind, request.terms) : nullptr;
    const auto met = met_.find({server->name(), kind});
    if (list) {
      all.push_back(catalogue_.assay(*server, kind, list));
    } else {
      all.push_back(met == met_.end() ? nullptr : met->second);
    }
  }
  return all;
}

void Directory::forget(const std::vector<std::string>& servers) {
  catalogue_.forget(servers);
  listings_.clear();
  for (const std::string& server : servers)
    std::erase_if(met_, [&](const auto& entry) { return entry.first.first == server; });
  reported_.clear();
}

void Directory::judge_anew(std::string_view only) {
  catalogue_.judge_anew([this](std::string_view name) { return servers_.find(name); }, only);
  find_again();
}

void Directory::examine_anew() {
  catalogue_.forget_all();
  find_again();
}

void Directory::find_again() {
  listings_.clear();
  for (auto& [key, met] : met_) {
    const auto server = servers_.find(key.first);
    if (server && met) met = catalogue_.assay(*server, key.second, met->list);
  }
}

void Directory::report(const upstream::Server& server, std::string_view what,
                       const std::string& name) {
  if (reported_.size() >= kMaxReported || !reported_.insert(name).second) return;
  log_.warning("{} of {} is also offered by another server; it is shown as {}", what, server.name(),
               name);
}

std::string Directory::exposed(const Scope& scope, const upstream::Server& server,
                               const std::string& key, ListKind kind, bool distinct) const {
  if (scope.single) return key;
  if (by_uri(kind)) return distinct ? distinct_uri(server.name(), key) : key;
  const std::string& prefix = server.config().prefix;
  return distinct ? distinct_name(server.name(), prefix, config_.separator, key)
                  : exposed_name(prefix, config_.separator, key);
}

// What may be listed, as its definition reads for clients.
std::string Directory::shown(const Assay& assay, std::size_t index, const std::string& name,
                             ListKind kind, TaskHost host) const {
  const json::View item = assay.list->items[index];
  json::Splice splice(item);
  splice.replace(item.find(upstream::words(kind).key), json::quoted(name));
  if (kind == ListKind::kTools) {
    const Offer& offer = assay.offers[index];
    TaskOffers::mark(splice, offer, host);
    model::annotate(splice, offer.tool, offer.known->profile, config_.annotate, offer.resolvable());
  }
  return splice.apply();
}

// A server that is away has no entries, but its names stay taken; and so do those of what is held.
ListingPtr Directory::make_listing(const Scope& scope, const Known& all, const Present& present,
                                   ListKind kind) {
  auto listing = std::make_shared<Listing>();
  std::set<std::string> taken;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i]) continue;
    const upstream::Server& server = *scope.servers[i];
    for (std::size_t at = 0; at < all[i]->list->items.size(); ++at) {
      const json::View key = all[i]->list->items[at].find(upstream::words(kind).key);
      const std::string plain = exposed(scope, server, *key.as_string(), kind, false);
      std::string name = plain;
      if (!taken.insert(name).second) {
        name = exposed(scope, server, *key.as_string(), kind, true);
        report(server, key.raw(), name);
        if (!taken.insert(name).second) continue;
      }
      const Offer& offer = all[i]->offers[at];
      if (!present.here[i] || !is_open(scope, offer, name, plain, kind)) continue;
      listing->entries.push_back(
          {name, shown(*all[i], at, name, kind, present.hosts[i]), all[i], &offer, i});
    }
  }
  return listing;
}

bool Directory::is_open(const Scope& scope, const Offer& offer, std::string_view name,
                        std::string_view plain, ListKind kind) {
  if (!offer.held.empty()) return false;
  return kind != ListKind::kTools || (scope.has_tool(name, plain) && offer.tier <= scope.most);
}

ListingPtr Directory::listing(const Scope& scope, const Known& all, const Present& present,
                              ListKind kind) {
  for (auto it = listings_.begin(); it != listings_.end(); ++it) {
    if (it->kind != kind || it->servers != scope.servers || it->view != scope.view ||
        it->single != scope.single || it->most != scope.most || it->present != present ||
        it->all != all)
      continue;
    listings_.splice(listings_.begin(), listings_, it);
    return listings_.front().listing;
  }
  listings_.push_front({kind, scope.single, scope.most, scope.view, scope.servers, present, all,
                        make_listing(scope, all, present, kind)});
  if (listings_.size() > kMaxListings) listings_.pop_back();
  return listings_.front().listing;
}

// A server that is busy has what it last had; one that is away has nothing to show.
bool Directory::is_here(const face::Request& request, const upstream::Server& server, ListKind kind,
                        const Lists::value_type& list) const {
  if (list) return list->has_value();
  const auto lane = lane_of(request, server);
  return lane && lane->last_list(kind, request.terms);
}

Task<Directory::Shelf> Directory::shelf(const face::Request& request, Scope scope, ListKind kind,
                                        For whom) {
  Asking asking = whom == For::kPeople ? as_person() : as_client();
  if (scope.single) asking = as_caller();
  const Lists lists = co_await fetch_all(request, scope, kind, asking);
  Present present;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    present.here.push_back(is_here(request, *scope.servers[i], kind, lists[i]));
    present.hosts.push_back(kind == ListKind::kTools
                                ? offers_.host_of(request.terms, *scope.servers[i])
                                : TaskHost::kServer);
  }
  const Known all = known(request, scope, lists, kind);
  const Freshness fresh = freshness(lists);
  Shelf shelf{listing(scope, all, present, kind), all, fresh.ttl_ms, fresh.is_private};
  // Nobody shall go by a list for long from which somebody is missing.
  if (std::ranges::find(present.here, false) != present.here.end()) shelf.ttl_ms = 0;
  if (scope.single && !present.here.front()) {
    const upstream::Server& server = *scope.servers.front();
    shelf.trouble = lists.front() ? lists.front()->error() : server.not_ready();
  }
  co_return shelf;
}

// The entries of one server stand together.
Task<std::optional<face::Answer>> Directory::read_page(const face::Request& request,
                                                       const Scope& scope, ListReader& reader,
                                                       Page& page) {
  for (std::size_t begin = 0, end = 0; begin < page.entries.size(); begin = end) {
    const std::size_t server = page.entries[begin].server;
    std::vector<std::string_view> said;
    for (; end < page.entries.size() && page.entries[end].server == server; ++end)
      said.push_back(page.entries[end].json);
    auto open = co_await reader.read(request, scope.servers[server], std::move(said));
    if (!open) co_return std::move(open.error());
    std::copy(open->begin(), open->end(), page.open.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  co_return std::nullopt;
}

Task<tl::expected<std::string, face::Answer>> Directory::read_others(const face::Request& request,
                                                                     const ServerPtr& server,
                                                                     ListReader& reader,
                                                                     std::string others) {
  if (others.empty()) co_return others;
  const std::string object = '{' + others + '}';
  auto open = co_await reader.read(request, server, {object});
  if (!open) co_return tl::unexpected(std::move(open.error()));
  co_return open->front() ? std::move(others) : std::string();
}

// What a person pins is judged by that; resources nobody has looked at.
Task<face::Answer> Directory::list(face::Request& request, Scope scope, ListKind kind,
                                   ListReader& reader) {
  const auto offset = read_cursor(request.message.param("cursor"));
  if (!offset)
    co_return face::answer_error(request.message, rpc::kInvalidParams,
                                 "Invalid params: unknown cursor");
  const Shelf shelf = co_await this->shelf(request, scope, kind);
  if (shelf.trouble)
    co_return answer_trouble(request.message, scope.servers.front()->name(), *shelf.trouble);
  const auto& all = shelf.listing->entries;
  const std::size_t begin = std::min(*offset, all.size());
  const std::size_t end = std::min(begin + config_.page_size, all.size());
  Page page{std::span(all).subspan(begin, end - begin), std::vector<bool>(end - begin, true)};
  if (kind == ListKind::kResources) {
    if (auto instead = co_await read_page(request, scope, reader, page))
      co_return std::move(*instead);
  }
  tl::expected<std::string, face::Answer> others;
  if (scope.single) {
    others = co_await read_others(request, scope.servers.front(), reader,
                                  others_of(shelf.known.front(), kind));
  }
  if (!others) co_return std::move(others.error());
  json::Writer out;
  out.begin_object();
  out.key(upstream::words(kind).items).begin_array();
  for (std::size_t i = 0; i < page.entries.size(); ++i)
    if (page.open[i]) out.raw(page.entries[i].json);
  out.end_array();
  if (end < all.size()) out.key("nextCursor").string(base::base64_url(std::to_string(end)));
  if (!others->empty()) out.members(*others);
  if (request.terms.era == mcp::Era::kModern) {
    out.key("resultType").string("complete");
    out.key("ttlMs").integer(shelf.ttl_ms);
    out.key("cacheScope").string(shelf.is_private ? "private" : "public");
  }
  out.end_object();
  co_return face::answer_result(request.message, out.text());
}

}  // namespace touchstone::gateway
