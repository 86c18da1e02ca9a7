// FdWatch: says, once, that a descriptor has become readable. For descriptors that are waited on
// and never read: of a process (it ended), of a directory watch.
//
// Owns the descriptor. Destroying it calls the watch off and closes the descriptor; let_go() leaves
// both to the loop, for a wait that must outlive whoever began it.
#pragma once

#include <functional>
#include <memory>

#include "net/loop.hpp"

namespace touchstone::net {

class FdWatch {
 public:
  FdWatch() = default;
  FdWatch(Loop& loop, int fd, std::function<void()> readable);
  FdWatch(FdWatch&&) noexcept = default;
  FdWatch& operator=(FdWatch&& other) noexcept;
  ~FdWatch() { stop(); }

  void stop();
  void let_go() { state_.reset(); }

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace touchstone::net
