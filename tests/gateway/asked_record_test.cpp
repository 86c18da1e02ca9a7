// What a person was asked about is on record when they are asked: nobody knows who comes back.
#include "gateway/asked.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::vector<std::string> calls_on_record(Bench& bench) {
  std::vector<std::string> all;
  for (const auto& decision : stored_decisions(bench)) {
    const auto document = json::document(decision.json);
    if (document.root().find("kind").equals("call")) all.push_back(decision.json);
  }
  return all;
}

class AskedRecord : public ::testing::TestWithParam<Era> {
 protected:
  AskingOffice office{kAsksAboutCalls};
  Client client{office.bench, GetParam(), GetParam() == Era::kModern ? kAsksForms : "{}"};
};

TEST_P(AskedRecord, has_the_facts_and_the_ticket_though_the_client_never_comes_back) {
  (void)AskingOffice::call(client, "ann");
  const auto records = calls_on_record(office.bench);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_THAT(records.front(), AllOf(HasSubstr(R"("effect":"escalate")"), HasSubstr(R"("facts":)"),
                                     HasSubstr(office.ticket())));
}

INSTANTIATE_TEST_SUITE_P(Eras, AskedRecord, ::testing::Values(Era::kLegacy, Era::kModern));

class AskedOften : public ::testing::Test {
 protected:
  json::Document come_back(const json::Document& asked, std::string_view answer) {
    const std::string state = fmt::format(R"("requestState":"{}")", state_of(asked));
    return client.ask("tools/call", AskingOffice::params() + "," +
                                        (answer.empty() ? state : retry_of(asked, answer)));
  }
  AskingOffice office{kAsksAboutCalls};
  Client client{office.bench, Era::kModern, kAsksForms};
};

TEST_F(AskedOften, is_on_record_once_until_there_is_a_yes) {
  const auto asked = AskingOffice::call(client);
  ASSERT_TRUE(asks_back(asked));
  const auto again = come_back(asked, {});
  ASSERT_TRUE(asks_back(again));
  EXPECT_EQ(calls_on_record(office.bench).size(), 1U);
  EXPECT_EQ(said(come_back(again, kSaysYes)), "sent");
  EXPECT_EQ(calls_on_record(office.bench).size(), 2U);
}

TEST_F(AskedOften, is_on_record_once_if_the_answer_is_no) {
  const auto asked = AskingOffice::call(client);
  EXPECT_TRUE(is_failure(come_back(asked, kSaysNo)));
  EXPECT_EQ(calls_on_record(office.bench).size(), 1U);
}

}  // namespace
}  // namespace touchstone::gateway
