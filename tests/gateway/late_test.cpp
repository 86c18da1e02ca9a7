// Servers that are silent or slow: what the clients of the others pay for it, and what they hear
// when such a server has come after all.
#include "gateway/test_support.hpp"
#include "upstream/test_support.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;
using Names = std::vector<std::string>;
constexpr std::string_view kLateToolsChanged = "notifications/tools/list_changed";
// Whether somebody was waited for is told by the clock, and a busy machine may stand still for a
// second. So what must not be waited for takes long: more than kAtOnce for the grace where a test
// looks whether anybody waits for it again, and more than kSoon for an answer, the first or one to
// a call.
constexpr auto kShortGrace = 400ms;
constexpr auto kLongGrace = 3s;
constexpr auto kAtOnce = 2'500ms;
constexpr auto kSoon = 12s;
constexpr auto kLongCall = 60s;
constexpr std::string_view kAllLists =
    R"("notifications":{"toolsListChanged":true,"promptsListChanged":true})";

demo::Parts offering(const std::string& name) {
  auto parts = small_server(name, {"a"});
  add_resources(parts, {name + "://x"});
  return parts;
}

std::size_t count_of(const std::vector<std::string>& sent, std::string_view method) {
  return static_cast<std::size_t>(std::ranges::count_if(sent, [&](const std::string& text) {
    return text.find(fmt::format("\"method\":\"{}\"", method)) != std::string::npos;
  }));
}

class BesideASilentServer : public ::testing::Test {
 protected:
  explicit BesideASilentServer(Era client = Era::kModern, Speaks servers = Speaks::kLegacy)
      : era(client) {
    bench.config.limits.start_grace = kShortGrace;
    bench.patience.first = kLongCall;
    bench.patience.call = kLongCall;
    bench.add("fast", offering("fast"), servers);
    bench.add("slow", offering("slow"), servers).mute = {"*"};
    (void)Bench::scanner();  // made once, which takes a while
  }
  Upstream& slow() { return bench.server("slow"); }
  // What a client hears first, of either era.
  json::Document hello(Client& c) {
    if (era == Era::kModern) return c.ask("server/discover");
    return json::document(std::string(c.hello.text()));
  }
  // How long it takes.
  template <typename Act>
  net::Duration time(Act act) {
    const auto began = net::Clock::now();
    act();
    return std::chrono::duration_cast<net::Duration>(net::Clock::now() - began);
  }
  const Era era;
  Bench bench;
};

// By the client's era, and that of the servers.
class Late : public BesideASilentServer,
             public ::testing::WithParamInterface<std::tuple<Era, Speaks>> {
 protected:
  Late() : BesideASilentServer(std::get<Era>(GetParam()), std::get<Speaks>(GetParam())) {}
};

TEST_P(Late, costs_the_first_client_the_grace_and_the_next_nothing) {
  bench.config.limits.start_grace = kLongGrace;
  std::optional<Client> first, second;
  const auto opening = time([&] { (void)hello(first.emplace(bench, era)); });
  EXPECT_GE(opening, bench.config.limits.start_grace - 60ms);
  EXPECT_LT(opening, kSoon);
  const auto rest = time([&] {
    EXPECT_EQ(first->tools(), (Names{"fast__a"}));
    EXPECT_EQ(first->list("resources/list", "resources", "uri"), (Names{"fast://x"}));
    EXPECT_EQ(said(first->ask("tools/call", call_of("fast__a"))), "fast:a");
    EXPECT_EQ(text_of_resource(first->ask("resources/read", R"("uri":"fast://x")")),
              "fast:fast://x");
    (void)hello(second.emplace(bench, era));
    EXPECT_EQ(second->tools(), (Names{"fast__a"}));
  });
  EXPECT_LT(rest, kAtOnce);
  EXPECT_THAT(bench.logged(), HasSubstr("slow: no answer for "));
}

TEST_F(BesideASilentServer, a_list_without_a_hello_before_it_goes_without_too) {
  bench.config.limits.start_grace = kLongGrace;
  Client c(bench, Era::kModern);
  const auto took = time([&] { EXPECT_EQ(c.tools(), (Names{"fast__a"})); });
  EXPECT_LT(took, kSoon);
  EXPECT_LT(time([&] { (void)c.list("prompts/list", "prompts"); }), kAtOnce);
}

TEST_F(BesideASilentServer, while_none_is_ready_it_is_waited_for) {
  bench.config.servers.erase(bench.config.servers.begin());
  bench.patience.first = 800ms;
  EXPECT_GE(time([&] { Client(bench, Era::kLegacy); }), 700ms);
}

TEST_P(Late, what_comes_later_is_told_and_can_be_used) {
  Client c(bench, era);
  const auto hello = this->hello(c);
  const json::View can = result(hello).find("capabilities");
  for (const std::string_view list : {"tools", "resources", "prompts"})
    EXPECT_EQ(can.find(list).find("listChanged").as_bool(), true) << hello.text();
  EXPECT_TRUE(can.find("completions") && can.find("logging")) << hello.text();
  EXPECT_EQ(c.tools(), (Names{"fast__a"}));
  std::shared_ptr<Pending> listen;
  if (era == Era::kModern) {
    listen = c.send("subscriptions/listen", kAllLists);
    bench.until([&] { return !listen->exchange.sent.empty(); });
  }
  const auto& sent = listen ? listen->exchange.sent : c.session->sent;
  bench.rest();
  EXPECT_EQ(count_of(sent, kLateToolsChanged), 0U);
  slow().mute.clear();
  bench.until([&] { return count_of(sent, kLateToolsChanged) == 1; });
  EXPECT_EQ(count_of(sent, "notifications/prompts/list_changed"), 1U);
  EXPECT_EQ(c.tools(), (Names{"fast__a", "slow__a"}));
  EXPECT_EQ(said(c.ask("tools/call", call_of("slow__a"))), "slow:a");
  bench.rest();
  EXPECT_EQ(count_of(sent, kLateToolsChanged), 1U) << "told once";
}

TEST_P(Late, its_own_callers_wait_for_it_and_are_told_who_is_late) {
  bench.patience.call = 5s;
  Client c(bench, era);
  (void)c.tools();
  const auto vain = c.send("tools/call", call_of("slow__a"));
  const auto other = time([&] { (void)c.ask("tools/call", call_of("fast__a")); });
  EXPECT_LT(other, bench.patience.call);
  json::Document answer = json::document("null");
  EXPECT_LT(time([&] { answer = bench.finish(vain); }), kSoon);
  EXPECT_EQ(error_code(answer), rpc::kUpstreamTimeout);
  EXPECT_THAT(said(answer), HasSubstr("slow: it is not ready, no answer for "));
  EXPECT_THAT(said(answer), HasSubstr("touchstone servers"));
  const auto call = c.send("tools/call", call_of("slow__a"));
  bench.rest();
  slow().mute.clear();
  EXPECT_EQ(said(bench.finish(call)), "slow:a");
}

TEST_F(BesideASilentServer, what_nobody_has_is_refused_at_once) {
  bench.config.limits.start_grace = kLongGrace;
  bench.config.servers[1].prefix = "";  // any name may be one of its tools
  Client c(bench, era);
  (void)c.tools();
  const auto took = time([&] {
    const auto answer = c.ask("tools/call", call_of("nobody__a"));
    EXPECT_EQ(error_code(answer), rpc::kInvalidParams);
    EXPECT_THAT(said(answer), HasSubstr("not asked, as not ready: slow"));
    EXPECT_NE(error_code(c.ask("resources/read", R"("uri":"nobody://x")")), 0);
    EXPECT_NE(error_code(c.ask("prompts/get", R"("name":"nobody__a")")), 0);
  });
  EXPECT_LT(took, kAtOnce);
}

TEST_F(BesideASilentServer, a_call_of_a_tool_not_listed_yet_waits_for_its_server_only) {
  bench.config.limits.start_grace = kLongCall;
  Client c(bench, Era::kModern);
  EXPECT_LT(time([&] { EXPECT_EQ(said(c.ask("tools/call", call_of("fast__a"))), "fast:a"); }),
            kSoon);
}

TEST_P(Late, with_one_of_its_lists_only_that_list_goes_without_and_is_told) {
  bench.config.limits.start_grace = kLongGrace;
  slow().mute = {"tools/list"};
  Client c(bench, era, "{}");
  std::shared_ptr<Pending> listen;
  if (era == Era::kModern) listen = c.send("subscriptions/listen", kAllLists);
  const auto first = time([&] { EXPECT_EQ(c.tools(), (Names{"fast__a"})); });
  EXPECT_LT(first, kSoon);
  EXPECT_THAT(bench.logged(), HasSubstr("slow: no answer to tools/list for "));
  const auto rest = time([&] {
    EXPECT_EQ(c.tools(), (Names{"fast__a"}));
    EXPECT_EQ(c.list("resources/list", "resources", "uri"), (Names{"fast://x", "slow://x"}));
    Client other(bench, era);
    EXPECT_EQ(other.tools(), (Names{"fast__a"}));
  });
  EXPECT_LT(rest, kAtOnce);
  EXPECT_EQ(slow().count("tools/list"), 2U) << "the first, and one for all who came later";
  const auto& sent = listen ? listen->exchange.sent : c.session->sent;
  slow().mute.clear();
  bench.until([&] { return count_of(sent, kLateToolsChanged) == 1; });
  EXPECT_EQ(count_of(sent, "notifications/prompts/list_changed"), 0U);
  EXPECT_EQ(c.tools(), (Names{"fast__a", "slow__a"}));
}

// Who is told asks again: a list that is always slow must not keep all clients busy for ever.
TEST_F(BesideASilentServer, with_a_list_that_was_there_before_it_shows_that_one_and_tells_nothing) {
  bench.config.limits.start_grace = kLongGrace;
  slow().mute.clear();
  Client c(bench, Era::kLegacy);
  EXPECT_EQ(c.tools(), (Names{"fast__a", "slow__a"}));
  slow().mute = {"tools/list"};
  for (const LanePtr& lane : bench.entry("slow").lanes())
    lane->lists.invalidate(upstream::ListKind::kTools);
  const auto asked = slow().count("tools/list");
  EXPECT_EQ(c.tools(), (Names{"fast__a", "slow__a"}));
  EXPECT_EQ(slow().count("tools/list"), asked + 1) << "it was not asked; the test shows nothing";
  EXPECT_LT(time([&] { EXPECT_EQ(c.tools(), (Names{"fast__a", "slow__a"})); }), kAtOnce);
  slow().mute.clear();
  bench.rest(200ms);
  EXPECT_EQ(c.session->heard(kLateToolsChanged), 0U);
}

TEST_F(BesideASilentServer, is_told_to_people_with_how_long) {
  Client c(bench, Era::kModern);
  (void)c.tools();
  bench.rest(800ms);
  c.is_local = true;
  const auto status = c.ask("dev.touchstone/servers");
  for (const json::View server : result(status).find("servers").elements()) {
    const bool silent = server.find("silentMs").as_int().value_or(0) >= 1'000;
    EXPECT_EQ(silent, server.find("name").equals("slow")) << status.text();
  }
}

INSTANTIATE_TEST_SUITE_P(Eras, Late,
                         ::testing::Combine(::testing::Values(Era::kLegacy, Era::kModern),
                                            ::testing::Values(Speaks::kLegacy, Speaks::kModern)),
                         [](const auto& info) {
                           const bool client = std::get<Era>(info.param) == Era::kModern;
                           const bool servers = std::get<Speaks>(info.param) == Speaks::kModern;
                           return fmt::format("{}_to_{}", client ? "modern" : "legacy",
                                              servers ? "modern" : "legacy");
                         });

// A program that only reads.
TEST(LateProgram, is_gone_without_as_one_behind_a_url) {
  Bench bench;
  bench.config.limits.start_grace = 300ms;
  bench.add("fast", offering("fast"), Speaks::kLegacy);
  auto silent = upstream::shell_server("while read -r line; do :; done");
  silent.name = silent.prefix = "silent";
  bench.config.servers.push_back(silent);
  bench.open();
  const auto began = net::Clock::now();
  Client legacy(bench, Era::kLegacy), m(bench, Era::kModern);
  EXPECT_EQ(legacy.tools(), (Names{"fast__a"}));
  EXPECT_EQ(m.tools(), (Names{"fast__a"}));
  EXPECT_LT(net::Clock::now() - began, kSoon);
}

TEST(LateLevels, a_server_that_says_nothing_to_a_log_level_holds_nobody_up) {
  Bench bench;
  bench.config.limits.start_grace = kLongGrace;
  for (const char* name : {"one", "two"})
    bench.add(name, demo::conformance_server(), Speaks::kLegacy);
  Client c(bench, Era::kLegacy);
  (void)c.tools();
  bench.server("one").mute = {"logging/setLevel"};
  const auto began = net::Clock::now();
  EXPECT_EQ(error_code(c.ask("logging/setLevel", R"("level":"error")")), 0);
  EXPECT_LT(net::Clock::now() - began, kSoon);
  EXPECT_EQ(bench.server("two").count("logging/setLevel"), 1U);
}

// It failed twice, and the next try is due in half a second: who calls now would call again.
TEST(LateRestart, a_call_and_a_read_just_before_the_next_try_wait_for_it) {
  Bench bench;
  bench.add("it", offering("it"), Speaks::kLegacy).stop();
  Client c(bench, Era::kLegacy);
  EXPECT_TRUE(c.tools().empty());
  bench.until([&] { return bench.logged().find("next try in 0.5 s") != std::string::npos; });
  bench.server("it").start();
  const auto read = c.send("resources/read", R"("uri":"it://x")");
  EXPECT_EQ(said(c.ask("tools/call", call_of("it__a"))), "it:a");
  EXPECT_EQ(text_of_resource(bench.finish(read)), "it:it://x");
  EXPECT_EQ(bench.logged().find("in a row"), std::string::npos) << "nobody was turned away";
}

// One who gets no process of its own does not take the server from those who have one.
TEST(LateLanes, who_has_a_lane_keeps_its_list_when_another_gets_none) {
  Bench bench;
  bench.config.limits.start_grace = kLongGrace;
  bench.add("fast", offering("fast"), Speaks::kLegacy);
  bench.add("it", offering("it"), Speaks::kLegacy);
  Client c(bench, Era::kLegacy);
  EXPECT_EQ(c.tools(), (Names{"fast__a", "it__a"}));
  bench.server("it").mute = {"initialize", "server/discover"};
  Client own(bench, Era::kLegacy, kAskable);
  EXPECT_EQ(own.tools(), (Names{"fast__a"}));
  EXPECT_EQ(c.tools(), (Names{"fast__a", "it__a"}));
}

}  // namespace
}  // namespace touchstone::gateway
