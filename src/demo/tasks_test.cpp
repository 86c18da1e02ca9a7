#include "demo/tasks.hpp"

#include <gmock/gmock.h>

#include "demo/test_support.hpp"
#include "rpc/code.hpp"

namespace touchstone::demo {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr std::string_view kTasks =
    R"({"elicitation":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";

std::string id_in(const json::Document& answer) {
  const json::View task =
      result(answer).find("task") ? result(answer).find("task") : result(answer);
  return task.find("taskId").as_string().value_or("");
}

std::string named(std::string_view id) { return fmt::format(R"("taskId":"{}")", id); }

// Polls until the task has this status.
json::Document wait_for(Desk& desk, const std::string& id, std::string_view status) {
  for (int i = 0; i < 200; ++i) {
    auto answer = desk.modern("tasks/get", named(id), kTasks);
    if (result(answer).find("status").equals(status)) return answer;
    bool over = false;
    const net::Alarm alarm = desk.loop.after(net::Duration(20), [&] { over = true; });
    desk.run_until([&] { return over; });
  }
  ADD_FAILURE() << "never " << status;
  return desk.modern("tasks/get", named(id), kTasks);
}

TEST(Tasks, a_modern_call_becomes_a_task_and_its_result_is_fetched) {
  Desk desk("conformance");
  const auto made =
      desk.modern("tools/call", call_of("slow_compute", R"({"seconds":0,"label":"x"})"), kTasks);
  EXPECT_THAT(
      std::string(result(made).raw()),
      MatchesRegex(
          R"(\{"resultType":"task","taskId":"[0-9a-f]{32}","status":"working","createdAt":"20[0-9T:-]*Z",)"
          R"("lastUpdatedAt":"20[0-9T:-]*Z","ttlMs":600000,"pollIntervalMs":200\})"));
  const auto done = wait_for(desk, id_in(made), "completed");
  EXPECT_TRUE(result(done).find("resultType").equals("complete"));
  EXPECT_THAT(result(done).find("result").raw(), HasSubstr("Computed x in 0 s"));
}

TEST(Tasks, without_the_extension_a_tool_runs_at_once_or_says_what_is_missing) {
  Desk desk("conformance");
  EXPECT_EQ(said(desk.modern("tools/call", call_of("slow_compute", R"({"seconds":0})"))),
            "Computed nothing in 0 s");
  const auto refused = desk.modern("tools/call", call_of("failing_job"));
  EXPECT_EQ(error_code(refused), rpc::kMissingCapability);
  EXPECT_EQ(refused.root().find("error").find("data").raw(),
            R"({"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}})");
  for (const auto* method : {"tasks/get", "tasks/update", "tasks/cancel"})
    EXPECT_EQ(error_code(desk.modern(method, named("x"))), rpc::kMissingCapability) << method;
}

TEST(Tasks, a_tool_that_is_never_a_task_is_none_whatever_the_caller_says) {
  Desk desk("conformance");
  const auto answer =
      desk.modern("tools/call", call_of("greet", R"({"name":"A"})") + R"(,"task":{})", kTasks);
  EXPECT_EQ(said(answer), "Hello, A!");
}

TEST(Tasks, a_tools_own_failure_completes_and_an_error_of_the_protocol_fails) {
  Desk desk("conformance");
  const auto failing = id_in(desk.modern("tools/call", call_of("failing_job"), kTasks));
  const auto broken = id_in(desk.modern("tools/call", call_of("protocol_error_job"), kTasks));
  const auto failed = wait_for(desk, broken, "failed");
  EXPECT_EQ(result(failed).find("error").find("code").as_int(), rpc::kInternalError);
  EXPECT_FALSE(result(failed).find("result"));
  const auto completed = wait_for(desk, failing, "completed");
  EXPECT_EQ(result(completed).find("result").find("isError").as_bool(), true);
}

TEST(Tasks, cancelling_is_acknowledged_and_ends_the_work) {
  Desk desk("conformance");
  const auto id =
      id_in(desk.modern("tools/call", call_of("slow_compute", R"({"seconds":60})"), kTasks));
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(result(desk.modern("tasks/cancel", named(id), kTasks)).raw(),
              R"({"resultType":"complete"})");
  (void)wait_for(desk, id, "cancelled");
}

TEST(Tasks, questions_are_asked_through_the_task_and_answered_one_by_one) {
  Desk desk("conformance");
  const auto id = id_in(desk.modern("tools/call", call_of("multi_input"), kTasks));
  const auto asking = wait_for(desk, id, "input_required");
  EXPECT_TRUE(result(asking).find("inputRequests").find("first"));
  const auto update = [&](std::string_view responses) {
    return desk.modern("tasks/update",
                       fmt::format(R"({},"inputResponses":{})", named(id), responses), kTasks);
  };
  const auto ack = update(R"({"first":{"action":"accept","content":{"name":"A"}},"none":{}})");
  EXPECT_EQ(result(ack).raw(), R"({"resultType":"complete"})");
  const auto rest = wait_for(desk, id, "input_required");
  EXPECT_FALSE(result(rest).find("inputRequests").find("first"));
  EXPECT_TRUE(result(rest).find("inputRequests").find("second"));
  (void)update(R"({"second":7})");
  (void)wait_for(desk, id, "input_required");
  (void)update(R"({"second":{"action":"accept","content":{"name":"B"}}})");
  EXPECT_THAT(result(wait_for(desk, id, "completed")).find("result").raw(), HasSubstr("A and B"));
}

TEST(Tasks, a_tool_may_ask_first_and_become_a_task_then) {
  Desk desk("conformance");
  const auto first = desk.modern("tools/call", call_of("test_tool_with_task"), kTasks);
  EXPECT_TRUE(result(first).find("resultType").equals("input_required"));
  EXPECT_FALSE(result(first).find("taskId"));
  const auto second = desk.modern(
      "tools/call",
      call_of("test_tool_with_task") +
          R"(,"inputResponses":{"user_name":{"action":"accept","content":{"name":"Alice"}}})",
      kTasks);
  EXPECT_TRUE(result(second).find("resultType").equals("task"));
  EXPECT_THAT(result(wait_for(desk, id_in(second), "completed")).find("result").raw(),
              HasSubstr("Alice"));
}

TEST(Tasks, to_anybody_else_a_task_does_not_exist) {
  Desk desk("conformance");
  const auto id =
      id_in(desk.modern("tools/call", call_of("slow_compute", R"({"seconds":0})"), kTasks));
  desk.principal = "somebody else";
  EXPECT_EQ(error_code(desk.modern("tasks/get", named(id), kTasks)), rpc::kInvalidParams);
  desk.principal = "local";
  EXPECT_EQ(error_code(desk.modern("tasks/get", named("none"), kTasks)), rpc::kInvalidParams);
  (void)wait_for(desk, id, "completed");
}

TEST(Tasks, those_that_are_over_make_room_and_those_that_run_do_not) {
  net::Loop loop;
  base::SystemRandom random;
  Tasks tasks(loop, random);
  const auto first = tasks.create("me");
  for (std::size_t i = 1; i < Tasks::kMaxTasks; ++i) ASSERT_TRUE(tasks.create("me"));
  EXPECT_FALSE(tasks.create("me"));
  first->finish(text("done"));
  EXPECT_TRUE(tasks.create("me"));
  EXPECT_FALSE(tasks.find(first->id, "me"));
}

TEST(LegacyTasks, are_made_on_request_and_their_result_is_waited_for) {
  Desk desk("conformance");
  (void)desk.initialize();
  const auto made = desk.legacy("tools/call", call_of("failing_job") + R"(,"task":{"ttl":60000})");
  const json::View task = result(made).find("task");
  EXPECT_TRUE(task.find("status").equals("working"));
  EXPECT_EQ(task.find("ttl").as_int(), 600'000);
  const auto id = id_in(made);
  const auto waited = desk.legacy("tasks/result", named(id));
  EXPECT_EQ(said(waited), "The job failed, as it always does.");
  EXPECT_EQ(result(waited).find("_meta").raw(),
            fmt::format(R"({{"io.modelcontextprotocol/related-task":{{"taskId":"{}"}}}})", id));
  const auto got = desk.legacy("tasks/get", named(id));
  EXPECT_TRUE(result(got).find("status").equals("failed"));
  const auto listed = desk.legacy("tasks/list");
  EXPECT_THAT(result(listed).raw(), HasSubstr(id));
  EXPECT_EQ(error_code(desk.legacy("tasks/cancel", named(id))), rpc::kInvalidParams);
}

TEST(LegacyTasks, ask_while_the_client_waits_for_the_result) {
  Desk desk("conformance");
  (void)desk.initialize(R"({"elicitation":{}})");
  const auto made =
      desk.legacy("tools/call", call_of("confirm_delete", R"({"filename":"f"})") + R"(,"task":{})");
  desk.session->answers = {R"("result":{"action":"accept","content":{"confirm":true}})"};
  EXPECT_EQ(said(desk.legacy("tasks/result", named(id_in(made)))), "Deleted f.");
  ASSERT_EQ(desk.session->asked.size(), 1U);
  EXPECT_THAT(desk.session->asked[0].second,
              HasSubstr(R"("_meta":{"io.modelcontextprotocol/related-task":{"taskId":")"));
}

TEST(LegacyTasks, a_client_that_does_not_answer_ends_the_task) {
  Desk desk("conformance");
  (void)desk.initialize();
  const auto made = desk.legacy("tools/call", call_of("confirm_delete") + R"(,"task":{})");
  EXPECT_THAT(said(desk.legacy("tasks/result", named(id_in(made)))), HasSubstr("cannot be asked"));
}

TEST(LegacyTasks, can_be_cancelled_while_they_run) {
  Desk desk("conformance");
  (void)desk.initialize();
  const auto id = id_in(
      desk.legacy("tools/call", call_of("slow_compute", R"({"seconds":60})") + R"(,"task":{})"));
  const auto waiting = desk.send_legacy("tasks/result", named(id));
  const auto cancelled = desk.legacy("tasks/cancel", named(id));
  EXPECT_TRUE(result(cancelled).find("status").equals("cancelled"));
  EXPECT_EQ(error_code(desk.finish(waiting)), rpc::kInvalidParams);
}

TEST(LegacyTasks, a_tool_says_whether_it_must_or_cannot_be_a_task) {
  Desk desk("conformance");
  (void)desk.initialize();
  EXPECT_EQ(error_code(desk.legacy("tools/call", call_of("failing_job"))), rpc::kMethodNotFound);
  EXPECT_EQ(
      error_code(desk.legacy("tools/call", call_of("greet", R"({"name":"A"})") + R"(,"task":{})")),
      rpc::kMethodNotFound);
}

}  // namespace
}  // namespace touchstone::demo
