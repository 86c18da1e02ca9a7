#include "gateway/levels.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "json/string.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::array<std::string_view, 8> kLevels = {"debug", "info",     "notice", "warning",
                                                     "error", "critical", "alert",  "emergency"};
// What a client hears that set no level, on a lane where somebody else did.
constexpr std::string_view kUnasked = "info";

std::ptrdiff_t rank(std::string_view level) {
  return std::ranges::find(kLevels, level) - kLevels.begin();
}

bool logs(const upstream::Lane& lane) {
  return !lane.modern() && lane.capabilities().find("logging");
}

}  // namespace

bool is_level(std::string_view word) { return std::ranges::find(kLevels, word) != kLevels.end(); }

bool is_severe(std::string_view level, std::string_view least) {
  return rank(level) >= rank(least);
}

std::string Levels::wanted(const upstream::Lane& lane) const {
  std::string most;
  sessions_.on_lane(lane, [&](const face::Session& session) {
    const std::string& level = session.terms().log_level;
    if (!level.empty() && (most.empty() || rank(level) < rank(most))) most = level;
  });
  return most;
}

Task<void> Levels::set(LanePtr lane, std::string level) {
  std::string& now = set_[lane.get()];
  if (now == level) co_return;
  now = level;
  const auto server = servers_.find(lane->server());
  upstream::Outgoing out;
  out.id = lane->next_id();
  out.timeout = server ? server->config().call_timeout : net::Duration(0);
  out.message = rpc::request(std::to_string(out.id), "logging/setLevel",
                             fmt::format(R"({{"level":{}}})", json::quoted(level)));
  (void)co_await lane->call(std::move(out), nullptr);
}

Task<void> Levels::follow(LanePtr lane) {
  std::string level = wanted(*lane);
  if (logs(*lane) && !level.empty()) co_await set(std::move(lane), std::move(level));
}

void Levels::opened(const LanePtr& lane) {
  set_.erase(lane.get());  // of one that was at this address before
  if (logs(*lane) && !wanted(*lane).empty()) loop_.spawn(follow(lane));
}

Task<void> Levels::raise(LanePtr lane, std::string level) {
  if (!logs(*lane) || !is_level(level)) co_return;
  const auto it = set_.find(lane.get());
  if (it != set_.end() && is_severe(level, it->second)) co_return;
  co_await set(std::move(lane), std::move(level));
}

bool Levels::hears(const face::Session& session, const upstream::Lane& lane,
                   std::string_view level) const {
  const std::string& own = session.terms().log_level;
  if (!own.empty()) return is_severe(level, own);
  return !set_.contains(&lane) || is_severe(level, kUnasked);
}

}  // namespace touchstone::gateway
