// A person who is asked in a legacy client's own dialog, and takes longer than the client waits.
#include "gateway/dialogs.hpp"

#include "gateway/asked.hpp"
#include "gateway/front.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

class OpenDialog : public ::testing::Test {
 protected:
  OpenDialog() {
    bench.config.approvals.wait_for_client = 200ms;
    bench.config.limits.heartbeat = 50ms;
  }
  std::unique_ptr<Client> silent_client() {
    auto client = std::make_unique<Client>(bench, Era::kLegacy, kAsksForms);
    client->session->silent_on = &bench.loop;
    return client;
  }
  // The person has made up their mind.
  void say(Client& client, std::string_view answer) {
    client.session->answers.push_back(fmt::format(R"("result":{})", answer));
    ASSERT_FALSE(client.session->open.empty());
    client.session->open.front()->keep(true);
    bench.until([&] { return client.session->open.empty(); });
  }
  store::TicketState state() { return stored_tickets(bench).at(0).state; }

  AskingOffice office{kAsksAboutCalls};
  Bench& bench = office.bench;
};

TEST_F(OpenDialog, the_call_ends_before_clients_give_up_and_names_the_ticket) {
  const auto client = silent_client();
  const auto text = said(office.call(*client));
  EXPECT_THAT(text, HasSubstr("A person can still answer there, or look at it"));
  EXPECT_THAT(text, HasSubstr("touchstone approvals allow " + office.ticket()));
  EXPECT_EQ(office.calls(), 0U);
  EXPECT_EQ(client->session->open.size(), 1U) << "the person may still answer";
}

TEST_F(OpenDialog, when_the_gateway_ends_whoever_waits_hears_that_the_call_was_not_made) {
  bench.config.approvals.wait = bench.config.approvals.wait_for_client = 60s;
  bench.config.limits.heartbeat = 60s;
  const auto asked = silent_client();
  Client legacy(bench, Era::kLegacy);
  Client modern(bench, Era::kModern);
  std::vector<std::shared_ptr<Pending>> calls;
  for (Client* client : {asked.get(), &legacy, &modern})
    calls.push_back(client->send("tools/call", AskingOffice::params()));
  for (int i = 0; i < 1'000 && stored_tickets(bench).size() < 3; ++i) {
  }
  bench.gateway->close();
  for (const auto& call : calls) {
    const auto text = said(bench.finish(call));
    EXPECT_THAT(text, HasSubstr("was not made: it waits for a person's approval"));
    EXPECT_THAT(text, HasSubstr("Nothing was done."));
  }
  EXPECT_EQ(office.calls(), 0U);
}

TEST_F(OpenDialog, whoever_wants_progress_hears_it_and_waits_no_longer) {
  bench.config.approvals.wait_for_client = 2'500ms;  // many a heartbeat, also on a busy machine
  const auto client = silent_client();
  const auto pending = client->send("tools/call", AskingOffice::params(), R"("progressToken":"p")");
  EXPECT_THAT(said(bench.finish(pending)), HasSubstr("touchstone approvals allow"));
  const auto& sent = pending->exchange.sent;
  ASSERT_GE(sent.size(), 2U);
  EXPECT_THAT(sent[0], HasSubstr(R"("progressToken":"p","progress":1,)"));
  EXPECT_THAT(sent[1], HasSubstr(R"("progress":2,)"));
}

TEST_F(OpenDialog, nobody_hears_progress_who_has_not_asked_for_it) {
  const auto client = silent_client();
  const auto pending = client->send("tools/call", AskingOffice::params());
  (void)bench.finish(pending);
  EXPECT_TRUE(pending->exchange.sent.empty());
}

TEST_F(OpenDialog, a_late_yes_counts_for_the_same_call_made_again_and_once) {
  const auto client = silent_client();
  (void)office.call(*client);
  say(*client, kSaysYes);
  bench.until([&] { return state() == store::TicketState::kAllowed; });
  EXPECT_EQ(said(office.call(*client)), "sent");
  EXPECT_EQ(client->session->asked.size(), 1U);
  EXPECT_EQ(office.calls(), 1U);
  EXPECT_THAT(said(office.call(*client)), Not("sent"));
}

TEST_F(OpenDialog, a_late_no_settles_the_question) {
  const auto client = silent_client();
  (void)office.call(*client);
  say(*client, kSaysNo);
  bench.until([&] { return state() == store::TicketState::kDenied; });
  EXPECT_EQ(stored_tickets(bench).at(0).answered_by, "local through the client");
}

TEST_F(OpenDialog, the_same_call_made_again_waits_for_the_dialog_that_is_open) {
  const auto client = silent_client();
  (void)office.call(*client);
  bench.config.approvals.wait_for_client = 60s;
  bench.gateway->reload(bench.config);
  const auto again = client->send("tools/call", AskingOffice::params());
  bench.rest(60ms);
  EXPECT_EQ(client->session->asked.size(), 1U) << "one question, one dialog";
  say(*client, kSaysYes);
  EXPECT_EQ(said(bench.finish(again)), "sent");
}

TEST_F(OpenDialog, it_is_withdrawn_when_somebody_answers_elsewhere_though_the_call_is_over) {
  const auto client = silent_client();
  (void)office.call(*client);
  answer_elsewhere(bench, office.ticket());
  bench.until([&] { return client->session->open.empty(); });
  EXPECT_THAT(client->session->withdrawn, ::testing::ElementsAre("it was answered elsewhere"));
  EXPECT_EQ(said(office.call(*client)), "sent");
}

TEST_F(OpenDialog, who_has_denied_it_elsewhere_is_named) {
  bench.config.approvals.wait_for_client = 60s;
  const auto client = silent_client();
  const auto pending = client->send("tools/call", AskingOffice::params());
  bench.until([&] { return !client->session->open.empty(); });
  answer_elsewhere(bench, office.ticket(), false);
  EXPECT_THAT(said(bench.finish(pending)), HasSubstr("a person has denied it (ann)"));
}

TEST_F(OpenDialog, a_client_that_cannot_ask_after_all_is_as_one_that_never_could) {
  bench.config.approvals.wait_for_client = 60s;
  Client client(bench, Era::kLegacy, kAsksForms);
  client.session->answers.push_back(R"("error":{"code":-32601,"message":"no"})");
  EXPECT_THAT(said(office.call(client)), HasSubstr("touchstone approvals allow"));
}

TEST_F(OpenDialog, a_result_is_asked_about_in_the_same_way) {
  bench.policy = kAsksAboutResults;
  const auto client = silent_client();
  EXPECT_THAT(said(office.call(*client)), HasSubstr("the result of send is withheld"));
  say(*client, kSaysYes);
  bench.until([&] { return state() == store::TicketState::kAllowed; });
  EXPECT_EQ(said(office.call(*client)), "sent");
}

// Over HTTP the stream of the call has ended when the person answers.
TEST_F(OpenDialog, an_answer_over_http_counts_after_its_call_and_outlives_no_session) {
  Front front(bench);
  auto client = front.client();
  const auto open = [&] {
    client.send(face::post_text(
        rpc::request("0", "initialize",
                     R"({"protocolVersion":"2025-06-18","capabilities":{"elicitation":{}}})")));
    return "Mcp-Session-Id: " + client.response().header("mcp-session-id") + "\r\n";
  };
  const auto call = [&](const std::string& id, const std::string& session) {
    auto caller = front.client();
    caller.send(face::post_text(
        rpc::request(id, "tools/call", R"({"name":"office__send","arguments":{}})"), session));
    caller.head();
    std::string last = caller.event();
    for (auto next = caller.event(); next != "end"; next = caller.event()) last = next;
    return last;
  };
  const std::string session = open();
  EXPECT_THAT(call("7", session), HasSubstr("touchstone approvals allow"));
  // What happens to another request does not concern the question, wherever that stands in memory.
  auto other = front.client();
  other.send(
      face::post_text(rpc::notification("notifications/cancelled", R"({"requestId":7})"), session));
  EXPECT_EQ(other.response().status, 202);
  other.send(face::post_text(rpc::result("1", kSaysYes), session));
  EXPECT_EQ(other.response().status, 202);
  bench.until([&] { return state() == store::TicketState::kAllowed; });
  auto again = front.client();
  again.send(face::post_text(
      rpc::request("8", "tools/call", R"({"name":"office__send","arguments":{}})"), session));
  EXPECT_THAT(again.response().body, HasSubstr("sent"));
  // A session that ends with its dialog open leaves nothing behind.
  const std::string second = open();
  EXPECT_THAT(call("9", second), HasSubstr("touchstone approvals allow"));
  other.send(face::request_text("DELETE", second));
  EXPECT_EQ(other.response().status, 200);
  bench.rest();
}

// A gateway that goes while a dialog is open, as under a sanitizer.
TEST_F(OpenDialog, may_be_open_when_everything_ends) {
  bench.config.approvals.wait_for_client = 60s;
  const auto client = silent_client();
  const auto pending = client->send("tools/call", AskingOffice::params());
  bench.until([&] { return !client->session->open.empty(); });
  pending->exchange.cancel("the client has gone");
}

}  // namespace
}  // namespace touchstone::gateway
