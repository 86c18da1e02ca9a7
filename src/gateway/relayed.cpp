#include "gateway/relayed.hpp"

#include <algorithm>
#include <array>

#include "json/splice.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::array<std::string_view, 8> kLevels = {"debug", "info",     "notice", "warning",
                                                     "error", "critical", "alert",  "emergency"};

std::ptrdiff_t rank(std::string_view level) {
  return std::ranges::find(kLevels, level) - kLevels.begin();
}

}  // namespace

bool is_level(std::string_view word) { return std::ranges::find(kLevels, word) != kLevels.end(); }

bool is_severe(std::string_view level, std::string_view least) {
  return rank(level) >= rank(least);
}

void relay_to_call(face::Exchange& exchange, const rpc::Message& notification, mcp::Era client,
                   std::string_view progress, std::string_view log_level) {
  if (notification.method() == "notifications/progress") {
    if (progress.empty()) return;
    json::Splice splice(notification.document());
    splice.replace(notification.param("progressToken"), std::string(progress));
    return exchange.send(splice.apply());
  }
  if (notification.method() == "notifications/message" && client == mcp::Era::kModern) {
    const auto level = notification.param("level").as_string().value_or("");
    if (log_level.empty() || !is_severe(level, log_level)) return;
  }
  exchange.send(std::string(notification.text()));
}

}  // namespace touchstone::gateway
