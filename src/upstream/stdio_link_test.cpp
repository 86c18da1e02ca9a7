#include "upstream/stdio_link.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "upstream/test_support.hpp"

namespace touchstone::upstream {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

constexpr const char* kAnswer1 = R"(echo '{"jsonrpc":"2.0","id":1,"result":{"n":1}}'; )";
constexpr const char* kAnswer2 = R"(echo '{"jsonrpc":"2.0","id":2,"result":{"n":2}}'; )";

// A world with a link to a server that is this script.
class Stdio : public testing::Test {
 protected:
  void start(std::string script, std::size_t max_message = std::size_t{1} << 20) {
    config::Server server = shell_server(std::move(script));
    server.max_message = max_message;
    auto opened = open_stdio(server, world.hearing(), world.context);
    ASSERT_TRUE(opened) << base::to_string(opened.error());
    link = std::move(*opened);
  }
  // The answer's result, or what went wrong.
  Task<void> ask(std::string& into, net::Duration timeout = 30s) {
    auto out = call(*link, "m", timeout);
    auto answer = co_await link->request(std::move(out));
    into = answer ? std::string(answer->result().raw()) : answer.error().error.what;
    trouble = answer ? Trouble{} : answer.error().trouble;
  }

  World world;
  std::unique_ptr<Link> link;
  std::string first, second;
  Trouble trouble{};
};

TEST_F(Stdio, carries_a_call_and_its_answer) {
  start(std::string("read line; ") + kAnswer1 + "cat >/dev/null");
  world.run(ask(first));
  EXPECT_EQ(first, R"({"n":1})");
}

TEST_F(Stdio, sends_one_line_whatever_the_message_looks_like) {
  start(
      R"(read line; printf '{"jsonrpc":"2.0","id":1,"result":"%s"}\n' "${#line}"; cat >/dev/null)");
  const auto body = [&]() -> Task<void> {
    Outgoing out{"{\"jsonrpc\":\"2.0\",\n\"id\":1,\r\n\"method\":\"m\"}", link->next_id(), {}, 30s};
    const auto size = out.message.size();
    auto answer = co_await link->request(std::move(out));
    EXPECT_TRUE(answer);
    EXPECT_EQ(answer->result().as_string(), std::to_string(size));
  };
  world.run(body());
}

TEST_F(Stdio, answers_find_their_calls_in_any_order) {
  start(std::string("read a; read b; ") + kAnswer2 + kAnswer1 + "cat >/dev/null");
  const auto body = [&]() -> Task<void> {
    bool done = false;
    const auto other = [&]() -> Task<void> {
      co_await ask(first);
      done = true;
    };
    world.loop.spawn(other());
    co_await ask(second);
    const auto both = [&] { return done; };
    EXPECT_TRUE(co_await world.until(both));
  };
  world.run(body());
  EXPECT_EQ(first, R"({"n":1})");
  EXPECT_EQ(second, R"({"n":2})");
}

TEST_F(Stdio, garbage_foreign_ids_and_double_answers_harm_nobody) {
  start(std::string(R"(read line
    echo 'Server ready!'; printf '\n\n'; printf '{"jsonrpc":"2.0","id":77,"result":"\377"}\n'
    echo '[{"jsonrpc":"2.0","id":1,"result":{}}]'; echo '{"jsonrpc":"2.0","id":77,"result":{}}'
    echo '{"jsonrpc":"2.0","id":"1","result":{}}'; echo '{"jsonrpc":"2.0","id":77}'; echo '{"a":1}'
    echo '{"level":"error","id":1,"result":NaN}'; echo '{"jsonrpc":"2.0","id":"1","result":NaN}'
    echo '{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":NaN}}'
    echo '{"jsonrpc":"2.0","result":{"id":1,"a":NaN}}'
    )") +
        kAnswer1 + kAnswer1 + "read line; " + kAnswer1 + kAnswer2 + "cat >/dev/null");
  const auto body = [&]() -> Task<void> {
    co_await ask(first);
    co_await ask(second);
  };
  world.run(body());
  EXPECT_EQ(first, R"({"n":1})");
  EXPECT_EQ(second, R"({"n":2})");
  EXPECT_THAT(world.logged(), HasSubstr("further ones are not shown"));
  EXPECT_TRUE(world.notes.ends.empty());
}

TEST_F(Stdio, passes_on_what_the_server_says_and_asks) {
  start(std::string(R"(read line
    echo '{"jsonrpc":"2.0","method":"notifications/message","params":{}}'
    echo '{"jsonrpc":"2.0","id":"r1","method":"roots/list"}')") +
        "\n" + kAnswer1 + R"(
    read answer; case $answer in *roots*) echo '{"jsonrpc":"2.0","method":"thanks"}';; esac
    cat >/dev/null)");
  const auto body = [&]() -> Task<void> {
    co_await ask(first);
    auto sent = co_await link->send(rpc::result("\"r1\"", R"({"roots":[]})"), {});
    EXPECT_TRUE(sent);
    const auto thanked = [&] { return world.notes.all().size() == 3; };
    EXPECT_TRUE(co_await world.until(thanked));
  };
  world.run(body());
  EXPECT_THAT(world.notes.all(),
              ElementsAre("notifications/message@0", "roots/list?\"r1\"@0", "thanks@0"));
}

TEST_F(Stdio, a_line_that_is_too_long_fails_the_one_call_that_waits) {
  start(std::string("read line; head -c 3000000 /dev/zero | tr '\\0' x; echo; read line; ") +
        kAnswer2 + "cat >/dev/null");
  const auto body = [&]() -> Task<void> {
    co_await ask(first);
    EXPECT_EQ(trouble, Trouble::kProtocol);
    co_await ask(second);
  };
  world.run(body());
  EXPECT_THAT(first, HasSubstr("larger than 1 MiB (maxMessage)"));
  EXPECT_EQ(second, R"({"n":2})");
}

TEST_F(Stdio, an_answer_that_cannot_be_read_fails_its_call_at_once_and_says_why) {
  // Each call is answered by the next of these, with the call's id put in.
  const std::string deep(129, '[');
  start(R"sh(id=0
    for result in '{"a":1,"a":2}' '"\0377"' '{"a":NaN}' '{"content":[' ')sh" +
        deep + R"sh('; do
      read line; id=$((id + 1)); printf '{"jsonrpc":"2.0","id":%d,"result":%b}\n' $id "$result"
    done; read line; echo '{"jsonrpc":"2.0","id":6}'; cat >/dev/null)sh");
  const auto body = [&]() -> Task<void> {
    for (const auto* why : {"duplicate key \"a\"", "invalid UTF-8", "NaN is not JSON",
                            "expected a value", "nested deeper", "neither a request"}) {
      co_await ask(first);
      EXPECT_THAT(first, HasSubstr("its answer could not be read: ")) << why;
      EXPECT_THAT(first, HasSubstr(why));
      EXPECT_EQ(trouble, Trouble::kProtocol);
    }
  };
  world.run(body());
  EXPECT_TRUE(world.notes.ends.empty());
}

TEST_F(Stdio, an_answer_that_cannot_be_read_fails_no_other_call) {
  start(std::string(R"(read a; read b; echo '{"jsonrpc":"2.0","id":2,"result":NaN}'; )") +
        kAnswer1 + kAnswer2 + "cat >/dev/null");
  const auto body = [&]() -> Task<void> {
    bool done = false;
    const auto other = [&]() -> Task<void> {
      co_await ask(first);
      done = true;
    };
    world.loop.spawn(other());
    co_await ask(second);
    const auto both = [&] { return done; };
    EXPECT_TRUE(co_await world.until(both));
  };
  world.run(body());
  EXPECT_EQ(first, R"({"n":1})");
  EXPECT_THAT(second, HasSubstr("NaN is not JSON"));
}

TEST_F(Stdio, the_end_of_the_process_ends_each_call_once_and_tells_why) {
  start("read a; read b; echo 'out of cheese' >&2; printf '{\"half\":'; exit 4");
  const auto body = [&]() -> Task<void> {
    bool done = false;
    const auto other = [&]() -> Task<void> {
      co_await ask(second);
      done = true;
    };
    world.loop.spawn(other());
    co_await ask(first);
    const auto both = [&] { return done && !world.notes.ends.empty(); };
    EXPECT_TRUE(co_await world.until(both));
    std::string third;
    co_await ask(third);  // and whoever comes later is told the same
    EXPECT_EQ(third, first);
  };
  world.run(body());
  EXPECT_EQ(first, "exited with status 4; it last said: out of cheese");
  EXPECT_EQ(first, second);
  EXPECT_EQ(trouble, Trouble::kEnded);
  ASSERT_EQ(world.notes.ends.size(), 1U);
  EXPECT_EQ(world.notes.ends[0].what, first);
  EXPECT_FALSE(link->is_open());
  EXPECT_THAT(world.logged(), HasSubstr("it: out of cheese"));
}

TEST_F(Stdio, of_what_a_server_says_last_the_line_that_tells_of_an_error_is_told) {
  start(
      "read a; printf '%s\\n' 'node:internal/modules/cjs/loader:1228' '  throw err;' '' "
      "\"Error: Cannot find module 'x'\" '    at Module.load (loader:1032)' "
      "\"  code: 'MODULE_NOT_FOUND',\" '}' '' 'Node.js v18.19.0' >&2; exit 1");
  world.run(ask(first));
  EXPECT_EQ(first, "exited with status 1; it last said: Error: Cannot find module 'x'");
}

TEST_F(Stdio, of_what_a_server_says_last_lines_without_words_are_left_out) {
  start("read a; printf '%s\\n' 'no license {' '  12' '}' '' >&2; exit 1");
  world.run(ask(first));
  EXPECT_EQ(first, "exited with status 1; it last said: no license {");
}

TEST_F(Stdio, an_error_of_long_ago_is_not_what_a_server_says_last) {
  start("echo 'error: no cheese' >&2; read a; sleep 1.1; echo 'out of cheese' >&2; exit 1");
  const auto body = [&]() -> Task<void> {
    const auto heard = [&] { return world.logged().find("no cheese") != std::string::npos; };
    EXPECT_TRUE(co_await world.until(heard));
    co_await ask(first);
  };
  world.run(body());
  EXPECT_EQ(first, "exited with status 1; it last said: out of cheese");
}

TEST_F(Stdio, a_server_killed_during_a_call_is_an_error_and_not_a_wait) {
  start("read line; kill -9 $$");
  world.run(ask(first));
  EXPECT_EQ(first, "was ended by signal SIGKILL");
}

TEST_F(Stdio, the_last_answer_of_a_server_that_ends_is_not_lost) {
  start(std::string("read line; ") + kAnswer1);
  world.run(ask(first));
  EXPECT_EQ(first, R"({"n":1})");
}

TEST_F(Stdio, a_server_that_closes_its_output_is_of_no_use_any_more) {
  start("read line; exec 1>&-; sleep 100");
  world.run(ask(first));
  EXPECT_EQ(trouble, Trouble::kEnded);
  EXPECT_EQ(first, "was ended by signal SIGKILL");
}

TEST_F(Stdio, a_stall_is_a_timeout_and_progress_puts_it_off) {
  // The token is the call's id. Progress for 2.8 s, then silence.
  start(R"(read line; for i in 1 2 3 4; do sleep 0.7
    echo '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}}'
    done; cat >/dev/null)");
  const auto start_time = net::Clock::now();
  world.run(ask(first, 2'500ms));
  EXPECT_EQ(trouble, Trouble::kTimeout);
  EXPECT_THAT(first, HasSubstr("no answer within 2500 ms"));
  EXPECT_GT(net::Clock::now() - start_time, 5s);
  EXPECT_TRUE(link->is_open());
}

TEST_F(Stdio, an_abandoned_call_ends_at_once_and_its_late_answer_is_dropped) {
  start(std::string("read a; read b; ") + kAnswer1 + kAnswer2 + "cat >/dev/null");
  const auto body = [&]() -> Task<void> {
    bool done = false;
    const auto other = [&]() -> Task<void> {
      co_await ask(first);
      EXPECT_EQ(trouble, Trouble::kCancelled);
      done = true;
    };
    world.loop.spawn(other());
    link->abandon(1);
    const auto ended = [&] { return done; };
    EXPECT_TRUE(co_await world.until(ended));
    co_await ask(second);
  };
  world.run(body());
  EXPECT_EQ(second, R"({"n":2})");
}

TEST_F(Stdio, a_flood_of_notifications_is_handed_on_and_others_get_their_turn) {
  start(std::string(R"(read line; yes '{"jsonrpc":"2.0","method":"n"}' | head -n 20000; )") +
        kAnswer1 + "cat >/dev/null");
  int turns = 0;
  bool done = false;
  const auto body = [&]() -> Task<void> {
    const auto beside = [&]() -> Task<void> {
      while (!done) {
        ++turns;
        co_await world.loop.turn();
      }
    };
    world.loop.spawn(beside());
    co_await ask(first);
    done = true;
  };
  world.run(body());
  EXPECT_EQ(first, R"({"n":1})");
  EXPECT_EQ(world.notes.count, 20'000U);
  EXPECT_GT(turns, 200);
}

TEST_F(Stdio, a_server_that_does_not_read_is_refused_more) {
  start("sleep 100");
  const auto body = [&]() -> Task<void> {
    LinkResult<void> sent;
    for (int i = 0; i < 70 && sent; ++i)
      sent = co_await link->send(std::string(std::size_t{1} << 20, ' '), {});
    EXPECT_FALSE(sent);
    EXPECT_EQ(sent.error().trouble, Trouble::kRefused);
    EXPECT_THAT(sent.error().error.what, HasSubstr("does not read"));
  };
  world.run(body());
}

TEST_F(Stdio, what_it_prints_on_stderr_cannot_drown_the_log) {
  start(std::string("read line; yes noise | head -n 5000 >&2; echo last >&2; ") + kAnswer1 +
        "cat >/dev/null");
  world.run(ask(first));
  EXPECT_EQ(first, R"({"n":1})");
  const std::string log = world.logged();
  EXPECT_LT(std::count(log.begin(), log.end(), '\n'), 500);
  EXPECT_THAT(log, HasSubstr("it: noise"));
}

TEST_F(Stdio, close_ends_the_server_in_order_and_tells_when_it_is_done) {
  start("cat >/dev/null; exit 5");
  link->close();
  EXPECT_FALSE(link->is_open());
  const auto body = [&]() -> Task<void> {
    co_await ask(first);
    EXPECT_EQ(trouble, Trouble::kEnded);
    const auto ended = [&] { return !world.notes.ends.empty(); };
    EXPECT_TRUE(co_await world.until(ended));
  };
  world.run(body());
  EXPECT_EQ(world.notes.ends.at(0).what, "exited with status 5");
}

TEST_F(Stdio, destroying_the_link_ends_its_calls_and_tells_the_listener_nothing) {
  start("sleep 100");
  const auto body = [&]() -> Task<void> {
    bool done = false;
    const auto other = [&]() -> Task<void> {
      co_await ask(first);
      done = true;
    };
    world.loop.spawn(other());
    link.reset();
    const auto ended = [&] { return done; };
    EXPECT_TRUE(co_await world.until(ended));
  };
  world.run(body());
  EXPECT_TRUE(world.notes.ends.empty());
}

}  // namespace
}  // namespace touchstone::upstream
