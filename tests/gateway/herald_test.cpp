// Who is told by webhook: questions to a person, and decisions that a rule wants known.
#include "approval/receiver_for_test.hpp"
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using approval::testing::Receiver;
using approval::testing::reply;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kSecret = "0123456789abcdef";

class Heralded : public ::testing::TestWithParam<Era> {
 protected:
  Heralded() {
    bench.add("office", offices(), Speaks::kBoth);
    bench.config.approvals.wait = 5s;
  }
  static demo::Parts offices() {
    demo::Parts parts;
    parts.name = "office";
    parts.tools = {saying("send", "sent")};
    return parts;
  }
  config::Webhook webhook(const Receiver& receiver, std::string name = {}) {
    return {receiver.url(), {std::string(kSecret)}, 20s, std::move(name)};
  }
  std::string call(Client& client) {
    return said(client.ask("tools/call", call_of("office__send", "{}")));
  }
  // As the person behind the webhook would: the ticket is in the question.
  [[nodiscard]] Receiver::Reply answers(std::string decision) {
    return [this, decision](const std::string& body) {
      const auto asked = json::Parser().parse(json::Text::copy_of(body));
      const std::string answer =
          fmt::format(R"({{"ticket":{},"decision":"{}","by":"ann"}})",
                      asked->root().find("ticket").find("id").raw(), decision);
      return reply(200, answer, approval::signature_of(kSecret, bench.now, answer));
    };
  }
  Bench bench;
};

TEST_P(Heralded, a_question_is_posted_signed_and_its_answer_decides) {
  bench.policy = "rules:\n- {name: ask, effect: escalate}\n";
  for (const std::string decision : {"allow_once", "deny"}) {
    Receiver receiver(bench.loop, answers(decision));
    bench.config.approvals.webhook = webhook(receiver);
    if (bench.gateway) bench.gateway->reload(bench.config);
    Client client(bench, GetParam());
    const auto words = call(client);
    if (decision == "deny") EXPECT_THAT(words, HasSubstr("denied"));
    if (decision != "deny") EXPECT_EQ(words, "sent");
    ASSERT_EQ(receiver.bodies.size(), 1U);
    EXPECT_TRUE(
        approval::check_signature(receiver.signatures[0], kSecret, bench.now, receiver.bodies[0]));
    EXPECT_THAT(receiver.bodies[0], HasSubstr(R"("type":"approval.asked")"));
    EXPECT_THAT(receiver.bodies[0], HasSubstr(R"("tool":"office__send")"));
  }
}

TEST_P(Heralded, an_answer_nobody_signed_decides_nothing) {
  bench.policy = "rules:\n- {name: ask, effect: escalate}\n";
  bench.config.approvals.wait = 1ms;
  Receiver receiver(bench.loop, [](const std::string& body) {
    const auto asked = json::Parser().parse(json::Text::copy_of(body));
    return reply(200, fmt::format(R"({{"ticket":{},"decision":"allow_once"}})",
                                  asked->root().find("ticket").find("id").raw()));
  });
  bench.config.approvals.webhook = webhook(receiver);
  Client client(bench, GetParam());
  EXPECT_THAT(call(client), HasSubstr("touchstone approvals allow"));
  EXPECT_EQ(bench.server("office").count("tools/call"), 0U);
}

TEST_P(Heralded, a_rule_tells_its_channels_what_was_decided) {
  bench.policy =
      "rules:\n- {name: tell, effect: block, description: Not today, notify: [security, nobody]}\n";
  Receiver receiver(bench.loop, [](const std::string&) { return reply(204, ""); });
  bench.config.channels = {webhook(receiver, "security")};
  Client client(bench, GetParam());
  EXPECT_THAT(call(client), HasSubstr("Not today"));
  bench.until([&] { return !receiver.bodies.empty(); });
  EXPECT_THAT(receiver.bodies[0], HasSubstr(R"("type":"decision.made","channel":"security")"));
  EXPECT_THAT(receiver.bodies[0], HasSubstr(R"("effect":"block")"));
  EXPECT_THAT(receiver.bodies[0], HasSubstr(stored_decisions(bench).at(0).id));
  EXPECT_TRUE(
      approval::check_signature(receiver.signatures[0], kSecret, bench.now, receiver.bodies[0]));
  EXPECT_THAT(bench.logged(), HasSubstr("no channel is called nobody"));
  const auto said = bench.logged().size();
  (void)call(client);
  EXPECT_EQ(bench.logged().find("no channel is called nobody", said), std::string::npos);
}

TEST_P(Heralded, who_is_asked_in_the_client_is_not_kept_when_the_webhook_answers) {
  if (GetParam() == Era::kModern) return;  // it is not kept: it comes back when it likes
  bench.policy = "rules:\n- {name: ask, effect: escalate}\n";
  Receiver receiver(bench.loop, answers("allow_once"));
  bench.config.approvals.webhook = webhook(receiver);
  Client client(bench, GetParam(), R"({"elicitation":{"form":{}}})");
  client.session->silent_on = &bench.loop;
  EXPECT_EQ(call(client), "sent");
  ASSERT_EQ(client.session->withdrawn.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Eras, Heralded, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kLegacy ? "legacy" : "modern";
                         });

}  // namespace
}  // namespace touchstone::gateway
