// Calls that a person would have to allow, and that nobody is asked about: the client hears why.
#include "gateway/asked.hpp"
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"
#include "store/failing_store.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Request = store::FailingStore::Request;

class NotAsked : public ::testing::TestWithParam<Era> {
 protected:
  AskingOffice office{kAsksAboutCalls};
};

TEST_P(NotAsked, is_what_has_more_arguments_than_a_person_can_judge_and_its_refusal_says_so) {
  Client client(office.bench, GetParam(), kAsksForms);
  const auto answer = office.call(client, std::string(approval::kMaxArguments, 'x'));
  EXPECT_TRUE(is_failure(answer)) << error_code(answer);
  EXPECT_THAT(said(answer),
              AllOf(HasSubstr("calls with more than 1 MiB of arguments are not asked about"),
                    HasSubstr("with less at a time"), HasSubstr("Nothing was done")));
  EXPECT_EQ(office.calls(), 0U);
  EXPECT_TRUE(stored_tickets(office.bench).empty());
  EXPECT_THAT(stored_decisions(office.bench).back().json, HasSubstr(R"("outcome":"refused")"));
}

// Whatever of it fails, no call is made, and nobody is told that people are the trouble.
TEST_P(NotAsked, while_the_store_fails_and_that_is_said) {
  Bench& bench = office.bench;
  (void)bench.means();
  const auto real = std::move(bench.store);
  auto failing = std::make_unique<store::FailingStore>(*real);
  store::FailingStore& fails = *failing;
  bench.store = std::move(failing);
  Client client(bench, GetParam(), "{}");
  for (const auto& [request, what] :
       {std::pair(Request::kTakeGrant, "look into its store for a person's yes or no"),
        std::pair(Request::kListTickets, "look into its store for a person's yes or no"),
        std::pair(Request::kAsk, "keep the question")}) {
    fails.fail(request, 1);
    const auto answer = office.call(client);
    EXPECT_EQ(error_code(answer), rpc::kInternalError) << answer.text();
    EXPECT_THAT(said(answer), AllOf(HasSubstr(fmt::format("the gateway cannot {}: ", what)),
                                    Not(HasSubstr("ask anybody"))));
  }
  EXPECT_EQ(office.calls(), 0U);
  EXPECT_THAT(said(office.call(client)), HasSubstr("waits for a person"));
  bench.gateway->close();
  bench.gateway.reset();
  bench.store.reset();
}

INSTANTIATE_TEST_SUITE_P(Eras, NotAsked, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kLegacy ? "legacy" : "modern";
                         });

}  // namespace
}  // namespace touchstone::gateway
