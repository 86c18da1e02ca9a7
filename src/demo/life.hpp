// Life: a wait that can be broken off from outside, because the client cancelled or went away.
//
// One coroutine waits at a time. On the loop's thread. Shared between whoever waits and whoever may
// end it; the waiter goes on in a later turn of the loop.
#pragma once

#include <functional>

#include "net/loop.hpp"

namespace touchstone::demo {

class Life {
 public:
  explicit Life(net::Loop& loop) : loop_(loop) {}
  Life(const Life&) = delete;

  [[nodiscard]] bool ended() const { return ended_; }
  void end();   // for good
  void wake();  // whoever waits should look again

  // False if it was broken off: woken or ended.
  net::Task<bool> sleep(net::Duration delay);
  // Until woken or ended.
  net::Task<void> pause();

 private:
  struct Waking;
  net::Loop& loop_;
  std::function<void()> wake_;
  bool ended_ = false;
};

}  // namespace touchstone::demo
