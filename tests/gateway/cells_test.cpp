// The four combinations of eras, by one table: whatever a server offers works the same for both
// kinds of clients.
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::string_view kYes =
    R"({"action":"accept","content":{"response":"yes","name":"Ann"}})";
constexpr std::string_view kSaid =
    R"({"role":"assistant","content":{"type":"text","text":"Paris"},"model":"m"})";
constexpr std::string_view kRoots = R"({"roots":[{"uri":"file:///a"},{"uri":"file:///b"}]})";

struct Cell {
  Era client;
  Speaks server;
};

class Cells : public ::testing::TestWithParam<Cell> {
 protected:
  Cells() { bench.add("it", demo::conformance_server(), GetParam().server); }
  Client client(std::string_view capabilities = kAskable) {
    return Client(bench, GetParam().client, capabilities);
  }
  [[nodiscard]] static bool modern() { return GetParam().client == Era::kModern; }
  Bench bench;
};

TEST_P(Cells, a_tool_is_called_under_its_prefixed_name) {
  Client c = client("{}");
  EXPECT_EQ(said(c.ask("tools/call", call_of("it__test_simple_text"))),
            "This is a simple text response for testing.");
}

TEST_P(Cells, results_have_what_the_clients_era_wants) {
  Client c = client("{}");
  const auto listed = c.ask("tools/list");
  const auto called = c.ask("tools/call", call_of("it__test_simple_text"));
  EXPECT_EQ(result(listed).find("resultType").equals("complete"), modern());
  if (!modern()) return;
  EXPECT_TRUE(result(listed).find("ttlMs").as_int());
  EXPECT_TRUE(result(listed).find("cacheScope").as_string());
  EXPECT_TRUE(result(called).find("resultType").equals("complete"));
}

TEST_P(Cells, a_tools_own_failure_stays_one) {
  Client c = client("{}");
  EXPECT_TRUE(is_failure(c.ask("tools/call", call_of("it__test_error_handling"))));
}

TEST_P(Cells, an_unknown_tool_is_invalid_params) {
  Client c = client("{}");
  const auto answer = c.ask("tools/call", call_of("it__nothing"));
  EXPECT_EQ(error_code(answer), rpc::kInvalidParams);
  EXPECT_NE(said(answer).find("it__nothing"), std::string::npos);
}

TEST_P(Cells, resources_are_read_and_missing_ones_are_told_in_the_clients_way) {
  Client c = client("{}");
  EXPECT_EQ(text_of_resource(c.ask("resources/read", R"("uri":"test://static-text")")),
            "This is the content of the static text resource.");
  EXPECT_EQ(error_code(c.ask("resources/read", R"("uri":"test://nothing")")),
            modern() ? rpc::kInvalidParams : rpc::kResourceNotFound);
}

TEST_P(Cells, a_resource_of_a_template_is_found) {
  Client c = client("{}");
  const auto text = text_of_resource(c.ask("resources/read", R"("uri":"test://template/5/data")"));
  EXPECT_NE(text.find("Data for ID: 5"), std::string::npos) << text;
}

TEST_P(Cells, a_prompt_is_got_with_its_arguments) {
  Client c = client("{}");
  const auto answer =
      c.ask("prompts/get",
            R"("name":"it__test_prompt_with_arguments","arguments":{"arg1":"x","arg2":"y"})");
  EXPECT_NE(answer.text().find("arg1='x', arg2='y'"), std::string::npos) << answer.text();
}

TEST_P(Cells, completion_goes_to_the_prompts_server) {
  Client c = client("{}");
  const auto answer = c.ask(
      "completion/complete",
      R"("ref":{"type":"ref/prompt","name":"it__test_prompt_with_arguments"},"argument":{"name":"arg1","value":"par"})");
  EXPECT_EQ(result(answer).find("completion").find("values").raw(), R"(["paris","park","party"])");
}

TEST_P(Cells, a_tool_may_ask_the_user) {
  Client c = client();
  EXPECT_EQ(said(c.converse("tools/call", call_of("it__test_elicitation", R"({"message":"well?"})"),
                            {std::string(kYes)})),
            R"(User response: action=accept, content={"response":"yes","name":"Ann"})");
}

TEST_P(Cells, a_tool_may_ask_the_model) {
  Client c = client();
  EXPECT_EQ(said(c.converse("tools/call", call_of("it__test_sampling", R"({"prompt":"?"})"),
                            {std::string(kSaid)})),
            "LLM response: Paris");
}

TEST_P(Cells, a_tool_may_ask_for_roots) {
  Client c = client();
  EXPECT_EQ(said(c.converse("tools/call", call_of("it__test_input_required_result_list_roots"),
                            {std::string(kRoots)})),
            "Found 2 root(s)");
}

TEST_P(Cells, a_prompt_may_ask_too) {
  Client c = client();
  const auto answer =
      c.converse("prompts/get", R"("name":"it__test_input_required_result_prompt","arguments":{})",
                 {R"({"action":"accept","content":{"context":"rain"}})"});
  EXPECT_NE(answer.text().find("Prompt with context: rain"), std::string::npos) << answer.text();
}

TEST_P(Cells, questions_may_come_one_after_the_other) {
  Client c = client();
  EXPECT_EQ(said(c.converse("tools/call", call_of("it__test_input_required_result_multi_round"),
                            {R"({"action":"accept","content":{"name":"Ann"}})",
                             R"({"action":"accept","content":{"color":"red"}})"})),
            "Ann likes red");
}

TEST_P(Cells, a_client_that_cannot_be_asked_is_not) {
  Client c = client("{}");
  const auto answer = c.ask("tools/call", call_of("it__test_elicitation", R"({"message":"?"})"));
  EXPECT_FALSE(asks_back(answer));
  EXPECT_TRUE(is_failure(answer) || error_code(answer) == rpc::kMissingCapability) << answer.text();
  if (c.session) EXPECT_TRUE(c.session->asked.empty());
}

TEST_P(Cells, progress_comes_with_the_clients_own_token) {
  Client c = client("{}");
  const auto pending =
      c.send("tools/call", call_of("it__test_tool_with_progress"), R"("progressToken":"mine")");
  bench.finish(pending);
  ASSERT_EQ(pending->exchange.sent.size(), 3);
  for (const std::string& text : pending->exchange.sent)
    EXPECT_NE(text.find(R"("progressToken":"mine")"), std::string::npos) << text;
}

TEST_P(Cells, without_a_token_there_is_no_progress) {
  Client c = client("{}");
  const auto pending = c.send("tools/call", call_of("it__test_tool_with_progress"));
  bench.finish(pending);
  EXPECT_TRUE(pending->exchange.sent.empty());
}

TEST_P(Cells, progress_and_questions_go_together) {
  Client c = client();
  const auto pending =
      c.send("tools/call", call_of("it__test_tool_with_progress"), R"("progressToken":7.5)");
  bench.finish(pending);
  ASSERT_EQ(pending->exchange.sent.size(), 3);
  EXPECT_NE(pending->exchange.sent[0].find(R"("progressToken":7.5)"), std::string::npos);
}

TEST_P(Cells, calling_off_reaches_the_server) {
  Client c = client("{}");
  const auto pending = c.send("tools/call", call_of("it__slow_compute", R"({"seconds":300})"));
  bench.until([&] { return bench.server("it").count("tools/call") == 1; });
  pending->exchange.cancel("enough");
  bench.until([&] { return bench.server("it").cancelled == 1; });
  bench.finish(pending);
}

TEST_P(Cells, ids_members_and_spellings_go_through_untouched) {
  Client c = client("{}");
  const auto answer = c.ask("tools/call",
                            R"("extra":{"b":1.50,"a":-0},)" +
                                call_of("it__json_schema_2020_12_tool", R"({"name":"x", "n":1e2})"),
                            R"("com.example/trace":[1,2.0])");
  EXPECT_NE(said(answer).find(R"({"name":"x", "n":1e2})"), std::string::npos) << said(answer);
  const std::string text = bench.server("it").last("tools/call");
  EXPECT_NE(text.find(R"("extra":{"b":1.50,"a":-0})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("com.example/trace":[1,2.0])"), std::string::npos) << text;
}

TEST_P(Cells, what_the_other_era_has_does_not_exist) {
  Client c = client("{}");
  EXPECT_EQ(error_code(c.ask(modern() ? "logging/setLevel" : "subscriptions/listen",
                             modern() ? R"("level":"info")" : R"("notifications":{})")),
            rpc::kMethodNotFound);
}

std::string cell_name(const ::testing::TestParamInfo<Cell>& info) {
  return fmt::format("{}_client_{}_server", info.param.client == Era::kModern ? "modern" : "legacy",
                     info.param.server == Speaks::kModern ? "modern" : "legacy");
}
INSTANTIATE_TEST_SUITE_P(All, Cells,
                         ::testing::Values(Cell{Era::kLegacy, Speaks::kLegacy},
                                           Cell{Era::kLegacy, Speaks::kModern},
                                           Cell{Era::kModern, Speaks::kLegacy},
                                           Cell{Era::kModern, Speaks::kModern}),
                         cell_name);

}  // namespace
}  // namespace touchstone::gateway
