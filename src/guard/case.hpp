// Case: one call on its way through the guard, from the first look to the last word.
//
// Made by Guard::open, carried by the call path, and gone with the answer. It holds what was
// decided on, so that a person, the record and the result are all about the same thing: the
// arguments are those of the request, which nobody changes meanwhile. Does not move: facts point
// into it. The loop's thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "guard/call_limits.hpp"
#include "guard/facts.hpp"
#include "guard/places.hpp"
#include "guard/session.hpp"
#include "guard/subject.hpp"
#include "policy/decide.hpp"

namespace touchstone::guard {

// A person's yes, if one was needed.
struct Consent {
  std::string ticket;
  std::string by;
};

struct Case {
  Subject subject;
  store::Time begun = {};
  SessionPtr session;
  std::shared_ptr<const policy::Policy> policy;
  std::string policy_version;
  flow::Flows flows;
  detect::ResultDetections found;  // in the arguments
  CallFacts facts;
  policy::Decision decision;  // before the call
  // Of the result, once there is one.
  model::Label label;
  detect::ResultDetections found_out;
  policy::Decision outcome;
  std::vector<store::Location> places;
  Consent consent;                // to the call
  Consent release;                // of the result
  std::optional<OverLimit> over;  // why it is not made: too many were
  bool on_record = false;         // that it is made was written before it was
  std::uint64_t ai_use = 0;       // calls of tools that use AI, of this principal; 0: this is none
};
using CasePtr = std::unique_ptr<Case>;

}  // namespace touchstone::guard
