// Step 8: which calls wait for which, what is made twice, and what the other hints do.
#include <gmock/gmock.h>

#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// What is under way at a server, as it sees it. Calls stay until the gate is open.
struct Gate {
  bool open = false;
  std::vector<std::string> began;  // the calls' own numbers
  std::map<std::string, int> now, most;
};
using GatePtr = std::shared_ptr<Gate>;

demo::Function behind(const GatePtr& gate, std::string kind) {
  return [gate, kind](demo::Call& call) -> net::Task<demo::Reply> {
    gate->began.push_back(call.text("number"));
    gate->most[kind] = std::max(gate->most[kind], ++gate->now[kind]);
    while (!gate->open) {
      if (!co_await call.sleep(5ms)) break;
    }
    --gate->now[kind];
    co_return demo::text("done " + call.text("number"));
  };
}

demo::Part hinted(std::string_view name, std::string_view hints, demo::Function run) {
  return {fmt::format(R"({{"name":"{}","inputSchema":{{"type":"object"}},"annotations":{{{}}}}})",
                      name, hints),
          std::move(run), demo::Background::kNever};
}

constexpr std::string_view kReads = R"("readOnlyHint":true)";
constexpr std::string_view kWrites = R"("readOnlyHint":false,"destructiveHint":false)";

demo::Function asks_in_between() {
  return [](demo::Call& call) -> net::Task<demo::Reply> {
    const std::vector<demo::Question> questions = {
        demo::elicit("q", "Really?", R"({"type":"object","properties":{}})")};
    demo::Asked asked = co_await call.ask(questions);
    if (asked.reply) co_return std::move(*asked.reply);
    co_return demo::text("asked");
  };
}

demo::Parts shop(const GatePtr& gate) {
  const auto with = [](std::string_view hints, std::string_view more) {
    return fmt::format("{},{}", hints, more);
  };
  demo::Parts parts;
  parts.name = "shop";
  parts.tools = {
      hinted("look", kReads, behind(gate, "read")),
      hinted("change", kWrites, behind(gate, "write")),
      hinted("settle", with(kWrites, R"("idempotentHint":true)"), behind(gate, "write")),
      hinted("render", with(kReads, R"("resourceIntensiveHint":true)"), behind(gate, "heavy")),
      hinted("crawl", with(kReads, R"("slowExecutionHint":true)"), behind(gate, "slow")),
      hinted("toil", with(kWrites, R"("slowExecutionHint":true)"), behind(gate, "write")),
      hinted("secret", with(kReads, R"("sensitiveDataHint":true)"), behind(gate, "read")),
      hinted("think", with(kReads, R"("aiProcessingHint":true)"), behind(gate, "read")),
      hinted("agree", kWrites, asks_in_between()),
      hinted("ponder", with(kReads, R"("resourceIntensiveHint":true)"), asks_in_between()),
  };
  return parts;
}

// What is said of a call that may have been done.
constexpr std::string_view kLook = "the call may have been done: look before it is made again";

// A call timeout that is waited for. It is that of lists, too: a busy machine must not use it up.
constexpr auto kBriefCall = 1'800ms;

class Scheduled : public ::testing::TestWithParam<Era> {
 protected:
  Scheduled() { add("shop", gate); }
  ~Scheduled() override { gate->open = other->open = true; }

  Upstream& add(const std::string& name, const GatePtr& behind_it) {
    auto& server = bench.add(name, shop(behind_it), Speaks::kBoth);
    bench.config.servers.back().trust = config::Trust::kTrusted;
    return server;
  }
  static std::string call(std::string_view tool, int number, std::string_view server = "shop") {
    return fmt::format(R"("name":"{}__{}","arguments":{{"number":"{}"}})", server, tool, number);
  }
  static std::shared_ptr<Pending> send(Client& client, std::string_view tool, int number,
                                       std::string_view server = "shop") {
    return client.send("tools/call", call(tool, number, server));
  }
  void until_begun(std::size_t calls) {
    bench.until([&] { return gate->began.size() >= calls; });
  }
  std::string error_of(const std::shared_ptr<Pending>& pending) {
    return bench.finish(pending).root().find("error").find("message").as_string().value_or("");
  }

  GatePtr gate = std::make_shared<Gate>(), other = std::make_shared<Gate>();
  Bench bench;
};

TEST_P(Scheduled, writes_to_one_server_never_overlap_and_keep_their_order_while_reads_do) {
  Client one(bench, GetParam());
  Client two(bench, GetParam());
  std::vector<std::shared_ptr<Pending>> all;
  all.push_back(send(one, "change", 1));
  until_begun(1);
  all.push_back(send(two, "change", 2));
  bench.rest();
  all.push_back(send(one, "change", 3));
  for (int i = 4; i < 7; ++i) all.push_back(send(i == 5 ? two : one, "look", i));
  until_begun(4);
  bench.rest();
  EXPECT_EQ(gate->most["read"], 3);
  EXPECT_EQ(gate->now["write"], 1);
  gate->open = true;
  for (const auto& pending : all) EXPECT_THAT(said(bench.finish(pending)), HasSubstr("done"));
  EXPECT_EQ(gate->most["write"], 1);
  EXPECT_THAT(std::vector(gate->began.begin() + 4, gate->began.end()), ElementsAre("2", "3"));
}

TEST_P(Scheduled, a_server_that_may_have_its_writes_in_parallel_does) {
  bench.config.servers.back().writes = config::Writes::kParallel;
  Client client(bench, GetParam());
  const auto one = send(client, "change", 1);
  const auto two = send(client, "change", 2);
  until_begun(2);
  EXPECT_EQ(gate->most["write"], 2);
}

TEST_P(Scheduled, who_is_called_off_while_it_waits_leaves_and_is_never_made) {
  Client client(bench, GetParam());
  const auto one = send(client, "change", 1);
  until_begun(1);
  const auto two = send(client, "change", 2);
  bench.rest();
  const auto three = send(client, "change", 3);
  bench.rest();
  two->exchange.cancel("changed my mind");
  EXPECT_THAT(error_of(two), HasSubstr("was not made"));
  EXPECT_FALSE(one->answer);
  gate->open = true;
  EXPECT_EQ(said(bench.finish(three)), "done 3");
  EXPECT_THAT(gate->began, ElementsAre("1", "3"));
}

TEST_P(Scheduled, who_waits_in_vain_is_told_and_it_is_recorded) {
  bench.config.limits.turn_timeout = 100ms;
  Client client(bench, GetParam());
  const auto one = send(client, "change", 1);
  until_begun(1);
  const auto two = send(client, "change", 2);
  EXPECT_THAT(error_of(two), HasSubstr("others were under way for 100ms"));
  const auto decisions = stored_decisions(bench);
  ASSERT_EQ(decisions.size(), 2U) << "the one that is under way is on record, too";
  EXPECT_THAT(decisions[0].json, HasSubstr(R"("outcome":"forwarded")"));
  EXPECT_THAT(decisions[1].json, HasSubstr(R"("outcome":"refused")"));
}

TEST_P(Scheduled, a_call_whose_server_asks_the_client_lets_others_pass) {
  Client asked(bench, GetParam(), kAskable);
  if (asked.session) asked.session->silent_on = &bench.loop;
  const auto open = asked.send("tools/call", call("agree", 1));
  bench.until(
      [&] { return asked.session ? !asked.session->open.empty() : open->answer.has_value(); });
  gate->open = true;
  Client client(bench, GetParam());
  EXPECT_EQ(said(bench.finish(send(client, "change", 2))), "done 2");
  if (!asked.session) return;
  asked.session->answers.push_back(R"("result":{"action":"accept","content":{}})");
  asked.session->open.front()->keep(true);
  EXPECT_EQ(said(bench.finish(open)), "asked");
}

TEST_P(Scheduled, calls_that_need_much_are_bounded_for_all_servers_together) {
  add("mill", other);
  bench.config.limits.max_heavy = 1;
  Client client(bench, GetParam());
  const auto one = send(client, "render", 1);
  until_begun(1);
  const auto two = send(client, "render", 2, "mill");
  const auto light = send(client, "look", 3, "mill");
  bench.until([&] { return other->now["read"] == 1; });
  bench.rest();
  EXPECT_EQ(other->now["heavy"], 0);
  gate->open = other->open = true;
  EXPECT_EQ(said(bench.finish(two)), "done 2");
}

TEST_P(Scheduled, a_write_that_goes_on_as_a_task_of_ours_keeps_others_waiting) {
  if (GetParam() == Era::kLegacy) return;
  bench.add("mill", shop(other), Speaks::kLegacy);
  bench.config.servers.back().trust = config::Trust::kTrusted;
  Client client(bench, Era::kModern, R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})");
  const auto begun = bench.finish(send(client, "toil", 1, "mill"));
  ASSERT_TRUE(result(begun).find("resultType").equals("task")) << begun.text();
  bench.until([&] { return other->began.size() == 1; });
  const auto two = send(client, "change", 2, "mill");
  bench.rest();
  EXPECT_THAT(other->began, ElementsAre("1"));
  other->open = true;
  EXPECT_EQ(said(bench.finish(two)), "done 2");
  EXPECT_EQ(other->most["write"], 1);
}

config::Hours only_at(std::string_view window) { return {{config::parse_window(window).value()}}; }

// The bench's clock says Friday; at noon that is so nearly everywhere.
TEST_P(Scheduled, calls_that_need_much_are_made_only_at_the_hours_for_that) {
  bench.now += 12h;
  gate->open = true;
  bench.config.limits.heavy_hours = only_at("sat,sun 00:00-24:00");
  Client client(bench, GetParam());
  EXPECT_THAT(error_of(send(client, "render", 1)),
              HasSubstr("shop__render needs much (resourceIntensiveHint) and may be called only at "
                        "sat,sun 00:00-24:00; that is next on saturday at 00:00"));
  EXPECT_EQ(said(bench.finish(send(client, "look", 2))), "done 2");
  bench.now += 24h;
  EXPECT_EQ(said(bench.finish(send(client, "render", 3))), "done 3");
  EXPECT_THAT(gate->began, ElementsAre("2", "3"));
  const auto decisions = stored_decisions(bench);
  ASSERT_GE(decisions.size(), 1U);
  EXPECT_THAT(decisions[0].json, HasSubstr(R"("outcome":"refused")"));
  EXPECT_THAT(decisions[0].json, HasSubstr("that is next on saturday at 00:00"));
}

TEST_P(Scheduled, nobody_is_asked_about_a_call_outside_its_hours_and_no_yes_is_used_up) {
  bench.now += 12h;
  gate->open = true;
  bench.policy =
      "rules:\n- {name: ask, effect: escalate, conditions: {fact: tool.name, equals: render}}\n";
  bench.config.approvals.wait = 1ms;
  bench.config.limits.heavy_hours = only_at("fri 00:00-24:00");
  Client client(bench, GetParam());
  EXPECT_THAT(said(bench.finish(send(client, "render", 1))), HasSubstr("approvals allow"));
  ASSERT_EQ(stored_tickets(bench).size(), 1U);
  answer_elsewhere(bench, stored_tickets(bench)[0].id);
  bench.config.limits.heavy_hours = only_at("sat 00:00-24:00");
  bench.gateway->reload(bench.config);
  EXPECT_THAT(error_of(send(client, "render", 1)), HasSubstr("needs much"));
  bench.config.limits.heavy_hours = {};
  bench.gateway->reload(bench.config);
  EXPECT_EQ(said(bench.finish(send(client, "render", 1))), "done 1");
}

TEST_P(Scheduled, a_yes_for_once_is_not_used_up_by_a_call_that_waited_in_vain) {
  bench.policy =
      "rules:\n- {name: ask, effect: escalate, conditions: {fact: request.arguments.number, "
      "equals: '2'}}\n";
  bench.config.limits.turn_timeout = 30ms;
  bench.config.approvals.wait = 1ms;
  Client client(bench, GetParam());
  EXPECT_THAT(said(bench.finish(send(client, "change", 2))), HasSubstr("approvals allow"));
  const auto tickets = stored_tickets(bench);
  ASSERT_EQ(tickets.size(), 1U);
  answer_elsewhere(bench, tickets[0].id);
  const auto first = send(client, "change", 1);
  until_begun(1);
  EXPECT_THAT(error_of(send(client, "change", 2)), HasSubstr("the call was not made"));
  gate->open = true;
  EXPECT_EQ(said(bench.finish(first)), "done 1");
  EXPECT_EQ(said(bench.finish(send(client, "change", 2))), "done 2");
  EXPECT_THAT(said(bench.finish(send(client, "change", 2))), HasSubstr("approvals allow"))
      << "once is once";
  EXPECT_EQ(gate->began, (std::vector<std::string>{"1", "2"}));
}

TEST_P(Scheduled, a_server_may_have_hours_of_its_own) {
  bench.now += 12h;
  gate->open = true;
  bench.config.limits.heavy_hours = only_at("fri 00:00-24:00");
  bench.config.servers.back().heavy_hours = only_at("mon 01:00-02:00");
  Client client(bench, GetParam());
  EXPECT_THAT(error_of(send(client, "render", 1)), HasSubstr("see mcpServers.shop.heavyHours"));
}

// The client is asked by a server of the other era: by rounds, or from the parking.
TEST_P(Scheduled, a_call_that_has_begun_goes_on_though_its_hours_are_over) {
  bench.now += 12h;
  const bool legacy = GetParam() == Era::kLegacy;
  bench.add("mill", shop(other), legacy ? Speaks::kModern : Speaks::kLegacy);
  bench.config.servers.back().trust = config::Trust::kTrusted;
  bench.config.limits.heavy_hours = only_at("fri 00:00-24:00");
  Client asked(bench, GetParam(), kAskable);
  if (asked.session) asked.session->silent_on = &bench.loop;
  const auto open = asked.send("tools/call", call("ponder", 1, "mill"));
  bench.until(
      [&] { return asked.session ? !asked.session->open.empty() : open->answer.has_value(); });
  bench.now += 24h;
  if (asked.session) {
    asked.session->answers.push_back(R"("result":{"action":"accept","content":{}})");
    asked.session->open.front()->keep(true);
    EXPECT_EQ(said(bench.finish(open)), "asked");
    return;
  }
  const auto first = bench.finish(open);
  ASSERT_TRUE(result(first).find("requestState")) << first.text();
  const auto state = result(first).find("requestState").raw();
  const auto again = asked.ask(
      "tools/call",
      fmt::format(
          R"({},"requestState":{},"inputResponses":{{"q1":{{"action":"accept","content":{{}}}}}})",
          call("ponder", 1, "mill"), state));
  EXPECT_EQ(said(again), "asked") << again.text();
}

// The server goes away in the middle of a call, and is there again at once.
class BrokenOff : public Scheduled {
 protected:
  std::shared_ptr<Pending> break_off(Client& client, std::string_view tool) {
    const auto pending = send(client, tool, 1);
    until_begun(1);
    bench.server("shop").stop();
    bench.server("shop").start();
    gate->open = true;
    return pending;
  }
};

TEST_P(BrokenOff, a_call_that_only_reads_or_is_idempotent_is_made_once_more) {
  for (const auto* tool : {"look", "settle"}) {
    gate->open = false;
    gate->began.clear();
    Client client(bench, GetParam());
    EXPECT_EQ(said(bench.finish(break_off(client, tool))), "done 1") << tool;
    EXPECT_EQ(gate->began.size(), 2U) << tool;
  }
}

TEST_P(BrokenOff, any_other_call_is_made_once) {
  Client client(bench, GetParam());
  EXPECT_THAT(error_of(break_off(client, "change")), HasSubstr(kLook));
  bench.rest();
  EXPECT_EQ(gate->began.size(), 1U);
}

TEST_P(BrokenOff, a_second_break_is_the_end_of_it) {
  Client client(bench, GetParam());
  const auto pending = send(client, "look", 1);
  until_begun(1);
  bench.server("shop").stop();
  bench.server("shop").start();
  until_begun(2);
  bench.server("shop").stop();
  bench.server("shop").start();
  EXPECT_THAT(error_of(pending), AllOf(Not(""), Not(HasSubstr(kLook))));
  EXPECT_EQ(gate->began.size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Eras, BrokenOff, ::testing::Values(Era::kModern),
                         [](const auto&) { return "modern"; });

TEST_P(Scheduled, a_call_that_times_out_is_never_made_again) {
  bench.config.servers.back().call_timeout = kBriefCall;
  Client client(bench, GetParam());
  const auto pending = send(client, "look", 1);
  const auto other_one = send(client, "change", 2);
  EXPECT_THAT(error_of(pending), AllOf(HasSubstr("no answer within"), Not(HasSubstr(kLook))));
  EXPECT_THAT(error_of(other_one), AllOf(HasSubstr("no answer within"), HasSubstr(kLook)));
  bench.rest();
  EXPECT_EQ(gate->began.size(), 2U);
}

TEST_P(Scheduled, a_slow_tool_has_more_time_and_its_client_hears_that_it_goes_on) {
  bench.config.servers.back().call_timeout = kBriefCall;
  bench.config.limits.heartbeat = 50ms;
  Client client(bench, GetParam());
  const auto pending = client.send("tools/call", call("crawl", 1), R"("progressToken":"t")");
  const auto quiet = client.send("tools/call", call("crawl", 2));
  bench.until([&] { return pending->exchange.sent.size() >= 3; });
  ASSERT_GE(pending->exchange.sent.size(), 3U);
  bench.rest(kBriefCall + 100ms);
  EXPECT_FALSE(pending->answer);
  EXPECT_THAT(pending->exchange.sent.front(), HasSubstr(R"("progressToken":"t")"));
  EXPECT_NE(pending->exchange.sent[0], pending->exchange.sent[1]) << "progress must grow";
  EXPECT_TRUE(quiet->exchange.sent.empty());
  gate->open = true;
  EXPECT_EQ(said(bench.finish(pending)), "done 1");
}

// A modern client that can be asked has its call of a legacy server in the parking.
class ParkedSchedule : public Scheduled {
 protected:
  ParkedSchedule() {
    bench.add("mill", shop(other), Speaks::kLegacy);
    bench.config.servers.back().trust = config::Trust::kTrusted;
  }
  void until_at_mill(std::size_t calls) {
    bench.until([&] { return other->began.size() >= calls; });
  }
};

TEST_P(ParkedSchedule, a_slow_call_gives_signs_of_life) {
  bench.config.limits.heartbeat = 50ms;
  Client client(bench, Era::kModern, kAskable);
  const auto pending =
      client.send("tools/call", call("crawl", 1, "mill"), R"("progressToken":"t")");
  bench.until([&] { return pending->exchange.sent.size() >= 3; });
  EXPECT_THAT(pending->exchange.sent.front(), HasSubstr(R"("progressToken":"t")"));
  other->open = true;
  EXPECT_EQ(said(bench.finish(pending)), "done 1");
}

TEST_P(ParkedSchedule, a_rule_s_timeout_bounds_the_call) {
  bench.policy = "rules:\n- {name: hurry, effect: allow, timeout: 100ms}\n";
  Client client(bench, Era::kModern, kAskable);
  EXPECT_THAT(error_of(send(client, "look", 1, "mill")), HasSubstr("all that the policy allows"));
}

TEST_P(ParkedSchedule, a_call_that_only_reads_is_made_once_more_when_its_server_broke_off) {
  Client client(bench, Era::kModern, kAskable);
  for (const auto* tool : {"look", "change"}) {
    other->open = false;
    other->began.clear();
    const auto pending = send(client, tool, 1, "mill");
    until_at_mill(1);
    bench.server("mill").stop();
    bench.server("mill").start();
    other->open = true;
    const bool repeats = std::string_view(tool) == "look";
    const auto answer = bench.finish(pending);
    EXPECT_EQ(said(answer) == "done 1", repeats) << tool << answer.text();
    EXPECT_EQ(other->began.size(), repeats ? 2U : 1U) << tool;
  }
}

TEST_P(ParkedSchedule, a_rule_s_timeout_bounds_a_task_of_ours) {
  bench.policy = "rules:\n- {name: hurry, effect: allow, timeout: 100ms}\n";
  Client client(bench, Era::kModern, R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})");
  const auto begun = bench.finish(send(client, "toil", 1, "mill"));
  const std::string id = fmt::format(R"("taskId":{})", result(begun).find("taskId").raw());
  auto told = client.ask("tasks/get", id);
  bench.until([&] {
    told = client.ask("tasks/get", id);
    return !result(told).find("status").equals("working");
  });
  EXPECT_TRUE(result(told).find("status").equals("failed")) << told.text();
  EXPECT_THAT(told.text(), AllOf(HasSubstr("all that the policy allows"), HasSubstr(kLook)));
}

INSTANTIATE_TEST_SUITE_P(Eras, ParkedSchedule, ::testing::Values(Era::kModern),
                         [](const auto&) { return "modern"; });

TEST_P(Scheduled, modern_clients_are_told_to_keep_nothing_that_is_sensitive) {
  gate->open = true;
  Client client(bench, GetParam());
  const bool modern = GetParam() == Era::kModern;
  const auto secret = bench.finish(send(client, "secret", 1));
  EXPECT_EQ(result(secret).find("cacheScope").equals("private"), modern) << result(secret).raw();
  EXPECT_EQ(result(secret).find("ttlMs").as_int(), modern ? std::optional(0) : std::nullopt);
  EXPECT_FALSE(result(bench.finish(send(client, "look", 2))).find("cacheScope"));
}

TEST_P(Scheduled, calls_of_tools_that_use_ai_are_counted_for_each_principal) {
  gate->open = true;
  Client ann(bench, GetParam(), "{}", "/mcp", "ann");
  Client bob(bench, GetParam(), "{}", "/mcp", "bob");
  (void)bench.finish(send(ann, "think", 1));
  (void)bench.finish(send(ann, "look", 2));
  (void)bench.finish(send(bob, "think", 3));
  (void)bench.finish(send(ann, "think", 4));
  const auto all = stored_decisions(bench);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_THAT(all[0].json, HasSubstr(R"("aiUse":1)"));
  EXPECT_THAT(all[1].json, Not(HasSubstr("aiUse")));
  EXPECT_THAT(all[2].json, HasSubstr(R"("aiUse":1)"));
  EXPECT_THAT(all[3].json, HasSubstr(R"("aiUse":2)"));
  EXPECT_THAT(bench.logged(), HasSubstr("ann: 1 call of tools that use AI"));
}

TEST_P(Scheduled, a_rule_s_limit_refuses_what_is_too_much_until_its_window_is_over) {
  gate->open = true;
  bench.policy =
      "rules:\n- {name: few, description: Few looks, effect: allow, limit: {calls: 2, window: 1m, "
      "per: principal}, conditions: {and: [{fact: tool.name, equals: look}]}}\n";
  Client client(bench, GetParam());
  EXPECT_EQ(said(bench.finish(send(client, "look", 1))), "done 1");
  EXPECT_EQ(said(bench.finish(send(client, "look", 2))), "done 2");
  EXPECT_THAT(said(bench.finish(send(client, "look", 3))),
              HasSubstr("look was not called: Few looks (few): no more than 2 calls in 1m"));
  EXPECT_EQ(said(bench.finish(send(client, "change", 4))), "done 4");
  EXPECT_EQ(gate->began.size(), 3U);
  const auto all = stored_decisions(bench);
  ASSERT_EQ(all.size(), 5U) << "of the change also that it came back";
  EXPECT_THAT(all[2].json, HasSubstr(R"("overLimit":"few")"));
  EXPECT_THAT(all[2].json, HasSubstr(R"("wouldBe":"block")"));  // no rule in shadow says otherwise
  EXPECT_THAT(all[2].json, HasSubstr(R"("outcome":"refused")"));
  bench.now += 70s;
  EXPECT_EQ(said(bench.finish(send(client, "look", 5))), "done 5");
}

TEST_P(Scheduled, a_rule_s_timeout_bounds_the_call_whatever_is_heard) {
  bench.policy =
      "rules:\n- {name: hurry, effect: allow, timeout: 100ms, conditions: {and: [{fact: tool.name, "
      "equals: look}]}}\n";
  Client client(bench, GetParam());
  const auto pending = send(client, "look", 1);
  EXPECT_THAT(error_of(pending), HasSubstr("no answer within 100ms, which is all that the policy"));
  EXPECT_THAT(stored_decisions(bench).back().json, HasSubstr(R"("error":"gateway")"));
  gate->open = true;
  EXPECT_EQ(said(bench.finish(send(client, "change", 2))), "done 2");
}

INSTANTIATE_TEST_SUITE_P(Eras, Scheduled, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kLegacy ? "legacy" : "modern";
                         });

}  // namespace
}  // namespace touchstone::gateway
