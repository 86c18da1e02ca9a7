// Streamable HTTP of the legacy era: sessions, and streams by GET.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "upstream/http_link_for_test.hpp"

namespace touchstone::upstream {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

using HttpSession = HttpLinkTest;

TEST_F(HttpSession, a_session_goes_with_everything_until_it_is_deleted) {
  serve([](const Seen& seen) {
    if (seen.is("initialize")) return json_answer(result_of(seen), "Mcp-Session-Id: abc\r\n");
    if (seen.method == "GET") return answer(405, "", "");
    if (seen.method == "DELETE") return answer(200, "", "");
    return json_answer(result_of(seen), "Mcp-Session-Id: other\r\n");
  });
  const auto body = [&]() -> Task<void> {
    co_await begin_session();
    const auto listened = [&] { return server->seen().size() == 2; };
    EXPECT_TRUE(co_await world.until(listened));
    co_await ask();
    link->close();
    const auto ended = [&] { return world.notes.ends.size() == 1; };
    EXPECT_TRUE(co_await world.until(ended));
  };
  world.run(body());
  std::vector<std::string> what;
  for (const auto& seen : server->seen())
    what.push_back(seen.method + " " + seen.header("mcp-session-id") + " " +
                   seen.header("mcp-protocol-version"));
  EXPECT_THAT(what, ElementsAre("POST  ", "GET abc 2025-11-25", "POST abc 2025-11-25",
                                "DELETE abc 2025-11-25"));
  EXPECT_FALSE(link->is_open());
}

TEST_F(HttpSession, a_lost_session_ends_the_link_once_and_every_call_with_it) {
  serve([](const Seen& seen) {
    if (seen.is("initialize")) return json_answer(result_of(seen), "Mcp-Session-Id: abc\r\n");
    if (seen.method == "GET") return answer(405, "", "");
    if (seen.id() == "2") return event_answer({event(kProgress)}, false);
    return answer(404, "application/json",
                  R"({"jsonrpc":"2.0","error":{"code":-32001,"message":"?"},"id":null})");
  });
  const auto body = [&]() -> Task<void> {
    co_await begin_session();
    world.loop.spawn(ask());
    const auto streams = [&] { return world.notes.count == 1; };
    EXPECT_TRUE(co_await world.until(streams));
    co_await ask();
    EXPECT_EQ(error.trouble, Trouble::kEnded);
    EXPECT_THAT(got, HasSubstr("ended the session"));
    const auto ended = [&] { return asked == 3 && world.notes.ends.size() == 1; };
    EXPECT_TRUE(co_await world.until(ended));
    EXPECT_EQ(error.trouble, Trouble::kEnded);
    EXPECT_FALSE(link->is_open());
  };
  world.run(body());
}

TEST_F(HttpSession, a_404_without_a_session_is_only_a_refusal) {
  always(answer(404, "", ""));
  world.run(ask());
  EXPECT_EQ(error.trouble, Trouble::kRefused);
  EXPECT_TRUE(link->is_open());
}

TEST_F(HttpSession, the_get_stream_is_heard_and_opened_again_where_it_broke) {
  serve([](const Seen& seen) {
    if (seen.is("initialize")) return json_answer(result_of(seen));
    if (seen.header("last-event-id").empty()) {
      Reply reply = event_answer({"retry: 50\n\n", event(kProgress, "e1"), event(kRoots, "e2")});
      reply.close = true;
      return reply;
    }
    return event_answer({event(R"({"jsonrpc":"2.0","method":"again"})")}, false);
  });
  const auto body = [&]() -> Task<void> {
    co_await begin_session();
    const auto heard = [&] { return world.notes.all().size() == 3; };
    EXPECT_TRUE(co_await world.until(heard));
  };
  world.run(body());
  EXPECT_THAT(world.notes.all(),
              ElementsAre("notifications/progress@0", "roots/list?\"r\"@0", "again@0"));
  EXPECT_EQ(server->seen().at(2).header("last-event-id"), "e2");
}

TEST_F(HttpSession,
       an_answer_whose_stream_broke_off_is_resumed_after_the_pause_the_server_asked_for) {
  int gets = 0;
  serve([&](const Seen& seen) {
    if (seen.is("initialize")) return json_answer(result_of(seen));
    if (seen.method == "POST") {
      Reply reply = event_answer({"id: p1\nretry: 300\ndata:\n\n"});
      reply.close = true;
      return reply;
    }
    if (seen.header("last-event-id").empty()) return answer(405, "", "");
    if (++gets == 1) return answer(503, "", "");
    if (gets == 2) return event_answer({event(kProgress, "p2")});
    return event_answer({event(R"({"jsonrpc":"2.0","id":2,"result":{"late":true}})", "p3")});
  });
  const auto body = [&]() -> Task<void> {
    co_await begin_session();
    const auto start = net::Clock::now();
    co_await ask();
    EXPECT_FALSE(failed) << got;
    EXPECT_GE(net::Clock::now() - start, 800ms);
  };
  world.run(body());
  EXPECT_THAT(got, HasSubstr("late"));
  EXPECT_THAT(world.notes.all(), ElementsAre("notifications/progress@2"));
  EXPECT_EQ(server->seen().back().header("last-event-id"), "p2");
}

TEST_F(HttpSession,
       a_stream_that_broke_off_is_not_resumed_without_ids_nor_where_the_server_will_not) {
  serve([&](const Seen& seen) {
    if (seen.is("initialize")) return json_answer(result_of(seen));
    if (seen.method == "GET") return answer(405, "", "");
    if (seen.id() == "2") return event_answer({event(kProgress)});
    return event_answer({"retry: 50\n\n", event(kProgress, "x")});
  });
  const auto body = [&]() -> Task<void> {
    co_await begin_session();
    co_await ask();
    EXPECT_EQ(error.trouble, Trouble::kEnded);
    EXPECT_THAT(got, HasSubstr("without an answer"));
    co_await ask();
    EXPECT_EQ(error.trouble, Trouble::kEnded);
    EXPECT_THAT(got, HasSubstr("could not be resumed"));
    EXPECT_TRUE(link->is_open());
  };
  world.run(body());
}

TEST_F(HttpSession, destroying_the_link_ends_its_calls_and_streams_and_tells_the_listener_nothing) {
  serve([](const Seen& seen) {
    if (seen.is("initialize")) return json_answer(result_of(seen));
    return event_answer({}, false);
  });
  const auto body = [&]() -> Task<void> {
    co_await begin_session();
    world.loop.spawn(ask());
    const auto there = [&] { return server->seen().size() == 3; };
    EXPECT_TRUE(co_await world.until(there));
    link.reset();
    const auto ended = [&] { return asked == 2 && server->open_connections() == 0; };
    EXPECT_TRUE(co_await world.until(ended));
    EXPECT_EQ(error.trouble, Trouble::kEnded);
  };
  world.run(body());
  EXPECT_THAT(world.notes.ends, IsEmpty());
}

TEST_F(HttpSession, is_lost_when_the_stream_that_was_there_is_not_found_again) {
  int gets = 0;
  serve([&](const Seen& seen) {
    if (seen.is("initialize")) return json_answer(result_of(seen), "Mcp-Session-Id: abc\r\n");
    if (++gets > 1) return answer(404, "", "");
    Reply reply = event_answer({"retry: 50\n\n", event(kProgress)});
    reply.close = true;
    return reply;
  });
  const auto body = [&]() -> Task<void> {
    co_await begin_session();
    const auto ended = [&] { return world.notes.ends.size() == 1; };
    EXPECT_TRUE(co_await world.until(ended));
  };
  world.run(body());
  EXPECT_FALSE(link->is_open());
  EXPECT_THAT(world.notes.ends.at(0).what, HasSubstr("ended the session"));
}

TEST_F(HttpSession, goes_on_without_a_stream_where_there_never_was_one) {
  serve([](const Seen& seen) {
    if (seen.method == "GET") return answer(404, "text/html", "Cannot GET /mcp");
    return json_answer(result_of(seen), "Mcp-Session-Id: abc\r\n");
  });
  const auto body = [&]() -> Task<void> {
    co_await begin_session();
    const auto told = [&] { return world.logged().find("offers no stream") != std::string::npos; };
    EXPECT_TRUE(co_await world.until(told));
    co_await ask();
    EXPECT_FALSE(failed) << got;
  };
  world.run(body());
  EXPECT_TRUE(link->is_open());
}

TEST_F(HttpSession, asks_again_for_a_stream_that_is_refused_for_the_time_being) {
  int gets = 0;
  serve([&](const Seen& seen) {
    if (seen.is("initialize")) return json_answer(result_of(seen), "Mcp-Session-Id: abc\r\n");
    if (++gets == 1) return answer(429, "", "");
    return event_answer({event(kProgress)}, false);
  });
  const auto body = [&]() -> Task<void> {
    const auto start = net::Clock::now();
    co_await begin_session();
    const auto heard = [&] { return world.notes.count == 1; };
    EXPECT_TRUE(co_await world.until(heard));
    EXPECT_GE(net::Clock::now() - start, 900ms);
  };
  world.run(body());
}

TEST_F(HttpSession, is_not_gone_before_it_was_deleted) {
  serve([](const Seen& seen) {
    if (seen.is("initialize")) return json_answer(result_of(seen), "Mcp-Session-Id: abc\r\n");
    if (seen.method == "GET") return answer(405, "", "");
    return answer(200, "", "");
  });
  const auto body = [&]() -> Task<void> {
    co_await begin_session();
    link->close();
    EXPECT_FALSE(link->is_open());
    EXPECT_FALSE(link->is_gone());
    const auto gone = [&] { return link->is_gone(); };
    EXPECT_TRUE(co_await world.until(gone));
    EXPECT_EQ(server->seen().back().method, "DELETE");
  };
  world.run(body());
}

}  // namespace
}  // namespace touchstone::upstream
