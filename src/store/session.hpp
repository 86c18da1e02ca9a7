// Sessions as the store keeps them. Values; any thread.
//
// A session belongs to the principal and route that first used its key. It lasts until somebody
// ends it; whatever comes under the same key after that belongs to a new beginning, with an empty
// label.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/derive.hpp"
#include "model/label.hpp"
#include "store/time.hpp"

namespace touchstone::store {

struct SessionName {
  std::string key;  // opaque
  std::string principal;
  std::string route;
  std::string client = {};  // what the client calls itself: advice, it binds nothing
  // What a client's session was opened with, from which it can go on after a restart; opaque, empty
  // if it cannot. Kept from when the session begins.
  std::string opening = {};
};

// A piece of what a session's flows are traced with: sealed by whoever wrote it, for its like alone
// (guard/flow_log.hpp).
struct FlowPiece {
  std::uint64_t end = 0;  // where it ends, in bytes, in all that the session was ever given
  std::string bytes;
  friend bool operator==(const FlowPiece&, const FlowPiece&) = default;
};

struct Session {
  SessionName name;
  std::uint64_t number = 0;  // a newer session has a greater one; where a page of a list ends
  Time created;
  Time last_seen;
  std::optional<Time> ended = {};
  model::Label label = {};
  model::Legs legs = {};
  std::uint64_t calls = 0;
  std::uint64_t flow_end = 0;        // where the last piece ends
  std::vector<FlowPiece> flow = {};  // as they were added, oldest first; not in lists
};

// What a call adds to its session. Everything joins: nothing here can make a label smaller. It
// holds only what is new, so that it does not bring back what was declassified meanwhile.
struct SessionChange {
  SessionName name;  // the session begins if it is not there
  Time now;
  model::Label label = {};
  model::Legs legs = {};
  std::uint32_t calls = 0;
  std::uint64_t number = 0;  // of the session that the flow is of; 0: whichever has this key
  std::string flow = {};     // a piece to keep behind the others; empty: none
  // In place of all pieces and of `flow`, if they end at `flow_end`; if not, somebody else has
  // added one that is not in it, and it is not taken.
  std::string flow_whole = {};
  std::uint64_t flow_end = 0;
};

struct SessionFilter {
  std::optional<std::string> key = {};
  std::optional<std::string> principal = {};
  bool live_only = false;                    // not those that ended
  std::optional<std::uint64_t> before = {};  // number of the last one on the page before
  std::size_t limit = 100;
};

// A person's decision, or that of a tool which the operator named, that what a session has seen is
// no longer a reason for care. `seen` is the label that was judged: if the session has seen more
// since, nothing happens.
struct Declassification {
  std::string key;
  model::Label seen;
  model::Label becomes;
  std::string by;      // who says so; never empty
  std::string reason;  // never empty
  Time now;
  std::string server = {}, tool = {};  // of a tool
  // If it is set: what was delivered until then. If the session was given anything since, nothing
  // happens either, also if that added nothing to its label.
  std::optional<std::uint64_t> calls = {};
};

// kHeld: all of it is also what others that are labelled bring.
enum class Declassified : std::uint8_t { kDone, kNoSession, kLabelGrew, kHeld };

}  // namespace touchstone::store
