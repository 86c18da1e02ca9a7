// Server: one upstream server: its lanes, its health, its restarts.
//
// Lanes are opened when somebody needs one and are found again by key: "" is the lane everybody may
// share, a session's id is its own. When a lane breaks, whoever waits on it gets an error, and the
// next one who needs it opens it anew; a server that keeps failing is left alone for a while,
// longer each time up to the config's bound, and callers are told so at once instead of waiting.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "upstream/lane.hpp"

namespace touchstone::upstream {

enum class Health : std::uint8_t { kIdle, kStarting, kReady, kFailing };

class Server : public std::enable_shared_from_this<Server> {
 public:
  static constexpr std::size_t kMaxLanes = 4'096;  // processes or sessions of one server
  static constexpr std::size_t kMaxLeased = 32;    // of one key

  Server(config::Server config, Context context, House& house);
  Server(const Server&) = delete;

  [[nodiscard]] const config::Server& config() const { return config_; }
  [[nodiscard]] const std::string& name() const { return config_.name; }
  // Known once it has answered for the first time; kept over restarts.
  [[nodiscard]] std::optional<mcp::Era> era() const { return era_; }
  [[nodiscard]] Health health() const;
  // What it said of itself when it was last met; none if it never was.
  [[nodiscard]] std::shared_ptr<const json::Document> last_hello() const { return last_hello_; }
  [[nodiscard]] const std::string& last_error() const { return last_error_; }

  // Until the first one has found out what the server speaks, others wait for it: a modern server
  // needs one lane, not one for each who came early.
  Task<void> settle();
  // The lane with this key, opened if need be and declaring these terms.
  Task<LinkResult<LanePtr>> lane(std::string key, const mcp::Terms& declare);
  // A lane on which only one call at a time may be asked something, for clients that can be asked
  // but have no session: the one with this key if it is free, else a further one like it. Give it
  // back.
  Task<LinkResult<LanePtr>> lease(std::string key, const mcp::Terms& declare);
  void give_back(const LanePtr& lane);

  // The lane if it is open, else none.
  [[nodiscard]] LanePtr find(std::string_view key) const;
  [[nodiscard]] std::vector<LanePtr> lanes() const;
  void close_lane(std::string_view key);
  void close();
  [[nodiscard]] bool ended() const;  // after close(): its processes and connections are gone
  // It left the config: calls under way go on, then its lanes close. Nothing new is opened.
  void retire();
  void lost(const Lane& lane, const base::Error& why);  // the house tells

 private:
  struct Opening;
  Task<LinkResult<LanePtr>> open(std::string key, const mcp::Terms& declare);
  void succeeded(const Lane& lane);
  void failed(base::Error why);
  [[nodiscard]] std::optional<LinkError> must_wait() const;

  config::Server config_;
  Context context_;
  House& house_;
  std::optional<mcp::Era> era_;
  std::shared_ptr<const json::Document> last_hello_;
  std::map<std::string, LanePtr, std::less<>> lanes_;
  std::map<std::string, std::shared_ptr<Opening>, std::less<>> opening_;
  std::set<std::string, std::less<>> leased_;
  std::vector<LanePtr> closing_;
  std::string last_error_;
  std::uint32_t failures_ = 0;
  net::Clock::time_point next_try_;
  net::Clock::time_point opened_at_;
  bool closed_ = false;
  net::Alarm retiring_;
};

}  // namespace touchstone::upstream
