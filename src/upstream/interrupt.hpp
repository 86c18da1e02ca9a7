// Interrupt: lets somebody else break off what a coroutine waits for: an exchange, a pause, the
// opening of a link.
//
// Fires once; what starts after that fails at once. Must outlive what it was given to.
#pragma once

#include <functional>
#include <utility>

#include "net/loop.hpp"

namespace touchstone::upstream {

using net::Task;

class Interrupt {
 public:
  void fire() {
    if (std::exchange(fired_, true)) return;
    if (const auto stop = std::exchange(stop_, nullptr)) stop();
  }
  [[nodiscard]] bool fired() const { return fired_; }
  void set(std::function<void()> stop) { stop_ = std::move(stop); }
  void clear() { stop_ = nullptr; }

 private:
  std::function<void()> stop_;
  bool fired_ = false;
};

// False if it was interrupted.
[[nodiscard]] Task<bool> pause(net::Loop& loop, net::Duration time, Interrupt& interrupt);

}  // namespace touchstone::upstream
