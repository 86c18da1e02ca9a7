// Tasks of several servers behind one endpoint.
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::string_view kTasks =
    R"({"tasks":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";

class Tasked : public ::testing::TestWithParam<Era> {
 protected:
  Tasked() {
    for (const char* name : {"one", "two"}) {
      bench.add(name, demo::conformance_server(),
                GetParam() == Era::kModern ? Speaks::kModern : Speaks::kLegacy);
    }
  }
  std::string begin(Client& c, const std::string& server) {
    const auto begun =
        c.ask("tools/call", call_of(server + "__slow_compute", R"({"seconds":60})") +
                                (GetParam() == Era::kModern ? "" : R"(,"task":{"ttl":60000})"));
    json::View id = result(begun).find("taskId");
    if (!id) id = result(begun).find("task").find("taskId");
    EXPECT_TRUE(id) << begun.text();
    return id ? std::string(id.raw()) : "";
  }
  Bench bench;
};

TEST_P(Tasked, what_changes_a_task_goes_to_no_server_that_is_not_known_to_run_it) {
  Client c(bench, GetParam(), kTasks);
  for (const char* method : {"tasks/cancel", "tasks/update"}) {
    const bool exists = GetParam() == Era::kModern || method == std::string_view("tasks/cancel");
    EXPECT_EQ(error_code(c.ask(method, R"("taskId":"unknown","inputResponses":{})")),
              exists ? rpc::kInvalidParams : rpc::kMethodNotFound);
    for (const char* name : {"one", "two"}) EXPECT_EQ(bench.server(name).count(method), 0U);
  }
  EXPECT_NE(error_code(c.ask("tasks/get", R"("taskId":"unknown")")), 0);
  for (const char* name : {"one", "two"}) EXPECT_EQ(bench.server(name).count("tasks/get"), 1U);
}

TEST(TaskMethods, are_for_modern_clients_that_say_they_understand_tasks) {
  Bench bench;
  bench.add("one", demo::conformance_server(), Speaks::kModern);
  Client c(bench, Era::kModern);
  for (const char* method : {"tasks/get", "tasks/update", "tasks/cancel"}) {
    EXPECT_EQ(error_code(c.ask(method, R"("taskId":"unknown","inputResponses":{})")),
              rpc::kMissingCapability);
    EXPECT_EQ(bench.server("one").count(method), 0U);
  }
}

TEST_P(Tasked, a_task_that_was_found_by_reading_can_be_cancelled) {
  Client c(bench, GetParam(), kTasks);
  const std::string id = begin(c, "two");
  EXPECT_EQ(error_code(c.ask("tasks/get", "\"taskId\":" + id)), 0);
  EXPECT_EQ(bench.server("one").count("tasks/get"), 0U);
  EXPECT_EQ(error_code(c.ask("tasks/cancel", "\"taskId\":" + id)), 0);
  EXPECT_EQ(bench.server("one").count("tasks/cancel"), 0U);
}

INSTANTIATE_TEST_SUITE_P(Both, Tasked, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kModern ? "modern" : "legacy";
                         });

TEST(TaskList, shows_the_tasks_of_all_servers_page_by_page) {
  Bench bench;
  for (const char* name : {"one", "two"})
    bench.add(name, demo::conformance_server(), Speaks::kLegacy);
  bench.add("plain", small_server("plain", {"a"}), Speaks::kLegacy);
  Client c(bench, Era::kLegacy, kTasks);
  std::set<std::string> begun, listed;
  for (const char* name : {"one", "two", "two"}) {
    const auto answer =
        c.ask("tools/call", call_of(std::string(name) + "__slow_compute", R"({"seconds":60})") +
                                R"(,"task":{"ttl":60000})");
    begun.insert(*result(answer).find("task").find("taskId").as_string());
  }
  std::string cursor;
  int pages = 0;
  do {
    const auto answer = c.ask("tasks/list", cursor.empty() ? "" : "\"cursor\":" + cursor);
    ASSERT_EQ(error_code(answer), 0) << answer.text();
    for (const json::View task : result(answer).find("tasks").elements())
      listed.insert(*task.find("taskId").as_string());
    const json::View next = result(answer).find("nextCursor");
    cursor = next ? std::string(next.raw()) : "";
  } while (!cursor.empty() && ++pages < 10);
  EXPECT_EQ(listed, begun);
  for (const std::string_view wrong : {R"("x")", R"("bm9ib2R5Cg")", "7"})
    EXPECT_EQ(error_code(c.ask("tasks/list", fmt::format("\"cursor\":{}", wrong))),
              rpc::kInvalidParams);
}

TEST(TaskMethods, need_the_extension_of_a_modern_client) {
  Bench bench;
  bench.add("it", demo::conformance_server(), Speaks::kModern);
  for (const char* route : {"/mcp", "/mcp/s/it"}) {
    Client c(bench, Era::kModern, "{}", route);
    for (const char* method : {"tasks/get", "tasks/update", "tasks/cancel"})
      EXPECT_EQ(error_code(c.ask(method, R"("taskId":"x")")), rpc::kMissingCapability) << method;
  }
}

class TaskOwners : public ::testing::TestWithParam<std::tuple<Era, Speaks, std::string>> {
 protected:
  TaskOwners() { bench.add("it", demo::conformance_server(), std::get<Speaks>(GetParam())); }
  Client client(std::string who) {
    const std::string_view capabilities =
        era() == Era::kModern ? R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})" : "{}";
    return Client(bench, era(), capabilities, route(), std::move(who));
  }
  static Era era() { return std::get<Era>(GetParam()); }
  static std::string route() { return std::get<std::string>(GetParam()); }
  static std::string begun(Client& c) {
    const bool legacy = era() == Era::kLegacy;
    const std::string tool = legacy ? "slow_compute" : "failing_job";
    const auto answer =
        c.ask("tools/call", call_of((route() == "/mcp" ? "it__" : "") + tool, R"({"seconds":1})") +
                                (legacy ? R"(,"task":{})" : ""));
    const json::View task = legacy ? result(answer).find("task") : result(answer);
    EXPECT_TRUE(task.find("taskId")) << answer.text();
    return fmt::format(R"("taskId":{})", task.find("taskId").raw());
  }
  Bench bench;
};

TEST_P(TaskOwners, nobody_else_sees_reads_or_ends_a_task) {
  Client ann = client("ann"), bob = client("bob");
  const std::string id = begun(ann);
  for (const char* method : {"tasks/get", "tasks/result", "tasks/cancel", "tasks/update"}) {
    const auto answer = bob.ask(method, id + R"(,"inputResponses":{})");
    EXPECT_NE(error_code(answer), 0) << method << answer.text();
  }
  EXPECT_EQ(bench.server("it").count("tasks/cancel"), 0);
  EXPECT_EQ(error_code(ann.ask("tasks/get", id)), 0);
  if (era() == Era::kModern) return;
  EXPECT_EQ(bob.list("tasks/list", "tasks", "taskId"), std::vector<std::string>());
  EXPECT_EQ(ann.list("tasks/list", "tasks", "taskId").size(), 1);
  EXPECT_EQ(said(ann.ask("tasks/result", id)), "Computed nothing in 1 s");
}

TEST_P(TaskOwners, another_session_of_the_same_person_does_not_know_it_either) {
  if (era() == Era::kModern) return;
  Client one = client("local"), two = client("local");
  const std::string id = begun(one);
  EXPECT_NE(error_code(two.ask("tasks/result", id)), 0);
  EXPECT_EQ(two.list("tasks/list", "tasks", "taskId"), std::vector<std::string>());
}

INSTANTIATE_TEST_SUITE_P(Everywhere, TaskOwners,
                         ::testing::Combine(::testing::Values(Era::kLegacy, Era::kModern),
                                            ::testing::Values(Speaks::kLegacy, Speaks::kModern),
                                            ::testing::Values("/mcp", "/mcp/s/it")));

}  // namespace
}  // namespace touchstone::gateway
