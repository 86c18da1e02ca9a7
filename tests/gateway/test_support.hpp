// For tests: a whole gateway, servers behind it and clients before it.
#pragma once

#include <string>

#include "gateway/bench.hpp"
#include "gateway/client.hpp"
#include "gateway/small_server.hpp"

namespace touchstone::gateway {

// Balanced, and asks before all that could send once untrusted content was seen: for tests of what
// labels do and what it is like to be asked, whatever the pack asks about.
inline std::string wary_policy() {
  return R"(extends: balanced
rules:
  - name: ask-after-untrusted
    description: Untrusted content has been seen, and this call could send data out
    effect: escalate
    conditions:
      - {fact: session.label.untrusted, equals: true}
      - {fact: tool.legs.sendsOut, equals: true}
      - {fact: tool.tier, greaterThan: read}
)";
}

}  // namespace touchstone::gateway
