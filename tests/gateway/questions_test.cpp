// Questions of legacy servers: how many, for whom, and taken back.
#include "gateway/relayed.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
constexpr std::string_view kQuestion =
    R"({"message":"?","requestedSchema":{"type":"object","properties":{}},"_meta":{"progressToken":"t1"}})";

// A question that the server asks by itself, and what came back.
struct Asked {
  std::optional<std::string> answer;  // the result, or "error …"
  face::Cancellation withdrawal;
};
net::Task<void> ask(std::shared_ptr<face::Session> session, std::shared_ptr<Asked> asked,
                    std::string params) {
  auto reply =
      co_await session->ask("elicitation/create", params, nullptr, 60s, &asked->withdrawal);
  if (!reply) {
    asked->answer = "failed";
  } else if (reply->kind() == rpc::Kind::kError) {
    asked->answer = fmt::format("error {}", reply->error_code());
  } else {
    asked->answer = std::string(reply->result().raw());
  }
}

class ServersAsk : public ::testing::Test {
 protected:
  ServersAsk() { bench.add("it", demo::conformance_server(), Speaks::kLegacy); }
  std::shared_ptr<Asked> ask_from(const std::string& server, std::string_view params = kQuestion) {
    auto asked = std::make_shared<Asked>();
    const auto& sessions = bench.server(server).sessions;
    EXPECT_EQ(sessions.size(), 1U);
    bench.loop.spawn(ask(sessions.begin()->second, asked, std::string(params)));
    return asked;
  }
  Bench bench;
};

TEST_F(ServersAsk, a_question_between_calls_reaches_the_client_of_the_lane) {
  Client c(bench, Era::kLegacy, kAskable);
  c.session->answers.push_back(R"("result":{"action":"decline"})");
  const auto asked = ask_from("it");
  bench.until([&] { return asked->answer.has_value(); });
  EXPECT_EQ(*asked->answer, R"({"action":"decline"})");
}

TEST_F(ServersAsk, beyond_the_bound_the_server_gets_errors_and_the_client_is_left_alone) {
  Client c(bench, Era::kLegacy, kAskable);
  c.session->silent_on = &bench.loop;
  std::vector<std::shared_ptr<Asked>> all;
  for (std::size_t i = 0; i < 2 * Questions::kMaxOpen; ++i) all.push_back(ask_from("it"));
  const auto refused = [&] {
    return std::ranges::count_if(all, [](const auto& it) { return it->answer.has_value(); });
  };
  bench.until([&] { return refused() == static_cast<long>(Questions::kMaxOpen); });
  bench.rest();
  EXPECT_EQ(c.session->asked.size(), Questions::kMaxOpen);
  for (const auto& it : all) {
    if (it->answer) EXPECT_EQ(*it->answer, fmt::format("error {}", rpc::kTooMany));
  }
  for (auto* promise : std::vector(c.session->open)) promise->keep(true);
  bench.until([&] { return refused() == static_cast<long>(2 * Questions::kMaxOpen); });
  c.session->silent_on = nullptr;
  c.session->answers.push_back(R"("result":{})");
  const auto again = ask_from("it");
  bench.until([&] { return again->answer.has_value(); });
  EXPECT_EQ(*again->answer, "{}") << "there is room again";
}

TEST_F(ServersAsk, a_server_that_withdraws_its_question_withdraws_it_at_the_client) {
  Client c(bench, Era::kLegacy, kAskable);
  c.session->silent_on = &bench.loop;
  const auto kept = ask_from("it");
  const auto asked = ask_from("it");
  bench.until([&] { return c.session->asked.size() == 2; });
  asked->withdrawal.cancel("changed my mind");
  bench.until([&] { return c.session->withdrawn.size() == 1; });
  EXPECT_EQ(c.session->withdrawn.front(), "changed my mind");
  bench.until([&] { return c.session->open.size() == 1; });  // the other one stands
  EXPECT_EQ(c.session->heard("notifications/cancelled"), 0)
      << "never with an id the client does not know";
  c.session->open.front()->keep(true);
  bench.until([&] { return kept->answer.has_value(); });
}

TEST_F(ServersAsk, a_parked_question_can_be_withdrawn_too) {
  Client c(bench, Era::kModern, kAskable);
  const std::string call = call_of("it__slow_compute", R"({"seconds":300})");
  const auto first = c.send("tools/call", call);
  bench.until([&] { return bench.server("it").count("tools/call") == 1; });
  const auto asked = ask_from("it");
  const auto question = bench.finish(first);
  ASSERT_TRUE(asks_back(question)) << question.text();
  asked->withdrawal.cancel("never mind");
  bench.rest();
  const auto retry =
      c.send("tools/call", call + "," + retry_of(question, R"({"action":"accept"})"));
  bench.rest();
  EXPECT_FALSE(retry->answer) << "there is nothing left to ask; the call goes on";
  const auto another = ask_from("it");
  const auto second = bench.finish(retry);
  ASSERT_TRUE(asks_back(second)) << second.text();
  EXPECT_FALSE(result(second).find("inputRequests").find("q1")) << "that one was withdrawn";
  EXPECT_TRUE(result(second).find("inputRequests").find("q2"));
}

TEST_F(ServersAsk, a_parked_call_has_only_so_many_questions) {
  Client c(bench, Era::kModern, kAskable);
  const auto first = c.send("tools/call", call_of("it__slow_compute", R"({"seconds":300})"));
  bench.until([&] { return bench.server("it").count("tools/call") == 1; });
  std::vector<std::shared_ptr<Asked>> all;
  for (int i = 0; i < 40; ++i) all.push_back(ask_from("it"));
  ASSERT_TRUE(asks_back(bench.finish(first)));
  bench.until([&] {
    return std::ranges::count_if(all, [](const auto& it) { return it->answer.has_value(); }) == 24;
  });
}

TEST_F(ServersAsk, a_client_that_is_still_being_introduced_is_asked_afterwards) {
  bench.add("slow", small_server("slow", {"a"}), Speaks::kLegacy);
  bench.server("slow").mute = {"*"};
  bench.config.limits.start_grace = 60s;  // it is waited for
  const auto text = fmt::format(
      R"({{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-06-18","capabilities":{}}}}})",
      kAskable);
  auto message = std::move(*rpc::Message::read(json::document(text)));
  const auto session = std::make_shared<ClientSession>("0123456789abcdef", "/mcp",
                                                       mcp::terms_of_initialize(message));
  session->answers.push_back(R"("result":{"action":"accept"})");
  const auto hello = bench.start(std::move(message), session->terms(), "/mcp", "local", session);
  bench.until([&] { return !bench.server("it").sessions.empty(); });
  bench.rest(50ms);
  const auto asked = ask_from("it");
  bench.rest(50ms);
  EXPECT_TRUE(session->asked.empty());
  EXPECT_FALSE(hello->answer);
  bench.server("slow").mute.clear();
  bench.finish(hello);
  bench.until([&] { return asked->answer.has_value(); });
  EXPECT_EQ(*asked->answer, R"({"action":"accept"})");
}

TEST_F(ServersAsk, progress_on_a_question_goes_to_the_server_that_asked_and_to_no_other) {
  bench.add("other", small_server("other", {"a"}), Speaks::kLegacy);
  Client c(bench, Era::kLegacy, kAskable);
  (void)c.tools();
  c.session->silent_on = &bench.loop;
  const auto asked = ask_from("it");
  bench.until([&] { return c.session->asked.size() == 1; });
  c.tell("notifications/progress", R"({"progressToken":"t1","progress":1})");
  c.tell("notifications/progress", R"({"progressToken":"t2","progress":1})");
  bench.until([&] { return !bench.server("it").last("notifications/progress").empty(); });
  bench.rest();
  EXPECT_NE(bench.server("it").last("notifications/progress").find("t1"), std::string::npos);
  EXPECT_EQ(bench.server("other").last("notifications/progress"), "");
  c.session->open.front()->keep(true);
}

TEST_F(ServersAsk, what_a_client_tells_goes_only_where_it_belongs) {
  bench.add("other", small_server("other", {"a"}), Speaks::kLegacy);
  Client c(bench, Era::kLegacy, kAskable);
  (void)c.tools();
  c.tell("notifications/example/secret");
  c.tell("notifications/roots/list_changed");
  for (const char* name : {"it", "other"}) {
    bench.until(
        [&] { return !bench.server(name).last("notifications/roots/list_changed").empty(); });
    EXPECT_EQ(bench.server(name).last("notifications/example/secret"), "") << name;
  }
  Client alone(bench, Era::kLegacy, kAskable, "/mcp/s/it");
  alone.tell("notifications/example/secret");
  bench.until([&] { return !bench.server("it").last("notifications/example/secret").empty(); });
}

TEST(SharedLane, a_question_about_a_call_of_one_who_cannot_be_asked_gets_an_error_at_once) {
  Bench bench;
  bench.add("it", demo::conformance_server(), Speaks::kLegacy);
  bench.config.servers.back().isolation = config::Isolation::kShared;
  Client askable(bench, Era::kLegacy, kAskable);
  (void)askable.tools();
  for (const Era era : {Era::kLegacy, Era::kModern}) {
    Client mute(bench, era);
    const auto answer =
        mute.ask("tools/call", call_of("it__test_elicitation", R"({"message":"?"})"));
    EXPECT_TRUE(is_failure(answer)) << answer.text();
  }
  EXPECT_TRUE(askable.session->asked.empty()) << "it was not its call";
}

TEST(Leaving, a_client_that_goes_while_servers_start_leaves_nothing_behind) {
  Bench bench;
  bench.add("it", small_server("it", {"a"}), Speaks::kLegacy);
  bench.server("it").delay = 200ms;
  const auto text = fmt::format(
      R"({{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-06-18","capabilities":{}}}}})",
      kAskable);
  auto message = std::move(*rpc::Message::read(json::document(text)));
  auto session = std::make_shared<ClientSession>("0123456789abcdef", "/mcp",
                                                 mcp::terms_of_initialize(message));
  const auto hello = bench.start(std::move(message), session->terms(), "/mcp", "local", session);
  bench.until([&] { return bench.server("it").count("server/discover") == 1; });
  session->end();
  bench.gateway->closed(*session);
  bench.finish(hello);
  bench.until([&] { return bench.server("it").sessions.empty(); });
  EXPECT_TRUE(bench.entry("it").lanes().empty());
  const std::weak_ptr<ClientSession> gone = session;
  hello->request.reset();
  session.reset();
  EXPECT_TRUE(gone.expired()) << "nobody keeps it";
}

TEST(UrlsOfLegacyServers, are_asked_of_modern_clients) {
  for (const std::string_view capabilities :
       {R"({"elicitation":{"url":{}}})", R"({"elicitation":{"url":{},"form":{}}})"}) {
    Bench bench;
    demo::Parts parts;
    parts.name = "it";
    parts.tools = {tool(
        "login", demo::at_once([](demo::Call&) {
          return demo::error(
              rpc::kUrlElicitationRequired, "log in",
              R"({"elicitations":[{"mode":"url","elicitationId":"1","url":"https://a.example/","message":"Log in"}]})");
        }))};
    bench.add("it", std::move(parts), Speaks::kLegacy);
    Client c(bench, Era::kModern, capabilities);
    const auto pending = c.send("tools/call", call_of("it__login", "{}"));
    const auto asked = bench.finish(pending);
    EXPECT_TRUE(asks_back(asked)) << asked.text();
    EXPECT_NE(asked.text().find("https://a.example/"), std::string::npos);
    const auto again = c.ask(
        "tools/call", call_of("it__login", "{}") + "," + retry_of(asked, R"({"action":"accept"})"));
    EXPECT_TRUE(asks_back(again)) << again.text();
    EXPECT_EQ(bench.server("it").last("tools/call").find("inputResponses"), std::string::npos);
  }
}

TEST(UrlsOfLegacyServers, are_a_missing_capability_of_those_who_cannot_open_them) {
  Bench bench;
  demo::Parts parts;
  parts.name = "it";
  parts.tools = {tool("login", demo::at_once([](demo::Call&) {
                        return demo::error(rpc::kUrlElicitationRequired, "log in",
                                           R"({"elicitations":[{"url":"https://a.example/"}]})");
                      }))};
  bench.add("it", std::move(parts), Speaks::kLegacy);
  Client modern(bench, Era::kModern), legacy(bench, Era::kLegacy);
  EXPECT_EQ(error_code(modern.ask("tools/call", call_of("it__login", "{}"))),
            rpc::kMissingCapability);
  EXPECT_EQ(error_code(legacy.ask("tools/call", call_of("it__login", "{}"))),
            rpc::kUrlElicitationRequired);
}

TEST(UrlsOfLegacyServers, when_one_is_done_only_legacy_clients_are_told) {
  const auto done = std::move(*rpc::Message::read(json::document(
      R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"1"}})")));
  for (const Era era : {Era::kLegacy, Era::kModern}) {
    FakeExchange exchange;
    if (const auto text = text_for_call(done, era, "", "")) exchange.send(*text);
    EXPECT_EQ(exchange.sent.size(), era == Era::kLegacy ? 1 : 0);
  }
}

}  // namespace
}  // namespace touchstone::gateway
