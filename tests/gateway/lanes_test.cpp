// Who shares a server's session, when servers are started, and how many calls they get.
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
const std::string kEcho = call_of("it__echo", R"({"text":"hi"})");

class LaneSharing : public ::testing::Test {
 protected:
  LaneSharing() { bench.add("it", demo::echo_server(), Speaks::kLegacy); }
  std::size_t sessions() { return bench.server("it").sessions.size(); }
  Bench bench;
};

TEST_F(LaneSharing, clients_that_cannot_be_asked_share_one_however_they_spell_it) {
  for (const char* capabilities : {"{}", "{ }", R"({"x-1":{}})", R"({"x-2":{ }})"}) {
    Client c(bench, Era::kModern, capabilities);
    c.tools();
  }
  EXPECT_EQ(sessions(), 1);
}

TEST_F(LaneSharing, clients_that_can_be_asked_the_same_share_lanes_one_call_at_a_time) {
  for (const char* capabilities :
       {R"({"roots":{}})", R"({ "roots" : {"listChanged":true} })", R"({"roots":{},"x-3":1})"}) {
    Client c(bench, Era::kModern, capabilities);
    c.ask("tools/call", kEcho);
  }
  EXPECT_EQ(sessions(), 1);
}

TEST_F(LaneSharing, sessions_that_can_be_asked_or_declare_more_than_we_know_have_their_own) {
  Client asked(bench, Era::kLegacy, R"({"roots":{}})");
  Client ui(bench, Era::kLegacy, R"({"extensions":{"ui":{}}})");
  Client plain(bench, Era::kLegacy), other(bench, Era::kLegacy);
  for (Client* c : {&asked, &ui, &plain, &other}) c->tools();
  EXPECT_EQ(sessions(), 3);
  EXPECT_NE(bench.server("it").last("initialize").find("initialize"), std::string::npos);
  asked.leave();
  ui.leave();
  bench.until([&] { return sessions() == 1; });
}

TEST_F(LaneSharing, of_a_client_that_left_during_a_slow_start_nothing_stays) {
  bench.server("it").delay = 300ms;
  bench.open();
  auto session = std::make_shared<ClientSession>(bench.random.hex(16), "/mcp", mcp::Terms());
  const auto opening = [&]() -> Task<void> {
    mcp::Terms terms;
    terms.capabilities = R"({"roots":{}})";
    terms.features.roots = true;
    (void)co_await Servers::lane(bench.open().servers().find("it"), session.get(), terms);
  };
  bench.loop.spawn(opening());
  bench.until([&] { return bench.server("it").count("server/discover") == 1; });
  bench.open().closed(*session);
  bench.rest(1s);
  EXPECT_EQ(bench.entry("it").lanes().size(), 0);
  EXPECT_EQ(sessions(), 0);
}

TEST_F(LaneSharing, a_server_has_no_more_calls_at_once_than_its_config_says) {
  bench.config.servers[0].max_in_flight = 2;
  Client c(bench, Era::kLegacy);
  c.tools();
  bench.server("it").mute = {"tools/call"};
  const auto one = c.send("tools/call", kEcho);
  const auto two = c.send("tools/call", kEcho);
  bench.until([&] { return bench.server("it").count("tools/call") == 2; });
  const auto refused = c.ask("tools/call", kEcho);
  EXPECT_EQ(error_code(refused), rpc::kTooMany);
  EXPECT_NE(refused.text().find("mcpServers.it.maxInFlight"), std::string::npos) << refused.text();
  bench.server("it").mute.clear();
  EXPECT_EQ(said(bench.finish(one)), "hi");
  EXPECT_EQ(said(bench.finish(two)), "hi");
  EXPECT_EQ(said(c.ask("tools/call", kEcho)), "hi");
}

TEST_F(LaneSharing, an_eager_server_is_opened_with_the_gateway_and_a_lazy_one_is_not) {
  bench.add("early", demo::echo_server(), Speaks::kLegacy);
  bench.config.servers[1].start = config::Start::kEager;
  bench.open().start();
  bench.until([&] { return bench.entry("early").find("") != nullptr; });
  EXPECT_EQ(bench.server("early").count("initialize"), 1);
  EXPECT_EQ(bench.server("it").seen.size(), 0);
}

TEST_F(LaneSharing, different_people_share_nothing_even_if_nobody_can_be_asked) {
  Client ann(bench, Era::kLegacy, "{}", "/mcp", "ann"),
      bob(bench, Era::kLegacy, "{}", "/mcp", "bob");
  Client bobs_other(bench, Era::kModern, "{}", "/mcp", "bob");
  for (Client* c : {&ann, &bob, &bobs_other}) c->tools();
  EXPECT_EQ(sessions(), 2);
}

TEST_F(LaneSharing, with_isolation_session_each_session_has_its_own) {
  bench.config.servers[0].isolation = config::Isolation::kSession;
  Client one(bench, Era::kLegacy), two(bench, Era::kLegacy);
  for (Client* c : {&one, &two}) c->tools();
  EXPECT_EQ(sessions(), 2);
  one.leave();
  bench.until([&] { return sessions() == 1; });
}

TEST_F(LaneSharing, a_server_that_forgot_the_session_is_met_again_and_the_call_is_made_once) {
  Client c(bench, Era::kLegacy);
  EXPECT_EQ(said(c.ask("tools/call", kEcho)), "hi");
  bench.server("it").forget_sessions();
  EXPECT_EQ(said(c.ask("tools/call", kEcho)), "hi");
  EXPECT_EQ(bench.server("it").count("tools/call"), 2);
  EXPECT_EQ(bench.entry("it").status().last_error, "");
  bench.server("it").forget_sessions();
  EXPECT_EQ(c.tools().size(), 1);
}

TEST_F(LaneSharing, how_servers_do_is_told_to_people_at_this_machine_only) {
  Client c(bench, Era::kModern);
  EXPECT_EQ(error_code(c.ask("dev.touchstone/servers")), rpc::kMethodNotFound);
  c.is_local = true;
  const auto before = c.ask("dev.touchstone/servers");
  EXPECT_NE(before.text().find(R"("state":"not started")"), std::string::npos) << before.text();
  c.tools();
  const auto after = c.ask("dev.touchstone/servers");
  EXPECT_NE(after.text().find(R"("state":"running")"), std::string::npos) << after.text();
}

}  // namespace
}  // namespace touchstone::gateway
