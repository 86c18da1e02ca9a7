// Signals of the system, heard on the loop.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>

#include "net/loop.hpp"

namespace touchstone::net {

// Calls `act` with the number of each signal that comes, until destroyed. The loop does not end by
// itself while this is there.
class Signals {
 public:
  Signals(Loop& loop, std::initializer_list<int> numbers, std::function<void(int)> act);
  ~Signals();
  Signals(const Signals&) = delete;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace touchstone::net
