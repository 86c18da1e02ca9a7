// Calls that their clients take back: no yes is used up by them, and the record says what happened.
#include "gateway/asked.hpp"
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"
#include "guard/case.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
constexpr std::string_view kUnderWay = "nobody waits for the answer any more";

class TakenBack : public ::testing::TestWithParam<Era> {
 protected:
  TakenBack() { office.bench.config.approvals.wait = 5s; }

  [[nodiscard]] Upstream& server() { return office.bench.server("office"); }
  std::shared_ptr<Pending> asked(Client& client) {
    (void)bench.open();
    const auto before = stored_tickets(bench).size();
    auto pending = client.send("tools/call", AskingOffice::params());
    bench.until([&] { return stored_tickets(bench).size() > before; });
    return pending;
  }
  [[nodiscard]] std::string last_record() { return stored_decisions(bench).back().json; }
  void expect_not_made() {
    EXPECT_EQ(office.calls(), 0U);
    EXPECT_EQ(server().last("notifications/cancelled"), "");
    const auto record = last_record();
    EXPECT_THAT(record, HasSubstr(R"("outcome":"refused")"));
    EXPECT_THAT(record, HasSubstr(fmt::format(R"("unmade":"{}")", guard::kTakenBack)));
  }

  AskingOffice office{kAsksAboutCalls};
  Bench& bench = office.bench;
};

TEST_P(TakenBack, before_the_yes_leaves_it_to_the_same_call) {
  Client client(bench, GetParam());
  const auto pending = asked(client);
  pending->exchange.cancel("changed my mind");
  bench.until([&] { return pending->answer.has_value(); });  // nobody waits for nothing
  expect_not_made();
  answer_elsewhere(bench, office.ticket());
  EXPECT_EQ(said(AskingOffice::call(client)), "sent");
  EXPECT_EQ(stored_tickets(bench).front().state, store::TicketState::kUsed);
}

TEST_P(TakenBack, with_the_yes_leaves_it_to_the_same_call) {
  Client client(bench, GetParam());
  const auto pending = asked(client);
  answer_elsewhere(bench, office.ticket());
  pending->exchange.cancel("changed my mind");
  bench.until([&] { return pending->answer.has_value(); });
  expect_not_made();
  EXPECT_EQ(stored_tickets(bench).front().state, store::TicketState::kAllowed);
  EXPECT_EQ(said(AskingOffice::call(client)), "sent");
}

// Whenever it is: what the server did not get is as if it had not been asked for. The call finds
// its yes at once here, so that no step is idle.
TEST_P(TakenBack, at_any_moment_uses_up_no_yes_of_a_call_that_is_not_made) {
  bench.config.approvals.wait = 1ms;
  int not_made = 0;
  for (int steps = 0; steps < 60; ++steps) {
    Client client(bench, GetParam(), "{}", "/mcp", fmt::format("agent-{}", steps));
    EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("was not made"));
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
    // Handed to its connection, and nobody can tell how far it came: it counts as made.
    if (pending->answer->message.find(kUnderWay) != std::string::npos) continue;
    ++not_made;
    EXPECT_EQ(server().last("notifications/cancelled"), "") << steps;
    ASSERT_EQ(said(AskingOffice::call(client)), "sent") << steps;
  }
  EXPECT_GT(not_made, 1);
}

INSTANTIATE_TEST_SUITE_P(Eras, TakenBack, ::testing::Values(Era::kLegacy, Era::kModern));

// One that no person was asked about, and that only reads: there is no record until it is over.
TEST(TakenBackUnasked, is_on_record_as_not_made) {
  Bench bench;
  demo::Parts parts;
  parts.name = "office";
  parts.tools = {saying("read", "text")};
  bench.add("office", std::move(parts), Speaks::kBoth);
  Client client(bench, Era::kLegacy);
  (void)client.tools();
  const auto pending = client.send("tools/call", call_of("office__read"));
  pending->exchange.cancel("changed my mind");
  bench.until([&] { return pending->answer.has_value(); });
  EXPECT_EQ(bench.server("office").count("tools/call"), 0U);
  EXPECT_THAT(stored_decisions(bench).back().json, HasSubstr(guard::kTakenBack));
}

// The yes to a result, too: the call was made, and what came of it is withheld.
TEST(TakenBackResult, leaves_the_yes_to_the_same_call) {
  AskingOffice office(kAsksAboutResults);
  office.bench.config.approvals.wait = 5s;
  Client client(office.bench, Era::kLegacy);
  const auto pending = client.send("tools/call", AskingOffice::params());
  office.bench.until([&] { return !stored_tickets(office.bench).empty(); });
  answer_elsewhere(office.bench, office.ticket());
  pending->exchange.cancel("changed my mind");
  office.bench.until([&] { return pending->answer.has_value(); });
  EXPECT_THAT(stored_decisions(office.bench).back().json, HasSubstr(R"("outcome":"withheld")"));
  EXPECT_EQ(said(AskingOffice::call(client)), "sent");
}

}  // namespace
}  // namespace touchstone::gateway
