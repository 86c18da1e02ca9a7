// What clients see of the tools behind the gateway: annotations that are true, views, and what a
// call with certain arguments is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway/naming.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// A tool with these members besides its name.
demo::Part defined(std::string_view name, std::string_view members) {
  auto part = saying(name, std::string(name) + " was called");
  part.definition = fmt::format(R"({{"name":"{}",{}}})", name, members);
  return part;
}

constexpr std::string_view kObject = R"("inputSchema":{"type":"object"})";
constexpr std::string_view kManage =
    R"("description":"Manages files","inputSchema":{"type":"object","properties":)"
    R"({"action":{"type":"string","enum":["read","delete"]},"path":{"type":"string"}},)"
    R"("required":["action"]})";

demo::Parts office() {
  demo::Parts parts;
  parts.name = "office";
  parts.tools = {
      defined("get_report", fmt::format(R"("description":"Returns a report",{})", kObject)),
      defined("delete_report",
              fmt::format(R"("annotations":{{"destructiveHint":false,"x":1}},{})", kObject)),
      defined("manage_files", kManage)};
  return parts;
}

json::Document listed(Client& client, std::string_view name) {
  const auto answer = client.ask("tools/list");
  for (const json::View item : result(answer).find("tools").elements())
    if (item.find("name").equals(name)) return json::document(item.raw());
  return json::document("null");
}

std::string text_in(const json::Document& answer) {
  const auto content = result(answer).find("content").elements();
  return content.empty() ? "" : (*content.begin()).find("text").as_string().value_or("");
}

class Evidence : public ::testing::TestWithParam<Era> {
 protected:
  Bench bench;
};
INSTANTIATE_TEST_SUITE_P(Eras, Evidence, ::testing::Values(Era::kLegacy, Era::kModern));

TEST_P(Evidence, lists_effective_annotations_and_what_was_declared) {
  bench.add("office", office(), Speaks::kBoth);
  Client client(bench, GetParam());
  const auto tool = listed(client, "office__delete_report");
  const json::View hints = tool.root().find("annotations");
  EXPECT_EQ(hints.find("destructiveHint").as_bool(), true);  // its name says so
  EXPECT_EQ(hints.find("x").raw(), "1");
  const json::View profile = tool.root().find("_meta").find("dev.touchstone/profile");
  EXPECT_EQ(profile.find("declared").raw(), R"({"destructiveHint":false,"x":1})");
  EXPECT_EQ(profile.find("tier").as_string(), "destructive");
  EXPECT_EQ(listed(client, "office__get_report")
                .root()
                .find("annotations")
                .find("readOnlyHint")
                .as_bool(),
            true);
}

TEST_P(Evidence, stays_out_of_lists_that_are_to_stay_as_they_came) {
  bench.add("office", office(), Speaks::kBoth);
  bench.config.annotate = model::Annotate::kOff;
  Client client(bench, GetParam(), "{}", "/mcp/s/office");
  const auto tool = listed(client, "manage_files");
  EXPECT_EQ(tool.text(), fmt::format(R"({{"name":"manage_files",{}}})", kManage));
}

TEST_P(Evidence, of_an_untrusted_server_passes_no_reassurance_on) {
  bench.add("office", office(), Speaks::kBoth);
  bench.config.servers[0].trust = config::Trust::kUntrusted;
  Client client(bench, GetParam());
  const auto tool = listed(client, "office__get_report");
  EXPECT_EQ(tool.root().find("annotations").find("readOnlyHint").as_bool(), false);
}

TEST_P(Evidence, follows_the_operator) {
  bench.add("office", office(), Speaks::kBoth);
  bench.config.servers[0].overrides.rules = {
      {"*", {}, {{model::Field::kReadOnly, false}}, "t.yaml:3"},
      {"get_report", {}, {{model::Field::kReadOnly, true}}, "t.yaml:4"},
      {"delete_report", {}, {{model::Field::kDestructive, false}}, "t.yaml:5"}};
  Client client(bench, GetParam());
  const auto get = listed(client, "office__get_report");
  EXPECT_EQ(get.root().find("annotations").find("readOnlyHint").as_bool(), true);
  const auto erase = listed(client, "office__delete_report");
  EXPECT_EQ(erase.root().find("annotations").find("destructiveHint").as_bool(), false);
  const auto manage = listed(client, "office__manage_files");
  EXPECT_EQ(manage.root().find("annotations").find("destructiveHint").as_bool(), true);
}

TEST_P(Evidence, leaves_a_blocked_server_out) {
  bench.add("office", office(), Speaks::kBoth);
  bench.add("other", small_server("other", {"x"}), Speaks::kBoth);
  bench.config.servers[0].trust = config::Trust::kBlocked;
  Client client(bench, GetParam());
  EXPECT_THAT(client.tools(), ElementsAre("other__x"));
  EXPECT_THAT(bench.server("office").seen, IsEmpty());
}

TEST_P(Evidence, makes_a_view_of_what_only_reads) {
  bench.add("office", office(), Speaks::kBoth);
  Client all(bench, GetParam());
  EXPECT_EQ(all.tools().size(), 3U);
  Client client(bench, GetParam(), "{}", "/mcp/readonly");
  EXPECT_THAT(client.tools(), ElementsAre("office__get_report"));
  EXPECT_EQ(text_in(client.ask("tools/call", R"("name":"office__get_report")")),
            "get_report was called");
  const auto refused = client.ask("tools/call", R"("name":"office__delete_report")");
  EXPECT_EQ(error_code(refused), rpc::kInvalidParams);
}

TEST_P(Evidence, narrows_any_route_for_a_client_that_wants_to_read_only) {
  bench.add("office", office(), Speaks::kBoth);
  for (const std::string route : {"/mcp", "/mcp/s/office"}) {
    Client client(bench, GetParam(), "{}", route);
    client.read_only = true;
    const std::string prefix = route == "/mcp" ? "office__" : "";
    EXPECT_THAT(client.tools(), ElementsAre(prefix + "get_report"));
    const auto refused =
        client.ask("tools/call", fmt::format(R"("name":"{}delete_report")", prefix));
    EXPECT_EQ(error_code(refused), rpc::kInvalidParams) << route;
    const auto unheard =
        client.ask("tools/call", fmt::format(R"("name":"{}never_listed")", prefix));
    EXPECT_EQ(error_code(unheard), rpc::kInvalidParams) << route;
  }
  EXPECT_THAT(bench.server("office").seen, Not(::testing::Contains("tools/call")));
}

TEST_P(Evidence, makes_the_views_of_the_config) {
  bench.add("office", office(), Speaks::kBoth);
  bench.add("other", small_server("other", {"x"}), Speaks::kBoth);
  config::View view;
  view.name = "mine";
  view.tools = {"office__*"};
  view.except = {"*__manage_*"};
  bench.config.views = {view};
  Client client(bench, GetParam(), "{}", "/mcp/v/mine");
  EXPECT_THAT(client.tools(), ElementsAre("office__get_report", "office__delete_report"));
  EXPECT_EQ(error_code(client.ask("tools/call", R"("name":"other__x")")), rpc::kInvalidParams);
  EXPECT_TRUE(bench.open().has_route("/mcp/v/mine"));
  EXPECT_FALSE(bench.open().has_route("/mcp/v/yours"));
}

TEST_P(Evidence, leaves_a_tool_out_by_whatever_name_it_is_called) {
  bench.add("office", office(), Speaks::kBoth);
  config::View view;
  view.name = "mine";
  view.except = {"office__delete_report"};
  bench.config.views = {view};
  Client client(bench, GetParam(), "{}", "/mcp/v/mine");
  EXPECT_EQ(client.tools().size(), 2U);
  const std::string name = distinct_name("office", "office", "__", "delete_report");
  EXPECT_NE(error_code(client.ask("tools/call", fmt::format(R"("name":"{}")", name))), 0);
  EXPECT_THAT(bench.server("office").seen, Not(::testing::Contains("tools/call")));
}

TEST_P(Evidence, refuses_a_call_that_does_more_than_its_view_allows) {
  demo::Parts parts;
  parts.name = "store";
  parts.tools = {defined(
      "query", R"("description":"Reads data","annotations":{"readOnlyHint":true},"inputSchema":)"
               R"({"type":"object","properties":{"sql":{"type":"string"}}})")};
  bench.add("store", std::move(parts), Speaks::kBoth);
  bench.config.servers[0].trust = config::Trust::kTrusted;
  Client client(bench, GetParam(), "{}", "/mcp/readonly");
  const auto reads =
      client.ask("tools/call", R"("name":"store__query","arguments":{"sql":"SELECT 1"})");
  EXPECT_EQ(text_in(reads), "query was called");
  const auto drops =
      client.ask("tools/call", R"("name":"store__query","arguments":{"sql":"DROP TABLE x"})");
  EXPECT_EQ(result(drops).find("isError").as_bool(), true);
  EXPECT_THAT(text_in(drops), HasSubstr("was not called"));
}

TEST_P(Evidence, resolves_calls_in_both_forms) {
  bench.add("office", office(), Speaks::kBoth);
  const std::string params =
      R"("name":"office__manage_files","arguments":{"action":"read","path":"a"})";
  Client draft(bench, GetParam(),
               R"({"extensions":{"io.modelcontextprotocol/tool-resolution":{}}})");
  const auto one = draft.ask("tools/resolve", params);
  EXPECT_EQ(result(one).find("name").as_string(), "office__manage_files");
  EXPECT_EQ(result(one).find("annotations").find("readOnlyHint").as_bool(), true);
  EXPECT_EQ(std::ranges::distance(result(one).find("annotations").members()), 4);
  Client sep(bench, GetParam());
  const auto two = sep.ask("tools/resolve", params);
  EXPECT_EQ(result(two).find("tool").find("annotations").find("readOnlyHint").as_bool(), true);
  const auto worst = sep.ask("tools/resolve", R"("name":"office__manage_files","arguments":{})");
  EXPECT_EQ(result(worst).find("tool").find("annotations").find("readOnlyHint").as_bool(), false);
  EXPECT_EQ(listed(sep, "office__manage_files").root().find("resolve").as_bool(), true);
  EXPECT_THAT(bench.server("office").seen, Not(::testing::Contains("tools/resolve")));
}

// A server that resolves for itself: `risky` says what it answers.
demo::Parts resolving(std::string annotations) {
  demo::Parts parts;
  parts.name = "self";
  parts.tools = {defined(
      "store_item",
      R"("annotations":{"readOnlyHint":false,"destructiveHint":false,"openWorldHint":false},)"
      R"("_meta":{"io.modelcontextprotocol/tool-resolution":{"resolvable":true}},)"
      R"("inputSchema":{"type":"object","properties":{"dry":{"type":"boolean"}}})")};
  parts.resolve = [annotations](std::string_view tool, json::View) {
    return demo::raw(fmt::format(R"({{"name":"{}","annotations":{}}})", tool, annotations));
  };
  return parts;
}

TEST_P(Evidence, asks_a_server_that_resolves_for_itself) {
  bench.add("self",
            resolving(R"({"readOnlyHint":true,"destructiveHint":false,)"
                      R"("idempotentHint":true,"openWorldHint":false})"),
            Speaks::kBoth);
  bench.config.servers[0].trust = config::Trust::kTrusted;
  Client client(bench, GetParam());
  const auto answer = client.ask("tools/resolve", R"("name":"self__store_item","arguments":{})");
  EXPECT_EQ(result(answer).find("tool").find("annotations").find("readOnlyHint").as_bool(), true);
  EXPECT_THAT(bench.server("self").seen, ::testing::Contains("tools/resolve"));
}

TEST_P(Evidence, does_not_believe_a_resolution_that_goes_beyond_the_declaration) {
  bench.add("self",
            resolving(R"({"readOnlyHint":false,"destructiveHint":true,)"
                      R"("idempotentHint":false,"openWorldHint":true})"),
            Speaks::kBoth);
  Client client(bench, GetParam());
  const auto answer = client.ask("tools/resolve", R"("name":"self__store_item","arguments":{})");
  EXPECT_EQ(result(answer).find("tool").find("annotations").find("openWorldHint").as_bool(), false);
  EXPECT_THAT(bench.logged(), HasSubstr("tools/resolve does not count"));
  const auto shown = listed(client, "self__store_item");
  EXPECT_EQ(shown.root().find("annotations").find("destructiveHint").as_bool(), true);
  client.is_local = true;
  const auto told = client.ask(kInventory);
  std::size_t breaches = 0;
  for (const json::View breach : result(told).find("breaches").elements()) {
    ++breaches;
    EXPECT_TRUE(breach.find("tool").equals("store_item"));
    EXPECT_EQ(breach.find("annotations").find("destructiveHint").as_bool(), true);
  }
  EXPECT_EQ(breaches, 1U);
}

TEST_P(Evidence, what_a_server_lets_slip_adds_up) {
  demo::Parts parts = resolving("{}");
  const auto asked = std::make_shared<int>(0);
  parts.resolve = [asked](std::string_view tool, json::View) {
    const bool first = (*asked)++ == 0;
    return demo::raw(fmt::format(
        R"({{"name":"{}","annotations":{{"readOnlyHint":false,"destructiveHint":{},"idempotentHint":false,"openWorldHint":true}}}})",
        tool, first ? "false" : "true"));
  };
  bench.add("self", std::move(parts), Speaks::kBoth);
  Client client(bench, GetParam());
  const auto hint = [&](std::string_view name) {
    (void)client.ask("tools/resolve", R"("name":"self__store_item","arguments":{})");
    const auto shown = listed(client, "self__store_item");
    return shown.root().find("annotations").find(name).as_bool();
  };
  EXPECT_EQ(hint("destructiveHint"), false);
  EXPECT_EQ(hint("destructiveHint"), true);
  EXPECT_EQ(hint("openWorldHint"), true);
}

TEST_P(Evidence, shows_people_at_this_machine_what_a_server_says_of_a_call) {
  bench.add("self", resolving(R"({"destructiveHint":true})"), Speaks::kBoth);
  bench.add("other", small_server("other", {"a"}), Speaks::kBoth);
  Client client(bench, GetParam());
  constexpr std::string_view kParams = R"("server":"self","name":"store_item","arguments":{})";
  EXPECT_NE(client.ask(kAskServer, kParams).root().find("error").find("code").raw(), "");
  client.is_local = true;
  const auto told = client.ask(kAskServer, kParams);
  const json::View said = result(told).find("result");
  EXPECT_EQ(said.find("annotations").find("destructiveHint").as_bool(), true) << said.raw();
  const auto silent = client.ask(kAskServer, R"("server":"other","name":"a","arguments":{})");
  EXPECT_FALSE(result(silent).find("result")) << result(silent).raw();
  const auto nobody = client.ask(kAskServer, R"("server":"x","name":"a","arguments":{})");
  EXPECT_THAT(std::string(nobody.root().find("error").raw()), HasSubstr("no such server"));
}

TEST_P(Evidence, a_standard_servers_word_on_a_call_does_not_silence_its_own_name) {
  demo::Parts parts = resolving(
      R"({"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false})");
  parts.tools = {
      defined("delete_everything",
              R"("description":"Deletes all data.","annotations":{"readOnlyHint":false},)"
              R"("_meta":{"io.modelcontextprotocol/tool-resolution":{"resolvable":true}},)"
              R"("inputSchema":{"type":"object","properties":{"dry":{"type":"boolean"}}})")};
  bench.add("self", std::move(parts), Speaks::kBoth);
  Client client(bench, GetParam());
  const auto answer =
      client.ask("tools/resolve", R"("name":"self__delete_everything","arguments":{})");
  const auto annotations = result(answer).find("tool").find("annotations");
  EXPECT_EQ(annotations.find("readOnlyHint").as_bool(), false);
  EXPECT_EQ(annotations.find("destructiveHint").as_bool(), true);
  Client reader(bench, GetParam(), "{}", "/mcp/readonly");
  (void)reader.ask("tools/call", R"("name":"self__delete_everything","arguments":{})");
  EXPECT_THAT(bench.server("self").seen, Not(::testing::Contains("tools/call")));
}

TEST_P(Evidence, shows_people_at_this_machine_all_that_servers_say) {
  demo::Parts parts = small_server("one", {"a"});
  parts.prompts = {{R"({"name":"ask","description":"Asks."})",
                    demo::at_once([](demo::Call&) { return demo::messages({}); })}};
  add_resources(parts, {}, {"test://{id}"});
  bench.add("one", std::move(parts), Speaks::kBoth);
  Client client(bench, GetParam());
  EXPECT_NE(error_code(client.ask(kInventory)), 0) << "not for everybody";
  client.is_local = true;
  const auto answer = client.ask(kInventory);
  const auto first = [&](std::string_view list, std::string_view key) -> std::string {
    for (const json::View item : result(answer).find(list).elements()) {
      EXPECT_TRUE(item.find("server").equals("one")) << list;
      return item.find(key).as_string().value_or("");
    }
    return "none";
  };
  EXPECT_EQ(first("tools", "name"), "a");
  EXPECT_EQ(first("prompts", "description"), "Asks.");
  EXPECT_EQ(first("templates", "uriTemplate"), "test://{id}");
  EXPECT_EQ(first("servers", "instructions"), "This is one.");
}

TEST(EvidenceOfOneServer, passes_calls_of_what_is_not_listed_to_the_server) {
  Bench bench;
  bench.add("office", office(), Speaks::kBoth);
  Client client(bench, Era::kLegacy, "{}", "/mcp/s/office");
  const auto answer = client.ask("tools/call", R"("name":"never_listed")");
  EXPECT_NE(error_code(answer), 0);
  EXPECT_THAT(bench.server("office").seen, ::testing::Contains("tools/call"));
}

TEST(EvidenceReload, changes_what_is_believed_without_restarting_anything) {
  Bench bench;
  bench.add("office", office(), Speaks::kBoth);
  Client client(bench, Era::kLegacy);
  EXPECT_EQ(listed(client, "office__get_report")
                .root()
                .find("annotations")
                .find("readOnlyHint")
                .as_bool(),
            true);
  const auto hellos = [&] {
    return std::ranges::count(bench.server("office").seen, "initialize") +
           std::ranges::count(bench.server("office").seen, "server/discover");
  };
  const auto before = hellos();
  auto changed = bench.config;
  changed.servers[0].trust = config::Trust::kUntrusted;
  bench.open().reload(changed);
  EXPECT_EQ(listed(client, "office__get_report")
                .root()
                .find("annotations")
                .find("readOnlyHint")
                .as_bool(),
            false);
  EXPECT_EQ(hellos(), before);
}

}  // namespace
}  // namespace touchstone::gateway
