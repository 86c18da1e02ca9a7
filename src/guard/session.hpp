// Session: one agent's session, as far as the guard needs to remember it.
//
// It is not a connection: an agent keeps its session over many requests, connections and restarts
// of the gateway (identity.hpp says which request belongs to which). Everything here is in the
// store as well, and label, legs and calls were written there before whatever they are about was
// delivered. Owned by Sessions, shared with the requests that are under way; the loop's thread.
#pragma once

#include <memory>

#include "flow/memory.hpp"
#include "model/derive.hpp"
#include "model/label.hpp"
#include "policy/facts.hpp"
#include "store/session.hpp"
#include "store/time.hpp"

namespace touchstone::guard {

struct Session {
  store::SessionName name;
  store::Time created = {};
  store::Time last_seen = {};
  model::Label label = {};
  model::Legs legs = {};
  std::uint64_t calls = 0;
  flow::Memory memory;
  bool flow_kept = true;  // the store has what the memory has

  // The label as facts, made again only when it has grown. Calls that are under way keep the one
  // that they were decided on.
  struct LabelFacts {
    policy::Texts texts;
    policy::Words classes;
    policy::Words attribution;
    std::vector<std::string> kept;
  };
  std::shared_ptr<const LabelFacts> label_facts = {};
};
using SessionPtr = std::shared_ptr<Session>;

}  // namespace touchstone::guard
