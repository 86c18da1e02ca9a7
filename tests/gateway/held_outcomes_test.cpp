// A write whose result waits for a person, and a client that cannot be asked: the same call is not
// made twice for one yes.
#include <memory>
#include <utility>

#include "gateway/asked.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::HasSubstr;

class HeldOutcome : public ::testing::TestWithParam<Era> {
 protected:
  static std::string handle_in(std::string_view text) {
    const auto at = text.find("touchstone://value/");
    return at == text.npos ? "" : std::string(text.substr(at, text.find_first_of(" `;,", at) - at));
  }

  [[nodiscard]] bool can_be_opened(std::string_view handle) {
    const std::string id(handle.substr(std::string_view("touchstone://value/").size()));
    using Found = std::optional<store::Value>;
    return stored<Found>(bench,
                         [&](store::Done<Found> done) {
                           bench.store->find_value(id, bench.now, std::move(done));
                         })
        .has_value();
  }
  store::FailingStore& failing() { return failing_before(bench, behind); }

  std::unique_ptr<store::Store> behind;
  AskingOffice office{kAsksAboutResults};
  Bench& bench = office.bench;
};

TEST_P(HeldOutcome, of_a_write_is_delivered_to_the_same_call_and_nothing_is_done_twice) {
  Client client(bench, GetParam());
  EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("does nothing a second time"));
  answer_elsewhere(bench, office.ticket());
  EXPECT_EQ(said(AskingOffice::call(client)), "sent");
  EXPECT_EQ(office.calls(), 1U);
  EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("is withheld")) << "the yes was for once";
  EXPECT_EQ(office.calls(), 2U);
}

TEST_P(HeldOutcome, waits_on_for_the_same_call_while_nobody_has_answered) {
  Client client(bench, GetParam());
  (void)AskingOffice::call(client);
  EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("is withheld"));
  EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("is withheld"));
  EXPECT_EQ(office.calls(), 1U);
  EXPECT_EQ(stored_tickets(bench).size(), 1U);
}

TEST_P(HeldOutcome, that_a_person_denied_stays_withheld) {
  Client client(bench, GetParam());
  (void)AskingOffice::call(client);
  answer_elsewhere(bench, office.ticket(), false);
  EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("is withheld"));
  EXPECT_EQ(office.calls(), 1U);
}

// For as long as a yes could come; a no in force renews nothing.
TEST_P(HeldOutcome, that_a_person_denied_is_forgotten_when_its_time_is_over) {
  Client client(bench, GetParam());
  (void)AskingOffice::call(client);
  answer_elsewhere(bench, office.ticket(), false);
  bench.now += std::chrono::minutes(9);
  (void)AskingOffice::call(client);
  EXPECT_EQ(office.calls(), 1U);
  bench.now += std::chrono::minutes(12);
  (void)AskingOffice::call(client);
  EXPECT_EQ(office.calls(), 2U);
}

TEST_P(HeldOutcome, that_nobody_answered_in_time_is_asked_about_again_and_forgotten_later) {
  Client client(bench, GetParam());
  (void)AskingOffice::call(client);
  bench.now += std::chrono::minutes(6);
  EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("is withheld"));
  EXPECT_EQ(office.calls(), 1U);
  EXPECT_EQ(stored_tickets(bench).size(), 2U);
  bench.now += std::chrono::minutes(30);
  EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("is withheld"));
  EXPECT_EQ(office.calls(), 2U);
}

TEST_P(HeldOutcome, is_delivered_when_a_no_is_turned) {
  Client client(bench, GetParam());
  (void)AskingOffice::call(client);
  answer_elsewhere(bench, office.ticket(), false);
  (void)AskingOffice::call(client);
  answer_elsewhere(bench, office.ticket());
  EXPECT_EQ(said(AskingOffice::call(client)), "sent");
  EXPECT_EQ(office.calls(), 1U);
}

TEST_P(HeldOutcome, is_asked_about_anew_when_its_yes_was_taken_back) {
  Client client(bench, GetParam());
  (void)AskingOffice::call(client);
  answer_elsewhere(bench, office.ticket());
  revoke_elsewhere(bench, stored_tickets(bench).front());
  EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("is withheld"));
  EXPECT_EQ(office.calls(), 1U);
  EXPECT_EQ(stored_tickets(bench).size(), 2U);
}

TEST_P(HeldOutcome, is_that_of_the_call_though_the_rules_would_ask_about_that_by_now) {
  bench.policy +=
      "- {name: later, effect: escalate, conditions: {fact: session.calls, greaterThan: 0}}\n";
  Client client(bench, GetParam());
  (void)AskingOffice::call(client);
  answer_elsewhere(bench, office.ticket());
  EXPECT_EQ(said(AskingOffice::call(client)), "sent");
  EXPECT_EQ(office.calls(), 1U);
}

// None is made: what a person lets pass is what came of the one that the rules allowed.
TEST_P(HeldOutcome, is_that_of_the_call_though_the_rules_would_block_that_by_now) {
  bench.policy +=
      "- {name: later, effect: block, conditions: {fact: session.calls, greaterThan: 0}}\n";
  Client client(bench, GetParam());
  (void)AskingOffice::call(client);
  answer_elsewhere(bench, office.ticket());
  EXPECT_EQ(said(AskingOffice::call(client)), "sent");
  EXPECT_EQ(office.calls(), 1U);
}

TEST_P(HeldOutcome, keeps_its_handle_while_it_waits) {
  Client client(bench, GetParam());
  const auto handle = handle_in(said(AskingOffice::call(client)));
  EXPECT_TRUE(can_be_opened(handle));
  EXPECT_EQ(handle_in(said(AskingOffice::call(client))), handle);
  EXPECT_EQ(handle_in(said(AskingOffice::call(client))), handle);
}

TEST_P(HeldOutcome, has_a_handle_that_can_be_opened_though_it_could_not_be_kept_at_first) {
  auto& fails = failing();
  Client client(bench, GetParam());
  bench.server("office").delay = std::chrono::milliseconds(50);
  const auto under_way = client.send("tools/call", AskingOffice::params());
  bench.until([&] { return office.calls() == 1; });
  fails.fail(store::FailingStore::Request::kRemember, 1);
  EXPECT_THAT(bench.finish(under_way).text(), HasSubstr("the call of send was made, and"));
  EXPECT_TRUE(can_be_opened(handle_in(said(AskingOffice::call(client)))));
  EXPECT_EQ(office.calls(), 1U);
}

TEST_P(HeldOutcome, waits_on_if_its_client_took_the_call_back_before_it_had_it) {
  auto& fails = failing();
  Client client(bench, GetParam());
  (void)AskingOffice::call(client);
  answer_elsewhere(bench, office.ticket());
  fails.hold(store::FailingStore::Request::kRemember);
  const auto again = client.send("tools/call", AskingOffice::params());
  bench.until([&] { return fails.held() == 1; });
  again->exchange.cancel("enough");
  fails.release();
  (void)bench.finish(again);
  EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("is withheld"));
  EXPECT_EQ(office.calls(), 1U);
}

// What nothing but its principal names is another session after a pause, and has made no call; a
// legacy client is in the same one.
TEST_P(HeldOutcome, is_not_given_to_a_session_that_began_later) {
  bench.config.approvals.timeout = bench.config.session_idle * 3;
  Client client(bench, GetParam());
  (void)AskingOffice::call(client);
  bench.now += bench.config.session_idle * 2;
  EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("is withheld"));
  EXPECT_EQ(office.calls(), GetParam() == Era::kLegacy ? 1U : 2U);
}

// It may have been done: nobody knows.
TEST_P(HeldOutcome, is_kept_also_of_a_call_that_its_server_never_answered) {
  bench.config.servers.back().call_timeout = std::chrono::milliseconds(200);
  bench.server("office").mute = {"tools/call"};
  Client client(bench, GetParam());
  EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("the call may have been done, and"));
  EXPECT_THAT(said(AskingOffice::call(client)),
              HasSubstr("the call may have been done before and is not made again, and"));
  EXPECT_EQ(office.calls(), 1U);
  bench.server("office").mute.clear();
}

TEST_P(HeldOutcome, is_that_of_no_other_call) {
  Client client(bench, GetParam());
  (void)AskingOffice::call(client);
  answer_elsewhere(bench, office.ticket());
  (void)AskingOffice::call(client, "bob");
  EXPECT_EQ(office.calls(), 2U);
  (void)AskingOffice::call(client, "ann", R"("dev.touchstone/session":"another")");
  EXPECT_EQ(office.calls(), 3U) << "of another session";
}

INSTANTIATE_TEST_SUITE_P(Eras, HeldOutcome, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kLegacy ? "legacy" : "modern";
                         });

}  // namespace
}  // namespace touchstone::gateway
