// Hello: how the gateway introduces itself: `initialize` for legacy clients, `server/discover` for
// modern ones.
//
// On a route to one server that is what the server says of itself, in the client's era: a client
// cannot tell that we are here. On the route to all it is the union of what they can do. A server
// that is slow to start is not waited for long (patience.hpp): whatever it may turn out to have is
// declared, and when it is there clients hear that the lists changed.
#pragma once

#include "gateway/errand.hpp"
#include "gateway/patience.hpp"
#include "gateway/task_offers.hpp"

namespace touchstone::gateway {

class Hello {
 public:
  Hello(net::Loop& loop, const config::Config& config, Servers& servers, Pins& pins,
        const Patience& patience)
      : loop_(loop),
        config_(config),
        servers_(servers),
        pins_(pins),
        patience_(patience),
        offers_(config) {}

  Task<face::Answer> answer(face::Request& request, Scope scope);

 private:
  [[nodiscard]] bool resolves() const;
  Task<face::Answer> one(face::Request& request, ServerPtr server);
  Task<face::Answer> all(face::Request& request, Scope scope);
  Task<void> meet(face::Request& request, const Scope& scope);

  net::Loop& loop_;
  const config::Config& config_;
  Servers& servers_;
  Pins& pins_;
  const Patience& patience_;
  TaskOffers offers_;
};

}  // namespace touchstone::gateway
