// Tickets: questions to a person, their answers, and the grants that follow. Values; any thread.
//
// A ticket is bound to all that the person saw. A grant is an allowed ticket that has not expired;
// its scope says how much of the binding a later call must match:
//   once     everything, to the last argument; it is used up by the first that takes it
//   session  all but the arguments, in the same session
//   shape    all but session and arguments; the arguments have the same shape
// Where arguments may differ, the call must have nothing about data that was not told (`seen`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/decision.hpp"
#include "store/time.hpp"

namespace touchstone::store {

enum class TicketState : std::uint8_t { kPending, kAllowed, kDenied, kExpired, kUsed, kRevoked };
enum class Scope : std::uint8_t { kOnce, kSession, kShape };

// The words in which they are kept: "pending", "once", …
[[nodiscard]] std::string_view name_of(TicketState state);
[[nodiscard]] std::string_view name_of(Scope scope);

struct Binding {
  std::string principal;
  std::string session;
  std::string server;
  std::string tool;
  std::string arguments;   // digest of the canonical arguments
  std::string shape;       // digest of their shape
  std::string pin;         // digest of the definition
  std::string policy;      // its version
  std::string rules = {};  // names of those that ask, by name, each with a line break behind it
  std::string seen = {};   // what is told about data, by kind (approval/seen.hpp), likewise

  // All but what is told of it, which may have grown since.
  [[nodiscard]] bool is_same_call(const Binding& other) const;
  friend bool operator==(const Binding&, const Binding&) = default;
};

struct Ticket {
  std::string id;     // made by the caller, unguessable; people type it
  std::string nonce;  // made by the caller
  Binding binding;
  std::string prompt;  // JSON: what the person is shown
  Time asked;
  Time expires;  // of the question; once it is allowed, of the grant; revoked: when that was
  TicketState state = TicketState::kPending;
  Scope scope = Scope::kOnce;
  std::string answered_by = {};
  std::optional<Time> answered = {};
  std::optional<Time> used = {};  // a once-grant: when it was
};

// The grant for a call; or, if there is none, one that lacks only what the person was not told.
struct Taken {
  std::optional<Ticket> grant = {};
  std::optional<Ticket> outgrown = {};

  explicit operator bool() const { return grant.has_value(); }
};

struct Answer {
  std::string ticket;
  bool allow = false;
  Scope scope = Scope::kOnce;
  std::string by;
  Time now;
  Time grant_expires = {};                    // of what is allowed
  bool turns = false;                         // counts also where a no was the first answer
  std::optional<DecisionRecord> record = {};  // kept together with the answer, if it counts
};

// The ticket as it is now. `counts` says whether this answer made it so: only the first answer
// does, and only in time; or a person's yes that turns a no (Answer::turns).
struct Answered {
  bool counts = false;
  Ticket ticket;
};

// A person takes a yes back: what it has not let pass yet is asked about again.
struct Revocation {
  std::string ticket;
  Time now;
  std::optional<DecisionRecord> record = {};  // kept together with it, if it counts
};

// The ticket as it is now. `counts`: there was something left to take back. One for once that a
// call has had counts too, while its time lasts: a call that was not made after all may have it
// again.
struct Revoked {
  bool counts = false;
  Ticket ticket;
};

struct TicketFilter {
  std::optional<TicketState> state = {};
  std::optional<std::string> principal = {};
  std::optional<std::string> session = {};
  std::optional<Time> before = {};  // asked before this time: the next page
  std::size_t limit = 100;
};

}  // namespace touchstone::store
