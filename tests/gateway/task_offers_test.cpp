// What clients are told of tasks that their servers know nothing of, and what they get who ask for
// one where there is none.
#include <gmock/gmock.h>

#include "gateway/our_tasks.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class TaskOffered : public OurTasks, public ::testing::WithParamInterface<Speaks> {};

TEST_P(TaskOffered, tasks_are_declared_on_every_route_that_has_tools) {
  serve(GetParam());
  bench.config.views.push_back({.name = "some"});
  for (const char* route : {"/mcp", "/mcp/readonly", "/mcp/v/some", "/mcp/s/mine"}) {
    const Client c = client("{}", route);
    EXPECT_TRUE(declared(c.hello)) << route << c.hello.text();
    const json::View tasks = result(c.hello).find("capabilities").find("tasks");
    EXPECT_TRUE(tasks.find("list") && tasks.find("cancel")) << route;
  }
}

TEST_P(TaskOffered, a_list_says_which_tools_can_be_tasks) {
  serve(GetParam());
  Client all = client();
  EXPECT_THAT(support(all),
              UnorderedElementsAre(Pair("mine__dig", "optional"), Pair("mine__toil", "optional"),
                                   Pair("mine__blast", "optional"), Pair("mine__agree", "optional"),
                                   Pair("mine__look", ""), Pair("mine__wave", "required")));
  Client one = client("{}", "/mcp/s/mine");
  EXPECT_EQ(support(one)["dig"], "optional");
  EXPECT_EQ(support(one)["look"], "");
}

TEST_P(TaskOffered, clients_of_older_revisions_and_modern_ones_hear_nothing_of_it) {
  serve(GetParam());
  for (const char* route : {"/mcp", "/mcp/s/mine"}) {
    for (const char* version : {"2024-11-05", "2025-06-18"}) {
      Client old = client("{}", route, "local", version);
      EXPECT_FALSE(result(old.hello).find("capabilities").find("tasks")) << old.hello.text();
      for (const auto& [name, said] : support(old)) EXPECT_NE(said, "optional") << name;
    }
    Client modern(bench, Era::kModern, R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})",
                  route);
    const auto hello = modern.ask("server/discover");
    EXPECT_FALSE(result(hello).find("capabilities").find("tasks")) << hello.text();
    for (const auto& [name, said] : support(modern)) EXPECT_NE(said, "optional") << name;
  }
}

// The lists of all of them are made once and kept: nobody gets another's.
TEST_P(TaskOffered, who_asks_next_gets_the_list_that_is_meant_for_it) {
  serve(GetParam());
  Client old = client("{}", "/mcp", "local", "2025-06-18");
  Client core = client();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(support(core)["mine__dig"], "optional");
    EXPECT_EQ(support(old)["mine__dig"], "");
  }
}

TEST_P(TaskOffered, where_lists_stay_as_they_came_nothing_is_offered) {
  serve(GetParam());
  bench.config.annotate = model::Annotate::kOff;
  for (const char* route : {"/mcp", "/mcp/s/mine"}) {
    Client c = client("{}", route);
    EXPECT_FALSE(declared(c.hello)) << c.hello.text();
    for (const auto& [name, said] : support(c)) EXPECT_NE(said, "optional") << name;
  }
}

TEST_P(TaskOffered, only_the_bytes_about_tasks_differ) {
  serve(GetParam());
  Client old = client("{}", "/mcp/s/mine", "local", "2025-06-18");
  Client core = client("{}", "/mcp/s/mine");
  std::string was(result(old.ask("tools/list")).raw());
  std::string is(result(core.ask("tools/list")).raw());
  const auto without = [](std::string text, std::string_view part, std::string_view by) {
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at))
      text.replace(at, part.size(), by);
    return text;
  };
  is = without(is, R"(,"execution":{"taskSupport":"optional"})", "");
  was = without(was, R"(,"execution":{"taskSupport":"forbidden"})", "");
  EXPECT_EQ(is, was);
}

TEST_P(TaskOffered, a_tool_that_can_be_none_is_refused_as_a_task_and_not_called) {
  serve(GetParam());
  for (const char* route : {"/mcp", "/mcp/s/mine"}) {
    Client c = client("{}", route);
    const std::string look = route == std::string_view("/mcp") ? "mine__look" : "look";
    const auto answer = c.ask("tools/call", call_of(look, "{}") + kAsked);
    EXPECT_EQ(error_code(answer), rpc::kMethodNotFound) << answer.text();
    EXPECT_THAT(answer.text(), HasSubstr("without `task`"));
    EXPECT_EQ(bench.server("mine").count("tools/call"), 0U);
    EXPECT_EQ(said(c.ask("tools/call", call_of(look, "{}"))), "dust");
    bench.server("mine").seen.clear();
  }
}

TEST_P(TaskOffered, nobody_is_asked_about_a_call_that_is_refused_so) {
  serve(GetParam());
  bench.policy = "rules:\n- {name: ask, effect: escalate}\n";
  Client c = client(R"({"elicitation":{}})");
  const auto answer = c.ask("tools/call", call("look") + kAsked);
  EXPECT_EQ(error_code(answer), rpc::kMethodNotFound) << answer.text();
  EXPECT_TRUE(c.session->asked.empty());
}

TEST_P(TaskOffered, a_tool_that_says_it_can_be_one_is_taken_at_its_word) {
  serve(GetParam());
  Client c = client();
  const std::string id = begin(c, "wave");
  EXPECT_EQ(said(c.ask("tasks/result", id)), "waved");
}

TEST_P(TaskOffered, what_is_no_task_at_all_is_an_error) {
  serve(GetParam());
  Client c = client();
  for (const char* task :
       {"null", "true", "7", R"("x")", "[]", R"({"ttl":"1"})", R"({"ttl":{}})"}) {
    const auto answer = c.ask("tools/call", call("dig") + fmt::format(R"(,"task":{})", task));
    EXPECT_EQ(error_code(answer), rpc::kInvalidParams) << task << answer.text();
  }
  EXPECT_EQ(mine->began, 0);
}

INSTANTIATE_TEST_SUITE_P(Servers, TaskOffered, ::testing::Values(Speaks::kLegacy, Speaks::kModern),
                         [](const auto& info) {
                           return info.param == Speaks::kModern ? "modern" : "legacy";
                         });

// A server that runs tasks itself: what it says of them stays, also of tools that are slow.
TEST_F(OurTasks, words_of_a_server_that_runs_tasks_itself_stay_as_they_are) {
  auto parts = mine_server(mine);
  parts.tools.back().background = demo::Background::kMay;
  bench.add("mine", std::move(parts), Speaks::kLegacy);
  Client c = client("{}", "/mcp/s/mine");
  EXPECT_TRUE(declared(c.hello));
  EXPECT_EQ(support(c)["dig"], "");
  EXPECT_EQ(support(c)["blast"], "forbidden");
  EXPECT_EQ(error_code(c.ask("tools/call", call_of("dig", "{}") + kAsked)), rpc::kMethodNotFound);
  EXPECT_THAT(bench.server("mine").last("tools/call"), HasSubstr(R"("task":{})"));
}

// A modern server with the extension decides itself; its client is told where that is of use.
TEST_F(OurTasks, a_slow_tool_of_a_modern_server_with_tasks_can_be_one_as_well) {
  auto parts = mine_server(mine);
  parts.tools.front().background = demo::Background::kMay;
  bench.add("mine", std::move(parts), Speaks::kModern);
  Client c = client();
  EXPECT_TRUE(declared(c.hello));
  EXPECT_EQ(support(c)["mine__dig"], "optional");
  EXPECT_EQ(support(c)["mine__blast"], "forbidden");
  EXPECT_EQ(support(c)["mine__look"], "");
  const std::string id = begin(c, "dig");
  mine->open = true;
  EXPECT_EQ(said(c.ask("tasks/result", id)), "gold");
}

TEST_F(OurTasks, what_an_old_client_sends_as_task_is_passed_on_as_before) {
  serve();
  Client old = client("{}", "/mcp", "local", "2025-06-18");
  (void)old.ask("tools/call", call("look") + kAsked);
  EXPECT_THAT(bench.server("mine").last("tools/call"), HasSubstr(R"("task":{})"));
}

TEST_F(OurTasks, a_search_route_has_tasks_of_what_is_called_through_it_but_not_of_its_own_tools) {
  serve();
  bench.config.routing = config::Routing::kSearch;
  Client c = client();
  const auto found = c.ask("tools/call", call_of("find_tools", R"({"query":"dig"})") + kAsked);
  EXPECT_EQ(error_code(found), rpc::kMethodNotFound) << found.text();
  const auto begun = c.ask(
      "tools/call", call_of("call_tool_read", R"({"name":"mine__dig","arguments":{}})") + kAsked);
  mine->open = true;
  EXPECT_EQ(said(c.ask("tasks/result", id_of(begun))), "gold");
}

}  // namespace
}  // namespace touchstone::gateway
