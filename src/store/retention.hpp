// How much the store keeps, and for how long.
//
// prune() takes away what is beyond these bounds, oldest first, but nothing that a live session
// needs: its row, its flow memory, values and grants that have not expired. The newest decision
// always stays, because the next one continues its sequence. So that no call waits long behind it,
// one prune takes at most kMaxPruned of each; `more` says that there is more to do. Values; any
// thread.
#pragma once

#include <chrono>
#include <cstddef>

#include "store/time.hpp"

namespace touchstone::store {

inline constexpr std::size_t kMaxDecisions = 1'000'000;
inline constexpr std::size_t kMaxEndedSessions = 10'000;
inline constexpr std::size_t kMaxLocations = 1'000'000;
inline constexpr std::size_t kMaxClosedTickets = 10'000;
inline constexpr std::size_t kMaxPruned = 2'000;  // of each kind, at once
inline constexpr Span kDecisionAge = std::chrono::days(90);
inline constexpr Span kSessionAge = std::chrono::days(90);
inline constexpr Span kLocationAge = std::chrono::days(365);
inline constexpr Span kTicketAge = std::chrono::days(90);

struct Retention {
  std::size_t decisions = kMaxDecisions;
  std::size_t ended_sessions = kMaxEndedSessions;
  std::size_t locations = kMaxLocations;
  std::size_t closed_tickets = kMaxClosedTickets;
  Span decision_age = kDecisionAge;
  // Also how long a session that nobody ended counts as live after it was seen last.
  Span session_age = kSessionAge;
  Span location_age = kLocationAge;
  Span ticket_age = kTicketAge;
};

struct Pruned {
  std::size_t decisions = 0;
  std::size_t sessions = 0;
  std::size_t locations = 0;
  std::size_t tickets = 0;
  std::size_t values = 0;
  bool more = false;
};

}  // namespace touchstone::store
