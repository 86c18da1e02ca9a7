// Withheld contents, passed on by their handles: what the policy judges and the server gets is the
// content, and what the client has is a handle.
#include "gateway/handles.hpp"

#include "base/seal.hpp"
#include "base/text.hpp"
#include "gateway/handle_text.hpp"
#include "gateway/handled.hpp"
#include "json/pointer.hpp"
#include "store/failing_store.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

bool is_of_refused_handle(const store::Decision& one) {
  return one.json.find(R"("handleRefused":)") != std::string::npos &&
         one.json.find(R"("outcome":"refused")") != std::string::npos &&
         one.json.find(R"("tool":"save")") != std::string::npos;
}

bool is_of_content_held_again(const store::Decision& one) {
  return one.json.find(R"("heldAgain":true)") != std::string::npos;
}

TEST_P(Handled, the_server_gets_the_content_and_the_client_never_sees_it) {
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  EXPECT_EQ(said(call(client, "save", text_argument(handle))), "saved");
  EXPECT_EQ(got_text(), kNews);
  EXPECT_FALSE(sessions()[0].label.untrusted) << "it was not read";
}

TEST_P(Handled, a_handle_may_stand_in_a_longer_text_and_anywhere_below) {
  Client client(bench, GetParam());
  const auto page = withheld(client);
  const auto sheet = withheld(client, "read_salaries");
  const auto raw = fmt::format(
      R"({{"text":"One: {0}. Two: {1}!","list":[1.50,{{"deep":["{0}"]}}],"same":"touchstone://value/"}})",
      page, sheet);
  EXPECT_EQ(said(call(client, "save", raw)), "saved");
  EXPECT_EQ(got_text(), fmt::format("One: {}. Two: {}!", kNews, kSalaries));
  const auto arguments = got();
  EXPECT_EQ(json::at(arguments.root(), "/list/1/deep/0").as_string(), kNews);
  EXPECT_EQ(json::at(arguments.root(), "/list/0").raw(), "1.50");
  EXPECT_EQ(json::at(arguments.root(), "/same").as_string(), "touchstone://value/");
}

TEST_P(Handled, it_does_not_matter_how_a_handle_is_escaped) {
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  const std::string raw =
      fmt::format(R"({{"text":"touchstone:\/\/value\/{}"}})", handle.substr(19));
  EXPECT_EQ(said(call(client, "save", raw)), "saved");
  EXPECT_EQ(got_text(), kNews);
}

TEST_P(Handled, the_policy_judges_the_content) {
  add_rule(
      "{name: r, effect: block, conditions: {fact: request.arguments.text, contains: attacker}}");
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  const auto before = calls();
  EXPECT_THAT(said(call(client, "save", text_argument(handle))), HasSubstr("was not called"));
  EXPECT_EQ(calls(), before);
  EXPECT_EQ(said(call(client, "save", text_argument("all is well"))), "saved");
}

TEST_P(Handled, what_is_passed_unread_is_a_flow_with_its_classes_and_sources) {
  add_rule(
      "{name: r, effect: block, description: No money out, conditions: {and: [{fact: flow.classes, "
      "contains: financial}, {fact: flow.sources, contains: 'mcp://office/read_salaries'}, {fact: "
      "tool.annotations.inputMetadata.destination, equals: public}]}}");
  Client client(bench, GetParam());
  const auto sheet = withheld(client, "read_salaries");
  const auto before = calls();
  EXPECT_THAT(said(call(client, "publish", text_argument(sheet))), HasSubstr("No money out"));
  EXPECT_THAT(said(call(client, "publish", text_argument("Look: " + sheet))),
              HasSubstr("No money out"));
  EXPECT_EQ(calls(), before);
  EXPECT_EQ(said(call(client, "save", text_argument(sheet))), "saved");
  EXPECT_EQ(said(call(client, "publish", text_argument("Nothing."))), "published");
}

TEST_P(Handled, the_call_is_judged_as_if_the_session_had_been_given_the_content) {
  add_rule(
      "{name: r, effect: block, conditions: {and: [{fact: session.label.untrusted, equals: true}, "
      "{fact: request.annotations.openWorldHint, equals: true}, {fact: flow.untrusted, equals: "
      "true}, {fact: flow.links.untrusted, exists: true}]}}");
  add_rule(
      "{name: d, effect: block, description: Planted, conditions: {and: [{fact: "
      "flow.destination.untrusted, equals: true}, {fact: tool.name, equals: tag}]}}");
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  EXPECT_THAT(said(call(client, "save", text_argument(handle))), HasSubstr("was not called"));
  EXPECT_EQ(said(call(client, "save", text_argument("of my own"))), "saved");
  EXPECT_THAT(said(call(client, "tag",
                        fmt::format(R"({{"to":"press@attacker.example","text":"{}"}})", handle))),
              HasSubstr("Planted"));
}

TEST_P(Handled, a_tool_that_reads_gives_nothing_of_it_away) {
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  const auto text = said(call(client, "repeat", text_argument(handle)));
  EXPECT_THAT(text, Not(HasSubstr("attacker")));
  EXPECT_NE(handle_in(text), handle);
  EXPECT_EQ(said(call(client, "repeat", text_argument("my own"))), "you said: my own");
}

TEST_P(Handled, nor_does_a_receipt_that_repeats_it) {
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  EXPECT_THAT(said(call(client, "save_loudly", text_argument(handle))), Not(HasSubstr("attacker")));
  EXPECT_EQ(said(call(client, "save_loudly", text_argument("my own"))), "you said: my own");
}

TEST_P(Handled, what_comes_back_is_withheld_again_whatever_the_rule_was_about) {
  bench.policy =
      "rules:\n- {name: hold, effect: quarantine, phase: response, conditions: {fact: tool.name, "
      "equals: fetch_page}}\n";
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  EXPECT_EQ(said(call(client, "save", text_argument(handle))), "saved");
  for (const auto* tool : {"repeat", "save_loudly"}) {
    const auto text = said(call(client, tool, text_argument("<" + handle + ">")));
    EXPECT_THAT(text, HasSubstr("it repeats what was withheld before")) << tool;
    EXPECT_THAT(text, Not(HasSubstr("attacker"))) << tool;
    EXPECT_NE(handle_in(text), handle);
    EXPECT_EQ(said(call(client, "save", text_argument(handle_in(text)))), "saved");
    EXPECT_EQ(got_text(), "you said: <" + std::string(kNews) + ">");
  }
  const auto all = stored_decisions(bench);
  // Of a read with the call's record and of its own; of a write of its own.
  EXPECT_EQ(std::ranges::count_if(all, is_of_content_held_again), 3);
  EXPECT_FALSE(sessions().front().label.untrusted);
}

// client × server: a task may be told in another era than it runs in.
class HandledTask : public ::testing::TestWithParam<std::tuple<Era, Speaks>> {};

TEST_P(HandledTask, what_comes_back_later_is_withheld_as_well) {
  const bool legacy = std::get<Era>(GetParam()) == Era::kLegacy;
  Bench bench;
  bench.policy =
      "rules:\n- {name: hold, effect: quarantine, conditions: {fact: tool.name, equals: "
      "fetch_page}}\n- {name: say, effect: allow, conditions: {fact: response.size, greaterThan: "
      "0}}\n";
  bench.add("office", newsroom(), std::get<Speaks>(GetParam()));
  Client client(bench, std::get<Era>(GetParam()),
                legacy ? "{}" : R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})");
  const std::string text = said(client.ask("tools/call", call_of("office__fetch_page", "{}")));
  const auto at = text.find("touchstone://value/");
  ASSERT_NE(at, std::string::npos) << text;
  const auto begun = client.ask(
      "tools/call",
      call_of("office__repeat_later", fmt::format(R"({{"text":"{}"}})", text.substr(at, 19 + 32))) +
          (legacy ? R"(,"task":{"ttl":60000})" : ""));
  const json::View task = legacy ? result(begun).find("task") : result(begun);
  const std::string id = fmt::format(R"("taskId":{})", task.find("taskId").raw());
  auto answer = client.ask(legacy ? "tasks/result" : "tasks/get", id);
  if (!legacy) {
    bench.until([&] {
      answer = client.ask("tasks/get", id);
      return !result(answer).find("status").equals("working");
    });
  }
  EXPECT_THAT(answer.text(), Not(HasSubstr("attacker.example")));
  EXPECT_THAT(answer.text(), HasSubstr("it repeats what was withheld before"));
}

INSTANTIATE_TEST_SUITE_P(Cells, HandledTask,
                         ::testing::Combine(::testing::Values(Era::kLegacy, Era::kModern),
                                            ::testing::Values(Speaks::kLegacy, Speaks::kModern)));

TEST_P(Handled, nor_does_anything_come_back_by_the_log) {
  Client client(bench, GetParam());
  const std::string handle = withheld(client);
  const bool legacy = GetParam() == Era::kLegacy;
  if (legacy) (void)client.ask("logging/setLevel", R"("level":"debug")");
  const auto pending =
      client.send("tools/call", arguments_of("save_and_log", text_argument(handle)),
                  legacy ? "" : R"("io.modelcontextprotocol/logLevel":"debug")");
  EXPECT_EQ(said(bench.finish(pending)), "saved");
  EXPECT_THAT(pending->exchange.sent, ::testing::ElementsAre(HasSubstr("that is all")));
}

TEST_P(Handled, nor_by_a_question) {
  Client client(bench, GetParam(), R"({"elicitation":{}})");
  const std::string handle = withheld(client);
  const std::string answer(client
                               .converse("tools/call",
                                         arguments_of("save_if_so", text_argument(handle)),
                                         {R"({"action":"accept","content":{}})"})
                               .text());
  EXPECT_THAT(answer, Not(HasSubstr("attacker.example")));
  if (client.session) EXPECT_TRUE(client.session->asked.empty());
}

TEST_P(Handled, where_a_rule_has_a_person_asked_they_may_let_it_pass) {
  bench.policy =
      "rules:\n- {name: hold, effect: quarantine, phase: response, conditions: {fact: tool.name, "
      "equals: fetch_page}}\n- {name: ask, effect: escalate, phase: response, conditions: {fact: "
      "tool.name, equals: repeat}}\n";
  Client client(bench, GetParam());
  const auto text = said(call(client, "repeat", text_argument(withheld(client))));
  EXPECT_THAT(text, HasSubstr("touchstone approvals allow"));
}

TEST_P(Handled, the_place_it_is_written_to_keeps_its_label) {
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  const auto raw = fmt::format(R"({{"path":"/notes/a.txt","text":"{}"}})", handle);
  EXPECT_EQ(said(call(client, "save", raw)), "saved");
  EXPECT_THAT(said(call(client, "load", R"({"path":"/notes/a.txt"})")), HasSubstr("is withheld"));
  EXPECT_EQ(said(call(client, "load", R"({"path":"/notes/b.txt"})")), "what was saved");
}

TEST_P(Handled, a_call_whose_result_is_withheld_is_told_to_have_been_made) {
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  const auto text = said(call(client, "repeat", text_argument(handle)));
  EXPECT_THAT(text, StartsWith("the call was made, and the result of repeat is withheld: "));
  EXPECT_THAT(text, HasSubstr("Only its result is kept back: do not make it again. "));
}

TEST_P(Handled, nobody_elses_handle_is_good_nor_an_unknown_or_expired_one) {
  Client client(bench, GetParam());
  const auto mine = withheld(client, "fetch_page", R"("dev.touchstone/session":"a")");
  const auto before = calls();
  const auto refused = [&](const std::string& handle, std::string_view session) {
    const auto text = said(call(client, "save", text_argument("x " + handle),
                                fmt::format(R"("dev.touchstone/session":"{}")", session)));
    EXPECT_THAT(text, HasSubstr("office__save was not called"));
    EXPECT_THAT(text, Not(HasSubstr("approvals")));
    return text;
  };
  const auto text = refused(mine, "b");
  EXPECT_EQ(refused("touchstone://value/" + std::string(32, '0'), "a"), text);
  EXPECT_EQ(refused("touchstone://value/abc", "a"), text);
  EXPECT_EQ(refused(mine.substr(0, mine.size() - 1), "a"), text);
  bench.now += 25h;
  EXPECT_EQ(refused(mine, "a"), text);
  EXPECT_EQ(calls(), before);
  const auto all = stored_decisions(bench);
  EXPECT_EQ(std::ranges::count_if(all, is_of_refused_handle), 5);
}

TEST_P(Handled, a_marker_that_is_somebody_elses_opens_none_of_their_handles) {
  constexpr std::string_view kMarker = R"("dev.touchstone/session":"task")";
  Client client(bench, GetParam());
  const auto handle = withheld(client, "fetch_page", kMarker);
  const auto before = calls();
  Client other(bench, GetParam(), "{}", "/mcp", "bob");
  EXPECT_TRUE(call(other, "save", text_argument(handle), kMarker).root().find("error"));
  EXPECT_EQ(calls(), before);
  EXPECT_EQ(said(call(client, "save", text_argument(handle), kMarker)), "saved");
}

TEST_P(Handled, a_session_that_begins_anew_has_lost_its_handles) {
  constexpr std::string_view kMarker = R"("dev.touchstone/session":"task")";
  std::string handle;
  {
    Client client(bench, GetParam());
    handle = withheld(client, "fetch_page", kMarker);
  }
  bench.gateway->close();
  bench.gateway.reset();
  bench.now += 1h;
  EXPECT_TRUE(stored<bool>(bench, [&](store::Done<bool> done) {
    bench.store->end_session("marker:task", bench.now, std::move(done));
  }));
  Client client(bench, GetParam());
  EXPECT_THAT(said(call(client, "save", text_argument(handle), kMarker)),
              HasSubstr("was not called"));
}

TEST_P(Handled, a_handle_that_cannot_be_looked_up_stops_the_call) {
  std::unique_ptr<store::Store> real;
  auto& fails = failing_before(bench, real);
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  const auto before = calls();
  fails.fail(store::FailingStore::Request::kFindValue, 1);
  EXPECT_TRUE(call(client, "save", text_argument(handle)).root().find("error"));
  EXPECT_EQ(calls(), before);
  EXPECT_EQ(said(call(client, "save", text_argument(handle))), "saved");
  bench.gateway->close();
  bench.gateway.reset();
  bench.store.reset();
}

TEST_P(Handled, handles_are_bounded_and_no_keys) {
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  const auto before = calls();
  std::string many;
  for (std::size_t i = 0; i <= kMaxHandles; ++i) many += handle + " ";
  EXPECT_THAT(said(call(client, "save", text_argument(many))), HasSubstr("too many handles"));
  EXPECT_THAT(said(call(client, "save", fmt::format(R"({{"{}":1}})", handle))),
              HasSubstr("not a key"));
  EXPECT_EQ(calls(), before);
  EXPECT_EQ(std::ranges::count_if(stored_decisions(bench), is_of_refused_handle), 2);
}

TEST_P(Handled, what_a_rule_blocks_only_a_person_opens) {
  add_rule(
      "{name: b, effect: block, conditions: {fact: response.annotations.openWorldHint, equals: "
      "true}}");
  Client client(bench, GetParam());
  const auto text = said(call(client, "fetch_page"));
  EXPECT_THAT(text, HasSubstr("touchstone approvals open touchstone://value/"));
  EXPECT_THAT(text, Not(HasSubstr("can be passed")));
  EXPECT_THAT(said(call(client, "save", text_argument(handle_in(text)))),
              HasSubstr("was not called"));
}

TEST_P(Handled, what_is_too_large_to_keep_has_no_handle) {
  demo::Parts parts;
  parts.name = "big";
  parts.tools = {that_says("fetch", R"("readOnlyHint":true,"openWorldHint":true)",
                           std::string(guard::Guard::kMaxValue, 'x'))};
  bench.add("big", std::move(parts), Speaks::kBoth);
  Client client(bench, GetParam());
  const auto text = said(client.ask("tools/call", R"("name":"big__fetch","arguments":{})"));
  EXPECT_THAT(text, HasSubstr("too large to be kept"));
  EXPECT_THAT(text, Not(HasSubstr("touchstone")));
}

TEST_P(Handled, contents_that_are_too_large_together_are_not_sent) {
  demo::Parts parts;
  parts.name = "big";
  parts.tools = {that_says("fetch", R"("readOnlyHint":true,"openWorldHint":true)",
                           std::string(Handles::kMaxArguments / 3 + 1, 'x'))};
  bench.add("big", std::move(parts), Speaks::kBoth);
  Client client(bench, GetParam());
  const auto handle =
      handle_in(said(client.ask("tools/call", R"("name":"big__fetch","arguments":{})")));
  const auto before = calls();
  EXPECT_THAT(said(call(client, "save", text_argument(handle + handle + handle))),
              HasSubstr("too large"));
  EXPECT_EQ(calls(), before);
}

TEST_P(Handled, a_tool_that_was_searched_for_gets_the_content_too) {
  bench.config.routing = config::Routing::kSearch;
  Client client(bench, GetParam());
  const auto called = [&](std::string_view by, std::string_view tool, std::string_view raw) {
    return said(
        client.ask("tools/call",
                   fmt::format(R"("name":"{}","arguments":{{"name":"office__{}","arguments":{}}})",
                               by, tool, raw)));
  };
  const auto handle = handle_in(called("call_tool_read", "fetch_page", "{}"));
  EXPECT_EQ(called("call_tool_write", "save", text_argument(handle)), "saved");
  EXPECT_EQ(got_text(), kNews);
}

TEST_P(Handled, the_record_names_the_handle_and_the_digest_of_the_content) {
  Client client(bench, GetParam());
  const auto handle = withheld(client);
  (void)call(client, "save", text_argument(handle));
  const auto all = stored_decisions(bench);
  ASSERT_GE(all.size(), 2U);
  const auto record = all[all.size() - 2].json;  // of the call; the last is of what came of it
  EXPECT_THAT(record, HasSubstr(fmt::format(R"("handles":["{}"])", handle)));
  EXPECT_THAT(record, HasSubstr(R"("from":"mcp://office/fetch_page")"));
  const auto sent = json::document(bench.server("office").last("tools/call"));
  const auto digest = base::hex(base::sha256(sent.root().find("params").find("arguments").raw()));
  EXPECT_THAT(record, HasSubstr("sha256:" + digest));
}

TEST_P(Handled, without_a_policy_nothing_is_looked_for) {
  bench.policy.clear();
  Client client(bench, GetParam());
  const std::string word = "touchstone://value/" + std::string(32, 'a');
  EXPECT_EQ(said(call(client, "save", text_argument(word))), "saved");
  EXPECT_EQ(got_text(), word);
}

INSTANTIATE_TEST_SUITE_P(Eras, Handled, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kLegacy ? "legacy" : "modern";
                         });

// The client's own headers repeat the handle, the ones that the server gets the content.
TEST_F(Handled, headers_repeat_what_is_sent) {
  Client client(bench, Era::kModern);
  const auto handle = withheld(client);
  const auto tag = [&](std::string header) {
    const auto pending = client.send("tools/call", arguments_of("tag", text_argument(handle)));
    pending->request->by_headers = true;
    pending->request->param_headers = {{"mcp-param-text", std::move(header)}};
    return bench.finish(pending);
  };
  EXPECT_EQ(said(tag(handle)), "tagged");
  EXPECT_EQ(got_text(), kNews);
  EXPECT_EQ(error_code(tag("another")), rpc::kHeaderMismatch);
}

}  // namespace
}  // namespace touchstone::gateway
