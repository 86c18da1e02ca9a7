#include "demo/listeners.hpp"

#include <algorithm>
#include <array>

#include "json/writer.hpp"
#include "mcp/era.hpp"
#include "rpc/write.hpp"

namespace touchstone::demo {
namespace {

struct ListWords {
  List list;
  std::string_view key;     // in a filter
  std::string_view method;  // of the notification
};
constexpr std::array<ListWords, 3> kLists = {{
    {List::kTools, "toolsListChanged", "notifications/tools/list_changed"},
    {List::kPrompts, "promptsListChanged", "notifications/prompts/list_changed"},
    {List::kResources, "resourcesListChanged", "notifications/resources/list_changed"},
}};

// Params of a message on a listen stream, left open for more members.
json::Writer tagged(std::string_view raw_id) {
  json::Writer w;
  w.begin_object().key("_meta").begin_object();
  w.key(mcp::kMetaSubscription).raw(raw_id).end_object();
  return w;
}

}  // namespace

SessionState& state_of(face::Session& session) {
  if (session.attachment() == nullptr) session.attach(std::make_unique<SessionState>());
  return static_cast<SessionState&>(*session.attachment());
}

Filter Filter::read(json::View notifications) {
  Filter filter;
  for (const auto& words : kLists) {
    if (notifications.find(words.key).as_bool().value_or(false)) filter.lists.insert(words.list);
  }
  for (const json::View uri : notifications.find("resourceSubscriptions").elements()) {
    if (filter.resources.size() >= SessionState::kMaxSubscriptions) break;
    if (auto text = uri.as_string()) filter.resources.insert(std::move(*text));
  }
  return filter;
}

std::string Filter::write() const {
  json::Writer w;
  w.begin_object();
  for (const auto& words : kLists) {
    if (lists.contains(words.list)) w.key(words.key).boolean(true);
  }
  if (!resources.empty()) {
    w.key("resourceSubscriptions").begin_array();
    for (const auto& uri : resources) w.string(uri);
    w.end_array();
  }
  w.end_object();
  return std::move(w).take();
}

void Listeners::add(const std::shared_ptr<face::Session>& session) {
  remove(*session);
  sessions_.push_back(session);
}

void Listeners::remove(const face::Session& session) {
  std::erase_if(sessions_, [&](const std::weak_ptr<face::Session>& weak) {
    const auto other = weak.lock();
    return !other || other.get() == &session;
  });
}

bool Listeners::open(face::Exchange& exchange, std::string_view raw_id, Filter filter) {
  if (streams_.size() >= kMaxStreams) return false;
  json::Writer params = tagged(raw_id);
  params.key("notifications").raw(filter.write()).end_object();
  exchange.send(rpc::notification("notifications/subscriptions/acknowledged", params.text()));
  streams_.push_back({&exchange, std::string(raw_id), std::move(filter)});
  return true;
}

void Listeners::close(const face::Exchange& exchange) {
  std::erase_if(streams_, [&](const Stream& stream) { return stream.exchange == &exchange; });
}

void Listeners::list_changed(List list) const {
  const auto& words = *std::ranges::find(kLists, list, &ListWords::list);
  for (const auto& stream : streams_) {
    if (!stream.filter.lists.contains(list)) continue;
    json::Writer params = tagged(stream.raw_id);
    stream.exchange->send(rpc::notification(words.method, params.end_object().text()));
  }
  for (const auto& weak : sessions_) {
    if (const auto session = weak.lock()) session->send(rpc::notification(words.method));
  }
}

void Listeners::resource_updated(std::string_view uri) const {
  constexpr std::string_view kMethod = "notifications/resources/updated";
  const std::string key(uri);
  for (const auto& stream : streams_) {
    if (!stream.filter.resources.contains(key)) continue;
    json::Writer params = tagged(stream.raw_id);
    stream.exchange->send(
        rpc::notification(kMethod, params.key("uri").string(uri).end_object().text()));
  }
  for (const auto& weak : sessions_) {
    const auto session = weak.lock();
    if (!session || !state_of(*session).subscriptions.contains(key)) continue;
    json::Writer params;
    session->send(rpc::notification(
        kMethod, params.begin_object().key("uri").string(uri).end_object().text()));
  }
}

}  // namespace touchstone::demo
