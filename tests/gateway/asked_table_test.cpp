// What comes of a question when a modern client comes back: by what it brings, and by what became
// of the question meanwhile.
#include "gateway/asked.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

enum class Meanwhile : std::uint8_t { kOpen, kAllowed, kDenied, kExpired, kRevoked };
enum class Brings : std::uint8_t { kYes, kNo, kClosed, kNothing };

constexpr std::string_view kPasses = "sent";
constexpr std::string_view kAskedAgain = "input_required";
constexpr std::string_view kDeniedHere = "a person has denied it.";
constexpr std::string_view kDeniedByAnn = "a person has denied it (ann).";
constexpr std::string_view kTooLate = "nobody has answered in time.";
constexpr std::string_view kTakenBack = "a person has taken back the approval for it.";

struct AnswerCell {
  Meanwhile meanwhile;
  Brings brings;
  std::string_view ending;
};

constexpr std::array kCells{
    AnswerCell{Meanwhile::kOpen, Brings::kYes, kPasses},
    AnswerCell{Meanwhile::kOpen, Brings::kNo, kDeniedHere},
    AnswerCell{Meanwhile::kOpen, Brings::kClosed, kDeniedHere},
    AnswerCell{Meanwhile::kOpen, Brings::kNothing, kAskedAgain},
    AnswerCell{Meanwhile::kAllowed, Brings::kYes, kPasses},
    AnswerCell{Meanwhile::kAllowed, Brings::kNo, kDeniedHere},
    AnswerCell{Meanwhile::kAllowed, Brings::kClosed, kPasses},
    AnswerCell{Meanwhile::kAllowed, Brings::kNothing, kPasses},
    AnswerCell{Meanwhile::kDenied, Brings::kYes, kDeniedByAnn},
    AnswerCell{Meanwhile::kDenied, Brings::kNo, kDeniedByAnn},
    AnswerCell{Meanwhile::kDenied, Brings::kClosed, kDeniedByAnn},
    AnswerCell{Meanwhile::kDenied, Brings::kNothing, kDeniedByAnn},
    AnswerCell{Meanwhile::kExpired, Brings::kYes, kTooLate},
    AnswerCell{Meanwhile::kExpired, Brings::kNo, kTooLate},
    AnswerCell{Meanwhile::kExpired, Brings::kClosed, kTooLate},
    AnswerCell{Meanwhile::kExpired, Brings::kNothing, kTooLate},
    AnswerCell{Meanwhile::kRevoked, Brings::kYes, kTakenBack},
    AnswerCell{Meanwhile::kRevoked, Brings::kNo, kTakenBack},
    AnswerCell{Meanwhile::kRevoked, Brings::kClosed, kTakenBack},
    AnswerCell{Meanwhile::kRevoked, Brings::kNothing, kTakenBack},
};

struct AnsweredCase {
  AnswerCell cell;
  bool about_result;
};

class AnsweredWhere : public ::testing::TestWithParam<AnsweredCase> {
 protected:
  void pass_time() {
    switch (GetParam().cell.meanwhile) {
      case Meanwhile::kOpen: return;
      case Meanwhile::kAllowed: return answer_elsewhere(office.bench, office.ticket());
      case Meanwhile::kDenied: return answer_elsewhere(office.bench, office.ticket(), false);
      case Meanwhile::kExpired:
        office.bench.now += office.bench.config.approvals.timeout + 1s;
        return;
      case Meanwhile::kRevoked:
        answer_elsewhere(office.bench, office.ticket());
        revoke_elsewhere(office.bench, stored_tickets(office.bench).front());
    }
  }
  static std::string retry(const json::Document& asked) {
    switch (GetParam().cell.brings) {
      case Brings::kYes: return retry_of(asked, kSaysYes);
      case Brings::kNo: return retry_of(asked, kSaysNo);
      case Brings::kClosed: return retry_of(asked, kCloses);
      case Brings::kNothing: return fmt::format(R"("requestState":"{}")", state_of(asked));
    }
    return {};
  }
  AskingOffice office{GetParam().about_result ? kAsksAboutResults : kAsksAboutCalls};
};

TEST_P(AnsweredWhere, ends_as_the_table_says) {
  const auto [cell, about_result] = GetParam();
  Client client(office.bench, Era::kModern, kAsksForms);
  const auto asked = office.call(client);
  ASSERT_TRUE(asks_back(asked)) << asked.text();
  EXPECT_EQ(office.calls(), about_result ? 1U : 0U);
  EXPECT_THAT(std::string(asked.text()),
              HasSubstr(about_result ? "May this result be delivered?" : "May this call run?"));
  pass_time();
  const auto answer = client.ask("tools/call", AskingOffice::params() + "," + retry(asked));
  const bool passes = cell.ending == kPasses;
  EXPECT_EQ(office.calls(), about_result || passes ? 1U : 0U) << answer.text();
  if (cell.ending == kAskedAgain) {
    ASSERT_TRUE(asks_back(answer)) << answer.text();
    const auto then =
        client.ask("tools/call", AskingOffice::params() + "," + retry_of(answer, kSaysYes));
    EXPECT_EQ(said(then), "sent");
    EXPECT_EQ(stored_tickets(office.bench).size(), 1U);
  } else if (passes) {
    EXPECT_EQ(said(answer), "sent");
  } else {
    EXPECT_THAT(said(answer), HasSubstr(std::string(cell.ending))) << answer.text();
    EXPECT_TRUE(is_failure(answer));
    EXPECT_EQ(about_result, said(answer).find("touchstone approvals open") != std::string::npos)
        << "what came of it is kept for a person: " << said(answer);
  }
  if (!passes && cell.ending != kAskedAgain)
    EXPECT_NE(said(office.call(client)), "sent") << "nothing is left that would let it pass";
}

std::vector<AnsweredCase> calls_and_results() {
  std::vector<AnsweredCase> all;
  for (const bool about_result : {false, true}) {
    for (const auto& cell : kCells) all.push_back({cell, about_result});
  }
  return all;
}

std::string name_of_case(const ::testing::TestParamInfo<AnsweredCase>& info) {
  constexpr std::array kStates{"open", "allowed", "denied", "expired", "revoked"};
  constexpr std::array kAnswers{"yes", "no", "closed", "nothing"};
  return fmt::format("{}_{}_{}", info.param.about_result ? "result" : "call",
                     kStates[static_cast<std::size_t>(info.param.cell.meanwhile)],
                     kAnswers[static_cast<std::size_t>(info.param.cell.brings)]);
}

INSTANTIATE_TEST_SUITE_P(Table, AnsweredWhere, ::testing::ValuesIn(calls_and_results()),
                         name_of_case);

// Without a listener (`touchstone stdio`) there is no page; page_test.cpp has those with one.
class AskedByUrlOnly : public ::testing::TestWithParam<Era> {};

TEST_P(AskedByUrlOnly, waits_in_the_queue_and_gets_a_ticket) {
  for (const std::string_view policy : {kAsksAboutCalls, kAsksAboutResults}) {
    AskingOffice office(policy);
    Client client(office.bench, GetParam(), R"({"elicitation":{"url":{}}})");
    const auto answer = office.call(client);
    EXPECT_FALSE(asks_back(answer)) << answer.text();
    EXPECT_THAT(said(answer), HasSubstr("touchstone approvals allow " + office.ticket()));
    if (client.session) EXPECT_TRUE(client.session->asked.empty());
    answer_elsewhere(office.bench, office.ticket());
    EXPECT_EQ(said(office.call(client)), "sent");
  }
}

INSTANTIATE_TEST_SUITE_P(Eras, AskedByUrlOnly, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kLegacy ? "legacy" : "modern";
                         });

}  // namespace
}  // namespace touchstone::gateway
