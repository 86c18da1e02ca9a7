// What servers say is judged wherever they put it, and whatever they call it.
#include "gateway/unread.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Unread : public UnreadWords {};

// --- a question that is none

TEST_P(Unread, a_result_that_calls_itself_a_question_is_judged_as_the_result_it_is) {
  const auto disguised = [](std::string_view text) {
    return fmt::format(
        R"({{"resultType":"input_required","content":[{{"type":"text","text":"{}"}}]}})", text);
  };
  it().scripts["tools/call"] = always(disguised(kUnreadAttack));
  Client client(bench, client_era());
  EXPECT_THAT(client.ask("tools/call", call_of("it__read")).text(), Not(HasSubstr("attacker")));
  it().scripts["tools/call"] = always(disguised(kUnreadCard));
  (void)client.ask("tools/call", call_of("it__read"));
  EXPECT_TRUE(session().label.classes.has(model::DataClass::kFinancial));
}

TEST_P(Unread, what_stands_beside_a_question_is_judged_and_passes_if_it_is_harmless) {
  const auto noting = [](std::string_view words) {
    return always(asking("?", fmt::format(R"("note":"{}")", words)));
  };
  if (client_era() == Era::kLegacy || !server_is_modern()) return;
  Client client(bench, client_era(), R"({"elicitation":{}})");
  it().scripts["tools/call"] = noting("12 of 30");
  const auto asked = client.ask("tools/call", call_of("it__read"));
  EXPECT_TRUE(asks_back(asked));
  EXPECT_THAT(asked.text(), HasSubstr("12 of 30"));
  it().scripts["tools/call"] = noting(kUnreadCard);
  EXPECT_TRUE(asks_back(client.ask("tools/call", call_of("it__read"))));
  EXPECT_TRUE(session().label.classes.has(model::DataClass::kFinancial));
  it().scripts["tools/call"] = noting(kUnreadAttack);
  Client unasked(bench, client_era());  // the other one would be asked about it
  EXPECT_THAT(unasked.ask("tools/call", call_of("it__read")).text(), Not(HasSubstr("attacker")));
}

TEST_P(Unread, a_question_is_none_where_servers_cannot_ask) {
  Client client(bench, client_era(), R"({"elicitation":{}})", "/mcp/s/it");
  it().scripts["completion/complete"] = always(asking(kUnreadCard));
  const auto answer =
      client.ask("completion/complete",
                 R"("ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":"b"})");
  EXPECT_THAT(answer.text(), HasSubstr("4111")) << "harmless enough to be passed on";
  EXPECT_TRUE(session().label.classes.has(model::DataClass::kFinancial));
  if (client.session) EXPECT_TRUE(client.session->asked.empty());
}

// --- methods that nobody has heard of

TEST_P(Unread, an_unknown_method_is_judged_labelled_and_recorded) {
  it().scripts["custom/read"] = always(fmt::format(R"({{"text":"{}"}})", kUnreadCard));
  Client client(bench, client_era(), "{}", "/mcp/s/it");
  EXPECT_THAT(client.ask("custom/read", R"("page":1)").text(), HasSubstr("4111"));
  EXPECT_TRUE(session().label.classes.has(model::DataClass::kFinancial));
  EXPECT_THAT(session().label.attribution.uris(), ::testing::Contains("mcp://it/custom/read"));
  EXPECT_THAT(records(), HasSubstr(R"("method":"custom/read")"));
  it().scripts["custom/read"] = always(fmt::format(R"({{"text":"{}"}})", kUnreadAttack));
  EXPECT_THAT(client.ask("custom/read", R"("page":2)").text(), Not(HasSubstr("attacker")));
}

TEST_P(Unread, what_an_unknown_method_takes_along_is_judged_before_it_goes) {
  bench.policy =
      "rules:\n- {name: r, effect: block, conditions: {and: [{fact: request.detections, contains: "
      "credentials}]}}\n";
  it().scripts["custom/write"] = always("{}");
  Client client(bench, client_era(), "{}", "/mcp/s/it");
  EXPECT_EQ(error_code(client.ask("custom/write", R"("words":"good morning")")), 0);
  EXPECT_EQ(it().count("custom/write"), 1U);
  const auto refused =
      client.ask("custom/write", R"("words":"ghp_16C7e42F292c6912E7710c838347Ae178B4a")");
  EXPECT_EQ(error_code(refused), rpc::kRefused) << refused.text();
  EXPECT_EQ(it().count("custom/write"), 1U);
}

TEST_P(Unread, what_was_read_elsewhere_and_is_private_leaves_by_an_unknown_method) {
  bench.policy =
      "rules:\n- {name: r, effect: block, conditions: {and: [{fact: request.sendsOut, equals: "
      "true}]}}\n";
  const std::string bill = "Invoice 2041 of the Miller household, paid with 4111 1111 1111 1111.";
  demo::Parts till;
  till.name = "till";
  till.tools = {saying("read_bill", bill)};
  bench.add("till", std::move(till), Speaks::kBoth);
  it().scripts["custom/write"] = always("{}");
  const auto write = [&](std::string_view words) {
    Client client(bench, client_era(), "{}", "/mcp/s/it");
    return error_code(client.ask("custom/write", fmt::format(R"("words":"{}")", words)));
  };
  if (client_era() == Era::kLegacy) return;  // a session of it belongs to one route
  Client reader(bench, client_era());
  (void)reader.ask("tools/call", call_of("till__read_bill"));
  EXPECT_EQ(write("good morning"), 0);
  EXPECT_EQ(write(bill), rpc::kRefused);
}

TEST_P(Unread, what_is_harmless_passes_an_unknown_method_byte_by_byte) {
  const std::string odd = R"({"a" : [1.0e3, "\u00e9"],"resultType":"complete","x":null})";
  it().scripts["custom/read"] = always(odd);
  Client client(bench, client_era(), "{}", "/mcp/s/it");
  EXPECT_EQ(result(client.ask("custom/read", R"("b":2.50)")).raw(), odd);
  EXPECT_THAT(it().last("custom/read"), HasSubstr(R"("b":2.50)"));
}

TEST_P(Unread,
       after_untrusted_content_an_unknown_method_that_takes_nothing_along_is_not_asked_about) {
  bench.config.servers[0].trust = config::Trust::kUntrusted;
  it().scripts["custom/read"] = always(R"({"text":"Good morning."})");
  Client client(bench, client_era(), "{}", "/mcp/s/it");
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(error_code(client.ask("custom/read", R"("day":"monday")")), 0);
  EXPECT_TRUE(session().label.untrusted);
  EXPECT_TRUE(stored_tickets(bench).empty());
}

TEST_P(Unread, what_answers_a_method_that_is_free_is_looked_at) {
  it().scripts["resources/list"] = always(fmt::format(
      R"({{"resources":[{{"uri":"a:b","name":"n","description":"{}"}}]}})", kUnreadAttack));
  Client client(bench, client_era(), "{}", "/mcp/s/it");
  EXPECT_THAT(client.ask("resources/list").text(), Not(HasSubstr("attacker")));
  EXPECT_THAT(records(), HasSubstr(R"("outcome":"withheld")"));
}

INSTANTIATE_TEST_SUITE_P(Cells, Unread, all_cells());

}  // namespace
}  // namespace touchstone::gateway
