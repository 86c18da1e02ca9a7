// Withheld contents in calls that somebody asks about: a person, or the server in the middle of it.
#include "gateway/handled.hpp"
#include "json/pointer.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kAsksAboutSaving =
    "{name: ask, effect: escalate, conditions: {and: [{fact: tool.name, equals: save}, {fact: "
    "flow.untrusted, equals: true}]}}";

class HandledByPerson : public Handled {};

TEST_P(HandledByPerson, a_person_is_shown_the_content_and_that_it_comes_by_a_handle) {
  add_rule(kAsksAboutSaving);
  Client client(bench, GetParam(), R"({"elicitation":{"form":{}}})");
  const auto handle = withheld(client);
  EXPECT_EQ(said(client.converse("tools/call", arguments_of("save", text_argument(handle)),
                                 {R"({"action":"accept","content":{"decision":"allow_once"}})"})),
            "saved");
  EXPECT_EQ(got_text(), kNews);
  ASSERT_EQ(tickets().size(), 1U);
  const auto prompt = json::document(tickets()[0].prompt);
  const auto note = json::at(prompt.root(), "/handles/0");
  EXPECT_TRUE(note.find("argument").equals("/text"));
  EXPECT_TRUE(note.find("handle").equals(handle));
  EXPECT_THAT(note.find("what").as_string().value_or(""), HasSubstr("untrusted content"));
  EXPECT_EQ(json::at(prompt.root(), "/arguments/text").as_string(), kNews);
  EXPECT_EQ(json::at(prompt.root(), "/flows/0/percent").as_int(), 100);
}

TEST_P(HandledByPerson, a_ticket_is_good_for_the_same_handle_and_for_no_other) {
  add_rule(kAsksAboutSaving);
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  const auto params = text_argument("Keep this: " + handle);
  EXPECT_THAT(said(call(client, "save", params)), HasSubstr("touchstone approvals allow"));
  ASSERT_EQ(tickets().size(), 1U);
  answer_elsewhere(bench, tickets()[0].id);
  EXPECT_THAT(said(call(client, "save", text_argument("Drop this: " + handle))), Not("saved"));
  EXPECT_EQ(said(call(client, "save", params)), "saved");
  EXPECT_THAT(said(call(client, "save", params)), Not("saved"));
}

// An address in a content that somebody let pass unread is not one that they have named.
TEST_P(HandledByPerson, a_yes_vouches_for_nothing_that_stands_in_the_content) {
  add_rule(kAsksAboutSaving);
  add_rule(
      "{name: d, effect: block, description: Planted, conditions: {and: [{fact: "
      "flow.destination.untrusted, equals: true}, {fact: tool.name, equals: tag}]}}");
  Client client(bench, GetParam(), R"({"elicitation":{"form":{}}})");
  const auto handle = withheld(client);
  EXPECT_EQ(said(client.converse("tools/call", arguments_of("save", text_argument(handle)),
                                 {R"({"action":"accept","content":{"decision":"allow_once"}})"})),
            "saved");
  EXPECT_THAT(said(call(client, "tag", R"({"to":"press@attacker.example"})")),
              HasSubstr("Planted"));
}

INSTANTIATE_TEST_SUITE_P(Eras, HandledByPerson, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kLegacy ? "legacy" : "modern";
                         });

// Whoever was asked something comes back with the handle, and what was bound was the content.
TEST_P(HandledByPerson, a_server_may_ask_in_the_middle_of_such_a_call) {
  for (const Speaks speaks : {Speaks::kLegacy, Speaks::kModern}) {
    const std::string name = speaks == Speaks::kLegacy ? "old" : "new";
    bench.add(name, newsroom(), speaks);
  }
  Client client(bench, GetParam(), R"({"elicitation":{"form":{}}})");
  const auto handle = withheld(client);
  for (const std::string name : {"old", "new"}) {
    const auto params =
        fmt::format(R"("name":"{}__save_if","arguments":{})", name, text_argument(handle));
    EXPECT_EQ(said(client.converse("tools/call", params, {R"({"action":"accept","content":{}})"})),
              "saved");
    const auto message = json::document(bench.server(name).last("tools/call"));
    EXPECT_EQ(json::at(message.root(), "/params/arguments/text").as_string(), kNews) << name;
  }
}

// Before the policy has judged the call no server learns what it carries.
TEST_P(HandledByPerson, a_server_that_resolves_calls_is_not_asked_about_a_content) {
  demo::Parts parts;
  parts.name = "wise";
  parts.tools = {{fmt::format(R"({{"name":"save","resolve":true,"annotations":{{{}}},)"
                              R"("inputSchema":{{"type":"object"}}}})",
                              kWritingTool),
                  demo::at_once([](demo::Call&) { return demo::text("saved"); }),
                  demo::Background::kNever}};
  parts.resolve = [](std::string_view, json::View) { return demo::Reply{}; };
  bench.add("wise", std::move(parts), Speaks::kBoth);
  add_rule("{name: r, effect: block, conditions: {fact: flow.untrusted, equals: true}}");
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  const auto save = [&](std::string_view text) {
    return said(client.ask(
        "tools/call", fmt::format(R"("name":"wise__save","arguments":{})", text_argument(text))));
  };
  EXPECT_THAT(save(handle), HasSubstr("was not called"));
  EXPECT_EQ(bench.server("wise").count("tools/resolve"), 0U);
  EXPECT_EQ(save("my own"), "saved");
  EXPECT_EQ(bench.server("wise").count("tools/resolve"), 1U);
}

}  // namespace
}  // namespace touchstone::gateway
