// States: what our servers keep behind a requestState while a client fetches answers.
//
// The client holds 128 random bits and nothing else, so there is nothing in a requestState to read
// or to alter: one that is not in the table was not made here, or is too old, or has been used. A
// state belongs to the principal, method and name it was made for.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

#include "base/random.hpp"
#include "demo/call.hpp"

namespace touchstone::demo {

class States {
 public:
  static constexpr std::size_t kMaxStates = 1'024;  // the oldest goes first
  static constexpr net::Duration kLifetime = std::chrono::minutes(10);

  explicit States(base::Random& random) : random_(random) {}

  [[nodiscard]] std::string keep(std::string belongs_to, Memory memory);
  [[nodiscard]] std::optional<Memory> take(std::string_view state, std::string_view belongs_to);

 private:
  struct Entry {
    std::string state, belongs_to;
    Memory memory;
    net::Clock::time_point made;
  };
  void forget_old();

  base::Random& random_;
  std::deque<Entry> entries_;  // oldest first
};

}  // namespace touchstone::demo
