// The era of servers that behave as real ones do.
#include "upstream/open.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "upstream/http_server_for_test.hpp"
#include "upstream/server_for_test.hpp"
#include "upstream/test_support.hpp"

namespace touchstone::upstream {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

constexpr const char* kDiscovery =
    R"({"supportedVersions":["2026-07-28"],"capabilities":{},"resultType":"complete"})";
constexpr const char* kInitialized = R"({"protocolVersion":"2025-06-18","capabilities":{}})";

std::string result(int id, const char* json) {
  return R"(echo '{"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"result":)" + json + "}'; ";
}
std::string error(int id, int code, const char* data = "{}") {
  return R"(echo '{"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"error":{"code":)" +
         std::to_string(code) + R"(,"message":"no","data":)" + data + "}}'; ";
}
const std::string kRead = "read -r line; ";
const std::string kStay = "cat >/dev/null";

class Open : public testing::Test {
 protected:
  Task<void> open_it(config::Server server, std::optional<mcp::Era> known = std::nullopt) {
    Context context{world.loop, world.dialler, world.log, world.parser, patience};
    Start start;
    auto result = co_await open(server, terms, world.notes, context, known, start);
    if (result) opened = std::move(*result);
    if (!result) trouble = result.error();
    what = result ? (opened.era == mcp::Era::kModern ? "modern " : "legacy ") + opened.version
                  : result.error().error.what;
  }
  std::string era_of(const std::string& script, std::optional<mcp::Era> known = std::nullopt) {
    config::Server server = shell_server(script);
    server.start_timeout = timeout;
    world.run(open_it(server, known));
    return what;
  }

  World world;
  mcp::Terms terms;
  net::Duration patience = 20s;
  std::chrono::milliseconds timeout = 30s;
  Opened opened;
  LinkError trouble;
  std::string what;
};

// --- stdio

TEST_F(Open, a_discover_result_means_modern) {
  EXPECT_EQ(era_of(kRead + result(1, kDiscovery) + kStay), "modern 2026-07-28");
  EXPECT_EQ(opened.discovery, kDiscovery);
  EXPECT_TRUE(opened.link->is_open());
}

TEST_F(Open, any_error_that_is_not_a_modern_one_means_legacy) {
  for (const int code : {-32601, -32602, -32600, -32603, -32000, 0, 1})
    EXPECT_EQ(era_of(kRead + error(1, code) + kRead + result(2, kInitialized) + kStay),
              "legacy 2025-06-18");
  EXPECT_EQ(opened.discovery, kInitialized);
}

TEST_F(Open, so_does_a_result_that_is_no_discovery) {
  EXPECT_EQ(era_of(kRead + result(1, "{}") + kRead + result(2, kInitialized) + kStay),
            "legacy 2025-06-18");
}

TEST_F(Open, a_server_that_offers_only_legacy_versions_is_initialized) {
  EXPECT_EQ(era_of(kRead + error(1, -32022, R"({"supported":["2025-11-25"]})") + kRead +
                   result(2, kInitialized) + kStay),
            "legacy 2025-06-18");
  EXPECT_EQ(era_of(kRead + result(1, R"({"supportedVersions":["2025-11-25"]})") + kRead +
                   result(2, kInitialized) + kStay),
            "legacy 2025-06-18");
}

TEST_F(Open, a_modern_error_is_never_followed_by_initialize) {
  EXPECT_THAT(era_of(kRead + error(1, -32022, R"({"supported":["2099-01-01"]})") + kStay),
              HasSubstr("2099-01-01"));
  EXPECT_THAT(era_of(kRead + error(1, -32021) + kStay), HasSubstr("-32021"));
  EXPECT_THAT(era_of(kRead + error(1, -32020) + kStay), HasSubstr("-32020"));
  EXPECT_EQ(trouble.trouble, Trouble::kRefused);
}

TEST_F(Open, a_server_that_ignores_what_it_does_not_know_costs_only_the_patience) {
  patience = 200ms;
  const auto start = net::Clock::now();
  EXPECT_EQ(era_of(kRead + kRead + result(2, kInitialized) + kStay), "legacy 2025-06-18");
  EXPECT_LT(net::Clock::now() - start, 10s);
}

TEST_F(Open, of_two_questions_under_way_the_first_result_decides) {
  patience = 100ms;
  EXPECT_EQ(
      era_of("sleep 0.5; " + kRead + error(1, -32601) + kRead + result(2, kInitialized) + kStay),
      "legacy 2025-06-18");
  // Modern, slow, and it knows no initialize.
  EXPECT_EQ(era_of("sleep 0.5; " + kRead + kRead + error(2, -32601) + "sleep 0.2; " +
                   result(1, kDiscovery) + kStay),
            "modern 2026-07-28");
  EXPECT_EQ(era_of("sleep 0.5; " + kRead + result(1, kDiscovery) + kRead + kStay),
            "modern 2026-07-28");
}

// Like servers of SDK 2: what they hear last is the era of the connection.
class OpenBothEras : public Open {
 protected:
  std::string script(const char* slow) {
    return "echo started >&2; sleep " + std::string(slow) +
           R"(; while read -r line; do i=${line#*\"id\":}; i=${i%%,*}; case $line in )"
           R"(*server/discover*) r=')" +
           std::string(kDiscovery) + R"(';; *initialize*) echo initialized >&2; r=')" +
           std::string(kInitialized) +
           R"(';; esac; echo '{"jsonrpc":"2.0","id":'$i',"result":'$r'}'; done)";
  }
  [[nodiscard]] std::size_t logged(const std::string& word) const {
    const std::string log = world.logged();
    std::size_t count = 0;
    for (auto at = log.find(word); at != std::string::npos; at = log.find(word, at + 1)) ++count;
    return count;
  }
};

TEST_F(OpenBothEras, one_that_came_up_slowly_is_asked_again_in_a_process_that_heard_one_greeting) {
  patience = 200ms;
  EXPECT_EQ(era_of(script("0.5")), "modern 2026-07-28");
  EXPECT_EQ(logged("started"), 2U);
  EXPECT_EQ(logged("initialized"), 1U);  // by the first
}

TEST_F(OpenBothEras, one_that_does_not_come_up_again_is_greeted_the_old_way) {
  patience = 200ms;
  const std::string first = script("0.5");
  const std::string second = "read -r line; case $line in *initialize*) " +
                             result(1, kInitialized) + ";; *) " + error(1, -32021) + ";; esac; " +
                             kStay;
  const Folder folder;
  const std::string mark = folder.file("met");
  EXPECT_EQ(era_of("if [ -e " + mark + " ]; then " + second + "; else touch " + mark + "; " +
                   first + "; fi"),
            "legacy 2025-06-18");
}

TEST_F(OpenBothEras, without_time_for_that_it_is_legacy_as_it_heard_last) {
  patience = 200ms;
  timeout = 6s;
  EXPECT_EQ(era_of(script("3.5")), "legacy 2025-06-18");
  EXPECT_EQ(logged("started"), 1U);
}

TEST_F(OpenBothEras, one_that_is_known_to_be_modern_is_given_more_time) {
  patience = 200ms;
  EXPECT_EQ(era_of(script("0.5"), mcp::Era::kModern), "modern 2026-07-28");
  EXPECT_EQ(logged("started"), 1U);
}

TEST_F(OpenBothEras, one_that_was_modern_and_is_silent_now_is_found_to_be_legacy) {
  patience = 100ms;
  timeout = 5s;
  EXPECT_EQ(era_of(kRead + kRead + result(2, kInitialized) + kStay, mcp::Era::kModern),
            "legacy 2025-06-18");
}

TEST_F(OpenBothEras, one_that_is_quick_is_asked_once) {
  EXPECT_EQ(era_of(script("0")), "modern 2026-07-28");
  EXPECT_EQ(logged("initialized"), 0U);
}

TEST_F(Open, a_server_that_ends_at_the_first_unknown_message_is_started_again) {
  const std::string strict =
      "read -r line; case $line in *initialize*) ;; *) echo 'expected initialize' >&2; exit 1;; "
      "esac; ";
  EXPECT_EQ(era_of(strict + result(1, kInitialized) + kStay), "legacy 2025-06-18");
  EXPECT_THAT(world.notes.ends, IsEmpty());
}

TEST_F(Open, a_server_that_always_ends_is_an_error_with_its_last_words) {
  EXPECT_EQ(era_of("echo 'no license' >&2; exit 9"),
            "exited with status 9; it last said: no license");
  EXPECT_EQ(trouble.trouble, Trouble::kEnded);
  EXPECT_THAT(world.notes.ends, IsEmpty());
}

TEST_F(Open, a_program_that_is_not_there_is_an_error) {
  config::Server server = shell_server("");
  server.command = "no-such-program";
  world.run(open_it(server));
  EXPECT_THAT(what, HasSubstr("not found in PATH"));
}

TEST_F(Open, silence_ends_with_the_start_timeout) {
  patience = 50ms;
  timeout = 400ms;
  const auto start = net::Clock::now();
  EXPECT_EQ(era_of("sleep 100"), "it was not ready within 400 ms");
  EXPECT_EQ(trouble.trouble, Trouble::kTimeout);
  EXPECT_LT(net::Clock::now() - start, 10s);
}

TEST_F(Open, what_is_known_is_tried_first_and_forgotten_if_wrong) {
  EXPECT_EQ(era_of(kRead + result(1, kInitialized) + kStay, mcp::Era::kLegacy),
            "legacy 2025-06-18");
  EXPECT_EQ(
      era_of(kRead + error(1, -32601) + kRead + result(2, kDiscovery) + kStay, mcp::Era::kLegacy),
      "modern 2026-07-28");
  EXPECT_EQ(
      era_of(kRead + error(1, -32601) + kRead + result(2, kInitialized) + kStay, mcp::Era::kModern),
      "legacy 2025-06-18");
}

TEST_F(Open, a_version_nobody_knows_is_an_error) {
  EXPECT_THAT(
      era_of(kRead + error(1, -32601) + kRead + result(2, R"({"protocolVersion":"1"})") + kStay),
      HasSubstr("speaks MCP 1"));
  EXPECT_THAT(era_of(kRead + error(1, -32601) + kRead + error(2, -5) + kStay),
              HasSubstr("error -5: no"));
}

TEST_F(Open, the_handshake_declares_what_the_client_has_and_is_completed) {
  terms.capabilities = R"({"roots":{"x":1.50}})";
  terms.client_info = R"({"name":"c","version":"9"})";
  const std::string tell =
      R"(case $line in *'"roots":{"x":1.50}'*'"name":"c"'*) echo declared >&2;; esac; )";
  const std::string done = R"(case $line in *notifications/initialized*) echo done >&2;; esac; )";
  era_of(kRead + tell + error(1, -32601) + kRead + tell + result(2, kInitialized) + kRead + done +
         kStay);
  const auto both = [&] {
    const std::string log = world.logged();
    return log.find("done") != std::string::npos && log.find("declared") != std::string::npos;
  };
  const auto wait = [&]() -> Task<void> { EXPECT_TRUE(co_await world.until(both)); };
  world.run(wait());
}

TEST_F(Open, what_the_server_says_early_is_heard_when_the_link_is_there) {
  era_of(kRead + R"(echo '{"jsonrpc":"2.0","id":"p","method":"ping"}'; )" + result(1, kDiscovery) +
         kStay);
  EXPECT_THAT(world.notes.all(), IsEmpty());
  const auto heard = [&] { return !world.notes.all().empty(); };
  const auto wait = [&]() -> Task<void> { EXPECT_TRUE(co_await world.until(heard)); };
  world.run(wait());
  EXPECT_THAT(world.notes.all(), ElementsAre("ping?\"p\"@0"));
}

// --- HTTP

class OpenHttp : public Open {
 protected:
  std::string era_of(HttpServer::Handler handler, std::optional<mcp::Era> known = std::nullopt) {
    opened = {};
    server = std::make_unique<HttpServer>(world.loop, std::move(handler));
    config::Server config;
    config.name = "it";
    config.transport = transport;
    config.url = server->url();
    config.start_timeout = timeout;
    world.run(open_it(config, known));
    return what;
  }
  static Reply error_answer(int status, const std::string& id, int code,
                            const std::string& data = "{}") {
    return answer(status, "application/json",
                  R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":)" + std::to_string(code) +
                      R"(,"message":"no","data":)" + data + "}}");
  }
  // A legacy server; what it answers to discover is the question.
  static HttpServer::Handler legacy(Reply to_discover) {
    return [to_discover](const Seen& seen) {
      if (seen.is("server/discover")) return to_discover;
      if (seen.is("initialize"))
        return json_answer(result_of(seen, kInitialized), "Mcp-Session-Id: s\r\n");
      if (seen.method == "GET") return answer(405, "", "");
      return answer(202, "", "");
    };
  }

  std::unique_ptr<HttpServer> server;
  config::Transport transport = config::Transport::kHttp;
};

TEST_F(OpenHttp, a_discover_result_means_modern) {
  EXPECT_EQ(era_of([](const Seen& seen) { return json_answer(result_of(seen, kDiscovery)); }),
            "modern 2026-07-28");
  ASSERT_EQ(server->seen().size(), 1U);
  EXPECT_EQ(server->seen()[0].header("mcp-method"), "server/discover");
  EXPECT_EQ(server->seen()[0].header("mcp-protocol-version"), "2026-07-28");
  EXPECT_EQ(opened.discovery, kDiscovery);
}

TEST_F(OpenHttp, every_other_answer_means_legacy) {
  const Reply replies[] = {
      error_answer(400, "null", -32000),         // no valid session id (SDK 1.x, stateful)
      error_answer(404, "null", -32001),         // session not found
      error_answer(200, "1", -32601),            // SDK 1.x, stateless
      error_answer(404, "1", -32601),            // by the book
      answer(400, "text/plain", "Bad Request"),  // and by hand
      answer(400, "", ""),
      answer(406, "", ""),
      answer(500, "text/html", "<h1>Oops</h1>"),
      answer(202, "", ""),
      Reply{"", true, false, 0},  // hangs up
      event_answer({event(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":""}})")})};
  for (const auto& reply : replies) EXPECT_EQ(era_of(legacy(reply)), "legacy 2025-06-18");
}

TEST_F(OpenHttp, the_legacy_handshake_is_completed_in_its_session) {
  EXPECT_EQ(era_of(legacy(answer(400, "", ""))), "legacy 2025-06-18");
  const auto listened = [&] { return server->seen().size() == 4; };
  const auto wait = [&]() -> Task<void> { EXPECT_TRUE(co_await world.until(listened)); };
  world.run(wait());
  const Seen& ready = server->seen().at(2);
  EXPECT_TRUE(ready.is("notifications/initialized"));
  EXPECT_EQ(ready.header("mcp-session-id"), "s");
  EXPECT_EQ(ready.header("mcp-protocol-version"), "2025-06-18");
  EXPECT_EQ(server->seen().at(3).method, "GET");
}

TEST_F(OpenHttp, a_modern_error_in_a_refusal_is_never_followed_by_initialize) {
  EXPECT_THAT(era_of([](const Seen&) {
                return error_answer(400, "null", -32022, R"({"supported":["2099-01-01"]})");
              }),
              HasSubstr("2099-01-01"));
  EXPECT_EQ(server->seen().size(), 1U);
  EXPECT_THAT(era_of([](const Seen&) { return error_answer(400, "1", -32020); }),
              HasSubstr("-32020"));
  EXPECT_EQ(server->seen().size(), 1U);
}

TEST_F(OpenHttp, a_server_that_keeps_discover_open_for_ever_costs_only_the_patience) {
  patience = 100ms;
  EXPECT_EQ(era_of(legacy(event_answer({}, false))), "legacy 2025-06-18");
}

TEST_F(OpenHttp, what_was_known_and_became_wrong_is_found_anew) {
  const auto modern_now = [](const Seen& seen) {
    if (seen.is("server/discover")) return json_answer(result_of(seen, kDiscovery));
    return error_answer(400, seen.id(), -32022, R"({"supported":["2026-07-28"]})");
  };
  EXPECT_EQ(era_of(modern_now, mcp::Era::kLegacy), "modern 2026-07-28");
  EXPECT_EQ(era_of(legacy(answer(400, "", "")), mcp::Era::kModern), "legacy 2025-06-18");
  EXPECT_EQ(era_of(legacy(answer(400, "", "")), mcp::Era::kLegacy), "legacy 2025-06-18");
  EXPECT_TRUE(server->seen().at(0).is("initialize"));
}

TEST_F(OpenHttp, the_old_transport_is_tried_last_and_straight_away_if_the_config_says_so) {
  const auto old_server = [this](const Seen& seen) {
    if (seen.method == "GET") return event_answer({event("/messages", "", "endpoint")}, false);
    if (seen.target != "/messages") return answer(404, "text/html", "Cannot POST /mcp");
    std::string chunk;
    http::append_chunk(chunk, event(result_of(seen, kInitialized)));
    if (seen.is("initialize")) server->push(chunk);
    return answer(202, "", "");
  };
  EXPECT_EQ(era_of(old_server), "legacy 2025-06-18");
  transport = config::Transport::kSse;
  EXPECT_EQ(era_of(old_server), "legacy 2025-06-18");
  EXPECT_EQ(server->seen().at(0).method, "GET");
}

TEST_F(OpenHttp, a_server_that_refuses_everything_is_told_as_it_refused_initialize) {
  EXPECT_EQ(era_of([](const Seen&) { return answer(401, "", ""); }),
            "the server answered 401 Unauthorized");
  EXPECT_EQ(era_of([](const Seen&) { return answer(404, "", ""); }),
            "the server answered 404 Not Found");
  EXPECT_EQ(trouble.http_status, 404);
}

TEST_F(OpenHttp, silence_ends_with_the_start_timeout) {
  patience = 50ms;
  timeout = 400ms;
  EXPECT_EQ(era_of([](const Seen&) {
              return Reply{"", false, true, 0};
            }),
            "it was not ready within 400 ms");
}

}  // namespace
}  // namespace touchstone::upstream
