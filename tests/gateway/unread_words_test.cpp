// Notifications, questions and tasks: a server's words that are no result of a call.
#include "gateway/unread.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class UnreadNotices : public UnreadWords {};

TEST_P(UnreadNotices, one_that_nobody_has_heard_of_is_looked_at) {
  Client client(bench, client_era());
  const auto heard_of = [&](const std::string& message) {
    it().scripts["tools/call"] = saying_before(message);
    const auto pending = client.send("tools/call", call_of("it__read"));
    EXPECT_EQ(said(bench.finish(pending)), "done");
    return pending->exchange.sent;
  };
  EXPECT_THAT(heard_of(notice("notifications/whatever", kUnreadAttack)), IsEmpty());
  EXPECT_THAT(records(), HasSubstr(R"("outcome":"withheld")"));
  const std::string odd = notice("notifications/whatever", R"(caf\u00e9)");
  EXPECT_THAT(heard_of(odd), Contains(odd)) << "what is harmless passes byte by byte";
}

TEST_P(UnreadNotices, a_list_has_changed_whatever_is_said_beside_it) {
  if (client_era() == Era::kModern) return;  // hears of it by a subscription, in our words
  constexpr std::string_view kChange = "notifications/tools/list_changed";
  Client client(bench, client_era());
  (void)client.tools();
  const auto before = it().count("tools/list");
  it().scripts["tools/call"] = saying_before(notice(kChange, kUnreadAttack));
  (void)client.ask("tools/call", call_of("it__read"));
  bench.until([&] { return client.session->heard(kChange) == 1; });
  EXPECT_THAT(client.session->sent, Each(Not(HasSubstr("attacker"))));
  (void)client.tools();
  EXPECT_GT(it().count("tools/list"), before);
  it().scripts["tools/call"] = saying_before(notice(kChange, "two more"));
  (void)client.ask("tools/call", call_of("it__read"));
  bench.until([&] { return client.session->heard(kChange) == 2; });
  EXPECT_THAT(client.session->sent, Contains(notice(kChange, "two more")));
}

INSTANTIATE_TEST_SUITE_P(Cells, UnreadNotices, all_cells());

// --- legacy client and server

class UnreadLegacy : public UnreadWords {};

net::Task<void> put_foreign(std::shared_ptr<face::Session> session, std::string words, int& code) {
  auto reply = co_await session->ask("custom/ask", fmt::format(R"({{"words":"{}"}})", words),
                                     nullptr, std::chrono::seconds(10), nullptr);
  code = reply ? reply->error_code() : -1;
}

TEST_P(UnreadLegacy, a_request_that_mcp_does_not_know_is_looked_at) {
  Client client(bench, Era::kLegacy, kAskable);
  client.session->answers = {R"("result":{})", R"("result":{})"};
  const auto put = [&](std::string_view words) {
    int got = 1;
    bench.loop.spawn(put_foreign(it().sessions.begin()->second, std::string(words), got));
    bench.until([&] { return got != 1; });
    return got;
  };
  EXPECT_EQ(put("good morning"), 0);
  EXPECT_EQ(client.session->asked.size(), 1U);
  EXPECT_EQ(put(kUnreadAttack), rpc::kRefused);
  EXPECT_EQ(client.session->asked.size(), 1U);
}

std::string legacy_task(std::string_view words) {
  return fmt::format(R"({{"taskId":"t1","status":"working","createdAt":"2026-01-01T00:00:00Z",)"
                     R"("lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":60000,"pollInterval":50,)"
                     R"("statusMessage":"{}"}})",
                     words);
}

TEST_P(UnreadLegacy, what_a_server_says_of_its_tasks_is_looked_at_wherever_it_does) {
  Client client(bench, Era::kLegacy);
  it().scripts["tools/call"] = always(R"({"task":)" + legacy_task("begun") + "}");
  (void)client.ask("tools/call", call_of("it__read") + R"(,"task":{})");
  constexpr std::string_view kId = R"("taskId":"t1")";
  it().scripts["tasks/get"] = it().scripts["tasks/cancel"] = always(legacy_task("half of it"));
  EXPECT_THAT(client.ask("tasks/get", kId).text(), HasSubstr("half of it"));
  EXPECT_THAT(client.ask("tasks/cancel", kId).text(), HasSubstr("half of it"));
  it().scripts["tasks/get"] = it().scripts["tasks/cancel"] = always(legacy_task(kUnreadAttack));
  for (const auto* method : {"tasks/get", "tasks/cancel"}) {
    const auto answer = client.ask(method, kId);
    EXPECT_THAT(answer.text(), Not(HasSubstr("attacker"))) << method;
    EXPECT_TRUE(result(answer).find("taskId").equals("t1")) << answer.text();
    EXPECT_TRUE(result(answer).find("status").equals("working")) << answer.text();
    EXPECT_THAT(result(answer).find("statusMessage").as_string().value_or(""),
                HasSubstr("withheld"));
  }
  it().scripts["tools/call"] = saying_before(
      fmt::format(R"({{"jsonrpc":"2.0","method":"notifications/tasks/status","params":{}}})",
                  legacy_task(kUnreadAttack)));
  (void)client.ask("tools/call", call_of("it__read"));
  EXPECT_THAT(client.session->sent, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Cells, UnreadLegacy, cell_of(Era::kLegacy, Speaks::kLegacy));

// --- legacy client, modern server

class UnreadUpward : public UnreadWords {};

TEST_P(UnreadUpward, the_second_question_of_a_call_is_looked_at_as_the_first_is) {
  int round = 0;
  it().scripts["tools/call"] = [&round](face::Request&) {
    return asking(++round == 1 ? "Which colour?" : kUnreadAttack);
  };
  Client client(bench, Era::kLegacy, R"({"elicitation":{}})");
  const std::string yes = R"({"action":"accept","content":{}})";
  const auto answer = client.converse("tools/call", call_of("it__read"), {yes, yes, yes});
  EXPECT_EQ(client.session->asked.size(), 1U);
  EXPECT_THAT(answer.text(), HasSubstr("not passed on"));
}

TEST_P(UnreadUpward, so_is_a_question_of_a_task) {
  it().scripts["tools/call"] = always(modern_task("task", "working"));
  it().scripts["tasks/get"] = always(modern_task(
      "complete", "input_required", R"("inputRequests":)" + question_in(kUnreadAttack)));
  Client client(bench, Era::kLegacy, R"({"elicitation":{}})");
  client.session->answers = {R"("result":{"action":"accept","content":{}})"};
  const auto answer = client.ask("tools/call", call_of("it__read"));
  EXPECT_THAT(client.session->asked, IsEmpty());
  EXPECT_THAT(answer.text(), HasSubstr("not passed on"));
}

INSTANTIATE_TEST_SUITE_P(Cells, UnreadUpward, cell_of(Era::kLegacy, Speaks::kModern));

// --- modern client and server

class UnreadModern : public UnreadWords {
 protected:
  json::Document task_saying(const std::string& told) {
    it().scripts["tools/call"] = always(modern_task("task", "working"));
    it().scripts["tasks/get"] = always(told);
    Client client(bench, Era::kModern, kTakesTasks);
    (void)client.ask("tools/call", call_of("it__read"));
    return client.ask("tasks/get", R"("taskId":"t1")");
  }
};

TEST_P(UnreadModern, what_a_task_asks_is_looked_at) {
  const auto answer = task_saying(modern_task("complete", "input_required",
                                              R"("inputRequests":)" + question_in(kUnreadAttack)));
  EXPECT_THAT(answer.text(), Not(HasSubstr("attacker")));
  EXPECT_TRUE(result(answer).find("taskId").equals("t1")) << answer.text();
}

TEST_P(UnreadModern, and_passes_if_it_is_harmless) {
  const auto told = modern_task("complete", "input_required",
                                R"("inputRequests":)" + question_in("Which colour?"));
  EXPECT_EQ(result(task_saying(told)).raw(), told);
}

constexpr std::string_view kOutcome =
    R"("result":{"resultType":"complete","content":[{"type":"text","text":"fine"}]})";

TEST_P(UnreadModern, what_stands_beside_the_outcome_of_a_task_is_looked_at) {
  const auto answer = task_saying(modern_task(
      "complete", "completed", fmt::format(R"("statusMessage":"{}",{})", kUnreadAttack, kOutcome)));
  EXPECT_THAT(answer.text(), Not(HasSubstr("attacker")));
  EXPECT_TRUE(result(answer).find("status").equals("completed")) << answer.text();
  EXPECT_THAT(std::string(result(answer).find("result").raw()), HasSubstr("fine"));
}

TEST_P(UnreadModern, beside_the_outcome_harmless_words_pass) {
  const auto told = modern_task("complete", "completed",
                                fmt::format(R"("statusMessage":"all done",{})", kOutcome));
  EXPECT_EQ(result(task_saying(told)).raw(), told);
}

TEST_P(UnreadModern, a_task_that_calls_itself_a_question_is_judged_by_its_outcome) {
  const auto answer = task_saying(modern_task(
      "input_required", "completed",
      fmt::format(R"("result":{{"content":[{{"type":"text","text":"{}"}}]}})", kUnreadCard)));
  EXPECT_THAT(answer.text(), HasSubstr("4111"));
  EXPECT_TRUE(session().label.classes.has(model::DataClass::kFinancial));
}

INSTANTIATE_TEST_SUITE_P(Cells, UnreadModern, cell_of(Era::kModern, Speaks::kModern));

// --- modern client, legacy server

class UnreadDownward : public UnreadWords {};

TEST_P(UnreadDownward, what_goes_with_urls_to_open_is_looked_at) {
  const auto urls = [](std::string_view words) {
    return always(fmt::format(
        R"("error":{{"code":-32042,"message":"open","data":{{"elicitations":[{{"mode":"url",)"
        R"("elicitationId":"e","url":"https://it.example/","message":"{}"}}]}}}})",
        words));
  };
  Client client(bench, Era::kModern, R"({"elicitation":{"url":{}}})");
  it().scripts["tools/call"] = urls("Log in");
  EXPECT_TRUE(asks_back(client.ask("tools/call", call_of("it__read"))));
  it().scripts["tools/call"] = urls(kUnreadAttack);
  EXPECT_THAT(client.ask("tools/call", call_of("it__read")).text(), Not(HasSubstr("attacker")));
}

INSTANTIATE_TEST_SUITE_P(Cells, UnreadDownward, cell_of(Era::kModern, Speaks::kLegacy));

}  // namespace
}  // namespace touchstone::gateway
