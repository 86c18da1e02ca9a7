// Where the tool's name has to be typed: a yes without it in the client's form lets nothing pass,
// and is no no either.
#include "gateway/asked.hpp"
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kWantsName = "rules:\n- {name: ask, effect: escalate, confirm: name}\n";
constexpr std::string_view kWantsNameForResults =
    "rules:\n- {name: look, effect: escalate, confirm: name, "
    "conditions: {fact: response.size, greaterThan: 0}}\n";

std::string yes_with(std::string_view more) {
  return fmt::format(R"({{"action":"accept","content":{{"decision":"allow_once"{}}}}})", more);
}
const std::string kNamed = yes_with(R"(,"confirm":"office__send")");

class UnnamedYes : public ::testing::TestWithParam<Era> {
 protected:
  std::string answered(Client& client, const std::string& answer) {
    return said(client.converse("tools/call", AskingOffice::params(), {answer}));
  }
  store::TicketState state() { return stored_tickets(office.bench).front().state; }

  AskingOffice office{kWantsName};
};

TEST_P(UnnamedYes, lets_nothing_pass_and_says_what_it_lacks) {
  Client client(office.bench, GetParam(), kAsksForms);
  EXPECT_THAT(answered(client, yes_with("")),
              AllOf(HasSubstr("which does not count: the tool's name was not typed"),
                    HasSubstr("made again, the same call is asked about again"),
                    HasSubstr("--confirm NAME"), Not(HasSubstr("denied it"))));
  EXPECT_THAT(answered(client, yes_with(R"(,"confirm":"other")")),
              HasSubstr("which does not count: another name was typed"));
  EXPECT_EQ(office.calls(), 0U);
  EXPECT_EQ(state(), store::TicketState::kPending);
}

TEST_P(UnnamedYes, is_no_denial_so_the_same_call_is_asked_about_again) {
  Client client(office.bench, GetParam(), kAsksForms);
  (void)answered(client, yes_with(""));
  EXPECT_EQ(answered(client, kNamed), "sent");
  EXPECT_EQ(stored_tickets(office.bench).size(), 1U) << "it is the same question";
  EXPECT_EQ(office.calls(), 1U);
  EXPECT_THAT(answered(client, yes_with("")), HasSubstr("does not count")) << "it was for once";
  EXPECT_EQ(office.calls(), 1U);
}

TEST_P(UnnamedYes, leaves_the_question_to_whoever_answers_elsewhere) {
  Client client(office.bench, GetParam(), kAsksForms);
  (void)answered(client, yes_with(""));
  answer_elsewhere(office.bench, office.ticket(), false);
  EXPECT_THAT(answered(client, kNamed), HasSubstr("a person has denied it (ann)"));
  EXPECT_EQ(office.calls(), 0U);
}

TEST_P(UnnamedYes, delivers_no_result_either) {
  AskingOffice results(kWantsNameForResults);
  Client client(results.bench, GetParam(), kAsksForms);
  const auto answer = client.converse("tools/call", AskingOffice::params(), {yes_with("")});
  EXPECT_THAT(said(answer), AllOf(HasSubstr("which does not count: the tool's name was not typed"),
                                  HasSubstr("touchstone approvals open")));
  EXPECT_EQ(stored_tickets(results.bench).front().state, store::TicketState::kPending);
}

INSTANTIATE_TEST_SUITE_P(Eras, UnnamedYes, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kLegacy ? "legacy" : "modern";
                         });

// A client comes back late with it: what was said elsewhere counts, and nothing else does.
TEST(UnnamedYesLate, changes_nothing_of_what_was_said_elsewhere) {
  for (const bool allowed : {false, true}) {
    AskingOffice office(kWantsName);
    Client client(office.bench, Era::kModern, kAsksForms);
    const auto asked = AskingOffice::call(client);
    ASSERT_TRUE(asks_back(asked)) << asked.text();
    answer_elsewhere(office.bench, office.ticket(), allowed);
    const auto answer =
        client.ask("tools/call", AskingOffice::params() + "," + retry_of(asked, yes_with("")));
    EXPECT_EQ(office.calls(), allowed ? 1U : 0U) << answer.text();
    if (!allowed) EXPECT_THAT(said(answer), HasSubstr("a person has denied it (ann)"));
  }
}

}  // namespace
}  // namespace touchstone::gateway
