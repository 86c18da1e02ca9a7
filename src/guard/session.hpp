// Session: one agent's session, as far as the guard needs to remember it.
//
// It is not a connection: an agent keeps its session over many requests, connections and restarts
// of the gateway (gateway/subject.hpp says which request belongs to which). Everything here is in
// the store as well, and was written there before whatever it is about was delivered; but for what
// the client supplies in a call under way (Guard::admit). Owned by Sessions, shared with the
// requests that are under way; the loop's thread.
#pragma once

#include <memory>
#include <utility>

#include "flow/memory.hpp"
#include "guard/flow_log.hpp"
#include "guard/passed_on.hpp"
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
  FlowLog log;         // of the memory, in the store
  bool stale = false;  // the store knows more, or less: the next call reads it again
  // A write did not go through, so the memory takes for known what the store never got: what calls
  // that began with this session leave behind is told to what is read again.
  bool broken = false;
  int arguing = 0;            // notes that a planted value is used, on their way to the store
  store::Time looked = {};    // when it was last compared with the store
  std::uint64_t updates = 0;  // how often it was told what the store has
  // Shared with the copies that calls are judged in.
  std::shared_ptr<PassedOn> passed_on = {};  // none: nothing was

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

// While it lives others know that a note of used values is under way.
struct Arguing {
  explicit Arguing(SessionPtr of) : session(std::move(of)) { ++session->arguing; }
  ~Arguing() { --session->arguing; }
  Arguing(const Arguing&) = delete;
  Arguing& operator=(const Arguing&) = delete;
  SessionPtr session;
};

}  // namespace touchstone::guard
