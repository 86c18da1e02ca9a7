// Heartbeat: tells the client of a slow call that it is still under way, while its server says
// nothing.
//
// Only for clients that want progress. Their counts must grow, and what a server may report is its
// own business; so ours are tiny, and end with the first word of the server. Lives as long as the
// call; the loop's thread.
#pragma once

#include "gateway/caller.hpp"
#include "net/loop.hpp"

namespace touchstone::gateway {

class Heartbeat {
 public:
  Heartbeat(net::Loop& loop, const Caller& caller) : loop_(loop), caller_(caller) {}
  Heartbeat(const Heartbeat&) = delete;
  void start(net::Duration every);

 private:
  void beat();

  net::Loop& loop_;
  const Caller& caller_;
  net::Duration every_{0};
  int beats_ = 0;
  net::Alarm next_;
};

}  // namespace touchstone::gateway
