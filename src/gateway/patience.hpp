// Patience: how long clients wait for servers that are not ready. Tests have less.
//
// A client that needs one server waits for that one. A client that needs what all have (a list, the
// gateway's introduction) must not wait for whoever is slowest: the others' users would pay for it.
// So once one is ready the rest have what the config gives them (`limits.startGrace`).
#pragma once

#include <chrono>

#include "net/loop.hpp"

namespace touchstone::gateway {

struct Patience {
  // While none is ready there is nothing to answer with. Clients give up after 30 s or more.
  net::Duration first = std::chrono::seconds(15);
  // A caller, for the server that the name of its tool points to.
  net::Duration call = std::chrono::seconds(20);
};

}  // namespace touchstone::gateway
