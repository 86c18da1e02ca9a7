// A person who is asked on our page, since the client only opens URLs.
#include "gateway/asked.hpp"
#include "gateway/front.hpp"
#include "http/url.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kOpensUrls = R"({"elicitation":{"url":{}}})";
constexpr std::string_view kOpened = R"({"action":"accept"})";

class OnPage : public ::testing::TestWithParam<Era> {
 protected:
  OnPage() {
    bench.config.approvals.wait = bench.config.approvals.wait_for_client = 60s;
    bench.config.limits.heartbeat = 50ms;
  }
  void be_impatient() {  // the desk's clock stands still here, so it waits for ever or not at all
    bench.config.approvals.wait = 1ms;
    bench.config.approvals.wait_for_client = 200ms;
  }
  // After the policy and the config are as the test wants them.
  Client& client() {
    if (client_) return *client_;
    front_.emplace(bench);
    bench.gateway->listen_at("127.0.0.1", 7332);
    client_.emplace(bench, GetParam(), kOpensUrls);
    if (is_legacy()) client_->session->silent_on = &bench.loop;
    return *client_;
  }
  [[nodiscard]] static bool is_legacy() { return GetParam() == Era::kLegacy; }

  // The call, until the client has the question.
  void call() {
    client();
    call_ = client_->send("tools/call", AskingOffice::params(), R"("progressToken":"p")");
    if (is_legacy()) {
      const std::size_t before = asked_count_;
      bench.until([&] { return client_->session->asked.size() > before; });
      asked_count_ = client_->session->asked.size();
      ASSERT_EQ(client_->session->asked.back().first, "elicitation/create");
      params_ = json::document(client_->session->asked.back().second);
      return;
    }
    asked_ = bench.finish(call_);
    ASSERT_TRUE(asks_back(asked_)) << asked_.text();
    const auto question = result(asked_).find("inputRequests").find("touchstone_approval");
    EXPECT_TRUE(question.find("method").equals("elicitation/create"));
    params_ = json::document(question.find("params").raw());
  }
  // What the client says to it; the call goes on.
  void say(std::string_view answer) {
    if (is_legacy()) {
      client_->session->answers.push_back(fmt::format(R"("result":{})", answer));
      ASSERT_FALSE(client_->session->open.empty());
      client_->session->open.front()->keep(true);
      bench.until([&] { return client_->session->open.empty(); });
      return;
    }
    call_ = client_->send("tools/call", AskingOffice::params() + "," + retry_of(asked_, answer),
                          R"("progressToken":"p")");
  }
  [[nodiscard]] std::string url() const {
    return params_.root().find("url").as_string().value_or("");
  }
  [[nodiscard]] std::string path() const { return http::parse_url(url())->target; }
  face::Response browse(std::string_view method, std::string_view body = {}) {
    auto browser = front_->client();
    browser.send(face::request_text(method,
                                    body.empty() ? ""
                                                 : "Origin: http://localhost\r\nContent-Type: "
                                                   "application/x-www-form-urlencoded\r\n",
                                    path(), body));
    return browser.response();
  }
  json::Document ending() { return bench.finish(call_); }
  // What models, operators and records get to see.
  void expect_key_nowhere(const json::Document& answer) {
    const std::string key = path().substr(path().rfind('-') + 1);
    ASSERT_EQ(key.size(), 32U);
    EXPECT_THAT(std::string(answer.text()), Not(HasSubstr(key)));
    EXPECT_THAT(bench.logged(), Not(HasSubstr(key)));
    for (const auto& decision : stored_decisions(bench))
      EXPECT_THAT(decision.json, Not(HasSubstr(key)));
    for (const auto& ticket : stored_tickets(bench)) {
      EXPECT_THAT(ticket.prompt, Not(HasSubstr(key)));
      EXPECT_THAT(ticket.nonce, Not(HasSubstr(key)));
    }
    for (const auto& sent : call_->exchange.sent) EXPECT_THAT(sent, Not(HasSubstr(key)));
  }

  AskingOffice office{kAsksAboutCalls};
  Bench& bench = office.bench;
  json::Document params_ = json::document("{}");

 private:
  std::optional<Front> front_;
  std::optional<Client> client_;
  std::shared_ptr<Pending> call_;
  std::size_t asked_count_ = 0;
  json::Document asked_ = json::document("null");
};

TEST_P(OnPage, the_client_gets_its_url_and_a_message_without_it) {
  call();
  const auto params = params_.root();
  EXPECT_TRUE(params.find("mode").equals("url"));
  EXPECT_THAT(url(), ::testing::StartsWith("http://127.0.0.1:7332/approvals/" + office.ticket()));
  EXPECT_EQ(static_cast<bool>(params.find("elicitationId")), is_legacy());
  EXPECT_FALSE(params.find("requestedSchema"));
  const auto message = params.find("message").as_string().value_or("");
  EXPECT_THAT(message, HasSubstr("May the call of office__send on office run?"));
  EXPECT_THAT(message, HasSubstr("Asked by the policy: ask."));
  EXPECT_THAT(message, Not(HasSubstr("/approvals/")));
}

TEST_P(OnPage, a_yes_there_makes_the_call) {
  call();
  say(kOpened);
  EXPECT_THAT(browse("GET").body, HasSubstr("office__send on office"));
  EXPECT_EQ(office.calls(), 0U) << "that it was opened is no yes";
  EXPECT_THAT(browse("POST", "decision=allow_once").body, HasSubstr("Allowed"));
  const auto answer = ending();
  EXPECT_EQ(said(answer), "sent");
  EXPECT_EQ(office.calls(), 1U);
  EXPECT_EQ(stored_tickets(bench).at(0).answered_by, "local on the approval page");
  expect_key_nowhere(answer);
}

TEST_P(OnPage, a_yes_before_the_client_has_said_anything_counts_as_well) {
  call();
  (void)browse("POST", "decision=allow_once");
  if (!is_legacy()) say(kOpened);
  EXPECT_EQ(said(ending()), "sent");
  if (is_legacy()) EXPECT_EQ(client().session->withdrawn.size(), 1U);
}

TEST_P(OnPage, a_no_there_refuses_it) {
  call();
  say(kOpened);
  EXPECT_THAT(browse("POST", "decision=deny").body, HasSubstr("Denied"));
  const auto answer = ending();
  EXPECT_THAT(said(answer), HasSubstr("a person has denied it"));
  EXPECT_EQ(office.calls(), 0U);
  expect_key_nowhere(answer);
}

TEST_P(OnPage, a_no_in_the_client_is_one_and_the_page_says_so) {
  call();
  say(kSaysNo);
  EXPECT_THAT(said(ending()), HasSubstr("a person has denied it"));
  EXPECT_THAT(browse("POST", "decision=allow_once").body, HasSubstr("Denied"));
  EXPECT_EQ(office.calls(), 0U);
}

TEST_P(OnPage, an_accept_that_brings_an_answer_brings_none) {
  be_impatient();
  call();
  say(kSaysYes);
  EXPECT_THAT(said(ending()), HasSubstr("touchstone approvals allow"));
  EXPECT_EQ(stored_tickets(bench).at(0).state, store::TicketState::kPending);
}

TEST_P(OnPage, who_closes_the_dialog_leaves_it_to_others) {
  call();
  say(kCloses);
  answer_elsewhere(bench, office.ticket());
  EXPECT_EQ(said(ending()), "sent");
}

TEST_P(OnPage, the_call_ends_before_clients_give_up_and_passes_when_it_was_allowed) {
  be_impatient();
  call();
  say(kOpened);
  const auto answer = ending();
  EXPECT_THAT(said(answer), HasSubstr("touchstone approvals allow " + office.ticket()));
  expect_key_nowhere(answer);
  EXPECT_EQ(browse("POST", "decision=allow_once").status, 200);
  EXPECT_EQ(said(office.call(client())), "sent");
}

TEST_P(OnPage, the_first_answer_counts) {
  call();
  say(kOpened);
  EXPECT_THAT(browse("POST", "decision=allow_session").body, HasSubstr("Allowed"));
  EXPECT_THAT(browse("POST", "decision=deny").body, HasSubstr("Allowed"));
  EXPECT_EQ(said(ending()), "sent");
  EXPECT_EQ(said(office.call(client(), "bob")), "sent") << "for this session";
}

TEST_P(OnPage, the_name_is_typed_where_the_policy_wants_it) {
  bench.policy = "rules:\n- {name: ask, effect: escalate, confirm: name}\n";
  call();
  say(kOpened);
  EXPECT_THAT(browse("GET").body, HasSubstr("<input name=\"confirm\""));
  EXPECT_THAT(browse("POST", "decision=allow_once&confirm=office__send").body,
              HasSubstr("Allowed"));
  EXPECT_EQ(said(ending()), "sent");
}

TEST_P(OnPage, a_question_whose_time_is_over_cannot_be_answered) {
  call();
  bench.now += bench.config.approvals.timeout + 1s;
  EXPECT_THAT(browse("POST", "decision=allow_once").body, HasSubstr("Too late"));
  if (!is_legacy()) say(kOpened);
  EXPECT_THAT(said(ending()), HasSubstr("nobody has answered in time"));
  EXPECT_EQ(office.calls(), 0U);
}

TEST_P(OnPage, a_result_can_be_delivered) {
  bench.policy = kAsksAboutResults;
  call();
  EXPECT_THAT(params_.root().find("message").as_string().value_or(""),
              HasSubstr("May the result of office__send on office be delivered?"));
  say(kOpened);
  EXPECT_THAT(browse("GET").body, HasSubstr("Deliver this result"));
  (void)browse("POST", "decision=allow_once");
  EXPECT_EQ(said(ending()), "sent");
  EXPECT_EQ(office.calls(), 1U);
}

TEST_P(OnPage, is_where_the_config_says) {
  bench.config.approvals.page = "https://gw.example/ts/";
  call();
  EXPECT_THAT(url(), ::testing::StartsWith("https://gw.example/ts/approvals/"));
}

TEST_P(OnPage, is_nowhere_if_the_config_says_so) {
  bench.config.approvals.page = "off";
  bench.config.approvals.wait = 1ms;
  const auto answer = office.call(client());
  EXPECT_FALSE(asks_back(answer));
  EXPECT_THAT(said(answer), HasSubstr("touchstone approvals allow"));
  if (is_legacy()) EXPECT_TRUE(client().session->asked.empty());
  params_ = json::document(R"({"url":"http://x/approvals/y"})");
  EXPECT_EQ(browse("GET").status, 404);
}

INSTANTIATE_TEST_SUITE_P(Eras, OnPage, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kLegacy ? "legacy" : "modern";
                         });

class OnPageOfLegacy : public OnPage {};

TEST_P(OnPageOfLegacy, the_client_hears_progress_and_that_it_is_complete) {
  call();
  say(kOpened);
  bench.rest(120ms);
  (void)browse("POST", "decision=allow_once");
  EXPECT_EQ(said(ending()), "sent");
  bench.until([&] { return !client().session->sent.empty(); });
  EXPECT_THAT(
      client().session->sent.back(),
      HasSubstr(
          R"("method":"notifications/elicitation/complete","params":{"elicitationId":"touchstone-)" +
          office.ticket()));
}

// It is opened already: the same call made again waits for the same page.
TEST_P(OnPageOfLegacy, there_is_one_dialog_for_one_question) {
  bench.config.approvals.wait_for_client = 200ms;
  call();
  say(kOpened);
  (void)ending();
  EXPECT_THAT(said(office.call(client())), HasSubstr("touchstone approvals allow"));
  EXPECT_EQ(client().session->asked.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Eras, OnPageOfLegacy, ::testing::Values(Era::kLegacy),
                         [](const auto&) { return "legacy"; });

// An address for everybody is none that a person can open.
TEST(NoPage, without_an_address_to_open) {
  AskingOffice office{kAsksAboutCalls};
  Front front(office.bench);
  office.bench.gateway->listen_at("0.0.0.0", 7332);
  Client client(office.bench, Era::kModern, kOpensUrls);
  EXPECT_FALSE(asks_back(office.call(client)));
}

}  // namespace
}  // namespace touchstone::gateway
