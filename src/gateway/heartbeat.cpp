#include "gateway/heartbeat.hpp"

#include <fmt/format.h>

#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

constexpr double kStep = 1e-6;  // less than any server's first report

}  // namespace

void Heartbeat::start(net::Duration every) {
  every_ = every;
  if (!caller_.progress.empty()) next_ = loop_.after(every_, [this] { beat(); });
}

void Heartbeat::beat() {
  next_.reset();
  if (caller_.reports || caller_.exchange.cancelled()) return;
  caller_.exchange.send(rpc::notification(
      "notifications/progress",
      fmt::format(R"({{"progressToken":{},"progress":{:.6f},"message":"still under way"}})",
                  caller_.progress, kStep * ++beats_)));
  next_ = loop_.after(every_, [this] { beat(); });
}

}  // namespace touchstone::gateway
