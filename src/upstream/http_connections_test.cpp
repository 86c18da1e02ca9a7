// Connections that are used again, and calls that must not be made twice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "upstream/http_client.hpp"
#include "upstream/http_link_for_test.hpp"

namespace touchstone::upstream {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

using HttpConnections = HttpLinkTest;

TEST_F(HttpConnections, uses_a_connection_again_after_json_and_after_events) {
  serve([](const Seen& seen) {
    return seen.id() == "1" ? json_answer(result_of(seen))
                            : event_answer({event(kProgress), event(result_of(seen))});
  });
  const auto body = [&]() -> Task<void> {
    for (int i = 0; i < 5; ++i) {
      co_await ask();
      EXPECT_FALSE(failed) << got;
    }
  };
  world.run(body());
  EXPECT_EQ(server->connections(), 1);
}

TEST_F(HttpConnections, a_connection_that_went_stale_is_replaced_without_anybody_noticing) {
  // Each connection serves one call, says it will be kept, and is closed as the next call arrives.
  std::map<int, int> calls;
  serve([&](const Seen& seen) {
    if (++calls[seen.connection] > 1) return Reply{"", true, false, 0};
    return json_answer(result_of(seen));
  });
  const auto body = [&]() -> Task<void> {
    co_await ask();
    co_await world.loop.sleep(HttpClient::kFresh + 100ms);
    co_await ask();
    EXPECT_FALSE(failed) << got;
  };
  world.run(body());
  EXPECT_EQ(server->seen().size(), 3U);
  EXPECT_EQ(server->connections(), 2);
}

TEST_F(HttpConnections, a_call_is_never_repeated_on_a_new_connection) {
  always(Reply{"", true, false, 0});
  world.run(ask());
  EXPECT_EQ(error.trouble, Trouble::kEnded);
  EXPECT_THAT(got, HasSubstr("closed the connection"));
  EXPECT_EQ(server->seen().size(), 1U);
}

TEST_F(HttpConnections, nor_after_the_first_byte_of_an_answer) {
  serve([](const Seen& seen) {
    if (seen.id() == "1") return json_answer(result_of(seen));
    return Reply{"HTTP/1.1 200 OK\r\nConte", true, false, 0};
  });
  const auto body = [&]() -> Task<void> {
    co_await ask();
    co_await ask();
    EXPECT_TRUE(failed);
  };
  world.run(body());
  EXPECT_EQ(server->seen().size(), 2U);
}

TEST_F(HttpConnections, nobody_there_is_an_error_that_says_where) {
  always(Reply{});
  config.url = "http://127.0.0.1:1/mcp";
  connect();
  world.run(ask());
  EXPECT_EQ(error.trouble, Trouble::kEnded);
  EXPECT_THAT(error.error.where, HasSubstr("127.0.0.1:1"));
}

TEST_F(HttpConnections, a_call_is_not_repeated_when_the_server_dies_while_it_works) {
  serve([](const Seen& seen) {
    return seen.id() == "1" ? json_answer(result_of(seen)) : Reply{"", false, true, 0};
  });
  const auto body = [&]() -> Task<void> {
    co_await ask();
    co_await world.loop.sleep(HttpClient::kFresh + 100ms);
    world.loop.spawn(ask());
    const auto works = [&] { return server->seen().size() == 2; };
    EXPECT_TRUE(co_await world.until(works));
    co_await world.loop.sleep(3 * HttpClient::kAtOnce);
    server->close_all();
    const auto told = [&] { return asked == 2; };
    EXPECT_TRUE(co_await world.until(told));
    EXPECT_EQ(error.trouble, Trouble::kEnded);
  };
  world.run(body());
  EXPECT_EQ(server->seen().size(), 2U);
  EXPECT_EQ(server->connections(), 1);
}

TEST_F(HttpConnections, a_call_is_not_repeated_on_one_that_was_in_use_a_moment_ago) {
  serve([](const Seen& seen) {
    return seen.id() == "1" ? json_answer(result_of(seen)) : Reply{"", true, false, 0};
  });
  const auto body = [&]() -> Task<void> {
    co_await ask();
    co_await ask();
    EXPECT_EQ(error.trouble, Trouble::kEnded);
  };
  world.run(body());
  EXPECT_EQ(server->seen().size(), 2U);
}

TEST_F(HttpConnections, one_that_the_server_closed_is_not_used_again) {
  serve([](const Seen& seen) {
    Reply reply = json_answer(result_of(seen));
    reply.close = true;  // without a word about it
    return reply;
  });
  const auto body = [&]() -> Task<void> {
    for (int i = 0; i < 3; ++i) {
      co_await ask();
      EXPECT_FALSE(failed) << got;
      const auto closed = [&] { return server->open_connections() == 0; };
      EXPECT_TRUE(co_await world.until(closed));
    }
  };
  world.run(body());
  EXPECT_EQ(server->connections(), 3);
}

}  // namespace
}  // namespace touchstone::upstream
