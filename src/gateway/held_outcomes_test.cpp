#include "gateway/held_outcomes.hpp"

#include <gmock/gmock.h>

namespace touchstone::gateway {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const store::Time kNow{std::chrono::hours(1)};

HeldOutcomes::Held outcome(const std::string& name, const std::string& principal = "ann",
                           std::size_t size = 1) {
  return {.call = {.principal = principal, .server = "office", .tool = "send"},
          .session_began = kNow,
          .content = std::string(size, 'x'),
          .what = {Withheld::What::kResult, name},
          .until = kNow + std::chrono::minutes(5)};
}

class HeldOutcomesTest : public ::testing::Test {
 protected:
  // How many are taken, of at most `most`.
  std::size_t filled(const std::string& principal, std::size_t most, std::size_t size = 1) {
    std::size_t taken = 0;
    while (taken < most &&
           held.keep(outcome(principal + std::to_string(taken), principal, size), kNow))
      ++taken;
    return taken;
  }
  HeldOutcomes held;
};

TEST_F(HeldOutcomesTest, are_found_by_their_call_the_oldest_first) {
  EXPECT_FALSE(held.may_have("office"));
  ASSERT_TRUE(held.keep(outcome("a"), kNow));
  ASSERT_TRUE(held.keep(outcome("b"), kNow));
  ASSERT_TRUE(held.keep(outcome("c", "bob"), kNow));
  EXPECT_TRUE(held.may_have("office"));
  EXPECT_FALSE(held.may_have("elsewhere"));
  EXPECT_THAT(held.names_of(outcome("any").call), ElementsAre("a", "b"));
  EXPECT_THAT(held.names_of(outcome("any", "eve").call), IsEmpty());
  held.forget("a");
  EXPECT_EQ(held.find("a"), nullptr);
  EXPECT_THAT(held.names_of(outcome("any").call), ElementsAre("b"));
}

TEST_F(HeldOutcomesTest, without_a_name_is_not_kept) {
  EXPECT_FALSE(held.keep(outcome(""), kNow));
  EXPECT_EQ(held.find(""), nullptr);
}

// What was promised to one makes no room for another.
TEST_F(HeldOutcomesTest, have_room_of_their_own_for_each_principal) {
  EXPECT_EQ(filled("ann", 1'000), HeldOutcomes::kForOne.outcomes);
  EXPECT_EQ(filled("bob", 3), 3U);
  EXPECT_NE(held.find("ann0"), nullptr);
}

TEST_F(HeldOutcomesTest, have_room_in_bytes) {
  EXPECT_EQ(filled("ann", 10, HeldOutcomes::kForOne.bytes / 2), 2U);
  EXPECT_FALSE(held.keep(outcome("more", "ann"), kNow));
  EXPECT_FALSE(held.keep(outcome("large", "bob", HeldOutcomes::kForOne.bytes + 1), kNow));
}

TEST_F(HeldOutcomesTest, have_room_for_all_together) {
  std::size_t taken = 0;
  for (int i = 0; i < 10; ++i)
    taken += filled("user" + std::to_string(i) + "-", HeldOutcomes::kForOne.outcomes);
  EXPECT_EQ(taken, HeldOutcomes::kForAll.outcomes);
}

TEST_F(HeldOutcomesTest, of_which_nobody_can_be_asked_any_more_make_room) {
  ASSERT_EQ(filled("ann", 1'000), HeldOutcomes::kForOne.outcomes);
  const auto later = kNow + std::chrono::minutes(5);
  EXPECT_TRUE(held.keep(outcome("new"), later));
  EXPECT_EQ(held.find("ann0"), nullptr);
}

}  // namespace
}  // namespace touchstone::gateway
