// Tasks of servers of the other era: the core experiment of 2025-11-25 against the extension of
// 2026-07-28.
#include "gateway/test_support.hpp"
#include "mcp/tasks.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kAskedByTask =
    R"({"tasks":{"requests":{"sampling":{"createMessage":{}}}}})";
constexpr std::string_view kExtension = R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})";
constexpr std::string_view kExtensionAskable =
    R"({"elicitation":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";
constexpr std::string_view kTaskYes = R"({"action":"accept","content":{"confirm":true}})";
const std::string kAsTask = R"(,"task":{"ttl":60000})";

// Runs only as a task, and asks on its way.
demo::Part asking_job() {
  return {
      R"({"name":"asking_job","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}})",
      [](demo::Call& call) -> demo::Task<demo::Reply> {
        const std::vector<demo::Question> questions = {demo::elicit(
            "sure", "Sure?", R"({"type":"object","properties":{"confirm":{"type":"boolean"}}})")};
        demo::Asked asked = co_await call.ask(questions);
        if (asked.reply) co_return std::move(*asked.reply);
        co_return demo::text(std::string(asked.answers[0].root().find("action").raw()));
      },
      demo::Background::kMust};
}

// Slow, and knows of no tasks. `ended` once nobody waits for it.
demo::Part crawl(const std::shared_ptr<bool>& ended) {
  auto part = asking_job();
  part.run = [ended, asks = std::move(part.run)](demo::Call& call) -> demo::Task<demo::Reply> {
    auto reply = co_await asks(call);
    *ended = true;
    co_return reply;
  };
  part.definition =
      R"({"name":"crawl","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"slowExecutionHint":true}})";
  part.background = demo::Background::kNever;
  return part;
}

// Is made only as a task, and does not end by itself while a test waits.
demo::Part long_job() {
  return {
      R"({"name":"long_job","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}})",
      [](demo::Call& call) -> demo::Task<demo::Reply> {
        (void)co_await call.sleep(5min);
        co_return demo::text("over");
      },
      demo::Background::kMust};
}

demo::Parts with_jobs(const std::shared_ptr<bool>& crawl_ended) {
  auto parts = demo::conformance_server();
  parts.tools.push_back(long_job());
  parts.tools.push_back(asking_job());
  parts.tools.push_back(crawl(crawl_ended));
  return parts;
}

struct TaskEras : ::testing::Test {
  void serve(Speaks speaks) { bench.add("it", with_jobs(crawl_ended), speaks); }
  static std::string job(const std::string& name, std::string_view arguments = "{}") {
    return call_of("it__" + name, std::string(arguments));
  }
  // Polls until the task is in this state; its last answer.
  json::Document poll(Client& c, const std::string& id, std::string_view status) {
    auto answer = c.ask("tasks/get", id);
    bench.until([&] {
      answer = c.ask("tasks/get", id);
      return result(answer).find("status").equals(status) || error_code(answer) != 0;
    });
    return answer;
  }
  static std::string named(json::View task) {
    return fmt::format(R"("taskId":{})", task.find("taskId").raw());
  }
  std::shared_ptr<bool> crawl_ended = std::make_shared<bool>(false);
  Bench bench;
};

TEST_F(TaskEras, a_legacy_client_that_asked_for_no_task_gets_the_plain_result) {
  serve(Speaks::kModern);
  for (const std::string_view capabilities : {kAskedByTask, kExtension, std::string_view("{}")}) {
    Client c(bench, Era::kLegacy, capabilities);
    const auto answer = c.ask("tools/call", job("slow_compute", R"({"seconds":0})"));
    EXPECT_FALSE(result(answer).find("resultType").equals("task")) << answer.text();
    EXPECT_EQ(said(answer), "Computed nothing in 0 s") << answer.text();
  }
}

TEST_F(TaskEras, a_call_that_a_modern_server_makes_only_as_a_task_is_waited_for) {
  serve(Speaks::kModern);
  Client c(bench, Era::kLegacy);
  const auto answer = c.ask("tools/call", job("failing_job"));
  EXPECT_TRUE(is_failure(answer)) << answer.text();
  EXPECT_FALSE(result(answer).find("taskId"));
  Client asked(bench, Era::kLegacy, R"({"elicitation":{}})");
  asked.session->answers.push_back(fmt::format(R"("result":{})", kTaskYes));
  EXPECT_EQ(said(asked.ask("tools/call", job("asking_job"))), R"("accept")");
}

TEST_F(TaskEras, waiting_for_a_task_ends_with_call_timeout_and_the_task_is_cancelled) {
  serve(Speaks::kModern);
  bench.config.servers[0].call_timeout = 700ms;
  Client c(bench, Era::kLegacy, R"({"elicitation":{}})");
  c.session->silent_on = &bench.loop;
  c.session->answers.clear();
  const auto answer = c.ask("tools/call", job("long_job"));
  EXPECT_EQ(error_code(answer), rpc::kUpstreamTimeout) << answer.text();
  EXPECT_NE(answer.text().find("callTimeout"), std::string::npos) << answer.text();
  bench.until([&] { return bench.server("it").count("tasks/cancel") == 1; });
}

TEST_F(TaskEras, a_legacy_client_that_asks_for_a_task_has_one_of_a_modern_server) {
  serve(Speaks::kModern);
  Client c(bench, Era::kLegacy);
  EXPECT_TRUE(result(c.hello).find("capabilities").find("tasks").find("requests").find("tools"));
  const auto begun = c.ask("tools/call", job("slow_compute", R"({"seconds":2})") + kAsTask);
  const json::View task = result(begun).find("task");
  ASSERT_TRUE(task.find("taskId")) << begun.text();
  EXPECT_TRUE(task.find("ttl") && task.find("pollInterval")) << begun.text();
  EXPECT_FALSE(task.find("ttlMs"));
  EXPECT_TRUE(result(c.ask("tasks/get", named(task))).find("status").equals("working"));
  const auto outcome = c.ask("tasks/result", named(task));
  EXPECT_EQ(said(outcome), "Computed nothing in 2 s") << outcome.text();
  EXPECT_EQ(result(outcome).find("_meta").find(mcp::kRelatedTask).find("taskId").raw(),
            task.find("taskId").raw());
  const auto over = c.ask("tasks/get", named(task));
  EXPECT_TRUE(result(over).find("status").equals("completed")) << over.text();
  EXPECT_FALSE(result(over).find("result"));
  EXPECT_EQ(c.list("tasks/list", "tasks", "taskId").size(), 1);
}

TEST_F(TaskEras, such_a_task_can_be_cancelled_and_is_unknown_to_others) {
  serve(Speaks::kModern);
  Client c(bench, Era::kLegacy), other(bench, Era::kLegacy);
  const auto begun = c.ask("tools/call", job("slow_compute", R"({"seconds":60})") + kAsTask);
  const std::string id = named(result(begun).find("task"));
  for (const char* method : {"tasks/get", "tasks/result", "tasks/cancel"})
    EXPECT_NE(error_code(other.ask(method, id)), 0) << method;
  EXPECT_EQ(other.list("tasks/list", "tasks", "taskId").size(), 0);
  const auto cancelled = c.ask("tasks/cancel", id);
  EXPECT_TRUE(result(cancelled).find("status").equals("cancelled")) << cancelled.text();
  EXPECT_EQ(error_code(c.ask("tasks/cancel", id)), rpc::kInvalidParams);
  EXPECT_NE(error_code(c.ask("tasks/result", id)), 0);
}

TEST_F(TaskEras, questions_of_such_a_task_are_asked_under_tasks_result) {
  serve(Speaks::kModern);
  Client c(bench, Era::kLegacy, R"({"elicitation":{}})");
  const auto begun = c.ask("tools/call", job("asking_job") + kAsTask);
  const json::View task = result(begun).find("task");
  poll(c, named(task), "input_required");
  c.session->answers.push_back(fmt::format(R"("result":{})", kTaskYes));
  EXPECT_EQ(said(c.ask("tasks/result", named(task))), R"("accept")");
  ASSERT_EQ(c.session->asked.size(), 1);
  EXPECT_NE(c.session->asked[0].second.find(mcp::kRelatedTask), std::string::npos);
}

TEST_F(TaskEras, a_result_at_once_is_that_of_a_task_that_is_over) {
  serve(Speaks::kModern);
  Client c(bench, Era::kLegacy);
  const auto begun = c.ask("tools/call", job("greet", R"({"name":"Ann"})") + kAsTask);
  const json::View task = result(begun).find("task");
  EXPECT_TRUE(task.find("status").equals("completed")) << begun.text();
  EXPECT_EQ(said(c.ask("tasks/result", named(task))), "Hello, Ann!");
}

// The time is long enough for the task to begin, also on a busy machine.
constexpr const char* kHurry = "rules:\n- {name: hurry, effect: allow, timeout: 2s}\n";

// A rule's time is for the whole task, whoever runs it; its server is told when that is over.
TEST_F(TaskEras, a_rule_s_timeout_bounds_a_task_of_a_modern_server) {
  bench.policy = kHurry;
  serve(Speaks::kModern);
  Client client(bench, Era::kLegacy, kAskedByTask);
  const auto begun = client.ask("tools/call", job("asking_job") + kAsTask);
  const auto told = poll(client, named(result(begun).find("task")), "failed");
  EXPECT_TRUE(result(told).find("status").equals("failed")) << told.text();
  bench.until([&] { return bench.server("it").count("tasks/cancel") == 1; });
}

TEST_F(TaskEras, and_one_of_a_legacy_server) {
  bench.policy = kHurry;
  serve(Speaks::kLegacy);
  Client client(bench, Era::kModern, kExtensionAskable);
  const auto begun = client.ask("tools/call", job("asking_job"));
  const auto told = poll(client, named(result(begun)), "failed");
  EXPECT_THAT(told.text(), ::testing::HasSubstr("all that the policy allows"));
  bench.until([&] { return bench.server("it").count("tasks/cancel") == 1; });
}

TEST_F(TaskEras, a_modern_client_that_understands_tasks_has_one_of_a_legacy_server) {
  serve(Speaks::kLegacy);
  Client c(bench, Era::kModern, kExtension);
  const auto hello = c.ask("server/discover");
  EXPECT_TRUE(result(hello).find("capabilities").find("extensions").find(mcp::kTasksExtension));
  const auto begun = c.ask("tools/call", job("failing_job"));
  ASSERT_TRUE(result(begun).find("resultType").equals("task")) << begun.text();
  EXPECT_TRUE(result(begun).find("ttlMs") && result(begun).find("pollIntervalMs"));
  const std::string id = named(result(begun));
  Client other(bench, Era::kModern, kExtension);
  other.principal = "bob";
  EXPECT_NE(error_code(other.ask("tasks/get", id)), 0);
  EXPECT_EQ(error_code(c.ask("tasks/result", id)), rpc::kMethodNotFound);
  const auto over = poll(c, id, "completed");
  EXPECT_TRUE(result(over).find("resultType").equals("complete")) << over.text();
  EXPECT_TRUE(result(over).find("result").find("isError").as_bool().value_or(false)) << over.text();
}

TEST_F(TaskEras, questions_of_a_legacy_task_stand_in_tasks_get_and_tasks_update_answers_them) {
  serve(Speaks::kLegacy);
  Client c(bench, Era::kModern, kExtensionAskable);
  const auto begun = c.ask("tools/call", job("asking_job"));
  const std::string id = named(result(begun));
  const auto asks = poll(c, id, "input_required");
  ASSERT_TRUE(result(asks).find("inputRequests").find("q1")) << asks.text();
  EXPECT_EQ(error_code(c.ask("tasks/update", id + "," + retry_of(asks, kTaskYes))), 0);
  const auto over = poll(c, id, "completed");
  EXPECT_NE(over.text().find("accept"), std::string::npos) << over.text();
}

TEST_F(TaskEras, a_modern_client_can_cancel_a_legacy_task) {
  serve(Speaks::kLegacy);
  Client c(bench, Era::kModern, kExtensionAskable);
  const std::string id = named(result(c.ask("tools/call", job("asking_job"))));
  EXPECT_EQ(error_code(c.ask("tasks/cancel", id)), 0);
  poll(c, id, "cancelled");
  EXPECT_EQ(bench.server("it").count("tasks/cancel"), 1);
}

TEST_F(TaskEras, a_slow_call_of_a_modern_client_is_a_task_though_its_server_knows_of_none) {
  serve(Speaks::kLegacy);
  Client c(bench, Era::kModern, kExtensionAskable);
  const auto begun = c.ask("tools/call", job("crawl"));
  ASSERT_TRUE(result(begun).find("resultType").equals("task")) << begun.text();
  const std::string id = named(result(begun));
  const auto asks = poll(c, id, "input_required");
  EXPECT_EQ(error_code(c.ask("tasks/update", id + "," + retry_of(asks, kTaskYes))), 0);
  const auto over = poll(c, id, "completed");
  EXPECT_NE(over.text().find("accept"), std::string::npos) << over.text();
}

TEST_F(TaskEras, such_a_task_is_called_off_at_its_server) {
  serve(Speaks::kLegacy);
  Client c(bench, Era::kModern, kExtensionAskable);
  const std::string id = named(result(c.ask("tools/call", job("crawl"))));
  poll(c, id, "input_required");
  EXPECT_EQ(error_code(c.ask("tasks/cancel", id)), 0);
  poll(c, id, "cancelled");
  bench.until([&] { return *crawl_ended; });
}

TEST_F(TaskEras, a_slow_call_is_a_plain_one_for_who_understands_no_tasks) {
  serve(Speaks::kLegacy);
  Client c(bench, Era::kModern, R"({"elicitation":{}})");
  EXPECT_EQ(said(c.converse("tools/call", job("crawl"), {std::string(kTaskYes)})), R"("accept")");
}

TEST_F(TaskEras, a_modern_client_without_tasks_gets_the_plain_result_of_a_legacy_one) {
  serve(Speaks::kLegacy);
  Client c(bench, Era::kModern);
  const auto answer = c.ask("tools/call", job("failing_job"));
  EXPECT_TRUE(is_failure(answer)) << answer.text();
  EXPECT_TRUE(result(answer).find("resultType").equals("complete")) << answer.text();
  Client asked(bench, Era::kModern, R"({"elicitation":{}})");
  EXPECT_EQ(said(asked.converse("tools/call", job("asking_job"), {std::string(kTaskYes)})),
            R"("accept")");
}

}  // namespace
}  // namespace touchstone::gateway
