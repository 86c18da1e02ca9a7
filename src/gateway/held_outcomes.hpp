// HeldOutcomes: writes that were made, and whose result waits for a person.
//
// Where the client cannot come back with what it was asked, all that it can do is to make the same
// call again. What only reads is made again then, and may bring something newer; a write would be
// done twice for one yes. So the same write gets what was kept of the first. Of this process alone,
// and a bounded number: after a restart the call is made. Owned by the checkpoint; the loop's
// thread.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

#include "gateway/request_state.hpp"
#include "store/ticket.hpp"

namespace touchstone::gateway {

class HeldOutcomes {
 public:
  static constexpr std::size_t kMost = 256;  // of all sessions; the oldest goes first

  struct Held {
    store::Binding call;
    std::string ticket;  // of the question about its result
    Withheld what;
  };
  void keep(Held held);
  // What came of this very call, if somebody is still asked about it or has answered. Once.
  [[nodiscard]] std::optional<Held> take(const store::Binding& call);
  [[nodiscard]] bool empty() const { return held_.empty(); }

 private:
  std::deque<Held> held_;
};

}  // namespace touchstone::gateway
