// Server: one upstream server: its lanes, its restarts, and what it may have of us.
//
// Lanes are opened when somebody needs one and are found again by key: "" is the lane everybody may
// share, "like:…" is shared by clients of one principal that can be asked the same things, a
// session's id is its own. When a lane breaks, whoever waits on it gets an error, and the next one
// who needs it opens it anew; a server that keeps failing is left alone for a while, longer each
// time up to the config's bound, and callers are told so at once instead of waiting, unless the
// next try is a matter of moments.
//
// A lane ends in good order (link.hpp) on every way: its session ended, nobody used it for long,
// its owner went while it was being opened, the server left the config, we are shutting down.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "config/config.hpp"
#include "net/promise.hpp"
#include "upstream/lane.hpp"

namespace touchstone::upstream {

// The key of the lane that clients of one principal with these features share. What else they
// declare does not count: whoever varies it shall not start a process each time.
[[nodiscard]] std::string shared_key(const mcp::ClientFeatures& features,
                                     std::string_view principal = {});
[[nodiscard]] bool is_shared_key(std::string_view key);

// How long things take; tests have less patience.
struct Pace {
  net::Duration first_pause{500};    // after the second failure in a row
  net::Duration proven{10'000};      // who ran this long had started well
  net::Duration look{30'000};        // between looks for lanes that nobody needs
  net::Duration lease_wait{30'000};  // for a lane on which one may be asked
  // A pause that is over by then is waited for: most who call right after a crash would call again.
  net::Duration short_pause{2'000};
};

class Server : public std::enable_shared_from_this<Server> {
 public:
  static constexpr std::size_t kMaxSessions = 4'096;  // with a server behind a URL
  static constexpr std::size_t kMaxLeased = 32;       // of one key
  static constexpr std::size_t kMaxQueue = 256;       // who wait for one of these

  Server(config::Server config, Context context, House& house, Pace pace = {});
  Server(const Server&) = delete;

  [[nodiscard]] const config::Server& config() const { return config_; }
  [[nodiscard]] const std::string& name() const { return config_.name; }
  // The config says something else of it now, but not of how it is run or spoken to.
  void believe(config::Server config) { config_ = std::move(config); }
  // Known once it has answered for the first time; kept over restarts.
  [[nodiscard]] std::optional<mcp::Era> era() const { return era_; }
  // What it said of itself when it was last met; none if it never was.
  [[nodiscard]] std::shared_ptr<const json::Document> last_hello() const { return last_hello_; }

  // Until the first one has found out what the server speaks, others wait for it: a modern server
  // needs one lane, not one for each who came early.
  Task<void> settle();
  // The lane with this key, opened if need be and declaring these terms. With an owner it is closed
  // when the owner is no more.
  Task<LinkResult<LanePtr>> lane(std::string key, const mcp::Terms& declare,
                                 std::weak_ptr<const void> owner = {});
  // A lane on which only one call at a time may be asked something, for clients that can be asked
  // but have no session: the one with this key if it is free, else a further one like it; if all
  // are taken (of `isolation: shared` there is one) it waits its turn, up to Pace::lease_wait. Give
  // it back.
  Task<LinkResult<LanePtr>> lease(std::string key, const mcp::Terms& declare);
  void give_back(const LanePtr& lane);

  // The lane if it is open, else none.
  [[nodiscard]] LanePtr find(std::string_view key) const;
  // How it does, for people.
  struct Status {
    std::string_view state;  // running, starting, failing, idle, or not started
    std::chrono::system_clock::time_point since;
    std::string last_error;
    std::uint64_t restarts = 0;
    std::size_t lanes = 0;
    std::size_t in_flight = 0;
    net::Duration silent{0};  // see below
  };
  [[nodiscard]] Status status() const;
  // For how long somebody has waited for a sign of it in vain: while it starts, or in a call.
  [[nodiscard]] net::Duration silent_for() const;
  // What those are told who have waited long enough.
  [[nodiscard]] LinkError not_ready() const;
  [[nodiscard]] std::vector<LanePtr> lanes() const;
  void close_lane(std::string_view key);  // also if it is only being opened
  void close();
  // After close() or retire(): its processes and connections are gone.
  [[nodiscard]] bool ended() const;
  // It left the config: calls under way go on, then its lanes close. Nothing new is opened. Whoever
  // retires it keeps it until it has ended.
  void retire();
  void lost(const Lane& lane, const base::Error& why);  // the house tells

 private:
  struct Opening;
  struct Waiting {
    std::string key;
    net::Promise<bool>* freed;
  };
  Task<LinkResult<LanePtr>> open(LanePtr lane, const mcp::Terms& declare);
  [[nodiscard]] std::optional<LinkError> refusal();
  [[nodiscard]] std::optional<LinkError> must_wait() const;
  Task<void> sit_out_pause();
  [[nodiscard]] std::size_t most_lanes() const;
  [[nodiscard]] bool make_room();
  [[nodiscard]] bool is_spare(const LanePtr& lane) const;
  [[nodiscard]] bool is_proven(const Lane& lane) const;
  void put_away(const LanePtr& lane);
  template <typename Useless>
  void close_those(Useless useless);
  void tend();
  void failed(base::Error why, net::Duration least_pause = net::Duration(0));
  [[nodiscard]] std::string_view state() const;
  void note_state();
  void unlend(const std::string& key);

  config::Server config_;
  Context context_;
  House& house_;
  Pace pace_;
  std::shared_ptr<Load> load_ = std::make_shared<Load>();
  std::optional<mcp::Era> era_;
  std::shared_ptr<const json::Document> last_hello_;
  std::map<std::string, LanePtr, std::less<>> lanes_;
  std::map<std::string, std::shared_ptr<Opening>, std::less<>> opening_;
  std::vector<LanePtr> closing_;  // until they are gone
  std::set<std::string, std::less<>> leased_;
  std::list<Waiting> queue_;  // for a lease, first come first served
  std::string last_error_;
  std::string_view last_state_ = "not started";
  std::chrono::system_clock::time_point since_ = std::chrono::system_clock::now();
  std::uint64_t restarts_ = 0;
  bool fell_ = false;           // and has not been up since
  std::uint32_t failures_ = 0;  // in a row
  net::Clock::time_point next_try_;
  bool closed_ = false;
  bool retired_ = false;
  net::Alarm next_look_;
};

}  // namespace touchstone::upstream
