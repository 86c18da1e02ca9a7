// Lists of many servers at once, and what of them is late.
#include "gateway/directory.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;
using upstream::ListPtr;

// What one task that fetches a list has to go by. Owns all it uses but what lives as long as the
// loop: it may go on after the request is answered.
struct Fetch {
  ServerPtr server;
  std::shared_ptr<face::Session> session;
  mcp::Terms terms;
  ListKind kind;
  std::shared_ptr<Latecomers> latecomers;
  Latecomers::Chase chase;
  net::Duration grace;
  net::Loop& loop;
  Catalogue& catalogue;
};

// It was late, and here is its list after all. True if it says what `before` did not.
bool says_new(const Fetch& it, const LanePtr& lane, const ListPtr& before, const ListPtr& list) {
  if (it.kind == ListKind::kTools) it.catalogue.meet(it.server->name(), list);
  const AssayPtr assay = it.catalogue.assay(*it.server, it.kind, list);
  if (assay->list != list) lane->lists.replace(list, assay->list);
  return assay->list != before;
}

// A server is late if it cannot be reached, not if it fails to tell one of its lists.
Task<LinkResult<ListPtr>> fetch_one(Fetch it) {
  const std::string& name = it.server->name();
  auto lane = co_await Servers::lane(it.server, it.session.get(), it.terms);
  if (!lane) {
    if (!it.session || !it.session->ended()) it.latecomers->missed(name);
    co_return tl::unexpected(std::move(lane.error()));
  }
  const ListPtr before = (*lane)->last_list(it.kind, it.terms);
  const auto began = net::Clock::now();
  const net::Duration timeout = it.server->config().call_timeout;
  auto list = co_await upstream::fetch(*lane, it.kind, it.terms, timeout);
  if (!list && (*lane)->session_is_lost()) {
    lane = co_await Servers::lane(it.server, it.session.get(), it.terms);
    if (!lane) co_return tl::unexpected(std::move(lane.error()));
    list = co_await upstream::fetch(*lane, it.kind, it.terms, timeout);
  }
  if (!list) co_return list;
  co_await it.catalogue.prepare(it.loop, it.server, it.kind, *list);
  if (it.latecomers->is_late(name, it.kind)) {
    const bool in_time = net::Clock::now() - began < it.grace;
    const bool is_new = says_new(it, *lane, before, *list);
    it.latecomers->has_come(name, it.kind, in_time, is_new);
  }
  co_return list;
}

}  // namespace

LanePtr Directory::lane_of(const face::Request& request, const upstream::Server& server) const {
  return server.find(Servers::lane_key(server, request.session.get(), request.terms));
}

// Who has a lane is only late with its lists: that others got none is nothing to this client.
bool Directory::is_late(const face::Request& request, const upstream::Server& server,
                        ListKind kind) const {
  const auto lane = lane_of(request, server);
  if (!lane) return servers_.latecomers()->is_late(server.name());
  return servers_.latecomers()->is_late(server.name(), kind) &&
         !lane->fresh_list(kind, request.terms);
}

void Directory::note_missing(const face::Request& request, const upstream::Server& server,
                             ListKind kind) {
  Latecomers::What what;
  if (lane_of(request, server)) what = kind;
  servers_.latecomers()->missed(server.name(), what);
}

Task<Directory::Lists> Directory::fetch_all(const face::Request& request, const Scope& scope,
                                            ListKind kind, Asking asking) {
  const auto& latecomers = servers_.latecomers();
  Errands<LinkResult<ListPtr>> errands;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < scope.servers.size(); ++i) {
    const ServerPtr& server = scope.servers[i];
    const bool waits = asking.for_late || !is_late(request, *server, kind);
    Latecomers::Chase chase;
    if (!waits) {
      chase = Latecomers::chase(latecomers, server->name(), kind,
                                Servers::lane_key(*server, request.session.get(), request.terms));
      if (!chase) continue;
    }
    Fetch fetch{server,           request.session, request.terms, kind,      latecomers,
                std::move(chase), grace(),         loop_,         catalogue_};
    errands.add(fetch_one(std::move(fetch)), waits);
    places.push_back(i);
  }
  auto brought = co_await gather(loop_, std::move(errands), asking.wait);
  Lists lists(scope.servers.size());
  for (std::size_t k = 0; k < places.size(); ++k) lists[places[k]] = std::move(brought[k]);
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (!lists[i]) note_missing(request, *scope.servers[i], kind);
  co_return lists;
}

}  // namespace touchstone::gateway
