#include <gmock/gmock.h>

#include "demo/states.hpp"
#include "demo/test_support.hpp"
#include "rpc/code.hpp"

namespace touchstone::demo {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr std::string_view kAll = R"({"elicitation":{},"sampling":{},"roots":{}})";

std::string call_with(std::string_view tool, std::string_view responses,
                      std::string_view state = {}) {
  return fmt::format(R"({},"inputResponses":{}{})", call_of(tool), responses,
                     state.empty() ? "" : fmt::format(R"(,"requestState":"{}")", state));
}

bool wants_input(const json::Document& answer) {
  return result(answer).find("resultType").equals("input_required");
}

std::string state_in(const json::Document& answer) {
  return result(answer).find("requestState").as_string().value_or("");
}

TEST(Rounds, a_modern_tool_asks_by_its_result_and_goes_on_with_the_answer) {
  Desk desk("conformance");
  const auto* const tool = "test_input_required_result_elicitation";
  const auto first = desk.modern("tools/call", call_of(tool), kAll);
  EXPECT_TRUE(wants_input(first));
  EXPECT_EQ(result(first).find("inputRequests").raw(),
            R"({"user_name":{"method":"elicitation/create","params":{"message":"What is your )"
            R"(name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},)"
            R"("required":["name"]}}}})");
  const auto second = desk.modern(
      "tools/call",
      call_with(tool, R"({"user_name":{"action":"accept","content":{"name":"Alice"}},"x":1})"),
      kAll);
  EXPECT_EQ(said(second), "Hello, Alice!");
}

TEST(Rounds, what_is_no_answer_is_asked_for_again) {
  Desk desk("conformance");
  const auto* const tool = "test_input_required_result_elicitation";
  for (const auto* responses :
       {R"({"wrong":{"action":"accept"}})", R"({"user_name":1})", "null", R"({"user_name":{}})"})
    EXPECT_TRUE(wants_input(desk.modern("tools/call", call_with(tool, responses), kAll)))
        << responses;
}

TEST(Rounds, a_client_is_asked_only_what_it_can_answer) {
  Desk desk("conformance");
  const auto* const tool = "test_input_required_result_capabilities";
  const auto answer = desk.modern("tools/call", call_of(tool), R"({"sampling":{}})");
  const json::View requests = result(answer).find("inputRequests");
  EXPECT_TRUE(requests.find("greeting"));
  EXPECT_FALSE(requests.find("user_name"));
  EXPECT_EQ(said(desk.modern("tools/call", call_of(tool))), "0 question(s) were answered");
  const auto refused = desk.modern("tools/call", call_of("test_input_required_result_elicitation"));
  EXPECT_EQ(error_code(refused), rpc::kMissingCapability);
  EXPECT_EQ(refused.root().find("error").find("data").raw(),
            R"({"requiredCapabilities":{"elicitation":{}}})");
}

TEST(Rounds, answers_count_only_with_the_state_they_were_asked_with_and_only_once) {
  Desk desk("conformance");
  const auto* const tool = "test_input_required_result_request_state";
  constexpr std::string_view kYes = R"({"confirm":{"action":"accept","content":{"ok":true}}})";
  const auto first = desk.modern("tools/call", call_of(tool), kAll);
  const std::string state = state_in(first);
  ASSERT_FALSE(state.empty());
  EXPECT_TRUE(wants_input(desk.modern("tools/call", call_with(tool, kYes), kAll)));
  EXPECT_EQ(error_code(desk.modern("tools/call", call_with(tool, kYes, state + "-TAMPERED"), kAll)),
            rpc::kInvalidParams);
  EXPECT_EQ(
      error_code(desk.modern(
          "tools/call", call_with("test_input_required_result_tampered_state", kYes, state), kAll)),
      rpc::kInvalidParams);
  desk.principal = "somebody else";
  EXPECT_EQ(error_code(desk.modern("tools/call", call_with(tool, kYes, state), kAll)),
            rpc::kInvalidParams);
  desk.principal = "local";
  EXPECT_EQ(said(desk.modern("tools/call", call_with(tool, kYes, state), kAll)), "state-ok");
  EXPECT_EQ(error_code(desk.modern("tools/call", call_with(tool, kYes, state), kAll)),
            rpc::kInvalidParams);
}

TEST(Rounds, earlier_answers_are_remembered_from_round_to_round) {
  Desk desk("conformance");
  const auto* const tool = "test_input_required_result_multi_round";
  const auto first = desk.modern("tools/call", call_of(tool), kAll);
  const auto second = desk.modern(
      "tools/call",
      call_with(tool, R"({"step1":{"action":"accept","content":{"name":"Ada"}}})", state_in(first)),
      kAll);
  EXPECT_TRUE(result(second).find("inputRequests").find("step2"));
  EXPECT_NE(state_in(first), state_in(second));
  const auto third =
      desk.modern("tools/call",
                  call_with(tool, R"({"step2":{"action":"accept","content":{"color":"blue"}}})",
                            state_in(second)),
                  kAll);
  EXPECT_EQ(said(third), "Ada likes blue");
}

TEST(Rounds, of_several_questions_only_the_open_ones_are_repeated) {
  Desk desk("conformance");
  const auto* const tool = "test_input_required_result_multiple_inputs";
  const auto first = desk.modern("tools/call", call_of(tool), kAll);
  const auto second = desk.modern(
      "tools/call",
      call_with(
          tool,
          R"({"user_name":{"action":"accept","content":{"name":"Ada"}},"client_roots":{"roots":[{"uri":"file:///a"}]}})",
          state_in(first)),
      kAll);
  EXPECT_THAT(result(second).find("inputRequests").raw(), HasSubstr(R"({"greeting":)"));
  const auto third = desk.modern(
      "tools/call",
      call_with(tool, R"({"greeting":{"role":"assistant","content":{"type":"text","text":"Hi"}}})",
                state_in(second)),
      kAll);
  EXPECT_EQ(said(third), "Ada: Hi (1 root(s))");
}

TEST(Rounds, prompts_ask_too) {
  Desk desk("conformance");
  const auto* const name = R"("name":"test_input_required_result_prompt")";
  EXPECT_TRUE(wants_input(desk.modern("prompts/get", name, kAll)));
  const auto answer = desk.modern(
      "prompts/get",
      fmt::format(
          R"({},"inputResponses":{{"user_context":{{"action":"accept","content":{{"context":"c"}}}}}})",
          name),
      kAll);
  EXPECT_THAT(result(answer).find("messages").raw(), HasSubstr("Prompt with context: c"));
}

TEST(Rounds, the_same_tool_asks_a_legacy_client_while_it_waits) {
  Desk desk("conformance");
  (void)desk.initialize(kAll);
  desk.session->answers = {R"("result":{"action":"accept","content":{"name":"Bob"}})",
                           R"("result":{"action":"accept","content":{"color":"red"}})"};
  const auto answer = desk.legacy("tools/call", call_of("test_input_required_result_multi_round"));
  EXPECT_EQ(said(answer), "Bob likes red");
  EXPECT_THAT(desk.session->asked, ElementsAre(Pair("elicitation/create", HasSubstr("name")),
                                               Pair("elicitation/create", HasSubstr("color"))));
}

TEST(Rounds, legacy_sampling_and_elicitation_report_what_came_back) {
  Desk desk("conformance");
  (void)desk.initialize(kAll);
  desk.session->answers = {R"("result":{"role":"assistant","content":{"type":"text","text":"4"}})",
                           R"("result":{"action":"decline"})"};
  EXPECT_EQ(said(desk.legacy("tools/call", call_of("test_sampling", R"({"prompt":"2+2"})"))),
            "LLM response: 4");
  EXPECT_EQ(said(desk.legacy("tools/call", call_of("test_elicitation", R"({"message":"?"})"))),
            "User response: action=decline, content={}");
}

TEST(Rounds, a_legacy_client_that_cannot_or_will_not_answer_makes_the_tool_fail) {
  Desk desk("conformance");
  (void)desk.initialize();
  const auto call = call_of("test_elicitation", R"({"message":"?"})");
  EXPECT_EQ(said(desk.legacy("tools/call", call)),
            "The client cannot be asked: it does not offer elicitation/create.");
  (void)desk.initialize(kAll);
  EXPECT_EQ(said(desk.legacy("tools/call", call)),
            "The client did not answer: the client did not answer in time");
  desk.session->answers = {R"("error":{"code":-1,"message":"busy"})", R"("result":{})"};
  EXPECT_EQ(said(desk.legacy("tools/call", call)), "The client refused: busy");
  EXPECT_TRUE(is_failure(desk.legacy("tools/call", call)));
}

TEST(States, the_oldest_gives_way) {
  base::SystemRandom random;
  States states(random);
  const auto oldest = states.keep("me", {});
  const auto second = states.keep("me", {{"k", "1"}});
  for (std::size_t i = 1; i < States::kMaxStates; ++i) (void)states.keep("me", {});
  EXPECT_FALSE(states.take(oldest, "me"));
  EXPECT_FALSE(states.take(second, "you"));
  EXPECT_EQ(states.take(second, "me"), (Memory{{"k", "1"}}));
}

}  // namespace
}  // namespace touchstone::demo
