// Who owns a name while its server is away, and servers that fail only in part.
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using Names = std::vector<std::string>;
constexpr auto kStale = 600ms;  // lists of servers that promise nothing are asked for again

class Owners : public ::testing::TestWithParam<Era> {
 protected:
  void add(const std::string& name, const Names& tools, const Names& uris) {
    auto parts = small_server(name, tools);
    if (!uris.empty()) add_resources(parts, uris);
    bench.add(name, std::move(parts), Speaks::kLegacy);
    bench.config.servers.back().prefix = "";
    bench.config.servers.back().restart_max = 1ms;
  }
  Bench bench;
};

TEST_P(Owners, a_plain_uri_goes_to_nobody_else_while_its_owner_is_away) {
  add("one", {}, {"test://same"});
  add("two", {}, {"test://same", "test://two"});
  Client c(bench, GetParam());
  const Names all = {"test://same", "two+test://same", "test://two"};
  EXPECT_EQ(c.list("resources/list", "resources", "uri"), all);
  bench.server("one").stop();
  bench.rest(kStale);
  EXPECT_EQ(c.list("resources/list", "resources", "uri"), (Names{"two+test://same", "test://two"}));
  const auto lost = c.ask("resources/read", R"("uri":"test://same")");
  EXPECT_EQ(error_code(lost), rpc::kUpstreamFailed) << lost.text();
  EXPECT_NE(said(lost).find("one: "), std::string::npos) << said(lost);
  EXPECT_EQ(text_of_resource(c.ask("resources/read", R"("uri":"two+test://same")")),
            "two:test://same");
  bench.server("one").start();
  bench.until([&] { return c.list("resources/list", "resources", "uri") == all; });
  EXPECT_EQ(text_of_resource(c.ask("resources/read", R"("uri":"test://same")")), "one:test://same");
}

TEST_P(Owners, a_plain_name_goes_to_nobody_else_while_its_owner_is_away) {
  add("one", {"same"}, {});
  add("two", {"same"}, {});
  Client c(bench, GetParam());
  const Names names = c.tools();
  ASSERT_EQ(names.size(), 2);
  bench.server("one").stop();
  bench.rest(kStale);
  EXPECT_EQ(c.tools(), Names{names[1]});
  const auto lost = c.ask("tools/call", call_of("same"));
  EXPECT_EQ(error_code(lost), rpc::kUpstreamFailed) << lost.text();
  EXPECT_NE(said(lost).find("one: "), std::string::npos) << said(lost);
  Client another(bench, GetParam(), R"({"experimental":{}})");  // on another lane
  EXPECT_EQ(error_code(another.ask("tools/call", call_of("same"))), rpc::kUpstreamFailed);
  EXPECT_EQ(said(another.ask("tools/call", call_of(names[1]))), "two:same");
}

TEST_P(Owners, once_it_left_the_config_its_names_are_free) {
  add("one", {"same"}, {});
  add("two", {"same"}, {});
  Client c(bench, GetParam());
  (void)c.tools();
  bench.config.servers.erase(bench.config.servers.begin());
  bench.gateway->reload(bench.config);
  EXPECT_EQ(c.tools(), Names{"same"});
  EXPECT_EQ(said(c.ask("tools/call", call_of("same"))), "two:same");
}

TEST_P(Owners, two_of_a_name_are_told_of_in_the_log_once) {
  add("one", {"same"}, {});
  add("two", {"same"}, {});
  Client c(bench, GetParam());
  for (int i = 0; i < 3; ++i) (void)c.tools();
  const std::string mark = "\"same\" of two is also offered by another server";
  const std::string log = bench.logged();
  const auto at = log.find(mark);
  ASSERT_NE(at, std::string::npos) << log;
  EXPECT_EQ(log.find(mark, at + 1), std::string::npos) << log;
  EXPECT_NE(log.rfind("warning", at), std::string::npos) << log;
}

TEST_P(Owners, a_list_that_fails_costs_a_server_nothing_else) {
  add("one", {"a"}, {"test://a"});
  bench.server("one").refused["resources/list"] = rpc::kInternalError;
  Client c(bench, GetParam());
  EXPECT_EQ(c.list("resources/list", "resources", "uri"), Names{});
  bench.rest(kStale);
  EXPECT_EQ(c.tools(), Names{"a"});
  bench.server("one").refused.clear();
  EXPECT_EQ(c.list("resources/list", "resources", "uri"), Names{"test://a"});
}

TEST_P(Owners, a_list_that_a_server_does_not_know_is_empty) {
  add("one", {"a"}, {"test://a"});
  bench.server("one").refused["resources/templates/list"] = rpc::kMethodNotFound;
  Client c(bench, GetParam());
  EXPECT_EQ(c.list("resources/templates/list", "resourceTemplates", "uriTemplate"), Names{});
  bench.rest(kStale);
  EXPECT_EQ(c.tools(), Names{"a"});
  EXPECT_EQ(text_of_resource(c.ask("resources/read", R"("uri":"test://a")")), "one:test://a");
}

TEST_P(Owners, a_dead_servers_error_names_it) {
  bench.add_dead("dead");
  Client c(bench, GetParam(), "{}", "/mcp");
  const auto answer = c.ask("tools/call", call_of("dead__echo"));
  EXPECT_NE(said(answer).find("dead: "), std::string::npos) << said(answer);
}

INSTANTIATE_TEST_SUITE_P(Both, Owners, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kModern ? "modern" : "legacy";
                         });

}  // namespace
}  // namespace touchstone::gateway
