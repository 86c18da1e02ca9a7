#include "mcp/translate.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp/test_support.hpp"

namespace touchstone::mcp {
namespace {

using ::testing::HasSubstr;

const Terms kLegacyClient = {
    Era::kLegacy, "2025-11-25", R"({"roots":{}})", R"({"name":"c"})", "c", "", "", "", {}};
const Terms kModernClient = {Era::kModern, "2026-07-28", "{}", "", "", "", "", "", {}};

TEST(ToServer, changes_only_id_name_and_token_within_an_era) {
  const auto request = message(
      R"({"jsonrpc":"2.0", "id":"a","method":"tools/call","params":{"name":"s__t","arguments":{"n":1.0},"_meta":{"progressToken":"p","x":1e400}},"z":false})");
  EXPECT_EQ(
      to_server(request, kLegacyClient,
                {Era::kLegacy, "7", request.param("name"), "t", "7", {}, {}}),
      R"({"jsonrpc":"2.0", "id":7,"method":"tools/call","params":{"name":"t","arguments":{"n":1.0},"_meta":{"progressToken":7,"x":1e400}},"z":false})");
  // No token: none is made up.
  const auto bare = message(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  EXPECT_EQ(to_server(bare, kLegacyClient, {Era::kLegacy, "7", {}, {}, "7", {}, {}}),
            R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})");
}

TEST(ToServer, keeps_the_marker_of_a_session_from_every_server) {
  const auto request = message(
      R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"a":1,"dev.touchstone/session":"task-1","progressToken":5}}})");
  EXPECT_EQ(
      to_server(request, kLegacyClient, {Era::kLegacy, "7", {}, {}, "8", {}, {}}),
      R"({"jsonrpc":"2.0","id":7,"method":"x","params":{"_meta":{"a":1,"progressToken":8}}})");
  for (const auto& client : {kLegacyClient, kModernClient}) {
    for (const auto server : {Era::kLegacy, Era::kModern}) {
      EXPECT_EQ(to_server(request, client, {server, "7", {}, {}, {}, {}, {}}).find("task-1"),
                std::string::npos);
    }
  }
  const auto alone = message(
      R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"dev.touchstone/session":"t"}}})");
  EXPECT_EQ(to_server(alone, kModernClient, {Era::kModern, "7", {}, {}, {}, {}, {}}),
            R"({"jsonrpc":"2.0","id":7,"method":"x","params":{"_meta":{}}})");
}

TEST(ToServer, tells_a_modern_server_what_a_legacy_client_is) {
  const auto bare = message(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  EXPECT_EQ(
      to_server(bare, kLegacyClient, {Era::kModern, "7", {}, {}, {}, {}, {}}),
      R"({"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}},"io.modelcontextprotocol/clientInfo":{"name":"c"}}}})");
  const auto with = message(
      R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"a":1,"_meta":{"progressToken":5,"k":2.50}}})");
  EXPECT_EQ(
      to_server(with, kLegacyClient, {Era::kModern, "7", {}, {}, "8", {}, {}}),
      R"({"jsonrpc":"2.0","id":7,"method":"x","params":{"a":1,"_meta":{"progressToken":8,"k":2.50,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}},"io.modelcontextprotocol/clientInfo":{"name":"c"}}}})");
}

TEST(ToServer, keeps_a_modern_clients_terms_from_a_legacy_server) {
  const auto request = message(
      R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"traceparent":"00-1"}}})");
  EXPECT_EQ(to_server(request, kModernClient, {Era::kLegacy, "7", {}, {}, {}, {}, {}}),
            R"({"jsonrpc":"2.0","id":7,"method":"x","params":{"_meta":{"traceparent":"00-1"}}})");
}

TEST(ToServer, keeps_it_from_a_server_that_a_task_was_asked_for) {
  const auto request = message(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"task": {"ttl":1.0} ,"name":"t","x":1.0}})");
  Outward how{Era::kLegacy, "7", {}, {}, {}, {}, {}};
  EXPECT_THAT(to_server(request, kLegacyClient, how), HasSubstr(R"("task": {"ttl":1.0})"));
  how.plainly = true;
  EXPECT_EQ(to_server(request, kLegacyClient, how),
            R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","x":1.0}})");
}

TEST(ToServer, unwraps_the_request_state) {
  const auto request = message(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","requestState":"sealed"}})");
  EXPECT_EQ(
      to_server(request, kModernClient, {Era::kModern, "7", {}, {}, {}, "theirs", {}}),
      R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","requestState":"theirs"}})");
  EXPECT_EQ(to_server(request, kModernClient, {Era::kModern, "7", {}, {}, {}, "", {}}),
            R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t"}})");
}

TEST(ToServer, puts_a_persons_answers_into_the_retry) {
  const auto request =
      message(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}})");
  const Terms same = {Era::kModern, "2026-07-28", "{}", "", "", "", "", "", {}};
  EXPECT_EQ(
      to_server(request, same, {Era::kModern, "7", {}, {}, {}, "s", R"({"k":{}})"}),
      R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","inputResponses":{"k":{}},"requestState":"s"}})");
}

model::Label seen_label() {
  model::Label label;
  label.untrusted = label.is_private = true;
  label.attribution.insert("mcp://web/fetch");
  return label;
}

TEST(ToServer, tells_a_server_that_may_know_what_the_session_has_seen) {
  const auto label = seen_label();
  const auto request = message(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","_meta":{"x":1.0,"annotations":{"y":2.0,"openWorldHint":false,"attribution":["u:mine"]}}}})");
  const std::string_view said =
      R"({"y":2.0,"openWorldHint":true,"attribution":["u:mine","mcp://web/fetch"]})";
  for (const auto server : {Era::kLegacy, Era::kModern}) {
    for (const auto* client : {&kLegacyClient, &kModernClient}) {
      Outward how{server, "7", {}, {}, {}, {}, {}};
      EXPECT_THAT(to_server(request, *client, how),
                  HasSubstr(R"("annotations":{"y":2.0,"openWorldHint":false,)"));
      how.context = &label;
      const auto sent = to_server(request, *client, how);
      EXPECT_THAT(sent, HasSubstr(fmt::format(R"("annotations":{})", said)));
      EXPECT_THAT(sent, HasSubstr(R"("x":1.0)"));
      EXPECT_TRUE(message(sent).meta("annotations"));
    }
  }
}

TEST(ToServer, says_nothing_of_a_session_that_has_seen_nothing) {
  const model::Label empty;
  const auto seen = seen_label();
  const auto bare =
      message(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}})");
  for (const auto server : {Era::kLegacy, Era::kModern}) {
    Outward how{server, "7", {}, {}, {}, {}, {}};
    const auto before = to_server(bare, kModernClient, how);
    how.context = &empty;
    EXPECT_EQ(to_server(bare, kModernClient, how), before);
    how.context = &seen;
    EXPECT_EQ(
        to_server(bare, kModernClient, how),
        R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","_meta":{"annotations":{"openWorldHint":true,"attribution":["mcp://web/fetch"]}}}})");
  }
}

TEST(ToServer, tells_the_label_and_not_the_marker_whatever_else_meta_holds) {
  const auto seen = seen_label();
  for (const auto* others : {"", R"("x":1.0,)", R"("progressToken":5,)"}) {
    const auto request = message(fmt::format(
        R"({{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"_meta":{{{}"{}":"m"}}}}}})",
        others, kMetaSession));
    for (const auto server : {Era::kLegacy, Era::kModern}) {
      Outward how{server, "7", {}, {}, {}, {}, {}};
      how.context = &seen;
      const auto sent =
          message(to_server(request, server == Era::kModern ? kModernClient : kLegacyClient, how));
      EXPECT_TRUE(sent.meta("annotations")) << others;
      EXPECT_FALSE(sent.meta(kMetaSession)) << others;
    }
  }
}

TEST(ToClient, completes_a_legacy_result_for_a_modern_client) {
  const auto response = message(R"({"jsonrpc":"2.0","id":7,"result":{"content":[],"n":1.0}})");
  EXPECT_EQ(
      to_client(response, {Era::kModern, "tools/call", R"("a")", {}}),
      R"({"jsonrpc":"2.0","id":"a","result":{"content":[],"n":1.0,"resultType":"complete"}})");
  EXPECT_EQ(to_client(response, {Era::kLegacy, "tools/call", "1", {}}),
            R"({"jsonrpc":"2.0","id":1,"result":{"content":[],"n":1.0}})");
  const auto list = message(R"({"jsonrpc":"2.0","id":7,"result":{"tools":[]}})");
  EXPECT_EQ(
      to_client(list, {Era::kModern, "tools/list", "1", {}}),
      R"({"jsonrpc":"2.0","id":1,"result":{"tools":[],"resultType":"complete","ttlMs":0,"cacheScope":"private"}})");
}

TEST(ToClient, keeps_what_a_modern_server_said) {
  const auto list = message(
      R"({"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","tools":[],"ttlMs":9,"cacheScope":"public"}})");
  EXPECT_EQ(to_client(list, {Era::kModern, "tools/list", "7", {}}), list.text());
  const auto asks = message(
      R"({"jsonrpc":"2.0","id":7,"result":{"resultType":"input_required","requestState":"theirs"}})");
  EXPECT_EQ(
      to_client(asks, {Era::kModern, "resources/read", "7", "ours"}),
      R"({"jsonrpc":"2.0","id":7,"result":{"resultType":"input_required","requestState":"ours"}})");
}

TEST(ToClient, a_missing_resource_has_the_code_of_the_era) {
  const auto missing =
      message(R"({"jsonrpc":"2.0","id":7,"error":{"code":-32002,"message":"no"}})");
  EXPECT_EQ(to_client(missing, {Era::kModern, "resources/read", "7", {}}),
            R"({"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"no"}})");
  EXPECT_EQ(to_client(missing, {Era::kLegacy, "resources/read", "7", {}}), missing.text());
}

TEST(Complete, adds_what_results_of_ours_must_have) {
  EXPECT_EQ(complete("{}", "tools/call"), R"({"resultType":"complete"})");
  EXPECT_EQ(complete(R"({"a":1})", "tools/list"),
            R"({"a":1,"resultType":"complete","ttlMs":0,"cacheScope":"private"})");
}

constexpr std::string_view kNeedsUrl =
    R"({"jsonrpc":"2.0","id":7,"error":{"code":-32042,"message":"log in","data":{"elicitations":[{"mode":"url","elicitationId":"e","url":"https://a.example/x","message":"Log in"}]}}})";

TEST(UrlsRequired, become_questions_of_a_modern_client_that_opens_urls) {
  Homeward how{Era::kModern, "tools/call", "\"a\"", {}};
  how.opens_urls = true;
  const auto asked = urls_required(message(kNeedsUrl), how);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->code, 0);
  EXPECT_EQ(
      asked->message,
      R"({"jsonrpc":"2.0","id":"a","result":{"resultType":"input_required","inputRequests":{"url1":{"method":"elicitation/create","params":{"mode":"url","url":"https://a.example/x","message":"Log in"}}}}})");
}

TEST(UrlsRequired, tell_others_what_they_would_have_to_be_able_to) {
  const auto asked = urls_required(message(kNeedsUrl), {Era::kModern, "tools/call", "1", {}});
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->code, -32021);
  EXPECT_NE(asked->message.find(R"("elicitation":{"url":{}})"), std::string::npos);
}

TEST(UrlsRequired, are_nothing_to_legacy_clients_and_in_other_answers) {
  EXPECT_FALSE(urls_required(message(kNeedsUrl), {Era::kLegacy, "tools/call", "1", {}}));
  const auto other = message(R"({"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"x"}})");
  EXPECT_FALSE(urls_required(other, {Era::kModern, "tools/call", "1", {}}));
}

TEST(ToClient, gives_contents_the_uri_that_was_asked_for) {
  const auto response = message(
      R"({"jsonrpc":"2.0","id":7,"result":{"contents":[{"uri":"x://a","text":"1"},{"uri":"x://b"},7]}})");
  Homeward how{Era::kLegacy, "resources/read", "1", {}};
  how.uri_there = "x://a";
  how.uri_here = "two+x://a";
  EXPECT_EQ(
      to_client(response, how),
      R"({"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"two+x://a","text":"1"},{"uri":"x://b"},7]}})");
}

}  // namespace
}  // namespace touchstone::mcp
