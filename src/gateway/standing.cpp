#include "gateway/standing.hpp"

#include "gateway/errand.hpp"
#include "json/writer.hpp"
#include "mcp/ourselves.hpp"
#include "mcp/request.hpp"

namespace touchstone::gateway {
namespace {

constexpr net::Duration kPause = std::chrono::seconds(2);

bool promises(const upstream::Lane& lane, std::string_view list) {
  return lane.capabilities().find(list).find("listChanged").as_bool().value_or(false);
}

}  // namespace

void Standing::begin(LanePtr lane, ServerPtr server) {
  const bool useful =
      promises(*lane, "tools") || promises(*lane, "prompts") || promises(*lane, "resources") ||
      lane->capabilities().find("resources").find("subscribe").as_bool().value_or(false);
  if (!lane->modern() || !useful || all_.contains(lane.get())) return;
  auto it = std::make_shared<Listening>();
  it->lane = std::move(lane);
  it->server = std::move(server);
  all_.emplace(it->lane.get(), it);
  loop_.spawn(listen(std::move(it)));
}

void Standing::forget(const upstream::Lane& lane) { all_.erase(&lane); }

void Standing::end_retired(const Servers& servers) {
  std::erase_if(all_, [&](const auto& entry) {
    const auto& it = entry.second;
    if (servers.find(it->server->name()) == it->server) return false;
    if (it->id != 0) call_off(it->lane, *it->server, it->id, "the server left the config");
    return true;
  });
}

void Standing::watch(const std::string& server, std::set<std::string> uris) {
  if (uris_[server] == uris) return;
  uris_[server] = std::move(uris);
  for (const auto& [lane, it] : all_) {
    if (it->server->name() != server || it->id == 0) continue;
    it->restarting = true;
    call_off(it->lane, *it->server, it->id, "replaced");
  }
}

std::string Standing::params(const Listening& it) const {
  json::Writer out;
  out.begin_object().key("notifications").begin_object();
  if (promises(*it.lane, "tools")) out.key("toolsListChanged").boolean(true);
  if (promises(*it.lane, "prompts")) out.key("promptsListChanged").boolean(true);
  if (promises(*it.lane, "resources")) out.key("resourcesListChanged").boolean(true);
  if (const auto uris = uris_.find(it.server->name());
      uris != uris_.end() && !uris->second.empty()) {
    out.key("resourceSubscriptions").begin_array();
    for (const std::string& uri : uris->second) out.string(uri);
    out.end_array();
  }
  out.end_object().end_object();
  return std::move(out).take();
}

Task<void> Standing::listen(std::shared_ptr<Listening> it) {
  mcp::Terms ours;
  ours.era = mcp::Era::kModern;
  ours.client_info = mcp::kOurselves;
  while (it->lane->is_open() && all_.contains(it->lane.get())) {
    upstream::Outgoing out;
    out.id = it->id = it->lane->next_id();
    out.stands = true;
    mcp::prepare(out.message, out.headers, std::to_string(out.id), "subscriptions/listen",
                 params(*it), mcp::Era::kModern, ours);
    auto ended = co_await it->lane->call(std::move(out), nullptr);
    it->id = 0;
    if (ended && ended->error_code() == rpc::kMethodNotFound) break;  // it promised what it has not
    if (!it->lane->is_open() || !all_.contains(it->lane.get())) break;
    if (!std::exchange(it->restarting, false)) co_await loop_.sleep(kPause);
  }
  forget(*it->lane);
}

}  // namespace touchstone::gateway
