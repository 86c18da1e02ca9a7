#include "upstream/sse_link.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "upstream/http_server_for_test.hpp"
#include "upstream/test_support.hpp"

namespace touchstone::upstream {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

std::string chunk(std::string_view data) {
  std::string out;
  http::append_chunk(out, event(data));
  return out;
}

class Sse : public testing::Test {
 protected:
  void serve(std::string endpoint) {
    server = std::make_unique<HttpServer>(world.loop, [this, endpoint](const Seen& seen) {
      if (seen.method == "GET") return event_answer({event(endpoint, "", "endpoint")}, false);
      return answer(post_status, "", "");
    });
    config.name = "it";
    config.transport = config::Transport::kSse;
    config.url = server->url("/base/sse");
    config.headers = {{"Authorization", "Bearer t"}};
  }
  Task<void> connect(net::Duration timeout = 20s) {
    Interrupt never;
    auto opened = co_await open_sse(config, world.hearing(), world.context, timeout, never);
    if (opened) link = std::move(*opened);
    if (!opened) error = opened.error();
  }
  Task<void> ask() {
    auto out = call(*link);
    auto answer = co_await link->request(std::move(out));
    got = answer ? std::string(answer->text()) : "";
    if (!answer) error = answer.error();
    done = true;
  }

  World world;
  config::Server config;
  std::unique_ptr<HttpServer> server;
  std::unique_ptr<Link> link;
  LinkError error;
  int post_status = 202;
  std::string got;
  bool done = false;
};

TEST_F(Sse, posts_to_the_endpoint_and_hears_on_the_stream) {
  serve("messages?session=1");
  const auto body = [&]() -> Task<void> {
    co_await connect();
    EXPECT_TRUE(link) << error.error.what;
    if (!link) co_return;
    world.loop.spawn(ask());
    const auto posted = [&] { return server->seen().size() == 2; };
    EXPECT_TRUE(co_await world.until(posted));
    server->push(chunk(R"({"jsonrpc":"2.0","method":"note"})") + chunk("garbage") +
                 chunk(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
    const auto answered = [&] { return done; };
    EXPECT_TRUE(co_await world.until(answered));
  };
  world.run(body());
  EXPECT_EQ(got, R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_EQ(server->seen().at(1).target, "/base/messages?session=1");
  EXPECT_EQ(server->seen().at(1).header("authorization"), "Bearer t");
  EXPECT_THAT(world.notes.all(), ElementsAre("note@0"));
}

TEST_F(Sse, an_answer_that_cannot_be_read_fails_its_call_at_once_and_says_why) {
  serve("/messages");
  const auto body = [&]() -> Task<void> {
    co_await connect();
    world.loop.spawn(ask());
    const auto posted = [&] { return server->seen().size() == 2; };
    EXPECT_TRUE(co_await world.until(posted));
    server->push(chunk(R"({"jsonrpc":"2.0","id":2,"result":NaN})") +
                 chunk(R"({"jsonrpc":"2.0","id":1,"result":{"a":NaN}})") +
                 chunk(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
    const auto answered = [&] { return done; };
    EXPECT_TRUE(co_await world.until(answered));
    EXPECT_TRUE(link->is_open());
  };
  world.run(body());
  EXPECT_EQ(got, "");
  EXPECT_EQ(error.trouble, Trouble::kProtocol);
  EXPECT_THAT(error.error.what, HasSubstr("its answer could not be read: not JSON: NaN"));
}

TEST_F(Sse, an_endpoint_of_another_origin_is_refused_and_never_spoken_to) {
  serve("http://127.0.0.1:9/messages");
  world.run(connect());
  EXPECT_FALSE(link);
  EXPECT_EQ(error.trouble, Trouble::kProtocol);
  EXPECT_THAT(error.error.what, HasSubstr("another server, http://127.0.0.1:9"));
}

TEST_F(Sse, a_post_that_is_refused_fails_its_call_alone) {
  serve("/messages");
  post_status = 403;
  const auto body = [&]() -> Task<void> {
    co_await connect();
    co_await ask();
    EXPECT_EQ(error.trouble, Trouble::kRefused);
    EXPECT_EQ(error.http_status, 403);
    EXPECT_TRUE(link->is_open());
  };
  world.run(body());
}

TEST_F(Sse, the_end_of_the_stream_ends_every_call_and_the_link_once) {
  serve("/messages");
  const auto body = [&]() -> Task<void> {
    co_await connect();
    world.loop.spawn(ask());
    const auto posted = [&] { return server->seen().size() == 2; };
    EXPECT_TRUE(co_await world.until(posted));
    server->close_all();
    const auto ended = [&] { return done && world.notes.ends.size() == 1; };
    EXPECT_TRUE(co_await world.until(ended));
    EXPECT_EQ(error.trouble, Trouble::kEnded);
    EXPECT_FALSE(link->is_open());
  };
  world.run(body());
}

TEST_F(Sse, a_stream_without_an_endpoint_is_a_timeout_or_a_fault) {
  serve("");
  server = std::make_unique<HttpServer>(world.loop, [](const Seen& seen) {
    if (seen.target == "/silent") return event_answer({": hello\n\n"}, false);
    if (seen.target == "/other") return event_answer({event("{}")}, false);
    return answer(405, "", "");
  });
  const auto body = [&]() -> Task<void> {
    config.url = server->url("/silent");
    co_await connect(200ms);
    EXPECT_EQ(error.trouble, Trouble::kTimeout);
    config.url = server->url("/other");
    co_await connect();
    EXPECT_EQ(error.trouble, Trouble::kProtocol);
    config.url = server->url("/none");
    co_await connect();
    EXPECT_EQ(error.trouble, Trouble::kRefused);
    EXPECT_EQ(error.http_status, 405);
    const auto closed = [&] { return server->open_connections() <= 1; };  // one is idle
    EXPECT_TRUE(co_await world.until(closed));
  };
  world.run(body());
}

}  // namespace
}  // namespace touchstone::upstream
