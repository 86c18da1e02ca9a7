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
    EXPECT_EQ(error_code(c.ask(method, R"("taskId":"unknown","inputResponses":{})")),
              rpc::kInvalidParams);
    for (const char* name : {"one", "two"}) EXPECT_EQ(bench.server(name).count(method), 0U);
  }
  EXPECT_NE(error_code(c.ask("tasks/get", R"("taskId":"unknown")")), 0);
  for (const char* name : {"one", "two"}) EXPECT_EQ(bench.server(name).count("tasks/get"), 1U);
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

}  // namespace
}  // namespace touchstone::gateway
