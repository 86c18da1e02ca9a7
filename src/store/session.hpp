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

struct Session {
  SessionName name;
  std::uint64_t number = 0;  // a newer session has a greater one; where a page of a list ends
  Time created;
  Time last_seen;
  std::optional<Time> ended = {};
  model::Label label = {};
  model::Legs legs = {};
  std::uint64_t calls = 0;
  std::vector<std::string> flow = {};  // pieces as they were added, oldest first; not in lists
};

// What a call adds to its session. Everything joins: nothing here can make a label smaller. It
// holds only what is new, so that it does not bring back what was declassified meanwhile.
struct SessionChange {
  SessionName name;  // the session begins if it is not there
  Time now;
  model::Label label = {};
  model::Legs legs = {};
  std::uint32_t calls = 0;
  std::string flow = {};      // a piece to keep behind the others; empty: none
  bool flow_instead = false;  // the piece takes the place of all before it
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
};

enum class Declassified : std::uint8_t { kDone, kNoSession, kLabelGrew };

}  // namespace touchstone::store
