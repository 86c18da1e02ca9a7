#include "approval/desk.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "approval/prompt.hpp"
#include "approval/record.hpp"
#include "approval/store_call.hpp"
#include "net/within.hpp"

namespace touchstone::approval {
namespace {

constexpr std::size_t kNonceBytes = 16;

std::string random_id(base::Random& random) {
  std::array<unsigned char, 8> bytes{};
  random.fill(bytes);
  return ticket_id(std::string(bytes.begin(), bytes.end()));
}

}  // namespace

std::optional<Ending> ending_of(const store::Ticket& ticket) {
  switch (ticket.state) {
    case store::TicketState::kPending: return std::nullopt;
    case store::TicketState::kAllowed: return Ending::kAllowed;
    case store::TicketState::kDenied: return Ending::kDenied;
    case store::TicketState::kExpired: return Ending::kExpired;
    case store::TicketState::kUsed: return Ending::kAllowed;  // and grant() says that it is gone
    case store::TicketState::kRevoked: return Ending::kExpired;
  }
  return Ending::kFailed;
}

// A place among those who wait, for as long as the coroutine in whose frame it stands.
class Desk::Seat {
 public:
  Seat(Desk& desk, std::string ticket, net::Promise<bool>& heard) : desk_(desk) {
    desk_.waiters_.push_front({std::move(ticket), heard});
    place_ = desk_.waiters_.begin();
    desk_.poll_later();
  }
  ~Seat() {
    desk_.waiters_.erase(place_);
    if (desk_.waiters_.empty()) desk_.next_poll_.reset();
  }
  Seat(const Seat&) = delete;

 private:
  Desk& desk_;
  std::list<Waiter>::iterator place_;
};

Desk::Desk(net::Loop& loop, store::Store& store, base::Random& random,
           std::function<store::Time()> now)
    : loop_(loop), store_(store), random_(random), now_(std::move(now)) {}

net::Task<base::Result<store::Taken>> Desk::grant(store::Binding call) {
  auto asked = done_of<store::Taken>(loop_, [&](store::Done<store::Taken> done) {
    store_.take_grant(std::move(call), now_(), std::move(done));
  });
  co_return co_await std::move(asked);
}

net::Task<base::Result<std::optional<Outcome>>> Desk::denial(store::Binding call) {
  using Tickets = std::vector<store::Ticket>;
  auto asked = done_of<Tickets>(loop_, [&](store::Done<Tickets> done) {
    store_.list_tickets({.state = store::TicketState::kDenied,
                         .principal = call.principal,
                         .session = call.session},
                        std::move(done));
  });
  auto denied = co_await std::move(asked);
  if (!denied) co_return tl::unexpected(denied.error());
  const auto now = now_();
  const auto it = std::ranges::find_if(*denied, [&](const store::Ticket& ticket) {
    return ticket.binding == call && ticket.answered && now - *ticket.answered < kNoHolds;
  });
  if (it == denied->end()) co_return std::nullopt;
  const auto left = kNoHolds - (now - *it->answered);
  co_return Outcome{Ending::kDenied, std::move(*it), left};
}

net::Task<base::Result<store::Ticket>> Desk::open(Question question, store::Binding call,
                                                  store::Span how_long) {
  if (is_too_large(question)) {
    co_return base::fail(fmt::format("arguments of {} bytes are more than a person can judge",
                                     question.arguments.size()),
                         question.tool, "call it with less at a time");
  }
  const auto now = now_();
  store::Ticket ticket{.id = random_id(random_),
                       .nonce = random_.hex(kNonceBytes),
                       .binding = std::move(call),
                       .prompt = prompt_json(question),
                       .asked = now,
                       .expires = now + how_long};
  auto asked = done_of<store::Ticket>(loop_, [&](store::Done<store::Ticket> done) {
    store_.ask(std::move(ticket), std::move(done));
  });
  auto kept = co_await std::move(asked);
  if (kept) expire_at(kept->expires);
  co_return kept;
}

net::Task<std::optional<Outcome>> Desk::look_at(std::string ticket) {
  using Found = std::optional<store::Ticket>;
  auto asked = done_of<Found>(
      loop_, [&](store::Done<Found> done) { store_.find_ticket(ticket, std::move(done)); });
  auto found = co_await std::move(asked);
  if (!found) co_return std::nullopt;  // perhaps the next time
  if (!*found) co_return Outcome{Ending::kFailed};
  const auto ending = ending_of(**found);
  if (!ending) co_return std::nullopt;
  co_return Outcome{*ending, std::move(**found)};
}

net::Task<Outcome> Desk::look(std::string ticket) {
  (void)co_await expire();
  using Found = std::optional<store::Ticket>;
  auto asked = done_of<Found>(
      loop_, [&](store::Done<Found> done) { store_.find_ticket(ticket, std::move(done)); });
  auto found = co_await std::move(asked);
  if (!found || !*found) co_return Outcome{Ending::kFailed};
  const auto ending = ending_of(**found).value_or(Ending::kPending);
  co_return Outcome{ending, std::move(**found)};
}

net::Task<Outcome> Desk::wait(std::string ticket, store::Time deadline, const bool* given_up) {
  store::Ticket known;
  known.id = ticket;
  if (waiters_.size() >= kMaxWaiting) co_return Outcome{Ending::kTooMany, std::move(known)};
  for (;;) {
    net::Promise<bool> heard(loop_.executor());
    const Seat seat(*this, ticket, heard);  // before looking, so that no answer falls between
    auto looked = co_await look_at(ticket);
    if (looked) co_return std::move(*looked);
    const auto left = deadline - now_();
    if (left.count() <= 0 || closed_ || (given_up != nullptr && *given_up)) break;
    (void)co_await net::within(loop_, left, heard);
  }
  (void)co_await expire();  // the question's time may be over as well
  auto looked = co_await look_at(std::move(ticket));
  if (looked) co_return std::move(*looked);
  co_return Outcome{Ending::kPending, std::move(known)};
}

net::Task<base::Result<std::optional<store::Answered>>> Desk::answer(store::Ticket ticket,
                                                                     Verdict verdict,
                                                                     std::string by) {
  using Found = std::optional<store::Answered>;
  auto asked = done_of<Found>(loop_, [&](store::Done<Found> done) {
    store_.answer(answer_of(ticket, verdict, std::move(by), now_()), std::move(done));
  });
  auto answered = co_await std::move(asked);
  wake(ticket.id);
  co_return answered;
}

net::Task<base::Result<std::size_t>> Desk::expire() {
  using Over = std::vector<store::Ticket>;
  const auto now = now_();
  auto asked = done_of<Over>(
      loop_, [&](store::Done<Over> done) { store_.expire_tickets(now, std::move(done)); });
  const auto over = co_await std::move(asked);
  if (!over) co_return tl::unexpected(over.error());
  if (over->empty()) co_return std::size_t{0};
  store::Memory memory;
  for (const auto& ticket : *over) memory.decisions.push_back(record_of_expiry(ticket));
  auto noted = done_of<store::Remembered>(loop_, [&](store::Done<store::Remembered> done) {
    store_.remember(std::move(memory), std::move(done));
  });
  const auto recorded = co_await std::move(noted);
  for (const auto& ticket : *over) wake(ticket.id);
  if (!recorded) co_return tl::unexpected(recorded.error());
  co_return over->size();
}

void Desk::close() {
  closed_ = true;
  for (auto& waiter : waiters_) waiter.heard.keep(true);
}

void Desk::begin() { loop_.spawn(find_pending()); }

net::Task<void> Desk::find_pending() {
  using Pending = std::vector<store::Ticket>;
  auto asked = done_of<Pending>(loop_, [&](store::Done<Pending> done) {
    store_.list_tickets({.state = store::TicketState::kPending, .limit = store::kMaxPage},
                        std::move(done));
  });
  const auto pending = co_await std::move(asked);
  if (!pending) co_return;  // whoever calls will hear of it
  for (const auto& ticket : *pending) expire_at(ticket.expires);
}

void Desk::expire_at(store::Time when) {
  if (expiries_.size() >= kMaxExpiries) return;
  expiries_.insert(when);
  set_expiry_alarm();
}

void Desk::set_expiry_alarm() {
  if (expiries_.empty()) return;
  const auto left = std::max(*expiries_.begin() - now_(), store::Span(0));
  next_expiry_ = loop_.after(left, [this] { loop_.spawn(expire_due()); });
}

net::Task<void> Desk::expire_due() {
  (void)co_await expire();
  expiries_.erase(expiries_.begin(), expiries_.upper_bound(now_()));
  set_expiry_alarm();
}

void Desk::wake(const std::string& ticket) {
  for (auto& waiter : waiters_) {
    if (waiter.ticket == ticket) waiter.heard.keep(true);
  }
}

void Desk::poll_later() {
  if (polling_ || next_poll_ || waiters_.empty()) return;
  next_poll_ = loop_.after(kPoll, [this] {
    next_poll_.reset();
    polling_ = true;
    loop_.spawn(look_around());
  });
}

// One look at each ticket that is waited for, however many wait for it.
net::Task<void> Desk::look_around() {
  (void)co_await expire();
  std::set<std::string> tickets;
  for (const auto& waiter : waiters_) tickets.insert(waiter.ticket);
  for (const auto& ticket : tickets) {
    const auto outcome = co_await look_at(ticket);
    if (outcome) wake(ticket);
  }
  polling_ = false;
  poll_later();
}

}  // namespace touchstone::approval
