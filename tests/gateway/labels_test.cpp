// What servers are told of a session's label, and which of their tools may make it smaller.
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

constexpr std::string_view kOnlyReads = R"({"readOnlyHint":true,"openWorldHint":false})";
constexpr std::string_view kReadsWeb = R"({"readOnlyHint":true,"openWorldHint":true})";

// A server that lets everybody keep what it says.
demo::Function for_everybody(std::string words) {
  return demo::at_once([words](demo::Call&) {
    return demo::raw(fmt::format(R"({{"content":[{}],"ttlMs":90000,"cacheScope":"public"}})",
                                 demo::text_block(words)));
  });
}

// client × server
class SharedLabels : public ::testing::TestWithParam<std::tuple<Era, Speaks>> {
 protected:
  SharedLabels() {
    demo::Parts web;
    web.name = "web";
    web.tools = {
        described_tool("fetch_page", kReadsWeb, words_of_tool("news")),
        described_tool("statement", kOnlyReads, for_everybody("IBAN DE89370400440532013000")),
        described_tool("weather", kOnlyReads, for_everybody("rain"))};
    bench.add("web", std::move(web), Speaks::kBoth);
    demo::Parts mail;
    mail.name = "mail";
    mail.tools = {described_tool("look", kOnlyReads, words_of_tool("looked"))};
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
            R"({"openWorldHint":true,"attribution":["mcp://mail/look","mcp://web/fetch_page",)"
            R"("u:mine"]})");
  (void)client.ask("resources/read", R"("uri":"mail://inbox")");
  EXPECT_THAT(bench.server("mail").last("resources/read"), HasSubstr(R"("openWorldHint":true)"));
}

TEST_P(SharedLabels, what_is_found_to_be_sensitive_may_not_be_kept_whatever_its_server_says) {
  Client client(bench, std::get<Era>(GetParam()));
  const auto found = client.ask("tools/call", R"("name":"web__statement","arguments":{})");
  EXPECT_EQ(result(found).find("ttlMs").as_int(), 0) << result(found).raw();
  EXPECT_TRUE(result(found).find("cacheScope").equals("private")) << result(found).raw();
  const auto plain = client.ask("tools/call", R"("name":"web__weather","arguments":{})");
  EXPECT_EQ(result(plain).find("ttlMs").as_int(), 90'000);
}

TEST_P(SharedLabels, any_other_server_hears_only_what_the_client_says) {
  Client client(bench, std::get<Era>(GetParam()));
  (void)client.ask("tools/call", R"("name":"web__fetch_page","arguments":{})");
  EXPECT_EQ(annotations(told(client)), "");
  const std::string_view mine = R"({"openWorldHint" : false,"attribution":["u:mine"]})";
  EXPECT_EQ(annotations(told(client, fmt::format(R"("annotations":{})", mine))), mine);
}

// Rules about what a client or a result says of itself were dead once: the facts stayed empty.
TEST_P(SharedLabels, rules_hear_what_clients_and_results_say_of_what_they_carry) {
  bench.policy =
      "rules:\n- {name: no-money, effect: block, conditions: {fact: "
      "request.annotations.returnMetadata.sensitivity, contains: financial}}\n"
      "- {name: no-strangers, effect: block, conditions: {fact: "
      "response.annotations.returnMetadata.source, equals: untrustedPublic}}\n";
  Client client(bench, std::get<Era>(GetParam()));
  EXPECT_EQ(said(client.ask("tools/call", R"("name":"mail__look","arguments":{})")), "looked");
  EXPECT_THAT(said(client.ask("tools/call", R"("name":"web__fetch_page","arguments":{})")),
              HasSubstr("no-strangers"));
  const auto* money =
      R"("annotations":{"returnMetadata":{"source":"user","sensitivity":"financial"}})";
  EXPECT_THAT(said(client.ask("tools/call", R"("name":"mail__look","arguments":{})", money)),
              HasSubstr("no-money"));
  EXPECT_THAT(said(client.ask("tools/call", R"("name":"mail__look","arguments":{})")),
              HasSubstr("no-money"))
      << "what a client has said of its context stays true";
}

TEST_P(SharedLabels, rules_about_what_a_request_carries_hear_what_the_session_has_read) {
  bench.policy =
      "rules:\n- {name: no-money, effect: block, conditions: {fact: "
      "request.annotations.returnMetadata.sensitivity, contains: financial}}\n";
  Client client(bench, std::get<Era>(GetParam()));
  (void)client.ask("tools/call", R"("name":"web__statement","arguments":{})");
  EXPECT_THAT(said(client.ask("tools/call", R"("name":"mail__look","arguments":{})")),
              HasSubstr("no-money"));
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
  (void)client.ask("tools/call", R"("name":"web__fetch_page","arguments":{})");
  EXPECT_EQ(call({}), "looked");
  EXPECT_THAT(call(kMine), HasSubstr("was not called"));
  EXPECT_THAT(call({}), HasSubstr("was not called"));  // it is the session's from now on
}

INSTANTIATE_TEST_SUITE_P(Eras, SharedLabels,
                         ::testing::Combine(::testing::Values(Era::kLegacy, Era::kModern),
                                            ::testing::Values(Speaks::kLegacy, Speaks::kModern)));

// --- declassifiers ---

constexpr std::string_view kPayTable =
    R"({"readOnlyHint":true,"openWorldHint":false,"returnMetadata":)"
    R"({"source":"internal","sensitivity":["financial","pii"]}})";

class Declassifier : public ::testing::TestWithParam<Era> {
 protected:
  Declassifier() {
    demo::Parts hr;
    hr.name = "hr";
    hr.tools = {described_tool("read_salaries", kPayTable, words_of_tool("Ann,71000")),
                described_tool("redact_report", kOnlyReads, words_of_tool("gone"))};
    bench.add("hr", std::move(hr), Speaks::kBoth);
    demo::Parts vault;
    vault.name = "vault";
    const auto fails = demo::at_once([](demo::Call&) { return demo::failure("no such report"); });
    vault.tools = {described_tool("redact_report", kPayTable, words_of_tool("clean")),
                   described_tool("redact_badly", kOnlyReads,
                                  words_of_tool("card 4111 1111 1111 1111, AKIAQ3EGRT7XZ5VLM2WD")),
                   described_tool("redact_nothing", kOnlyReads, fails),
                   described_tool("redact_pages", kOnlyReads, words_of_tool("clean"))};
    bench.add("vault", std::move(vault), Speaks::kBoth);
    for (const auto* tool : {"redact_report", "redact_badly", "redact_nothing"})
      allow(tool, {"financial"});
  }
  void allow(std::string tool, std::initializer_list<std::string_view> words) {
    model::Relief relief;
    for (const auto word : words) EXPECT_TRUE(relief.insert_word(word)) << word;
    bench.config.servers[1].declassifies.tools.push_back({std::move(tool), std::move(relief)});
  }
  static std::string call(std::string_view tool) {
    return fmt::format(R"("name":"{}","arguments":{{}})", tool);
  }
  model::Label label() {
    const auto all =
        stored<std::vector<store::Session>>(bench, [&](store::Done<std::vector<store::Session>> d) {
          bench.store->list_sessions({}, std::move(d));
        });
    EXPECT_EQ(all.size(), 1U);
    return all.empty() ? model::Label() : all[0].label;
  }
  bool has_financial() { return label().classes.has(model::DataClass::kFinancial); }
  std::vector<std::string> declassifications() {
    std::vector<std::string> out;
    for (const auto& one : stored_decisions(bench)) {
      if (one.json.find(R"("kind":"declassification")") != std::string::npos)
        out.push_back(one.json);
    }
    return out;
  }
  Bench bench;
};

TEST_P(Declassifier, takes_what_the_operator_named_from_the_session_and_that_is_on_record) {
  Client client(bench, GetParam());
  (void)client.ask("tools/call", call("hr__read_salaries"));
  ASSERT_TRUE(has_financial());
  const auto answer = client.ask("tools/call", call("vault__redact_report"));
  EXPECT_EQ(said(answer), "clean");
  const auto rest = label();
  EXPECT_FALSE(rest.classes.has(model::DataClass::kFinancial));  // although its profile says so
  EXPECT_TRUE(rest.classes.has(model::DataClass::kPii));
  EXPECT_TRUE(rest.is_private);
  EXPECT_THAT(rest.attribution.uris(),
              ::testing::ElementsAre("mcp://hr/read_salaries", "mcp://vault/redact_report"));
  ASSERT_EQ(declassifications().size(), 1U);
  const auto record = declassifications()[0];
  EXPECT_THAT(record, HasSubstr(R"("by":"tool:vault/redact_report")"));
  EXPECT_THAT(record, HasSubstr(R"("server":"vault")"));
  EXPECT_THAT(record, HasSubstr("declassifier of financial"));
  EXPECT_THAT(record, HasSubstr(R"("classes":["pii","financial"])"));  // before
  EXPECT_THAT(record, HasSubstr(R"("classes":["pii"])"));              // after
  EXPECT_THAT(bench.logged(), HasSubstr("took from its session's label: financial"));
}

TEST_P(Declassifier, never_takes_what_its_own_result_carries) {
  Client client(bench, GetParam());
  (void)client.ask("tools/call", call("hr__read_salaries"));
  (void)client.ask("tools/call", call("vault__redact_badly"));
  EXPECT_TRUE(has_financial());
  EXPECT_TRUE(declassifications().empty());
}

TEST_P(Declassifier, takes_nothing_when_it_fails) {
  Client client(bench, GetParam());
  (void)client.ask("tools/call", call("hr__read_salaries"));
  EXPECT_TRUE(is_failure(client.ask("tools/call", call("vault__redact_nothing"))));
  EXPECT_TRUE(has_financial());
  EXPECT_TRUE(declassifications().empty());
}

TEST_P(Declassifier, is_one_tool_of_one_server) {
  Client client(bench, GetParam());
  (void)client.ask("tools/call", call("hr__read_salaries"));
  (void)client.ask("tools/call", call("hr__redact_report"));
  (void)client.ask("tools/call", call("vault__redact_pages"));
  EXPECT_TRUE(has_financial());
  EXPECT_TRUE(declassifications().empty());
}

TEST_P(Declassifier, takes_nothing_while_its_result_is_withheld_or_its_call_refused) {
  bench.policy =
      "rules:\n"
      "- {name: q, effect: quarantine, phase: response, conditions: {and: [{fact: tool.name, "
      "equals: redact_report}, {fact: response.isError, equals: false}]}}\n"
      "- {name: b, effect: block, conditions: {and: [{fact: tool.name, equals: redact_pages}]}}\n";
  allow("redact_pages", {"financial"});
  Client client(bench, GetParam());
  (void)client.ask("tools/call", call("hr__read_salaries"));
  EXPECT_THAT(said(client.ask("tools/call", call("vault__redact_report"))), HasSubstr("withheld"));
  EXPECT_THAT(said(client.ask("tools/call", call("vault__redact_pages"))),
              HasSubstr("was not called"));
  EXPECT_TRUE(has_financial());
}

TEST_P(Declassifier, takes_nothing_if_the_session_was_given_anything_else_meanwhile) {
  Client client(bench, GetParam());
  (void)client.ask("tools/call", call("hr__read_salaries"));
  (void)client.ask("tools/call", call("vault__redact_pages"));  // the server is known now
  bench.server("vault").mute = {"tools/call"};
  const auto redacting = client.send("tools/call", call("vault__redact_report"));
  (void)client.ask("tools/call", call("hr__read_salaries"));
  EXPECT_FALSE(redacting->answer);
  bench.server("vault").mute.clear();
  EXPECT_EQ(said(bench.finish(redacting)), "clean");
  EXPECT_TRUE(has_financial());
  EXPECT_TRUE(declassifications().empty());
  EXPECT_THAT(bench.logged(), HasSubstr("was given something else meanwhile"));
  (void)client.ask("tools/call", call("vault__redact_report"));
  EXPECT_FALSE(has_financial());
}

TEST_P(Declassifier, makes_calls_pass_that_the_label_had_stopped) {
  bench.policy =
      "rules:\n- {name: r, effect: block, conditions: {and: [{fact: tool.name, equals: "
      "redact_pages}, {fact: session.label.classes, contains: financial}]}}\n";
  Client client(bench, GetParam());
  const auto look = [&] { return said(client.ask("tools/call", call("vault__redact_pages"))); };
  (void)client.ask("tools/call", call("hr__read_salaries"));
  EXPECT_THAT(look(), HasSubstr("was not called"));
  (void)client.ask("tools/call", call("vault__redact_report"));
  EXPECT_EQ(look(), "clean");
}

INSTANTIATE_TEST_SUITE_P(Eras, Declassifier, ::testing::Values(Era::kLegacy, Era::kModern));

}  // namespace
}  // namespace touchstone::gateway
