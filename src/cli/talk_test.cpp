#include "cli/talk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kNotice =
    R"({"jsonrpc":"2.0","method":"notifications/dev.touchstone/session","params":{"marker":"ab"}})"
    "\n";
constexpr std::string_view kInitialize =
    R"({"jsonrpc":"2.0", "id":"h","method":"initialize","params":{}})";
constexpr std::string_view kWelcome = R"({"jsonrpc":"2.0","id":"h","result":{}})";
constexpr std::string_view kInitialized =
    R"({"jsonrpc":"2.0", "method":"notifications/initialized"})";

class Talking : public ::testing::Test {
 protected:
  void shake_hands() {
    talk.said(kInitialize);
    EXPECT_TRUE(talk.heard(kWelcome));
    talk.said(kInitialized);
  }
  Talk talk{"ab"};
};

TEST_F(Talking, begins_with_the_marker_alone) {
  EXPECT_EQ(talk.opening(), kNotice);
  EXPECT_FALSE(talk.shakes_hands());
}

TEST_F(Talking, repeats_the_handshake_as_it_was_and_keeps_its_answer) {
  shake_hands();
  EXPECT_THAT(talk.give_up("gone", false), IsEmpty());
  EXPECT_EQ(talk.opening(), std::string(kNotice) + std::string(kInitialize) + "\n");
  EXPECT_TRUE(talk.shakes_hands());
  EXPECT_FALSE(talk.heard(kWelcome));
  EXPECT_FALSE(talk.shakes_hands());
  EXPECT_EQ(talk.handshake_end(), std::string(kInitialized) + "\n");
  EXPECT_TRUE(talk.heard(kWelcome)) << "only once";
}

TEST_F(Talking, lets_another_gateway_answer_a_handshake_that_was_under_way) {
  talk.said(kInitialize);
  EXPECT_THAT(talk.give_up("gone", false), IsEmpty());
  (void)talk.opening();
  EXPECT_FALSE(talk.shakes_hands());
  EXPECT_TRUE(talk.heard(kWelcome));
  EXPECT_THAT(talk.give_up("gone", true), IsEmpty());
}

TEST_F(Talking, has_one_error_for_each_request_that_waits) {
  shake_hands();
  talk.said(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})");
  talk.said(R"({"jsonrpc":"2.0","id":"1","method":"tools/call"})");
  talk.said(R"({"jsonrpc":"2.0","id":2,"method":"tools/call"})");
  talk.said(R"({"jsonrpc":"2.0","id":3,"result":{}})");  // to a question of the gateway
  talk.said("what?");
  EXPECT_TRUE(talk.heard(R"({"jsonrpc":"2.0","id":2,"result":{}})"));
  EXPECT_TRUE(talk.heard(R"({"jsonrpc":"2.0","id":1,"method":"roots/list"})"));
  EXPECT_TRUE(talk.heard("what?"));
  EXPECT_THAT(talk.give_up("gone", false),
              ElementsAre(HasSubstr(R"("id":"1","error")"), HasSubstr(R"("id":1,"error")")));
  EXPECT_THAT(talk.give_up("gone", false), IsEmpty());
}

TEST_F(Talking, owes_an_answer_to_a_handshake_that_nobody_will_answer) {
  talk.said(kInitialize);
  EXPECT_THAT(talk.give_up("gone", true), ElementsAre(HasSubstr(R"("id":"h","error")")));
}

TEST_F(Talking, is_full_at_its_bound) {
  for (std::size_t i = 0; i < Talk::kMaxOpen; ++i) {
    EXPECT_FALSE(talk.is_full());
    talk.said(R"({"jsonrpc":"2.0","id":)" + std::to_string(i) + R"(,"method":"x"})");
  }
  EXPECT_TRUE(talk.is_full());
}

}  // namespace
}  // namespace touchstone::cli
