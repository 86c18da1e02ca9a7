// A no holds for a while: the same call is not asked about again, so that nobody is worn down.
#include "gateway/asked.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;

class Denied : public ::testing::TestWithParam<Era> {
 protected:
  Denied() {
    (void)office.call(client);
    answer_elsewhere(office.bench, office.ticket(), false);
  }
  std::string call(std::string_view to = "ann") {
    return std::string(AskingOffice::call(client, to).text());
  }
  std::size_t tickets() { return stored_tickets(office.bench).size(); }

  AskingOffice office{kAsksAboutCalls};
  Client client{office.bench, GetParam(), "{}"};
};

TEST_P(Denied, calls_are_refused_without_asking_again) {
  for (int i = 0; i < 3; ++i)
    EXPECT_THAT(call(), AllOf(HasSubstr("a person has denied it (ann)"),
                              HasSubstr("again for 10 minutes"), HasSubstr(office.ticket())));
  EXPECT_EQ(tickets(), 1U);
  EXPECT_EQ(office.calls(), 0U);
}

TEST_P(Denied, calls_are_asked_about_again_after_a_while) {
  office.bench.now += approval::Desk::kNoHolds - 1min;
  EXPECT_THAT(call(), HasSubstr("again for 1 minute;"));
  office.bench.now += 1min;
  EXPECT_THAT(call(), HasSubstr("waits for a person"));
  EXPECT_EQ(tickets(), 2U);
}

TEST_P(Denied, calls_are_others_with_other_arguments) {
  EXPECT_THAT(call("bob"), HasSubstr("waits for a person"));
  EXPECT_EQ(tickets(), 2U);
}

TEST_P(Denied, calls_pass_once_a_person_turns_the_no) {
  using Found = std::optional<store::Answered>;
  const auto turned = stored<Found>(office.bench, [&](store::Done<Found> done) {
    office.bench.store->answer({.ticket = office.ticket(),
                                .allow = true,
                                .by = "ann",
                                .now = office.bench.now,
                                .grant_expires = office.bench.now + 1h,
                                .turns = true},
                               std::move(done));
  });
  ASSERT_TRUE(turned && turned->counts);
  EXPECT_THAT(call(), HasSubstr("sent"));
}

INSTANTIATE_TEST_SUITE_P(Eras, Denied, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kLegacy ? "legacy" : "modern";
                         });

}  // namespace
}  // namespace touchstone::gateway
