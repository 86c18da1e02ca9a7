// What servers are told of a session's label.
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

demo::Part described_tool(std::string_view name, std::string_view annotations, demo::Function run) {
  return {fmt::format(R"({{"name":"{}","annotations":{},"inputSchema":{{"type":"object"}}}})", name,
                      annotations),
          std::move(run), demo::Background::kNever};
}
demo::Function words_of_tool(std::string words) {
  return demo::at_once([words](demo::Call&) { return demo::text(words); });
}

constexpr std::string_view kReads = R"({"readOnlyHint":true,"openWorldHint":false})";
constexpr std::string_view kReadsWeb = R"({"readOnlyHint":true,"openWorldHint":true})";

// client × server
class SharedLabels : public ::testing::TestWithParam<std::tuple<Era, Speaks>> {
 protected:
  SharedLabels() {
    demo::Parts web;
    web.name = "web";
    web.tools = {described_tool("fetch_page", kReadsWeb, words_of_tool("news"))};
    bench.add("web", std::move(web), Speaks::kBoth);
    demo::Parts mail;
    mail.name = "mail";
    mail.tools = {described_tool("look", kReads, words_of_tool("looked"))};
    add_resources(mail, {"mail://inbox"});
    bench.add("mail", std::move(mail), std::get<Speaks>(GetParam()));
  }
  // What the mail server is told when its tool is called.
  json::Document told(Client& client, std::string_view meta = {}) {
    EXPECT_EQ(said(client.ask("tools/call", R"("name":"mail__look","arguments":{})", meta)),
              "looked");
    return json::document(bench.server("mail").last("tools/call"));
  }
  static std::string annotations(const json::Document& message) {
    return std::string(message.root().find("params").find("_meta").find("annotations").raw());
  }
  void share() { bench.config.servers[1].share_labels = true; }

  Bench bench;
};

TEST_P(SharedLabels, a_server_that_may_know_hears_the_sessions_label_and_the_clients_word) {
  share();
  Client client(bench, std::get<Era>(GetParam()));
  EXPECT_EQ(annotations(told(client)), "");  // nothing was seen
  (void)client.ask("tools/call", R"("name":"web__fetch_page","arguments":{})");
  const auto mine = R"("annotations":{"own":1.0,"openWorldHint":false,"attribution":["u:mine"]})";
  EXPECT_EQ(annotations(told(client, mine)),
            R"({"own":1.0,"openWorldHint":true,"attribution":["u:mine","mcp://mail/look",)"
            R"("mcp://web/fetch_page"]})");
  EXPECT_EQ(annotations(told(client)),
            R"({"openWorldHint":true,"attribution":["mcp://mail/look","mcp://web/fetch_page"]})");
  (void)client.ask("resources/read", R"("uri":"mail://inbox")");
  EXPECT_THAT(bench.server("mail").last("resources/read"), HasSubstr(R"("openWorldHint":true)"));
}

TEST_P(SharedLabels, any_other_server_hears_only_what_the_client_says) {
  Client client(bench, std::get<Era>(GetParam()));
  (void)client.ask("tools/call", R"("name":"web__fetch_page","arguments":{})");
  EXPECT_EQ(annotations(told(client)), "");
  const std::string_view mine = R"({"openWorldHint" : false,"attribution":["u:mine"]})";
  EXPECT_EQ(annotations(told(client, fmt::format(R"("annotations":{})", mine))), mine);
}

TEST_P(SharedLabels, with_the_policy_off_there_is_no_label_to_share) {
  share();
  bench.policy.clear();
  Client client(bench, std::get<Era>(GetParam()));
  (void)client.ask("tools/call", R"("name":"web__fetch_page","arguments":{})");
  EXPECT_EQ(annotations(told(client)), "");
}

TEST_P(SharedLabels, sharing_begins_and_ends_with_the_config_and_restarts_nobody) {
  Client client(bench, std::get<Era>(GetParam()));
  (void)client.ask("tools/call", R"("name":"web__fetch_page","arguments":{})");
  (void)told(client);
  const auto hellos = bench.server("mail").count("initialize");
  share();
  bench.gateway->reload(bench.config);
  EXPECT_THAT(annotations(told(client)), HasSubstr("mcp://web/fetch_page"));
  EXPECT_EQ(bench.server("mail").count("initialize"), hellos);
}

// SEP-1913's first example: the rule sees what the session has seen and what the client says.
TEST_P(SharedLabels, rules_see_the_sessions_label_joined_with_the_clients_word) {
  bench.policy =
      "rules:\n- {name: r, effect: block, conditions: {and: ["
      "{fact: request.annotations.openWorldHint, equals: true},"
      "{fact: request.annotations.attribution, contains: 'u:mine'},"
      "{fact: request.annotations.attribution, contains: 'mcp://web/fetch_page'}]}}\n";
  Client client(bench, std::get<Era>(GetParam()));
  const auto call = [&](std::string_view meta) {
    return said(client.ask("tools/call", R"("name":"mail__look","arguments":{})", meta));
  };
  constexpr std::string_view kMine =
      R"("annotations":{"openWorldHint":false,"attribution":["u:mine"]})";
  EXPECT_EQ(call(kMine), "looked");
  (void)client.ask("tools/call", R"("name":"web__fetch_page","arguments":{})");
  EXPECT_EQ(call({}), "looked");
  EXPECT_THAT(call(kMine), HasSubstr("was not called"));
}

INSTANTIATE_TEST_SUITE_P(Eras, SharedLabels,
                         ::testing::Combine(::testing::Values(Era::kLegacy, Era::kModern),
                                            ::testing::Values(Speaks::kLegacy, Speaks::kModern)));

}  // namespace
}  // namespace touchstone::gateway
