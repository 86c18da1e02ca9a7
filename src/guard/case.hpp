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
#include <string_view>
#include <vector>

#include "guard/call_limits.hpp"
#include "guard/decided.hpp"
#include "guard/facts.hpp"
#include "guard/places.hpp"
#include "guard/session.hpp"
#include "guard/subject.hpp"
#include "net/frames.hpp"
#include "policy/decide.hpp"

namespace touchstone::guard {

// What a session had been given at some moment.
struct Seen {
  model::Label label;
  std::uint64_t calls = 0;
};

// Where a person was needed.
struct Consent {
  std::string ticket;  // empty: nobody was asked
  std::string by;      // who said yes; empty: nobody has
  bool saw = false;    // they saw these very arguments, and so vouch for what those name
};

// What the store has of places: of those that a call names, and of any at its server.
struct KnownOfPlaces {
  model::Label named;
  model::Label any;
};

// An error in place of a result, and whose.
enum class Failed : std::uint8_t {
  kNot,
  kServer,
  kUndone,   // the gateway's: the call was not done
  kInDoubt,  // the gateway's: it may have been
};

// Case::unmade of a call that its client cancelled before its server had it.
inline constexpr std::string_view kTakenBack = "the client took the call back before it was made";

// What came back.
struct Came {
  std::size_t size = 0;
  bool is_error = false;         // the tool says that it failed
  Failed failed = Failed::kNot;  // there is no result
  std::string value = {};        // id of what is kept of it instead of being delivered
};

struct Case {
  // There is one for each call, and it is large.
  static void* operator new(std::size_t size) { return net::Frames::here().take(size); }
  static void operator delete(void* one, std::size_t size) {
    net::Frames::here().give_back(one, size);
  }

  // What the subject is called where anybody may read it.
  [[nodiscard]] const std::string& shown_name() const {
    return clean_name.empty() ? subject.name : clean_name;
  }

  // Of what we do not know the method is all its name.
  [[nodiscard]] std::string_view shown_method() const {
    return subject.name == subject.method ? std::string_view(shown_name()) : subject.method;
  }

  Subject subject;
  store::Time begun = {};
  SessionPtr session;  // as it was decided on; what flows and facts are of
  SessionPtr kept_in;  // where what it leaves is kept: the same, or what was read again since
  std::shared_ptr<const policy::Policy> policy;
  std::string policy_version;
  flow::Flows flows;
  detect::ResultDetections found;            // in the arguments
  std::vector<std::string> secrets_in_name;  // of a resource: its URI may carry some
  std::string clean_name;  // the subject's name without secrets; empty: it has none
  CallFacts facts;
  policy::Decision decision;  // before the call
  DecidedPtr began;           // of an outcome: what was decided when its call began
  // Of the result, once there is one.
  model::Label label;
  detect::ResultDetections found_out;
  std::optional<model::Label> besides;  // the label without what was found, if anything was
  // Where it is delivered without what was found.
  std::optional<model::Label> reached;  // the label of what is left
  model::DataClasses redacted;          // what it no longer has
  policy::Decision outcome;
  bool held_again = false;  // no rule wants it withheld, but it repeats what was
  std::optional<Came> came;
  Places places;
  std::optional<KnownOfPlaces> known;  // before it wrote there itself, if it may have read as well
  model::Label moved;                  // what is known of them, if it writes and names several
  std::optional<model::Label> placed;  // what was written of them
  Places made;                         // what its result says that it made
  Consent consent;                     // to the call
  Consent consent_out;                 // to what came of it
  std::optional<OverLimit> over;       // why it is not made: too many were
  std::optional<OverLimit> would_be_over;  // by a rule that is only reported
  std::string unmade;         // or: what the client is told, if it may be made but not now
  std::string_view unopened;  // or: what is wrong with a handle in it
  bool on_record = false;     // that it is made was written before it was
  std::string call_id;        // of that record
  std::optional<Seen> seen;   // by the session when the call was made
  std::optional<store::Declassified> declassified;  // what became of that, if the tool may
  std::uint64_t ai_use = 0;  // calls of tools that use AI, of this principal; 0: this is none
};
using CasePtr = std::unique_ptr<Case>;

// What it leaves on what it writes: all that it may have put there.
[[nodiscard]] model::Label label_left(const Case& one);

}  // namespace touchstone::guard
