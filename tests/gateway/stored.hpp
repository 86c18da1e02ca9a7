// For tests: what a gateway has left in its store.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "approval/record.hpp"
#include "approval/store_call.hpp"
#include "gateway/bench.hpp"
#include "store/failing_store.hpp"

namespace touchstone::gateway {

// What the store brings; the loop runs meanwhile.
template <typename T, typename Ask>
T stored(Bench& bench, Ask ask) {
  std::optional<base::Result<T>> got;
  const auto drive = [](net::Loop& loop, Ask put,
                        std::optional<base::Result<T>>& into) -> net::Task<void> {
    auto asked = approval::done_of<T>(loop, put);
    auto done = co_await std::move(asked);
    into = std::move(done);
  };
  bench.loop.spawn(drive(bench.loop, ask, got));
  bench.until([&] { return got.has_value(); });
  return std::move(**got);
}

// All of them, in their order.
inline std::vector<store::Decision> stored_decisions(Bench& bench) {
  return stored<std::vector<store::Decision>>(
      bench, [&](store::Done<std::vector<store::Decision>> done) {
        bench.store->list_decisions({.oldest_first = true}, std::move(done));
      });
}

inline std::vector<store::Session> stored_sessions(Bench& bench) {
  return stored<std::vector<store::Session>>(bench,
                                             [&](store::Done<std::vector<store::Session>> done) {
                                               bench.store->list_sessions({}, std::move(done));
                                             });
}

inline std::vector<store::Ticket> stored_tickets(Bench& bench) {
  return stored<std::vector<store::Ticket>>(bench,
                                            [&](store::Done<std::vector<store::Ticket>> done) {
                                              bench.store->list_tickets({}, std::move(done));
                                            });
}

// Before the bench's store stands one that can be told to fail; `behind`, which must outlive the
// bench, has the store.
inline store::FailingStore& failing_before(Bench& bench, std::unique_ptr<store::Store>& behind) {
  (void)bench.means();
  behind = std::move(bench.store);
  auto between = std::make_unique<store::FailingStore>(*behind);
  auto& out = *between;
  bench.store = std::move(between);
  return out;
}

// As `touchstone approvals allow` and `deny` do it, in another process: nobody is woken. A yes
// turns a no.
inline void answer_elsewhere(Bench& bench, const std::string& ticket, bool allow = true,
                             store::Scope scope = store::Scope::kOnce) {
  using Found = std::optional<store::Answered>;
  const auto found = stored<Found>(bench, [&](store::Done<Found> done) {
    bench.store->answer({.ticket = ticket,
                         .allow = allow,
                         .scope = scope,
                         .by = "ann",
                         .now = bench.now,
                         .grant_expires = bench.now + std::chrono::hours(1),
                         .turns = allow},
                        std::move(done));
  });
  EXPECT_TRUE(found && found->counts) << ticket;
}

// As `touchstone approvals revoke` does it, in another process.
inline void revoke_elsewhere(Bench& bench, const store::Ticket& ticket) {
  using Found = std::optional<store::Revoked>;
  const auto found = stored<Found>(bench, [&](store::Done<Found> done) {
    bench.store->revoke(approval::revocation_of(ticket, "ann", bench.now), std::move(done));
  });
  EXPECT_TRUE(found && found->counts) << ticket.id;
}

}  // namespace touchstone::gateway
