// Desk: where calls wait for a person.
//
// A question becomes a ticket in the store; whoever answers it (this process, `touchstone
// approvals` in another, a replica) answers it there. While anybody waits the desk looks into the
// store every kPoll, so an answer from elsewhere is heard within that time; one of this process is
// heard at once. A yes is a grant in the store: the caller takes it with grant() before the call,
// and a grant for once goes to one caller only.
//
// Owned by the gateway, on the loop's thread. The desk, the store and the loop outlive everything
// that waits here; Loop::end() frees what still does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "approval/question.hpp"
#include "approval/verdict.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "net/loop.hpp"
#include "net/promise.hpp"
#include "store/store.hpp"

namespace touchstone::approval {

// How a wait ended. Only kAllowed lets a call run.
enum class Ending : std::uint8_t {
  kAllowed,
  kDenied,
  kExpired,  // the question's time is over
  kPending,  // the caller's time is over; the question may still be answered
  kAsked,    // the same, and it stands in the client's own dialog
  kUnnamed,  // somebody said yes in the client, without the tool's name; it may still be answered
  kTooMany,  // nobody can wait here any more; the question may still be answered
  kFailed,   // the store does not know it, or cannot be read
};

struct Outcome {
  Ending ending = Ending::kFailed;
  store::Ticket ticket = {};  // as it is now
  // Of a no that was said to an earlier call of the same: when it may be asked about again.
  std::optional<store::Span> again_in = {};
  std::string why = {};  // of kUnnamed: what the yes lacks
};

[[nodiscard]] constexpr bool is_open(Ending ending) {
  return ending == Ending::kPending || ending == Ending::kAsked || ending == Ending::kUnnamed ||
         ending == Ending::kTooMany;
}
// Of a ticket that was answered, or whose time was found to be over; nothing while it is pending.
[[nodiscard]] std::optional<Ending> ending_of(const store::Ticket& ticket);

class Desk {
 public:
  static constexpr net::Duration kPoll{250};
  static constexpr std::size_t kMaxWaiting = 1'024;  // calls that wait at once
  // For so long a no holds for the same call: whoever makes it again does not ask again.
  static constexpr store::Span kNoHolds = std::chrono::minutes(10);
  static constexpr std::size_t kMaxExpiries = 1'024;  // times to look by; others are noticed later

  // `now` is the wall clock.
  Desk(net::Loop& loop, store::Store& store, base::Random& random,
       std::function<store::Time()> now);
  Desk(const Desk&) = delete;

  // The grant for this call, if there is one; taken, if it was for once.
  [[nodiscard]] net::Task<base::Result<store::Taken>> grant(store::Binding call);

  // The no that a person said to this very call a while ago, if there is one.
  [[nodiscard]] net::Task<base::Result<std::optional<Outcome>>> denial(store::Binding call);

  // Puts the question, or finds the one that waits for the same call already. Fails if the
  // arguments are too large to be judged (kMaxArguments).
  [[nodiscard]] net::Task<base::Result<store::Ticket>> open(Question question, store::Binding call,
                                                            store::Span how_long);

  // `given_up`, if there is one, outlives the wait: once it is true and the ticket was stirred,
  // the wait is over as if its time were.
  [[nodiscard]] net::Task<Outcome> wait(std::string ticket, store::Time deadline,
                                        const bool* given_up = nullptr);
  void stir(const std::string& ticket) { wake(ticket); }
  // As wait(), without waiting: kPending has the whole ticket here.
  [[nodiscard]] net::Task<Outcome> look(std::string ticket);

  // A verdict of this process, by the person or client `by`. Absent: there is no such ticket.
  [[nodiscard]] net::Task<base::Result<std::optional<store::Answered>>> answer(store::Ticket ticket,
                                                                               Verdict verdict,
                                                                               std::string by);

  // Marks the questions whose time is over, and records it. Also done when the time of one that was
  // put here is over, and while anybody waits.
  [[nodiscard]] net::Task<base::Result<std::size_t>> expire();

  // The process ends: whoever waits is told that the question is pending, and nobody waits any
  // more.
  void close();
  [[nodiscard]] bool is_closed() const { return closed_; }

  // Looks after the questions that were put before this process began.
  void begin();

  [[nodiscard]] std::size_t waiting() const { return waiters_.size(); }

 private:
  struct Waiter {
    std::string ticket;
    net::Promise<bool>& heard;  // there is something to look at
  };
  class Seat;

  [[nodiscard]] net::Task<std::optional<Outcome>> look_at(std::string ticket);
  [[nodiscard]] net::Task<void> look_around();
  [[nodiscard]] net::Task<void> find_pending();
  [[nodiscard]] net::Task<void> expire_due();
  void expire_at(store::Time when);
  void set_expiry_alarm();
  void poll_later();
  void wake(const std::string& ticket);

  net::Loop& loop_;
  store::Store& store_;
  base::Random& random_;
  std::function<store::Time()> now_;
  std::list<Waiter> waiters_;
  net::Alarm next_poll_;
  bool polling_ = false;
  bool closed_ = false;
  std::set<store::Time> expiries_;
  net::Alarm next_expiry_;
};

}  // namespace touchstone::approval
