// Another config while everything runs.
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using Names = std::vector<std::string>;
constexpr std::string_view kToolsChanged = "notifications/tools/list_changed";

class Reload : public ::testing::TestWithParam<Speaks> {
 protected:
  Reload() {
    auto parts = small_server("one", {"a"});
    parts.tools.push_back(tool("slow", [](demo::Call& call) -> demo::Task<demo::Reply> {
      (void)co_await call.sleep(600ms);
      co_return demo::text("done");
    }));
    parts.changes = true;
    bench.add("one", std::move(parts), GetParam());
    bench.add("two", small_server("two", {"b"}), GetParam());
  }
  config::Server take(std::string_view name) {
    const auto it = std::ranges::find_if(bench.config.servers,
                                         [&](const auto& server) { return server.name == name; });
    config::Server server = *it;
    bench.config.servers.erase(it);
    return server;
  }
  std::size_t openings() {
    return bench.server("one").count("server/discover") + bench.server("one").count("initialize");
  }
  Bench bench;
};

TEST_P(Reload, servers_that_did_not_change_keep_their_lanes) {
  Client c(bench, Era::kLegacy);
  EXPECT_EQ(c.tools(), (Names{"one__a", "one__slow", "two__b"}));
  const auto before = openings();
  const auto* const server = &bench.entry("one");
  take("two");
  bench.config.servers[0].where = "touchstone.yaml:99";  // it moved down a few lines
  bench.gateway->reload(bench.config);
  EXPECT_EQ(&bench.entry("one"), server);
  EXPECT_EQ(c.tools(), (Names{"one__a", "one__slow"}));
  EXPECT_EQ(openings(), before);
}

TEST_P(Reload, an_override_is_in_the_log_once_with_its_place) {
  Client c(bench, Era::kLegacy);
  auto& overrides = bench.config.servers[0].overrides;
  overrides.rules.push_back({.tool = "a*",
                             .when = {},
                             .then = {{model::Field::kReadOnly, model::Value(true)}},
                             .where = "touchstone.yaml:7"});
  bench.gateway->reload(bench.config);
  const std::string line = "overrules what is known of `a*`: readOnlyHint true (touchstone.yaml:7)";
  EXPECT_THAT(bench.logged(), ::testing::HasSubstr(line));
  const auto size = bench.logged().rfind(line);
  bench.gateway->reload(bench.config);
  EXPECT_EQ(bench.logged().rfind(line), size);
}

TEST_P(Reload, what_the_policy_knows_of_a_server_changes_with_it) {
  bench.policy =
      "rules:\n- {name: alone, effect: block, conditions: {fact: server.isolation, equals: "
      "session}}\n";
  Client c(bench, Era::kLegacy);
  EXPECT_EQ(said(c.ask("tools/call", call_of("one__a"))), "one:a");
  bench.config.servers[0].isolation = config::Isolation::kSession;
  bench.gateway->reload(bench.config);
  EXPECT_THAT(said(c.ask("tools/call", call_of("one__a"))), ::testing::HasSubstr("alone"));
}

TEST_P(Reload, a_call_under_way_to_a_removed_server_is_finished_and_then_it_is_left) {
  Client c(bench, Era::kLegacy);
  const auto pending = c.send("tools/call", call_of("one__slow"));
  bench.until([&] { return bench.server("one").count("tools/call") == 1; });
  const auto old = bench.gateway->servers().find("one");
  take("one");
  bench.gateway->reload(bench.config);
  EXPECT_EQ(said(bench.finish(pending)), "done");
  EXPECT_EQ(error_code(c.ask("tools/call", call_of("one__a"))), rpc::kInvalidParams);
  bench.until([&] { return old->lanes().empty(); });
  bench.until([&] { return bench.server("one").is_idle(); });
}

TEST_P(Reload, a_changed_server_is_opened_anew) {
  Client c(bench, Era::kLegacy);
  (void)c.tools();
  const auto before = openings();
  bench.config.servers[0].prefix = "uno";
  bench.gateway->reload(bench.config);
  EXPECT_EQ(c.tools(), (Names{"uno__a", "uno__slow", "two__b"}));
  EXPECT_GT(openings(), before);
}

TEST_P(Reload, clients_hear_that_lists_changed_if_it_concerns_them) {
  Client everything(bench, Era::kLegacy);
  Client first(bench, Era::kLegacy, "{}", "/mcp/s/one");
  Client second(bench, Era::kLegacy, "{}", "/mcp/s/two");
  if (GetParam() == Speaks::kModern)
    bench.until([&] { return bench.server("one").count("subscriptions/listen") == 1; });
  bench.config.servers[1].call_timeout = 5s;
  bench.gateway->reload(bench.config);
  EXPECT_EQ(everything.session->heard(kToolsChanged), 1);
  EXPECT_EQ(first.session->heard(kToolsChanged), 0);
  EXPECT_EQ(second.session->heard(kToolsChanged), 1);
  if (GetParam() == Speaks::kModern) return;
  bench.config.servers[0].call_timeout = 5s;
  bench.config.servers[1].call_timeout = 6s;
  bench.gateway->reload(bench.config);
  EXPECT_EQ(first.session->heard(kToolsChanged), 1);
  EXPECT_EQ(second.session->heard(kToolsChanged), 2);
}

TEST_P(Reload, another_view_counts_at_once_and_a_call_under_way_goes_on) {
  config::View view;
  view.name = "mine";
  view.tools = {"one__*"};
  bench.config.views = {view};
  Client c(bench, Era::kLegacy, "{}", "/mcp/v/mine");
  EXPECT_EQ(c.tools(), (Names{"one__a", "one__slow"}));
  const auto pending = c.send("tools/call", call_of("one__slow"));
  bench.until([&] { return bench.server("one").count("tools/call") == 1; });
  const auto before = openings();
  bench.config.views[0].tools = {"two__*"};
  bench.gateway->reload(bench.config);
  EXPECT_EQ(c.tools(), (Names{"two__b"}));
  EXPECT_EQ(c.session->heard(kToolsChanged), 1);
  EXPECT_EQ(error_code(c.ask("tools/call", call_of("one__a"))), rpc::kInvalidParams);
  EXPECT_EQ(said(bench.finish(pending)), "done");
  EXPECT_EQ(openings(), before);
}

TEST_P(Reload, the_same_config_again_is_no_news) {
  Client c(bench, Era::kLegacy);
  bench.gateway->reload(bench.config);
  EXPECT_TRUE(c.session->sent.empty());
}

TEST_P(Reload, a_route_whose_server_is_gone_says_so) {
  Client c(bench, Era::kLegacy, "{}", "/mcp/s/two");
  take("two");
  bench.gateway->reload(bench.config);
  EXPECT_FALSE(bench.gateway->has_route("/mcp/s/two"));
  EXPECT_EQ(said(c.ask("tools/list")), "error -32600: this route is no longer in the config");
}

TEST_P(Reload, a_modern_client_that_listens_hears_it_too) {
  Client c(bench, Era::kModern);
  const auto all = c.send("subscriptions/listen", R"("notifications":{"toolsListChanged":true})");
  Client narrow(bench, Era::kModern, "{}", "/mcp/s/one");
  const auto one =
      narrow.send("subscriptions/listen", R"("notifications":{"toolsListChanged":true})");
  bench.until([&] { return all->exchange.sent.size() == 1 && one->exchange.sent.size() == 1; });
  take("two");
  bench.gateway->reload(bench.config);
  ASSERT_EQ(all->exchange.sent.size(), 2);
  EXPECT_NE(all->exchange.sent[1].find(kToolsChanged), std::string::npos);
  EXPECT_NE(all->exchange.sent[1].find(R"("io.modelcontextprotocol/subscriptionId":7)"),
            std::string::npos);
  EXPECT_EQ(one->exchange.sent.size(), 1) << "its server is as it was";
}

INSTANTIATE_TEST_SUITE_P(Servers, Reload, ::testing::Values(Speaks::kLegacy, Speaks::kModern),
                         [](const auto& info) {
                           return info.param == Speaks::kModern ? "modern" : "legacy";
                         });

}  // namespace
}  // namespace touchstone::gateway
