// Questions of legacy servers to modern clients, and of modern servers to legacy clients: what
// happens when the answers are late, wrong or missing.
#include <utility>

#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
constexpr std::string_view kAccept = R"({"action":"accept","content":{"response":"yes"}})";
const std::string kAsk = call_of("it__test_elicitation", R"({"message":"well?"})");

class Parked : public ::testing::Test {
 protected:
  Parked() { bench.add("it", demo::conformance_server(), Speaks::kLegacy); }
  std::unique_ptr<store::Store> behind;
  Bench bench;
};

TEST_F(Parked, a_question_comes_as_input_required_and_the_retry_goes_on_with_the_same_call) {
  Client c(bench, Era::kModern, kAskable);
  const auto asked = c.ask("tools/call", kAsk);
  ASSERT_TRUE(asks_back(asked)) << asked.text();
  const auto [key, question] = *result(asked).find("inputRequests").members().begin();
  EXPECT_TRUE(question.find("method").equals("elicitation/create"));
  EXPECT_TRUE(question.find("params").find("message").equals("well?"));
  const auto answer = c.ask("tools/call", kAsk + "," + retry_of(asked, kAccept));
  EXPECT_EQ(said(answer), R"(User response: action=accept, content={"response":"yes"})");
  EXPECT_EQ(bench.server("it").count("tools/call"), 1) << "the server was called once";
}

TEST_F(Parked, answers_that_are_missing_or_none_are_asked_for_again) {
  Client c(bench, Era::kModern, kAskable);
  auto asked = c.ask("tools/call", kAsk);
  for (const std::string_view wrong : {"null", "\"yes\"", "[]"}) {
    asked = c.ask("tools/call", kAsk + "," + retry_of(asked, wrong));
    ASSERT_TRUE(asks_back(asked)) << asked.text();
  }
  asked =
      c.ask("tools/call", fmt::format(R"({},"inputResponses":{{"other":{{}}}},"requestState":"{}")",
                                      kAsk, state_of(asked)));
  ASSERT_TRUE(asks_back(asked)) << asked.text();
  asked = c.ask("tools/call", fmt::format(R"({},"requestState":"{}")", kAsk, state_of(asked)));
  ASSERT_TRUE(asks_back(asked)) << asked.text();
  EXPECT_TRUE(said(c.ask("tools/call", kAsk + "," + retry_of(asked, kAccept)))
                  .starts_with("User response"));
}

TEST_F(Parked, a_state_is_refused_the_second_time_and_to_others) {
  Client c(bench, Era::kModern, kAskable);
  Client eve(bench, Era::kModern, kAskable);
  eve.principal = "eve";
  const auto asked = c.ask("tools/call", kAsk);
  const std::string retry = kAsk + "," + retry_of(asked, kAccept);
  EXPECT_EQ(error_code(eve.ask("tools/call", retry)), rpc::kInvalidParams);
  const std::string other = call_of("it__test_elicitation", R"({"message":"really?"})");
  EXPECT_EQ(error_code(c.ask("tools/call", other + "," + retry_of(asked, kAccept))),
            rpc::kInvalidParams);
  EXPECT_TRUE(said(c.ask("tools/call", retry)).starts_with("User response"));
  EXPECT_EQ(error_code(c.ask("tools/call", retry)), rpc::kInvalidParams);
  EXPECT_EQ(error_code(c.ask("tools/call", kAsk + R"(,"requestState":"made up")")),
            rpc::kInvalidParams);
}

TEST_F(Parked, when_nobody_answers_the_server_is_told_and_the_lane_is_free_again) {
  bench.config.limits.parked_timeout = 2s;  // time enough for another call
  bench.config.limits.max_parked = 1;
  Client c(bench, Era::kModern, kAskable);
  const auto asked = c.ask("tools/call", kAsk);
  ASSERT_TRUE(asks_back(asked));
  EXPECT_EQ(error_code(c.ask("tools/call", kAsk)), rpc::kTooMany);
  bench.until([&] { return bench.server("it").cancelled == 1; });
  EXPECT_EQ(error_code(c.ask("tools/call", kAsk + "," + retry_of(asked, kAccept))),
            rpc::kInvalidParams);
  EXPECT_TRUE(asks_back(c.ask("tools/call", kAsk)));
  EXPECT_EQ(bench.entry("it").lanes().size(), 1) << "on the same lane";
}

TEST_F(Parked, no_more_are_parked_than_the_limit_even_at_once) {
  bench.config.limits.max_parked = 2;
  Client c(bench, Era::kModern, kAskable);
  std::vector<std::shared_ptr<Pending>> all;
  for (int i = 0; i < 5; ++i) all.push_back(c.send("tools/call", kAsk));
  int asked = 0;
  int refused = 0;
  for (const auto& pending : all) {
    const auto answer = bench.finish(pending);
    asked += asks_back(answer) ? 1 : 0;
    refused += error_code(answer) == rpc::kTooMany ? 1 : 0;
  }
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(refused, 3);
}

TEST_F(Parked, two_at_once_do_not_mix) {
  Client c(bench, Era::kModern, kAskable);
  const std::string one = call_of("it__test_elicitation", R"({"message":"one"})");
  const std::string two = call_of("it__test_elicitation", R"({"message":"two"})");
  const auto first = c.ask("tools/call", one);
  const auto second = c.ask("tools/call", two);
  EXPECT_NE(first.text().find(R"("message":"one")"), std::string::npos);
  EXPECT_NE(second.text().find(R"("message":"two")"), std::string::npos);
  const auto b =
      c.ask("tools/call", two + "," + retry_of(second, R"({"action":"accept","content":{"b":2}})"));
  const auto a =
      c.ask("tools/call", one + "," + retry_of(first, R"({"action":"accept","content":{"a":1}})"));
  EXPECT_EQ(said(a), R"(User response: action=accept, content={"a":1})");
  EXPECT_EQ(said(b), R"(User response: action=accept, content={"b":2})");
}

TEST_F(Parked, calling_off_while_the_server_works_reaches_it) {
  Client c(bench, Era::kModern, kAskable);
  const auto pending = c.send("tools/call", call_of("it__slow_compute", R"({"seconds":300})"));
  bench.until([&] { return bench.server("it").count("tools/call") == 1; });
  pending->exchange.cancel("enough");
  bench.until([&] { return bench.server("it").cancelled == 1; });
  bench.finish(pending);
  EXPECT_EQ(said(c.ask("tools/call", call_of("it__test_simple_text"))),
            "This is a simple text response for testing.");
  EXPECT_EQ(bench.entry("it").lanes().size(), 1) << "the lane was given back";
}

// Whenever that is: also between its server's question and the answer that brings it.
TEST_F(Parked, a_call_that_is_taken_back_leaves_its_lane_at_any_step) {
  bench.policy = "rules: []\n";
  bench.config.limits.max_parked = 1;
  Client c(bench, Era::kModern, kAskable);
  ASSERT_TRUE(said(c.ask("tools/call", call_of("it__test_simple_text"))).starts_with("This"));
  int steps = 0;
  for (bool asked = false; !asked; ++steps) {
    const auto pending = c.send("tools/call", kAsk);
    for (int i = 0; i < steps; ++i)
      bench.spin([begun = false]() mutable { return std::exchange(begun, true); }, 20ms);
    asked = pending->answer.has_value();
    pending->exchange.cancel("enough");
    const auto answer = bench.finish(pending);
    if (asked) EXPECT_TRUE(asks_back(answer)) << "else the steps were none";
    const bool is_free =
        asked || said(c.ask("tools/call", call_of("it__test_simple_text"))).starts_with("This");
    EXPECT_TRUE(is_free) << "taken back after " << steps << " steps";
  }
  EXPECT_GT(steps, 10);
  EXPECT_EQ(bench.entry("it").lanes().size(), 1) << "on the same lane";
}

TEST_F(Parked, a_question_that_cannot_be_recorded_leaves_nothing_parked) {
  bench.policy = "rules: []\n";
  bench.config.limits.max_parked = 1;
  bench.config.servers.back().trust = config::Trust::kUntrusted;
  auto& fails = failing_before(bench, behind);
  Client c(bench, Era::kModern, kAskable);
  bench.server("it").delay = 50ms;
  const auto pending = c.send("tools/call", kAsk);
  bench.until([&] { return bench.server("it").count("tools/call") == 1; });
  fails.fail(store::FailingStore::Request::kRemember);
  const auto answer = bench.finish(pending);
  EXPECT_THAT(said(answer), ::testing::HasSubstr("that is not passed on")) << answer.text();
  fails.fail(store::FailingStore::Request::kRemember, 0);
  bench.until([&] { return bench.server("it").cancelled == 1; });
  EXPECT_TRUE(asks_back(c.ask("tools/call", kAsk)));
}

TEST_F(Parked, what_the_client_did_not_declare_is_not_asked) {
  Client c(bench, Era::kModern, R"({"roots":{}})");
  const auto answer = c.ask("tools/call", kAsk);
  EXPECT_FALSE(asks_back(answer)) << answer.text();
  EXPECT_TRUE(is_failure(answer)) << answer.text();
}

class Rounds : public ::testing::Test {
 protected:
  Rounds() { bench.add("it", demo::conformance_server(), Speaks::kModern); }
  Bench bench;
};

TEST_F(Rounds, several_questions_at_once_are_asked_one_by_one) {
  Client c(bench, Era::kLegacy, kAskable);
  const auto answer =
      c.converse("tools/call", call_of("it__test_input_required_result_multiple_inputs"),
                 {R"({"action":"accept","content":{"name":"Ann"}})",
                  R"({"role":"assistant","model":"m","content":{"type":"text","text":"Hi"}})",
                  R"({"roots":[]})"});
  EXPECT_EQ(said(answer), "Ann: Hi (0 root(s))");
  ASSERT_EQ(c.session->asked.size(), 3);
  EXPECT_EQ(c.session->asked[1].first, "sampling/createMessage");
}

TEST_F(Rounds, a_client_that_gives_no_answer_gets_an_error) {
  Client c(bench, Era::kLegacy, kAskable);
  EXPECT_EQ(error_code(c.ask("tools/call", kAsk)), rpc::kUpstreamFailed);
  c.session->answers.push_back(R"("error":{"code":-1,"message":"not now"})");
  const auto refused = c.ask("tools/call", kAsk);
  EXPECT_EQ(error_code(refused), rpc::kUpstreamFailed);
  EXPECT_NE(said(refused).find("not now"), std::string::npos);
}

// A modern server that asks whatever it likes.
demo::Parts curious(std::string question) {
  auto parts = small_server("it", {});
  parts.tools.push_back(tool("ask", demo::at_once([question](demo::Call&) {
                               auto reply =
                                   demo::raw(R"({"inputRequests":{"q":)" + question + "}}");
                               reply.type = "input_required";
                               return reply;
                             })));
  return parts;
}

TEST(Curious, a_modern_server_can_ask_a_legacy_client_only_what_it_declared) {
  for (const std::string_view question :
       {R"({"method":"sampling/createMessage","params":{}})", R"({"method":"tools/call"})",
        R"({"method":"elicitation/create","params":{"mode":"url"}})", R"({})"}) {
    Bench bench;
    bench.add("it", curious(std::string(question)), Speaks::kModern);
    Client c(bench, Era::kLegacy, R"({"elicitation":{}})");
    c.session->answers.assign(40, R"("result":{})");
    EXPECT_EQ(error_code(c.ask("tools/call", call_of("it__ask"))), rpc::kUpstreamFailed);
    EXPECT_TRUE(c.session->asked.empty()) << question;
  }
}

TEST(Curious, a_server_that_asks_without_end_is_stopped) {
  Bench bench;
  bench.add("it", curious(R"({"method":"elicitation/create","params":{}})"), Speaks::kModern);
  Client c(bench, Era::kLegacy, R"({"elicitation":{}})");
  c.session->answers.assign(100, R"("result":{"action":"accept"})");
  EXPECT_EQ(said(c.ask("tools/call", call_of("it__ask"))),
            "error -31001: it: the server asks without end");
}

}  // namespace
}  // namespace touchstone::gateway
