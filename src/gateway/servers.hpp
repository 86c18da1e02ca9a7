// Servers: all upstream servers of a config, and which lane serves whom.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"
#include "face/handler.hpp"
#include "gateway/latecomers.hpp"
#include "upstream/server.hpp"

namespace touchstone::gateway {

using ServerPtr = std::shared_ptr<upstream::Server>;
using net::Task;
using upstream::LanePtr;
using upstream::LinkError;
using upstream::LinkResult;

// What a route leads to.
struct Scope {
  std::vector<ServerPtr> servers;                 // in the order of the config
  bool single = false;                            // one server under its own names
  std::shared_ptr<const config::View> view = {};  // a choice among their tools; none: all
  model::Tier most = model::Tier::kDestructive;   // that a call may do
  config::Routing routing = config::Routing::kAll;

  [[nodiscard]] bool has(std::string_view server) const;
  // Is this tool in the view? `name` is what clients call it, `plain` what they would if no other
  // tool had that name.
  [[nodiscard]] bool has_tool(std::string_view name, std::string_view plain) const;
};

class Servers {
 public:
  static constexpr std::string_view kAll = "/mcp";                // the route to all of them
  static constexpr std::string_view kReadOnly = "/mcp/readonly";  // and to what only reads

  Servers(const config::Config& config, upstream::Context context, upstream::House& house);

  [[nodiscard]] const std::vector<ServerPtr>& all() const { return all_; }
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] ServerPtr find(std::string_view name) const;
  // "/mcp", "/mcp/readonly", "/mcp/v/<view>" or "/mcp/s/<server>"; nothing for any other.
  [[nodiscard]] std::optional<Scope> scope(std::string_view route) const;
  [[nodiscard]] bool has_route(std::string_view route) const;
  // The routes that lead to a server; its own is the last.
  [[nodiscard]] std::vector<std::string> routes_to(std::string_view server) const;

  // Which lane of this server a client talks on. Clients that the server may ask something have one
  // each, as they would without us, and so have those that declare more than we know of; all
  // others of one principal with the same features share one. The config's `isolation` overrules.
  [[nodiscard]] static std::string lane_key(const upstream::Server& server,
                                            const face::Session* session, const mcp::Terms& terms);
  [[nodiscard]] static Task<LinkResult<LanePtr>> lane(ServerPtr server,
                                                      const face::Session* session,
                                                      const mcp::Terms& terms);

  // Those that clients did without (latecomers.hpp).
  [[nodiscard]] const std::shared_ptr<Latecomers>& latecomers() const { return latecomers_; }

  // Takes over a new config: servers that run as before keep their lanes and calls, removed and
  // changed ones are closed.
  struct Changes {
    std::vector<std::string> touched;    // new, gone or run in another way
    std::vector<std::string> rethought;  // the same, but something else is believed of it
  };
  Changes reload(const config::Config& config);
  void session_closed(const face::Session& session);
  void close();
  [[nodiscard]] bool ended() const;  // after close(): nothing of any server is left

 private:
  upstream::Context context_;
  upstream::House& house_;
  [[nodiscard]] bool is_in(const config::View& view, const upstream::Server& server) const;
  [[nodiscard]] std::shared_ptr<const config::View> view_of(std::string_view route) const;

  std::vector<ServerPtr> all_;
  std::vector<std::shared_ptr<const config::View>> views_;
  config::Routing routing_ = config::Routing::kAll;
  std::shared_ptr<Latecomers> latecomers_ = std::make_shared<Latecomers>();
  std::vector<ServerPtr> retired_;  // until they have ended
};

}  // namespace touchstone::gateway
