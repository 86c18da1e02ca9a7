// What else the store keeps: contents behind handles, broken words; and Memory, all that one call
// leaves behind. Values; any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/label.hpp"
#include "store/decision.hpp"
#include "store/location.hpp"
#include "store/session.hpp"
#include "store/time.hpp"

namespace touchstone::store {

// A content that was withheld. The handle alone opens nothing: the caller compares the session.
struct Value {
  std::string id;       // made by the caller, unguessable
  std::string session;  // "person:" before it: the session has no part in it
  std::string bytes;
  model::Label label;
  Time created;
  Time expires;
};

// A server's word that did not hold: what it let slip of a tool beyond its declaration.
struct Breach {
  std::string server;
  std::string tool;
  std::string definition;  // digest
  std::string field;
  std::string text;
  Time at;
};

// What one call leaves behind. It is kept whole or not at all, and the caller delivers nothing
// before it is.
struct Memory {
  // Comes before the change: what the call itself brings is not taken away.
  std::optional<Declassification> declassification = {};
  std::optional<SessionChange> session = {};
  std::vector<LabelledLocation> locations = {};
  std::vector<Value> values = {};
  std::vector<DecisionRecord> decisions = {};
};

// The session as it is now, with what other replicas added and what was declassified.
struct Remembered {
  model::Label label;
  model::Legs legs;
  std::uint64_t calls = 0;
  std::optional<Declassified> declassified = {};  // what became of it, if there was one
  std::uint64_t number = 0;            // another one: the session has ended, and begun anew
  std::uint64_t flow_before = 0;       // where the pieces of its flow memory ended until now
  bool flow_kept = true;               // the piece, or the whole, was
  std::vector<std::string> decisions;  // ids, in the order of the records
};

}  // namespace touchstone::store
