// A yes that a person takes back lets no call pass from then on, in a gateway that runs.
#include "gateway/asked.hpp"
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class RevokedYes : public ::testing::TestWithParam<std::tuple<Era, store::Scope>> {
 protected:
  std::string call(Client& client) { return said(AskingOffice::call(client)); }
  std::size_t tickets() { return stored_tickets(office.bench).size(); }
  store::Ticket last() { return stored_tickets(office.bench).front(); }

  AskingOffice office{kAsksAboutCalls};
};

TEST_P(RevokedYes, lets_no_call_pass_that_it_has_not_let_pass_yet) {
  const auto [era, scope] = GetParam();
  Client client(office.bench, era, "{}");
  EXPECT_THAT(call(client), HasSubstr("waits for a person"));
  answer_elsewhere(office.bench, office.ticket(), true, scope);
  if (scope != store::Scope::kOnce) {
    EXPECT_EQ(call(client), "sent");
    EXPECT_EQ(call(client), "sent");
  }
  const auto made = office.calls();
  revoke_elsewhere(office.bench, last());
  EXPECT_THAT(call(client), HasSubstr("waits for a person"));
  EXPECT_EQ(office.calls(), made);
  EXPECT_EQ(tickets(), 2U) << "it is a question like any other";
  answer_elsewhere(office.bench, office.ticket());
  EXPECT_EQ(call(client), "sent");
}

INSTANTIATE_TEST_SUITE_P(Scopes, RevokedYes,
                         ::testing::Combine(::testing::Values(Era::kLegacy, Era::kModern),
                                            ::testing::Values(store::Scope::kOnce,
                                                              store::Scope::kSession,
                                                              store::Scope::kShape)));

// Its call had used the yes up and was taken back: the gateway keeps it for the same call, in its
// own memory. Whenever that was, a revoked one is none.
TEST(RevokedOnce, is_no_yes_though_its_call_was_not_made_after_all) {
  AskingOffice office(kAsksAboutCalls);
  Bench& bench = office.bench;
  int given_back = 0;
  for (int steps = 0; steps < 60; ++steps) {
    Client client(bench, Era::kLegacy, "{}", "/mcp", fmt::format("agent-{}", steps));
    (void)AskingOffice::call(client);
    answer_elsewhere(bench, office.ticket());
    const auto made = office.calls();
    const auto pending = client.send("tools/call", AskingOffice::params());
    for (int i = 0; i < steps && !pending->answer; ++i) {
      bench.loop.context().restart();
      bench.loop.context().run_one_for(20ms);
    }
    if (!pending->answer) pending->exchange.cancel("changed my mind");
    bench.until([&] { return pending->answer.has_value(); });
    bench.rest(5ms);
    if (office.calls() > made) continue;
    if (pending->answer->message.find("nobody waits for the answer") != std::string::npos) continue;
    const auto ticket = stored_tickets(bench).front();
    if (ticket.state == store::TicketState::kUsed) ++given_back;
    revoke_elsewhere(bench, ticket);
    ASSERT_THAT(said(AskingOffice::call(client)), HasSubstr("waits for a person")) << steps;
    ASSERT_EQ(office.calls(), made) << steps;
  }
  EXPECT_GT(given_back, 0);
}

}  // namespace
}  // namespace touchstone::gateway
