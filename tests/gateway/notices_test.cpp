// What servers say on their own: changes, updates, logs. Who hears it, and how often.
#include "gateway/test_support.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using Names = std::vector<std::string>;
constexpr std::string_view kChanged = "notifications/tools/list_changed";
constexpr std::string_view kUpdated = "notifications/resources/updated";
constexpr std::string_view kLogged = "notifications/message";

demo::Parts changing(const std::string& name) {
  auto parts = small_server(name, {"a"});
  add_resources(parts, {"test://same", "test://" + name});
  parts.changes = true;
  return parts;
}

class Told : public ::testing::TestWithParam<Speaks> {
 protected:
  Told() {
    bench.add("one", changing("one"), GetParam());
    bench.add("two", changing("two"), GetParam());
  }
  [[nodiscard]] static bool modern() { return GetParam() == Speaks::kModern; }
  // Until our standing subscription with the server is open, or our legacy GET stream.
  void settle() { bench.rest(150ms); }
  static std::size_t count(const std::vector<std::string>& sent, std::string_view method) {
    return static_cast<std::size_t>(std::ranges::count_if(sent, [&](const std::string& text) {
      return text.find(fmt::format("\"method\":\"{}\"", method)) != std::string::npos;
    }));
  }
  Bench bench;
};

TEST_P(Told, a_change_of_a_list_reaches_everybody_it_concerns_once) {
  Client everything(bench, Era::kLegacy), one(bench, Era::kLegacy, "{}", "/mcp/s/one");
  Client own(bench, Era::kLegacy, kAskable), two(bench, Era::kLegacy, "{}", "/mcp/s/two");
  Client m(bench, Era::kModern);
  const auto listen =
      m.send("subscriptions/listen", R"("notifications":{"toolsListChanged":true})");
  for (Client* c : {&everything, &one, &own, &two}) (void)c->tools();
  settle();
  bench.server("one").listeners->list_changed(demo::List::kTools);
  bench.until([&] {
    return everything.session->heard(kChanged) == 1 && one.session->heard(kChanged) == 1 &&
           own.session->heard(kChanged) == 1 && count(listen->exchange.sent, kChanged) == 1;
  });
  settle();
  EXPECT_EQ(everything.session->heard(kChanged), 1U);
  EXPECT_EQ(own.session->heard(kChanged), 1U);
  EXPECT_EQ(two.session->heard(kChanged), 0U);
  EXPECT_EQ(count(listen->exchange.sent, kChanged), 1U);
}

TEST_P(Told, an_update_reaches_each_watcher_once_with_the_uri_it_asked_for) {
  Client first(bench, Era::kLegacy, kAskable), second(bench, Era::kLegacy, kAskable);
  Client plain(bench, Era::kLegacy), other(bench, Era::kLegacy);
  Client m(bench, Era::kModern);
  const auto listen = m.send("subscriptions/listen",
                             R"("notifications":{"resourceSubscriptions":["two+test://same"]})");
  for (Client* c : {&first, &second, &plain}) {
    EXPECT_EQ(error_code(c->ask("resources/subscribe", R"("uri":"two+test://same")")), 0);
  }
  bench.until([&] { return !listen->exchange.sent.empty(); });
  EXPECT_NE(listen->exchange.sent.front().find(R"(["two+test://same"])"), std::string::npos)
      << listen->exchange.sent.front();
  settle();
  bench.server("two").listeners->resource_updated("test://same");
  bench.server("one").listeners->resource_updated("test://same");
  for (const Client* c : {&first, &second, &plain}) {
    bench.until([&] { return c->session->heard(kUpdated) > 0; });
    EXPECT_NE(c->session->sent.back().find(R"("uri":"two+test://same")"), std::string::npos);
  }
  bench.until([&] { return count(listen->exchange.sent, kUpdated) > 0; });
  EXPECT_NE(listen->exchange.sent.back().find(R"("uri":"two+test://same")"), std::string::npos);
  settle();
  for (const Client* c : {&first, &second, &plain}) EXPECT_EQ(c->session->heard(kUpdated), 1U);
  EXPECT_EQ(count(listen->exchange.sent, kUpdated), 1U);
  EXPECT_EQ(other.session->heard(kUpdated), 0U);
}

TEST_P(Told, who_no_longer_watches_hears_nothing_and_the_others_still_do) {
  Client a(bench, Era::kLegacy), b(bench, Era::kLegacy);
  for (Client* c : {&a, &b}) (void)c->ask("resources/subscribe", R"("uri":"test://one")");
  EXPECT_EQ(error_code(a.ask("resources/unsubscribe", R"("uri":"test://one")")), 0);
  settle();
  EXPECT_EQ(bench.server("one").count("resources/unsubscribe"), 0U) << "b watches on the same lane";
  bench.server("one").listeners->resource_updated("test://one");
  bench.until([&] { return b.session->heard(kUpdated) == 1; });
  EXPECT_EQ(a.session->heard(kUpdated), 0U);
  b.leave();
  if (!modern())
    bench.until([&] { return bench.server("one").count("resources/unsubscribe") == 1; });
}

TEST_P(Told, the_end_of_a_listen_ends_its_subscriptions) {
  Client m(bench, Era::kModern);
  const auto listen =
      m.send("subscriptions/listen", R"("notifications":{"resourceSubscriptions":["test://one"]})");
  bench.until([&] { return !listen->exchange.sent.empty(); });
  if (!modern()) EXPECT_EQ(bench.server("one").count("resources/subscribe"), 1U);
  listen->exchange.cancel("enough");
  bench.finish(listen);
  if (!modern())
    bench.until([&] { return bench.server("one").count("resources/unsubscribe") == 1; });
}

TEST_P(Told, a_server_that_comes_back_is_subscribed_to_again) {
  bench.config.servers[0].restart_max = 1ms;
  Client c(bench, Era::kLegacy);
  (void)c.ask("resources/subscribe", R"("uri":"test://one")");
  settle();
  bench.server("one").stop();
  bench.rest(200ms);
  bench.server("one").start();
  bench.until([&] { return error_code(c.ask("tools/call", call_of("one__a"))) == 0; });
  settle();
  if (!modern()) EXPECT_EQ(bench.server("one").count("resources/subscribe"), 2U);
  bench.until([&] {
    bench.server("one").listeners->resource_updated("test://one");
    bench.rest(50ms);
    return c.session->heard(kUpdated) > 0;
  });
}

TEST_P(Told, there_are_only_so_many_subscriptions) {
  bench.config.limits.max_subscriptions = 1;
  Client c(bench, Era::kLegacy);
  EXPECT_EQ(error_code(c.ask("resources/subscribe", R"("uri":"test://one")")), 0);
  EXPECT_EQ(error_code(c.ask("resources/subscribe", R"("uri":"test://two")")), rpc::kTooMany);
  Client m(bench, Era::kModern);
  const auto listen =
      m.send("subscriptions/listen",
             R"("notifications":{"resourceSubscriptions":["test://one","test://two"]})");
  bench.until([&] { return !listen->exchange.sent.empty(); });
  EXPECT_NE(listen->exchange.sent.front().find(R"("resourceSubscriptions":["test://one"])"),
            std::string::npos)
      << listen->exchange.sent.front();
  EXPECT_NE(bench.logged().find("maxSubscriptions"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Servers, Told, ::testing::Values(Speaks::kLegacy, Speaks::kModern),
                         [](const auto& info) {
                           return info.param == Speaks::kModern ? "modern" : "legacy";
                         });

class Logs : public ::testing::Test {
 protected:
  Logs() { bench.add("it", demo::conformance_server(), Speaks::kLegacy); }
  // Says something on every lane the server has.
  void say(std::string_view level) {
    for (const auto& [id, session] : bench.server("it").sessions)
      session->send(rpc::notification(kLogged, fmt::format(R"({{"level":"{}","data":1}})", level)));
  }
  Bench bench;
};

TEST_F(Logs, on_a_shared_lane_the_most_that_anybody_wants_is_set_and_each_hears_its_own) {
  Client loud(bench, Era::kLegacy), quiet(bench, Era::kLegacy), unasked(bench, Era::kLegacy);
  (void)loud.tools();
  EXPECT_EQ(error_code(quiet.ask("logging/setLevel", R"("level":"error")")), 0);
  EXPECT_NE(bench.server("it").last("logging/setLevel").find("error"), std::string::npos);
  EXPECT_EQ(error_code(loud.ask("logging/setLevel", R"("level":"debug")")), 0);
  EXPECT_NE(bench.server("it").last("logging/setLevel").find("debug"), std::string::npos);
  EXPECT_EQ(error_code(quiet.ask("logging/setLevel", R"("level":"warning")")), 0);
  EXPECT_EQ(bench.server("it").count("logging/setLevel"), 2U) << "it says enough already";
  bench.rest();
  for (const auto* level : {"debug", "info", "warning"}) say(level);
  bench.until([&] { return loud.session->heard(kLogged) == 3; });
  EXPECT_EQ(quiet.session->heard(kLogged), 1U);
  EXPECT_EQ(unasked.session->heard(kLogged), 2U);
}

TEST_F(Logs, a_lane_that_opens_later_or_again_gets_the_level) {
  bench.config.servers[0].restart_max = 1ms;
  Client c(bench, Era::kLegacy, kAskable);
  (void)c.tools();
  EXPECT_EQ(error_code(c.ask("logging/setLevel", R"("level":"error")")), 0);
  bench.rest();
  bench.server("it").stop();
  bench.rest(200ms);
  bench.server("it").start();
  bench.until(
      [&] { return error_code(c.ask("tools/call", call_of("it__test_simple_text"))) == 0; });
  bench.until([&] { return bench.server("it").count("logging/setLevel") == 2; });
}

TEST_F(Logs, a_modern_clients_level_reaches_a_legacy_server) {
  for (const std::string_view capabilities : {std::string_view("{}"), kAskable}) {
    Client c(bench, Era::kModern, capabilities);
    const auto call = c.send("tools/call", call_of("it__test_tool_with_logging"),
                             fmt::format(R"("{}":"debug")", mcp::kMetaLogLevel));
    bench.finish(call);
    EXPECT_NE(bench.server("it").last("logging/setLevel").find("debug"), std::string::npos);
    EXPECT_EQ(call->exchange.sent.size(), 3U) << capabilities;
    const auto silent = c.send("tools/call", call_of("it__test_tool_with_logging"));
    bench.finish(silent);
    EXPECT_TRUE(silent->exchange.sent.empty());
  }
}

TEST(Introduction, is_the_union_of_all_servers) {
  Bench bench;
  auto one = small_server("one", {"a"});
  auto two = changing("two");
  two.instructions = "";
  bench.add("one", std::move(one), Speaks::kLegacy);
  bench.add("two", std::move(two), Speaks::kModern);
  bench.add("three", small_server("three", {}), Speaks::kLegacy);
  Client legacy(bench, Era::kLegacy), m(bench, Era::kModern);
  const auto discovered = m.ask("server/discover");
  for (const json::Document* hello :
       std::vector<const json::Document*>{&legacy.hello, &discovered}) {
    const json::View capabilities = result(*hello).find("capabilities");
    EXPECT_EQ(capabilities.find("tools").find("listChanged").as_bool(), true);
    EXPECT_EQ(capabilities.find("resources").find("subscribe").as_bool(), true);
    EXPECT_TRUE(capabilities.find("logging"));
    EXPECT_FALSE(capabilities.find("prompts")) << "nobody has any";
    EXPECT_TRUE(
        result(*hello).find("instructions").equals("one:\nThis is one.\n\nthree:\nThis is three."))
        << hello->text();
  }
  EXPECT_TRUE(result(legacy.hello).find("serverInfo").find("name").equals("touchstone"));
  EXPECT_TRUE(result(legacy.hello).find("protocolVersion").equals("2025-06-18"));
}

TEST(Introduction, of_one_server_alone_is_its_own) {
  Bench bench;
  bench.add("one", small_server("one", {"a"}), Speaks::kLegacy);
  Client c(bench, Era::kLegacy, "{}", "/mcp/s/one");
  EXPECT_TRUE(result(c.hello).find("serverInfo").find("name").equals("touchstone-demo-one"));
  EXPECT_TRUE(result(c.hello).find("instructions").equals("This is one."));
}

TEST(Introduction, declares_what_a_dead_server_may_turn_out_to_have) {
  Bench bench;
  bench.add_dead("dead");
  Client c(bench, Era::kLegacy);
  EXPECT_TRUE(result(c.hello).find("capabilities").find("prompts")) << c.hello.text();
}

}  // namespace
}  // namespace touchstone::gateway
