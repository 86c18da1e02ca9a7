#include "demo/server.hpp"

#include <gmock/gmock.h>

#include "demo/test_support.hpp"
#include "rpc/code.hpp"

namespace touchstone::demo {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

TEST(Server, initialize_declares_what_is_there_in_the_version_agreed_on) {
  Desk desk("conformance");
  const auto answer = desk.initialize();
  EXPECT_TRUE(result(answer).find("protocolVersion").equals("2025-06-18"));
  EXPECT_EQ(result(answer).find("capabilities").raw(),
            R"({"tools":{"listChanged":true},"resources":{"listChanged":true,"subscribe":true},)"
            R"("prompts":{"listChanged":true},"logging":{},"completions":{},)"
            R"("tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})");
  EXPECT_TRUE(result(answer).find("serverInfo").find("name").equals("touchstone-demo-conformance"));
  EXPECT_FALSE(result(answer).find("resultType"));
}

TEST(Server, discover_declares_the_tasks_extension_and_not_the_old_capability) {
  Desk desk("conformance");
  const auto answer = desk.modern("server/discover");
  const json::View capabilities = result(answer).find("capabilities");
  EXPECT_EQ(result(answer).find("supportedVersions").raw(), R"(["2026-07-28"])");
  EXPECT_EQ(capabilities.find("extensions").raw(), R"({"io.modelcontextprotocol/tasks":{}})");
  EXPECT_FALSE(capabilities.find("tasks"));
  EXPECT_TRUE(result(answer).find("_meta").find(mcp::kMetaServerInfo).find("version"));
  EXPECT_TRUE(result(answer).find("resultType").equals("complete"));
}

TEST(Server, a_server_without_prompts_has_no_prompt_methods) {
  Desk desk("echo");
  EXPECT_EQ(error_code(desk.legacy("prompts/list")), rpc::kMethodNotFound);
  EXPECT_EQ(error_code(desk.modern("resources/list")), rpc::kMethodNotFound);
  EXPECT_EQ(error_code(desk.modern("tasks/get", R"("taskId":"x")")), rpc::kMethodNotFound);
  EXPECT_EQ(result(desk.modern("server/discover")).find("capabilities").raw(),
            R"({"tools":{},"logging":{}})");
}

TEST(Server, methods_of_one_era_are_unknown_in_the_other) {
  Desk desk("conformance");
  for (const auto* method : {"initialize", "logging/setLevel", "resources/subscribe",
                             "resources/unsubscribe", "tasks/result", "tasks/list", "unknown"})
    EXPECT_EQ(error_code(desk.modern(method)), rpc::kMethodNotFound) << method;
  for (const auto* method : {"server/discover", "subscriptions/listen", "tasks/update"})
    EXPECT_EQ(error_code(desk.legacy(method)), rpc::kMethodNotFound) << method;
}

TEST(Server, modern_lists_and_reads_say_how_long_they_hold) {
  Desk desk("conformance");
  for (const auto* method : {"tools/list", "prompts/list", "resources/list",
                             "resources/templates/list", "server/discover"}) {
    const auto answer = desk.modern(method);
    EXPECT_TRUE(result(answer).find("ttlMs").as_int()) << method;
    EXPECT_TRUE(result(answer).find("cacheScope").as_string()) << method;
  }
  const auto read = desk.modern("resources/read", R"("uri":"test://static-text")");
  EXPECT_TRUE(result(read).find("cacheScope").equals("private"));
  const auto legacy = desk.legacy("tools/list");
  EXPECT_FALSE(result(legacy).find("ttlMs"));
}

TEST(Server, a_cursor_that_nobody_gave_out_is_refused) {
  Desk desk("echo");
  EXPECT_EQ(error_code(desk.legacy("tools/list", R"("cursor":"x")")), rpc::kInvalidParams);
}

TEST(Server, an_unknown_tool_is_an_error_and_a_wrong_argument_is_told_to_the_model) {
  Desk desk("echo");
  EXPECT_EQ(error_code(desk.modern("tools/call", call_of("ecko"))), rpc::kInvalidParams);
  const auto missing = desk.legacy("tools/call", call_of("echo"));
  EXPECT_TRUE(is_failure(missing));
  EXPECT_EQ(said(missing), "The argument \"text\" is missing.");
  EXPECT_EQ(said(desk.legacy("tools/call", call_of("echo", R"({"text":1})"))),
            "The argument \"text\" must be of type string.");
  EXPECT_TRUE(is_failure(desk.legacy("tools/call", R"("name":"echo","arguments":[])")));
}

TEST(Server, a_missing_resource_has_the_code_of_its_era) {
  Desk desk("conformance");
  const auto modern = desk.modern("resources/read", R"("uri":"test://none")");
  EXPECT_EQ(error_code(modern), rpc::kInvalidParams);
  EXPECT_TRUE(modern.root().find("error").find("data").find("uri").equals("test://none"));
  EXPECT_EQ(error_code(desk.legacy("resources/read", R"("uri":"test://none")")),
            rpc::kResourceNotFound);
}

TEST(Server, a_listener_is_acknowledged_first_and_hears_only_what_it_asked_for) {
  Desk desk("conformance");
  const auto listen = desk.send_modern(
      "subscriptions/listen", R"("notifications":{"promptsListChanged":true,"strange":true})");
  desk.run_until([&] { return !listen->exchange.sent.empty(); });
  EXPECT_EQ(listen->exchange.sent[0],
            R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":)"
            R"({"_meta":{"io.modelcontextprotocol/subscriptionId":7},)"
            R"("notifications":{"promptsListChanged":true}}})");
  (void)desk.modern("tools/call", call_of("test_trigger_tool_change"));
  (void)desk.modern("tools/call", call_of("test_trigger_prompt_change"));
  ASSERT_THAT(listen->exchange.sent, SizeIs(2));
  EXPECT_EQ(listen->exchange.sent[1],
            R"({"jsonrpc":"2.0","method":"notifications/prompts/list_changed","params":)"
            R"({"_meta":{"io.modelcontextprotocol/subscriptionId":7}}})");
  EXPECT_FALSE(listen->answer);

  listen->exchange.cancel("closed");
  (void)desk.finish(listen);
  (void)desk.modern("tools/call", call_of("test_trigger_prompt_change"));
  EXPECT_THAT(listen->exchange.sent, SizeIs(2));
}

TEST(Server, a_server_whose_lists_never_change_promises_a_listener_nothing) {
  Desk desk("echo");
  const auto listen =
      desk.send_modern("subscriptions/listen", R"("notifications":{"toolsListChanged":true})");
  desk.run_until([&] { return !listen->exchange.sent.empty(); });
  EXPECT_THAT(listen->exchange.sent[0], HasSubstr(R"("notifications":{})"));
  listen->exchange.cancel("closed");
  (void)desk.finish(listen);
}

TEST(Server, sessions_hear_of_changes_until_they_close) {
  Desk desk("conformance");
  (void)desk.initialize();
  (void)desk.legacy("tools/call", call_of("test_trigger_tool_change"));
  EXPECT_THAT(desk.session->sent,
              ElementsAre(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"));
  desk.handler->closed(*desk.session);
  (void)desk.legacy("tools/call", call_of("test_trigger_tool_change"));
  EXPECT_THAT(desk.session->sent, SizeIs(1));
}

TEST(Server, a_session_gets_log_messages_of_its_level_and_a_modern_request_those_it_asks_for) {
  Desk desk("conformance");
  (void)desk.initialize();
  const auto call = call_of("test_logging_tool");
  const auto loud = desk.send_legacy("tools/call", call);
  (void)desk.finish(loud);
  EXPECT_THAT(loud->exchange.sent, SizeIs(1));
  (void)desk.legacy("logging/setLevel", R"("level":"warning")");
  const auto quiet = desk.send_legacy("tools/call", call);
  (void)desk.finish(quiet);
  EXPECT_THAT(quiet->exchange.sent, IsEmpty());
  EXPECT_EQ(error_code(desk.legacy("logging/setLevel", R"("level":"loud")")), rpc::kInvalidParams);

  const auto silent = desk.send_modern("tools/call", call);
  (void)desk.finish(silent);
  EXPECT_THAT(silent->exchange.sent, IsEmpty());
  const auto asked =
      desk.send_modern("tools/call", call, "{}", R"("io.modelcontextprotocol/logLevel":"debug")");
  (void)desk.finish(asked);
  EXPECT_THAT(asked->exchange.sent, SizeIs(1));
}

TEST(Server, progress_carries_the_token_of_the_request_and_is_not_sent_without_one) {
  Desk desk("conformance");
  const auto call = call_of("test_tool_with_progress");
  const auto with = desk.send_modern("tools/call", call, "{}", R"("progressToken":"t-1")");
  EXPECT_EQ(said(desk.finish(with)), "t-1");
  ASSERT_THAT(with->exchange.sent, SizeIs(3));
  EXPECT_THAT(with->exchange.sent[1], HasSubstr(R"("progressToken":"t-1","progress":50)"));
  const auto without = desk.send_modern("tools/call", call);
  (void)desk.finish(without);
  EXPECT_THAT(without->exchange.sent, IsEmpty());
}

TEST(Server, a_cancelled_call_stops_waiting) {
  Desk desk("conformance");
  const auto start = net::Clock::now();
  const auto call = desk.send_modern("tools/call", call_of("slow_compute", R"({"seconds":60})"));
  const net::Alarm alarm =
      desk.loop.after(net::Duration(50), [&] { call->exchange.cancel("enough"); });
  (void)desk.finish(call);
  EXPECT_LT(net::Clock::now() - start, std::chrono::seconds(5));
}

TEST(Server, headers_that_mirror_arguments_must_agree_with_them) {
  Desk desk("conformance");
  const auto call = call_of("test_x_mcp_header", R"({"region":"Hello"})");
  EXPECT_EQ(error_code(desk.modern("tools/call", call)), rpc::kHeaderMismatch);
  desk.param_headers = {{"mcp-param-region", "=?base64?SGVsbG8=?="}};
  EXPECT_EQ(said(desk.modern("tools/call", call)), "Region: Hello");
  desk.param_headers = {{"mcp-param-region", "Goodbye"}};
  EXPECT_EQ(error_code(desk.modern("tools/call", call)), rpc::kHeaderMismatch);
  // Over stdio there are no headers.
  desk.param_headers.clear();
  EXPECT_EQ(said(desk.legacy("tools/call", call)), "Region: Hello");
}

TEST(Server, completion_suggests_what_fits) {
  Desk desk("conformance");
  const auto answer = desk.modern(
      "completion/complete",
      R"("ref":{"type":"ref/prompt","name":"test_prompt_with_arguments"},"argument":{"name":"arg1","value":"par"})");
  EXPECT_EQ(result(answer).find("completion").raw(),
            R"({"values":["paris","park","party"],"total":3,"hasMore":false})");
  EXPECT_EQ(error_code(desk.legacy("completion/complete")), rpc::kInvalidParams);
}

TEST(Server, a_prompt_without_a_required_argument_is_refused) {
  Desk desk("conformance");
  EXPECT_EQ(error_code(desk.legacy("prompts/get", R"("name":"test_prompt_with_arguments")")),
            rpc::kInvalidParams);
  EXPECT_EQ(error_code(desk.legacy("prompts/get", R"("name":"none")")), rpc::kInvalidParams);
}

}  // namespace
}  // namespace touchstone::demo
