// What was withheld and passed on by its handle does not come back by another call.
#include "gateway/handled.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

// A server that keeps what it is given and shows all of it, under no name that tells anything.
demo::Parts notebook(const std::shared_ptr<std::string>& page) {
  demo::Parts parts;
  parts.name = "notes";
  parts.tools = {
      tool_of("jot", std::string(kWritingTool), demo::at_once([page](demo::Call& call) {
                *page += call.text("text") + "\n";
                return demo::text("jotted");
              })),
      tool_of("leaf", std::string(kReadingTool), demo::at_once([page](demo::Call& call) {
                const auto wanted = call.text("text");
                return demo::text("Notes: " + (wanted.empty() ? *page : wanted));
              })),
      tool_of("murmur", std::string(kReadingTool), demo::at_once([page](demo::Call& call) {
                call.log("warning", *page);
                return demo::text("nothing");
              })),
  };
  return parts;
}

class PassedOn : public Handled {
 protected:
  PassedOn() {
    bench.policy =
        "rules:\n- {name: hold, effect: quarantine, phase: response, conditions: {fact: tool.name, "
        "in: [fetch_page, read_salaries]}}\n";
    bench.add("notes", notebook(page), Speaks::kBoth);
  }
  static json::Document noted(Client& client, std::string_view tool, std::string_view raw = "{}",
                              std::string_view meta = {}) {
    return client.ask("tools/call", fmt::format(R"("name":"notes__{}","arguments":{})", tool, raw),
                      meta);
  }
  void restart() {
    bench.gateway->close();
    bench.gateway.reset();
  }
  std::shared_ptr<std::string> page = std::make_shared<std::string>();
};

TEST_P(PassedOn, it_stays_withheld_wherever_it_was_put) {
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  EXPECT_EQ(said(noted(client, "leaf")), "Notes: ") << "nothing was passed on yet";
  EXPECT_EQ(said(noted(client, "jot", text_argument("see: " + handle))), "jotted");
  ASSERT_THAT(*page, HasSubstr("attacker"));
  const auto text = said(noted(client, "leaf"));
  EXPECT_THAT(text, HasSubstr("it repeats what was withheld before"));
  EXPECT_THAT(text, Not(HasSubstr("attacker")));
  EXPECT_EQ(said(noted(client, "leaf", text_argument("of my own"))), "Notes: of my own");
  EXPECT_EQ(said(call(client, "save", text_argument(handle_in(text)))), "saved");
  EXPECT_EQ(got_text(), "Notes: " + *page);
}

TEST_P(PassedOn, its_label_comes_along_with_what_is_withheld_again) {
  Client client(bench, GetParam());
  const auto sheet = withheld(client, "read_salaries");
  EXPECT_EQ(said(noted(client, "jot", text_argument(sheet))), "jotted");
  const auto again = handle_in(said(noted(client, "leaf")));
  const auto value = stored<std::optional<store::Value>>(bench, [&](auto done) {
    bench.store->find_value(again.substr(19), bench.now, std::move(done));
  });
  ASSERT_TRUE(value);
  EXPECT_TRUE(value->label.classes.has(model::DataClass::kFinancial));
}

TEST_P(PassedOn, it_stays_so_after_a_restart) {
  constexpr std::string_view kMarker = R"("dev.touchstone/session":"task")";
  {
    Client client(bench, GetParam());
    const auto handle = withheld(client, "fetch_page", kMarker);
    EXPECT_EQ(said(noted(client, "jot", text_argument(handle), kMarker)), "jotted");
  }
  restart();
  Client client(bench, GetParam());
  EXPECT_THAT(said(noted(client, "leaf", "{}", kMarker)), Not(HasSubstr("attacker")));
  // Somebody else has no part in it: for them rules and the label of the place decide.
  EXPECT_THAT(said(noted(client, "leaf", "{}", R"("dev.touchstone/session":"other")")),
              HasSubstr("attacker"));
}

TEST_P(PassedOn, nor_does_it_come_back_by_the_log) {
  Client client(bench, GetParam());
  const bool legacy = GetParam() == Era::kLegacy;
  if (legacy) (void)client.ask("logging/setLevel", R"("level":"debug")");
  const auto handle = withheld(client);
  EXPECT_EQ(said(noted(client, "jot", text_argument(handle))), "jotted");
  const auto pending = client.send("tools/call", R"("name":"notes__murmur","arguments":{})",
                                   legacy ? "" : R"("io.modelcontextprotocol/logLevel":"debug")");
  EXPECT_EQ(said(bench.finish(pending)), "nothing");
  EXPECT_THAT(pending->exchange.sent, ::testing::IsEmpty());
}

TEST_P(PassedOn, what_was_delivered_before_is_no_news) {
  *page = kNews;
  Client client(bench, GetParam());
  EXPECT_THAT(said(noted(client, "leaf")), HasSubstr("attacker"));
  const auto handle = withheld(client);
  EXPECT_EQ(said(noted(client, "jot", text_argument(handle))), "jotted");
  EXPECT_THAT(said(noted(client, "leaf")), HasSubstr("attacker"));
}

INSTANTIATE_TEST_SUITE_P(Eras, PassedOn, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kLegacy ? "legacy" : "modern";
                         });

}  // namespace
}  // namespace touchstone::gateway
