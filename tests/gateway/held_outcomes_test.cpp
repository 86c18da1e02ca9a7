// A write whose result waits for a person, and a client that cannot be asked: the same call is not
// made twice for one yes.
#include "gateway/asked.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::HasSubstr;

class HeldOutcome : public ::testing::TestWithParam<Era> {
 protected:
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

TEST_P(HeldOutcome, is_not_what_the_rules_block_by_now) {
  bench.policy +=
      "- {name: later, effect: block, conditions: {fact: session.calls, greaterThan: 0}}\n";
  Client client(bench, GetParam());
  (void)AskingOffice::call(client);
  answer_elsewhere(bench, office.ticket());
  EXPECT_THAT(said(AskingOffice::call(client)), HasSubstr("was not called"));
  EXPECT_EQ(office.calls(), 1U);
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
