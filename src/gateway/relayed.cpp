#include "gateway/relayed.hpp"

#include "gateway/levels.hpp"
#include "json/splice.hpp"

namespace touchstone::gateway {

std::optional<std::string> text_for_call(const rpc::Message& notification, mcp::Era client,
                                         std::string_view progress, std::string_view log_level) {
  // Modern clients do not know it: they call again when the page is done.
  if (client == mcp::Era::kModern && notification.method() == "notifications/elicitation/complete")
    return std::nullopt;
  if (notification.method() == "notifications/progress") {
    if (progress.empty()) return std::nullopt;
    json::Splice splice(notification.document());
    splice.replace(notification.param("progressToken"), std::string(progress));
    return splice.apply();
  }
  if (notification.method() == "notifications/message" && client == mcp::Era::kModern) {
    const auto level = notification.param("level").as_string().value_or("");
    if (log_level.empty() || !is_severe(level, log_level)) return std::nullopt;
  }
  return std::string(notification.text());
}

}  // namespace touchstone::gateway
