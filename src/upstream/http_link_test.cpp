// Calls over Streamable HTTP and their answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "upstream/http_link_for_test.hpp"

namespace touchstone::upstream {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

using Http = HttpLinkTest;

TEST_F(Http, posts_a_call_and_takes_json_for_an_answer) {
  config.headers = {{"Authorization", "Bearer t"}, {"Accept", "nonsense"}};
  serve([](const Seen& seen) { return json_answer(result_of(seen)); });
  const auto body = [&]() -> Task<void> {
    auto out = call(*link);
    out.headers = {{"Mcp-Method", "tools/call"}, {"MCP-Protocol-Version", "2026-07-28"}};
    const std::string message = out.message;
    auto answer = co_await link->request(std::move(out));
    EXPECT_TRUE(answer);
    EXPECT_EQ(server->seen().at(0).body, message);
  };
  world.run(body());
  const Seen& seen = server->seen().at(0);
  EXPECT_EQ(seen.method + " " + seen.target, "POST /mcp");
  EXPECT_EQ(seen.header("accept"), "application/json, text/event-stream");
  EXPECT_EQ(seen.header("content-type"), "application/json");
  EXPECT_EQ(seen.header("authorization"), "Bearer t");
  EXPECT_EQ(seen.header("mcp-method"), "tools/call");
  EXPECT_EQ(seen.header("mcp-protocol-version"), "2026-07-28");
}

TEST_F(Http, what_comes_before_the_answer_on_its_stream_is_related_to_the_call) {
  serve([](const Seen& seen) {
    return event_answer({": comment\n\n", event(kProgress), event(kRoots), event("garbage"),
                         event(R"({"jsonrpc":"2.0","id":99,"result":{}})"),
                         event(result_of(seen))});
  });
  world.run(ask());
  EXPECT_EQ(got, R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_THAT(world.notes.all(), ElementsAre("notifications/progress@1", "roots/list?\"r\"@1"));
}

TEST_F(Http, an_answer_split_at_any_place_is_the_same_answer) {
  std::size_t slice = 1;
  serve([&](const Seen& seen) {
    Reply reply = seen.id() == "1" ? json_answer(result_of(seen))
                                   : event_answer({event(kProgress), event(result_of(seen))});
    reply.slice = slice;
    return reply;
  });
  const auto body = [&]() -> Task<void> {
    for (slice = 1; slice < 9; slice += 2) {
      co_await ask();
      EXPECT_FALSE(failed) << got;
    }
  };
  world.run(body());
}

TEST_F(Http, an_answer_larger_than_allowed_is_refused_and_a_large_one_is_not) {
  config.max_message = std::size_t{60} << 20;
  serve([](const Seen& seen) {
    const std::string big = "\"" + std::string(50'000'000, 'x') + "\"";
    return seen.id() == "1" ? json_answer(result_of(seen, big))
                            : event_answer({event(result_of(seen, big))});
  });
  const auto body = [&]() -> Task<void> {
    co_await ask();
    EXPECT_FALSE(failed) << got;
    EXPECT_GT(got.size(), 50'000'000U);
    co_await ask();
    EXPECT_FALSE(failed) << got;
    EXPECT_GT(got.size(), 50'000'000U);
  };
  world.run(body());
  config.max_message = std::size_t{1} << 20;
  connect();
  const auto refused = [&]() -> Task<void> {
    for (int i = 0; i < 2; ++i) {  // as JSON, as an event
      co_await ask();
      EXPECT_TRUE(failed);
      EXPECT_LT(got.size(), 1'000U);
    }
  };
  world.run(refused());
}

TEST_F(Http, an_answer_that_cannot_be_read_fails_its_call_at_once_and_says_why) {
  const std::string bad = R"({"a":1,"a":2})";
  serve([&](const Seen& seen) {
    if (seen.id() == "1") return json_answer(result_of(seen, bad));
    if (seen.id() == "2") return json_answer("{\"id\":\"\xff\"}");
    return event_answer({event(result_of(seen, bad))}, false);
  });
  const auto body = [&]() -> Task<void> {
    for (const auto* why : {"duplicate key \"a\"", "invalid UTF-8", "duplicate key \"a\""}) {
      co_await ask();
      EXPECT_TRUE(failed);
      EXPECT_EQ(error.trouble, Trouble::kProtocol);
      EXPECT_EQ(error.error.where, "it");
      EXPECT_THAT(got, HasSubstr("its answer could not be read: "));
      EXPECT_THAT(got, HasSubstr(why));
    }
  };
  world.run(body());
}

TEST_F(Http, an_event_that_cannot_be_read_and_answers_another_call_is_passed_over) {
  serve([](const Seen& seen) {
    return event_answer({event(R"({"jsonrpc":"2.0","id":99,"result":NaN})"),
                         event(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"a":NaN}})"),
                         event(result_of(seen))});
  });
  world.run(ask());
  EXPECT_FALSE(failed) << got;
}

TEST_F(Http, a_refusal_tells_its_status_and_body_and_what_to_do) {
  always(answer(401, "text/plain", "who are you?"));
  world.run(ask());
  EXPECT_EQ(error.trouble, Trouble::kRefused);
  EXPECT_EQ(error.http_status, 401);
  EXPECT_EQ(error.http_body, "who are you?");
  EXPECT_EQ(got, "the server answered 401 Unauthorized");
  EXPECT_THAT(error.error.remedy, HasSubstr("headers"));
}

TEST_F(Http, of_a_refusal_no_more_is_kept_than_64_kib) {
  always(answer(500, "text/plain", std::string(1'000'000, 'x')));
  world.run(ask());
  EXPECT_EQ(error.http_status, 500);
  EXPECT_EQ(error.http_body.size(), std::size_t{64} << 10);
}

TEST_F(Http, an_error_for_the_call_is_its_answer_whatever_the_status) {
  serve([](const Seen& seen) {
    return answer(
        400, "application/json",
        R"({"jsonrpc":"2.0","id":)" + seen.id() + R"(,"error":{"code":-32022,"message":"no"}})");
  });
  world.run(ask());
  EXPECT_FALSE(failed);
  EXPECT_THAT(got, HasSubstr("-32022"));
}

TEST_F(Http, a_redirect_is_reported_and_not_followed) {
  always(answer(307, "", "", "Location: http://evil.example/mcp\r\n"));
  world.run(ask());
  EXPECT_EQ(error.trouble, Trouble::kRefused);
  EXPECT_THAT(got, HasSubstr("redirect to 'http://evil.example/mcp', which is not followed"));
}

TEST_F(Http, other_content_and_foreign_answers_are_faults) {
  Reply reply;
  serve([&](const Seen&) { return reply; });
  const auto body = [&]() -> Task<void> {
    const std::pair<Reply, const char*> cases[] = {
        {answer(200, "text/html", "<html>"), "'text/html'"},
        {answer(202, "", ""), "202 and no content"},
        {json_answer("{"), "not JSON"},
        {json_answer(R"({"jsonrpc":"2.0","id":77,"result":{}})"), "not to this call"},
        {Reply{"SSH-2.0-OpenSSH\r\n\r\n", true, false, 0}, "not an answer in HTTP"},
        {event_answer({event(kProgress)}), "without an answer"}};
    for (const auto& [given, words] : cases) {
      reply = given;
      co_await ask();
      EXPECT_TRUE(failed);
      EXPECT_THAT(got, HasSubstr(words));
    }
  };
  world.run(body());
}

TEST_F(Http, a_stall_is_a_timeout_and_closes_the_connection) {
  always(Reply{"", false, true, 0});
  const auto body = [&]() -> Task<void> {
    co_await ask(200ms);
    EXPECT_EQ(error.trouble, Trouble::kTimeout);
    const auto closed = [&] { return server->open_connections() == 0; };
    EXPECT_TRUE(co_await world.until(closed));
  };
  world.run(body());
}

TEST_F(Http, abandoning_a_call_closes_its_connection_and_no_other) {
  serve([](const Seen& seen) {
    return seen.id() == "1" ? event_answer({event(kProgress)}, false)
                            : json_answer(result_of(seen));
  });
  const auto body = [&]() -> Task<void> {
    world.loop.spawn(ask());
    const auto streams = [&] { return world.notes.count == 1; };
    EXPECT_TRUE(co_await world.until(streams));
    link->abandon(1);
    const auto ended = [&] { return asked == 1 && server->open_connections() == 0; };
    EXPECT_TRUE(co_await world.until(ended));
    EXPECT_EQ(error.trouble, Trouble::kCancelled);
    co_await ask();
    EXPECT_FALSE(failed) << got;
  };
  world.run(body());
}

TEST_F(Http, each_event_starts_the_timeout_anew) {
  serve([](const Seen&) { return event_answer({}, false); });
  const auto body = [&]() -> Task<void> {
    world.loop.spawn(ask(3s));
    for (int i = 0; i < 5; ++i) {
      co_await world.loop.sleep(800ms);
      std::string chunk;
      http::append_chunk(chunk, event(kProgress));
      server->push(chunk);
    }
    EXPECT_EQ(asked, 0);
    std::string chunk;
    http::append_chunk(chunk, event(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
    server->push(chunk);
    const auto ended = [&] { return asked == 1; };
    EXPECT_TRUE(co_await world.until(ended));
    EXPECT_FALSE(failed) << got;
  };
  world.run(body());
}

TEST_F(Http, what_we_answer_and_announce_is_posted) {
  always(answer(202, "", ""));
  const auto body = [&]() -> Task<void> {
    auto sent = co_await link->send(R"({"jsonrpc":"2.0","method":"n"})", {});
    EXPECT_TRUE(sent);
    sent = co_await link->send(R"({"jsonrpc":"2.0","method":"n"})", {{"X", "evil\r\nY: z"}});
    EXPECT_FALSE(sent);
  };
  world.run(body());
  EXPECT_EQ(server->seen().size(), 1U);
}

TEST_F(Http, a_header_of_the_config_that_cannot_be_sent_is_an_error_that_keeps_the_secret) {
  config.url = "http://127.0.0.1/";
  for (const char* name : {"X-Token", "Content-Length", "host", "bad name"}) {
    config.headers = {{name, "s3cret\r\n"}};
    const auto opened = open_http(config, world.hearing(), world.context);
    ASSERT_FALSE(opened);
    EXPECT_THAT(base::to_string(opened.error()), testing::Not(HasSubstr("s3cret")));
  }
}

}  // namespace
}  // namespace touchstone::upstream
