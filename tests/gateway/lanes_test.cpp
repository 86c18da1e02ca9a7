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
  bench.server("it").delay = 500ms;
  const auto one = c.send("tools/call", kEcho);
  const auto two = c.send("tools/call", kEcho);
  bench.until([&] { return bench.server("it").count("tools/call") == 2; });
  const auto refused = c.ask("tools/call", kEcho);
  EXPECT_EQ(error_code(refused), rpc::kTooMany);
  EXPECT_NE(refused.text().find("mcpServers.it.maxInFlight"), std::string::npos) << refused.text();
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

}  // namespace
}  // namespace touchstone::gateway
