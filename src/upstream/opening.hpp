// Opening: what the steps of open() share. Inside open only: open.cpp has what both transports
// need, open_stdio.cpp and open_http.cpp find the era.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "upstream/handshake.hpp"
#include "upstream/hearing.hpp"
#include "upstream/open.hpp"

namespace touchstone::upstream {

struct Opening {
  const config::Server& server;
  const mcp::Terms& declare;
  Listener& listener;
  Context context;
  net::Clock::time_point deadline;
  std::unique_ptr<Link>& link;  // of the Start
  Interrupt& interrupt;
  std::shared_ptr<Hearing> hearing = nullptr;

  [[nodiscard]] net::Duration remaining() const;  // at least a millisecond
  [[nodiscard]] Outgoing discover(net::Duration timeout);
  [[nodiscard]] Outgoing initialize();
  [[nodiscard]] LinkError too_slow() const;
  [[nodiscard]] LinkError called_off() const;
  // For the next link; what the one before it may still say is not heard.
  [[nodiscard]] std::shared_ptr<Hearing> new_hearing();
};

[[nodiscard]] Opened modern(Opening& opening, std::string discovery);
// After an answer to `initialize`: the rest of the handshake.
[[nodiscard]] Task<LinkResult<Opened>> legacy(Opening& opening, LinkResult<rpc::Message> answer);

[[nodiscard]] Task<LinkResult<Opened>> find_on_stdio(Opening& opening,
                                                     std::optional<mcp::Era> known);
[[nodiscard]] Task<LinkResult<Opened>> find_on_http(Opening& opening,
                                                    std::optional<mcp::Era> known);

}  // namespace touchstone::upstream
