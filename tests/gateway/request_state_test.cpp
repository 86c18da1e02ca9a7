#include "gateway/request_state.hpp"

#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;

// A request as RequestState sees it.
struct Requesting {
  explicit Requesting(std::string_view params = R"("name":"a","arguments":{"x":1})",
                      std::string principal = "local", std::string route = "/mcp",
                      std::string_view method = "tools/call")
      : request{
            std::move(*rpc::Message::read(json::document(fmt::format(
                R"({{"jsonrpc":"2.0","id":1,"method":"{}","params":{{{}}}}})", method, params)))),
            terms,
            std::move(route),
            std::move(principal),
            nullptr,
            exchange} {}
  mcp::Terms terms;
  FakeExchange exchange;
  face::Request request;
};

class State : public ::testing::Test {
 protected:
  base::SystemRandom random;
  RequestState states{random, 1min};
  Requesting asking;
};

TEST_F(State, comes_back_as_it_went) {
  const auto sealed = states.close(asking.request, {7, "files", "their\nown\n"});
  const auto content = states.open(asking.request, sealed);
  ASSERT_TRUE(content);
  EXPECT_EQ(content->parked, 7);
  EXPECT_EQ(content->server, "files");
  EXPECT_EQ(content->theirs, "their\nown\n");
}

TEST_F(State, of_a_question_about_a_result_says_so) {
  const auto sealed = states.close(
      asking.request,
      {.server = "files", .ticket = "t1", .withheld = {Withheld::What::kError, "call-1"}});
  const auto content = states.open(asking.request, sealed);
  ASSERT_TRUE(content);
  EXPECT_EQ(content->ticket, "t1");
  EXPECT_EQ(content->withheld.what, Withheld::What::kError);
  EXPECT_EQ(content->withheld.call, "call-1");
}

TEST_F(State, of_a_question_outlives_the_question) {
  RequestState brief(random, -1ms);
  const auto sealed = brief.close(asking.request, {.server = "files", .longer = 1min});
  EXPECT_TRUE(brief.open(asking.request, sealed));
}

TEST_F(State, shows_nothing_of_what_is_in_it) {
  const auto sealed = states.close(asking.request, {0, "files", "secret"});
  EXPECT_EQ(sealed.find("secret"), std::string::npos);
  EXPECT_NE(states.close(asking.request, {0, "files", "secret"}), sealed);
}

TEST_F(State, works_once) {
  const auto sealed = states.close(asking.request, {0, "files", "x"});
  EXPECT_TRUE(states.open(asking.request, sealed));
  EXPECT_FALSE(states.open(asking.request, sealed));
}

TEST_F(State, is_good_only_for_the_same_request_again) {
  const auto sealed = states.close(asking.request, {0, "files", "x"});
  Requesting somebody(R"("name":"a","arguments":{"x":1})", "eve");
  Requesting elsewhere(R"("name":"a","arguments":{"x":1})", "local", "/mcp/s/files");
  Requesting method(R"("name":"a","arguments":{"x":1})", "local", "/mcp", "prompts/get");
  Requesting name(R"("name":"b","arguments":{"x":1})");
  Requesting arguments(R"("name":"a","arguments":{"x":2})");
  Requesting none(R"("name":"a")");
  Requesting session(
      R"("name":"a","arguments":{"x":1},"_meta":{"dev.touchstone/session":"another"})");
  for (Requesting* other : {&somebody, &elsewhere, &method, &name, &arguments, &none, &session})
    EXPECT_FALSE(states.open(other->request, sealed));
  EXPECT_TRUE(states.open(asking.request, sealed)) << "and refusals do not use it up";
}

TEST_F(State, answers_and_meta_may_differ) {
  const auto sealed = states.close(asking.request, {0, "files", "x"});
  Requesting again(
      R"("name":"a","arguments":{"x":1},"inputResponses":{"q":{}},"requestState":"…","_meta":{"a":1})");
  EXPECT_TRUE(states.open(again.request, sealed));
}

TEST_F(State, what_is_not_ours_is_refused) {
  const auto sealed = states.close(asking.request, {0, "files", "x"});
  RequestState others(random, 1min);
  EXPECT_FALSE(others.open(asking.request, sealed));
  EXPECT_FALSE(states.open(asking.request, ""));
  EXPECT_FALSE(states.open(asking.request, "AAAA"));
  EXPECT_FALSE(states.open(asking.request, sealed.substr(0, sealed.size() - 4)));
  EXPECT_FALSE(states.open(asking.request, sealed + "AAAA"));
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = changed[i] == 'A' ? 'Q' : 'A';
    EXPECT_FALSE(states.open(asking.request, changed)) << i;
  }
}

TEST_F(State, does_not_last) {
  RequestState brief(random, -1ms);
  EXPECT_FALSE(brief.open(asking.request, brief.close(asking.request, {0, "files", "x"})));
}

}  // namespace
}  // namespace touchstone::gateway
