#include "upstream/open.hpp"

#include <algorithm>
#include <utility>

#include "rpc/write.hpp"
#include "upstream/opening.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {
namespace {

constexpr const char* kVersionName = "MCP-Protocol-Version";

}  // namespace

net::Duration Opening::remaining() const {
  const auto left = std::chrono::duration_cast<net::Duration>(deadline - net::Clock::now());
  return std::max(left, net::Duration(1));
}

Outgoing Opening::discover(net::Duration timeout) {
  const CallId id = link->next_id();
  return {rpc::request(std::to_string(id), "server/discover", discover_params(declare)),
          id,
          {{kVersionName, std::string(mcp::kModernVersion)}, {"Mcp-Method", "server/discover"}},
          timeout};
}

Outgoing Opening::initialize() {
  const CallId id = link->next_id();
  return {rpc::request(std::to_string(id), "initialize", initialize_params(declare)),
          id,
          {},
          remaining()};
}

LinkError Opening::too_slow() const {
  return trouble(Trouble::kTimeout,
                 "it was not ready within " + std::to_string(server.start_timeout.count()) + " ms",
                 server.name, "raise its startTimeout if it needs longer");
}

LinkError Opening::called_off() const {
  return trouble(Trouble::kEnded, "nobody needs it any more", server.name);
}

void Start::call_off() {
  interrupt.fire();
  if (link) link->close();
}

std::shared_ptr<Hearing> Opening::new_hearing() {
  hearing = std::make_shared<Hearing>(context.loop, listener);
  return hearing;
}

Opened modern(Opening& opening, std::string discovery) {
  opening.hearing->release();
  return {std::move(opening.link), mcp::Era::kModern, std::string(mcp::kModernVersion),
          std::move(discovery)};
}

Task<LinkResult<Opened>> legacy(Opening& opening, LinkResult<rpc::Message> answer) {
  if (!answer && answer.error().trouble == Trouble::kTimeout)
    co_return tl::unexpected(opening.too_slow());
  auto agreed = judge_initialize(answer, opening.server.name);
  if (!agreed) co_return tl::unexpected(std::move(agreed.error()));
  std::string ready = rpc::notification("notifications/initialized");
  std::vector<std::pair<std::string, std::string>> headers;
  headers.emplace_back(kVersionName, agreed->version);
  auto sent = co_await opening.link->send(std::move(ready), std::move(headers));
  if (!sent) co_return tl::unexpected(std::move(sent.error()));
  opening.link->begin_session(agreed->version);
  opening.hearing->release();
  co_return Opened{std::move(opening.link), mcp::Era::kLegacy, std::move(agreed->version),
                   std::move(agreed->raw)};
}

Task<LinkResult<Opened>> open(const config::Server& server, const mcp::Terms& declare,
                              Listener& listener, Context context, std::optional<mcp::Era> known,
                              Start& start) {
  Opening opening{
      server,     declare,        listener, context, net::Clock::now() + server.start_timeout,
      start.link, start.interrupt};
  if (start.interrupt.fired()) co_return tl::unexpected(opening.called_off());
  if (server.transport == config::Transport::kStdio) {
    auto opened = co_await find_on_stdio(opening, known);
    co_return opened;
  }
  auto opened = co_await find_on_http(opening, known);
  co_return opened;
}

}  // namespace touchstone::upstream
