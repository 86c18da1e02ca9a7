#include "gateway/manner.hpp"

#include <gtest/gtest.h>

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using model::Field;

model::Profile profile_with(std::vector<Field> flags,
                            model::Source source = model::Source::kDeclared) {
  model::Profile::States states;
  for (const Field flag : flags) {
    states[static_cast<std::size_t>(flag)].value = model::Value(true);
    states[static_cast<std::size_t>(flag)].source = source;
  }
  return {std::move(states), {}};
}

TEST(Manner, of_an_unknown_tool_is_that_of_a_write_which_is_never_repeated) {
  const auto manner = manner_of("tools/call", nullptr, config::Server(), std::nullopt);
  ASSERT_TRUE(manner.want);
  EXPECT_TRUE(manner.want->changes);
  EXPECT_FALSE(manner.may_repeat);
}

TEST(Manner, of_what_is_no_tool_waits_for_nobody) {
  EXPECT_FALSE(manner_of("resources/read", nullptr, config::Server(), std::nullopt).want);
}

TEST(Manner, follows_the_hints) {
  const config::Server server;
  const auto of = [&](std::vector<Field> flags) {
    const auto profile = profile_with(std::move(flags));
    return manner_of("tools/call", &profile, server, std::nullopt);
  };
  EXPECT_FALSE(of({Field::kReadOnly}).want->changes);
  EXPECT_TRUE(of({Field::kReadOnly}).want->is_free());
  EXPECT_TRUE(of({Field::kReadOnly}).may_repeat);
  EXPECT_TRUE(of({Field::kIdempotent}).may_repeat);
  EXPECT_TRUE(of({Field::kIdempotent}).want->changes);
  EXPECT_FALSE(of({Field::kDestructive}).may_repeat);
  const auto guessed = profile_with({Field::kIdempotent}, model::Source::kInferred);
  EXPECT_FALSE(manner_of("tools/call", &guessed, server, std::nullopt).may_repeat);
  const auto looks = profile_with({Field::kReadOnly}, model::Source::kInferred);
  EXPECT_FALSE(manner_of("tools/call", &looks, server, std::nullopt).may_repeat);
  EXPECT_TRUE(of({Field::kReadOnly, Field::kResourceIntensive}).want->heavy);
  EXPECT_TRUE(of({Field::kSensitiveData}).is_sensitive);
  EXPECT_EQ(of({Field::kSlowExecution}).silence, server.slow_timeout);
  EXPECT_EQ(of({Field::kReadOnly}).silence, std::nullopt);
}

TEST(Manner, a_slow_call_never_has_less_time_than_others) {
  const auto slow = profile_with({Field::kSlowExecution});
  config::Server server;
  server.call_timeout = 2h;
  EXPECT_EQ(manner_of("tools/call", &slow, server, std::nullopt).silence, 2h);
  server.call_timeout = 0ms;
  EXPECT_EQ(manner_of("tools/call", &slow, server, std::nullopt).silence, 0ms);
}

TEST(Manner, the_policy_s_time_only_ever_shortens) {
  Manner manner;
  EXPECT_EQ(manner.bounded(5s), 5s);
  manner.at_most = 3s;
  EXPECT_EQ(manner.bounded(5s), 3s);
  EXPECT_EQ(manner.bounded(2s), 2s);
  EXPECT_EQ(manner.bounded(0s), 3s);
}

}  // namespace
}  // namespace touchstone::gateway
