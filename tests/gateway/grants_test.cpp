// What a person's yes covers, and what it does not.
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

constexpr std::string_view kAsksForMail = R"(
rules:
  - { name: ask-mail, effect: escalate, conditions: { fact: tool.name, equals: send_mail } }
  - name: ask-private
    effect: escalate
    confirm: name
    conditions:
      and:
        - { fact: tool.name, equals: send_mail }
        - { fact: session.label.private, equals: true }
)";

demo::Part granted_part(std::string_view name, std::string_view members, std::string words) {
  return {fmt::format(R"({{"name":"{}","annotations":{{{}}},"inputSchema":{{"type":"object"}}}})",
                      name, members),
          demo::at_once([words](demo::Call&) { return demo::text(words); }),
          demo::Background::kNever};
}

TEST(Grants, for_a_session_cover_nothing_that_another_rule_asks_about_later) {
  Bench bench;
  bench.policy = kAsksForMail;
  bench.config.approvals.wait = 1ms;
  demo::Parts office;
  office.name = "office";
  office.tools = {
      granted_part("read",
                   R"("readOnlyHint":true,"openWorldHint":false,"returnMetadata":)"
                   R"({"source":"internal","sensitivity":"financial"})",
                   "71000"),
      granted_part("send_mail", R"("readOnlyHint":false,"openWorldHint":true)", "sent")};
  bench.add("office", std::move(office), Speaks::kBoth);
  Client client(bench, Era::kLegacy);
  const auto mail = [&] {
    return said(client.ask("tools/call", call_of("office__send_mail", "{}")));
  };
  EXPECT_THAT(mail(), HasSubstr("ask-mail"));
  const auto tickets = stored_tickets(bench);
  ASSERT_EQ(tickets.size(), 1U);
  answer_elsewhere(bench, tickets[0].id, true, store::Scope::kSession);
  EXPECT_EQ(mail(), "sent");
  EXPECT_EQ(mail(), "sent");
  EXPECT_EQ(said(client.ask("tools/call", call_of("office__read", "{}"))), "71000");
  EXPECT_THAT(mail(), HasSubstr("ask-private"));
}

}  // namespace
}  // namespace touchstone::gateway
