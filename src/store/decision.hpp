// Decision records: what was decided about a call, or by a person, and why. Append-only.
//
// A record is one JSON object in canonical form (RFC 8785). The store lays its own members around
// what the caller gives, so that the digest covers all that a list can be filtered by:
//   {"at":"…","body":{…},"effect":…,"id":…,"kind":…,"principal":…,"sequence":…,"server":…,
//    "session":…,"tool":…}
// Sequences have no gaps and ids sort as they do, also when a clock was set back, so that a chain
// over the digests can be laid over the records later. Values; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/time.hpp"

namespace touchstone::store {

struct DecisionRecord {
  Time at;
  std::string kind;    // "call", "result", "approval", "declassification", "config", …
  std::string effect;  // "allow", "block", …
  std::string session = {};
  std::string principal = {};
  std::string server = {};
  std::string tool = {};
  std::string body = "{}";  // a JSON object: facts, rules, evidence, outcome
  // It is canonical but for escapes in its texts, since whoever made it kept to that: of most
  // records nothing needs to be read again then.
  bool is_ordered = false;
};

// In a list a record that is damaged has one of this kind in its place, with its id, sequence and
// digest, and with why it cannot be read: one of them must not hide all others. Asked for alone it
// is an error.
inline constexpr std::string_view kDamagedKind = "damaged";

struct Decision {
  std::string id;  // time and sequence, 23 characters: "019a8d3c2f10-0000000007"
  std::uint64_t sequence = 0;
  std::string json;         // the whole record, canonical
  std::string digest;       // SHA-256 of `json`, 64 hexadecimal digits
  std::string damage = {};  // why it cannot be read; mostly nothing
};

// Has the text the form of an id? Nothing says that there is such a decision.
[[nodiscard]] bool is_decision_id(std::string_view text);

struct DecisionFilter {
  std::optional<std::string> session = {};
  std::optional<std::string> principal = {};
  std::optional<std::string> server = {};
  std::optional<std::string> tool = {};
  std::optional<std::string> kind = {};
  std::optional<std::string> effect = {};
  // By the time in the id: at this time or later, before this time.
  std::optional<Time> since = {};
  std::optional<Time> until = {};
  std::string before = {};    // older than the decision of this id: the next page
  std::string after = {};     // newer than it, and oldest first: to follow
  bool oldest_first = false;  // to follow from the beginning
  std::size_t limit = 100;
};

}  // namespace touchstone::store
