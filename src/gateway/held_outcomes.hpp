// HeldOutcomes: writes that were made, and whose result waits for a person.
//
// Where the client cannot come back with what it was asked, all that it can do is to make the same
// call again. What only reads is made again then, and may bring something newer; a write would be
// done twice for one yes. So the same write gets what the first one brought, as if its server had
// said it now: judged, asked about and recorded under the rules of now. It is forgotten when it is
// delivered, and some time after somebody was last asked: then the same call is another one.
//
// Of this process alone, and bounded: after a restart, and where there are too many or they are too
// large, the call is made. Owned by the checkpoint; the loop's thread.
#pragma once

#include <cstddef>
#include <deque>
#include <string>

#include "gateway/request_state.hpp"
#include "guard/subject.hpp"
#include "store/ticket.hpp"
#include "store/time.hpp"

namespace touchstone::gateway {

class HeldOutcomes {
 public:
  static constexpr std::size_t kMost = 256;                         // of all sessions
  static constexpr std::size_t kMostBytes = std::size_t{16} << 20;  // likewise

  struct Held {
    store::Binding call;
    std::string content;  // the result or error, raw
    Withheld what;
    store::Time until;
  };
  // In the place of what is kept of the same call. The oldest make room. False: it is too large.
  bool keep(Held held);
  // What this very call has brought, if it waits.
  [[nodiscard]] const Held* find(const store::Binding& call, store::Time now) const;
  void forget(const store::Binding& call);
  [[nodiscard]] bool empty() const { return held_.empty(); }

 private:
  std::deque<Held> held_;  // the oldest first
  std::size_t bytes_ = 0;
};

// Whose call it is, of what, with which arguments; whatever the rules say of it.
[[nodiscard]] store::Binding same_call(const guard::Subject& subject);

}  // namespace touchstone::gateway
