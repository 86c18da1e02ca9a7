// What a person is shown of a tool's name: its title, wherever the server wrote it.
#include "approval/prompt.hpp"
#include "gateway/asked.hpp"
#include "gateway/stored.hpp"

namespace touchstone::gateway {
namespace {

std::string title_shown(std::string_view members) {
  Bench bench;
  bench.policy = kAsksAboutCalls;
  bench.config.approvals.wait = std::chrono::milliseconds(1);
  demo::Parts parts;
  parts.name = "office";
  parts.tools = {{fmt::format(R"({{"name":"send"{},"inputSchema":{{"type":"object"}}}})", members),
                  demo::at_once([](demo::Call&) { return demo::text("sent"); }),
                  demo::Background::kNever}};
  bench.add("office", std::move(parts), Speaks::kBoth);
  Client client(bench, Era::kLegacy);
  (void)client.ask("tools/call", call_of("office__send"));
  const auto tickets = stored_tickets(bench);
  EXPECT_EQ(tickets.size(), 1U);
  return tickets.empty() ? "" : approval::read_prompt(tickets.front().prompt).value().title;
}

TEST(QuestionTitle, is_the_tools_own_or_that_of_its_annotations) {
  EXPECT_EQ(title_shown(R"(,"title":"Send a mail")"), "Send a mail");
  EXPECT_EQ(title_shown(R"(,"annotations":{"title":"Send a mail"})"), "Send a mail");
  EXPECT_EQ(title_shown(R"(,"title":"Send","annotations":{"title":"Other"})"), "Send");
  EXPECT_EQ(title_shown(""), "");
}

}  // namespace
}  // namespace touchstone::gateway
