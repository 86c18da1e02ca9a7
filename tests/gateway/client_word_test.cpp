// What a client says of its own context: it counts as what the session has seen does, and stays.
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"
#include "store/failing_store.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kSaysUntrusted = R"("annotations":{"openWorldHint":true})";
constexpr std::string_view kSaysAttack = R"("annotations":{"maliciousActivityHint":true})";
constexpr std::string_view kSaysHarmless =
    R"("annotations":{"openWorldHint":false,"maliciousActivityHint":false})";

demo::Part hinted_part(std::string_view name, std::string_view hints, std::string words) {
  return {fmt::format(R"({{"name":"{}","inputSchema":{{"type":"object"}},"annotations":{}}})", name,
                      hints),
          demo::at_once([words](demo::Call&) { return demo::text(words); }),
          demo::Background::kNever};
}

class ClientWord : public ::testing::TestWithParam<Era> {
 protected:
  ClientWord() {
    bench.policy = policy::find_pack("balanced")->text;
    bench.config.approvals.wait = 1ms;
    demo::Parts parts;
    parts.name = "office";
    parts.tools = {hinted_part("post",
                               R"({"readOnlyHint":false,"destructiveHint":false,)"
                               R"("openWorldHint":true,"inputMetadata":{"destination":"public",)"
                               R"("sensitivity":"none","outcomes":"consequential"}})",
                               "posted"),
                   hinted_part("look", R"({"readOnlyHint":true,"openWorldHint":false})", "looked"),
                   hinted_part("note",
                               R"({"readOnlyHint":false,"destructiveHint":false,)"
                               R"("openWorldHint":false})",
                               "noted")};
    bench.add("office", std::move(parts), Speaks::kBoth);
  }
  std::string call(Client& client, std::string_view tool, std::string_view meta = {}) {
    return said(client.ask(
        "tools/call", fmt::format(R"("name":"office__{}","arguments":{{"text":"hello"}})", tool),
        meta));
  }
  model::Label label() {
    model::Label all;
    for (const auto& session : stored_sessions(bench)) all.join(session.label);
    return all;
  }
  Bench bench;
};

TEST_P(ClientWord, that_its_context_is_untrusted_has_a_person_asked_from_then_on) {
  Client client(bench, GetParam());
  EXPECT_EQ(call(client, "post"), "posted");
  EXPECT_THAT(call(client, "post", kSaysUntrusted), HasSubstr("touchstone approvals allow"));
  EXPECT_TRUE(label().untrusted);
  EXPECT_FALSE(label().malicious);
  EXPECT_THAT(call(client, "post"), HasSubstr("touchstone approvals allow"));
}

TEST_P(ClientWord, that_it_has_seen_an_attack_does_so_for_whatever_does_more_than_read) {
  Client client(bench, GetParam());
  EXPECT_EQ(call(client, "look", kSaysAttack), "looked");
  EXPECT_TRUE(label().malicious);
  EXPECT_TRUE(label().untrusted);
  EXPECT_THAT(call(client, "note"), HasSubstr("touchstone approvals allow"));
}

TEST_P(ClientWord, stays_though_the_call_is_refused_and_the_gateway_restarts) {
  const std::string marker = R"("dev.touchstone/session":"task-1")";
  {
    Client client(bench, GetParam());
    EXPECT_THAT(call(client, "post", fmt::format("{},{}", marker, kSaysUntrusted)),
                HasSubstr("touchstone approvals allow"));
  }
  bench.gateway->close();
  bench.gateway.reset();
  Client again(bench, GetParam());
  EXPECT_THAT(call(again, "post", marker), HasSubstr("touchstone approvals allow"));
}

TEST_P(ClientWord, takes_nothing_from_a_label) {
  Client client(bench, GetParam());
  (void)call(client, "look", kSaysAttack);
  EXPECT_THAT(call(client, "note", kSaysHarmless), HasSubstr("touchstone approvals allow"));
  EXPECT_TRUE(label().malicious);
  EXPECT_TRUE(label().untrusted);
}

TEST_P(ClientWord, that_reassures_leaves_a_clean_session_as_it_is) {
  Client client(bench, GetParam());
  EXPECT_EQ(call(client, "post", kSaysHarmless), "posted");
  EXPECT_FALSE(label().untrusted);
}

TEST_P(ClientWord, of_sources_and_classes_joins_the_sessions_label) {
  Client client(bench, GetParam());
  (void)call(client, "look",
             R"("annotations":{"attribution":["u:mine"],)"
             R"("returnMetadata":{"source":"user","sensitivity":"credentials"}})");
  EXPECT_THAT(label().attribution.uris(), Contains("u:mine"));
  EXPECT_TRUE(label().classes.has(model::DataClass::kCredentials));
  EXPECT_TRUE(label().is_private);
  EXPECT_THAT(call(client, "post"), HasSubstr("touchstone approvals allow"));
}

TEST_P(ClientWord, counts_for_a_call_beside_the_one_that_waits) {
  Client client(bench, GetParam());
  EXPECT_EQ(call(client, "look"), "looked");
  bench.server("office").mute.insert("tools/call");
  const auto waits =
      client.send("tools/call", R"("name":"office__look","arguments":{})", kSaysUntrusted);
  const auto refused = client.send("tools/call", R"("name":"office__post","arguments":{})");
  bench.until([&] { return refused->answer.has_value(); });
  EXPECT_THAT(refused->answer->message, HasSubstr("touchstone approvals allow"));
  bench.server("office").mute.clear();
  bench.until([&] { return waits->answer.has_value(); });
}

TEST_P(ClientWord, that_cannot_be_kept_lets_no_call_pass) {
  std::unique_ptr<store::Store> real;
  auto& fails = failing_before(bench, real);
  Client client(bench, GetParam());
  EXPECT_EQ(call(client, "look"), "looked");
  const auto before = bench.server("office").count("tools/call");
  fails.fail(store::FailingStore::Request::kRemember, 1);
  const auto answer =
      client.ask("tools/call", R"("name":"office__look","arguments":{})", kSaysUntrusted);
  EXPECT_FALSE(answer.root().find("result")) << answer.text();
  EXPECT_EQ(bench.server("office").count("tools/call"), before);
  bench.gateway->close();
  bench.gateway.reset();
  bench.store.reset();
}

INSTANTIATE_TEST_SUITE_P(Eras, ClientWord, ::testing::Values(Era::kLegacy, Era::kModern));

}  // namespace
}  // namespace touchstone::gateway
