// Legacy clients over HTTP: sessions, and what their requests are answered with.
#include <algorithm>

#include "face/test_support.hpp"

namespace touchstone::face {
namespace {

TEST(LegacySession, begins_with_initialize_and_has_an_id_of_128_bits) {
  Bench bench;
  const Response first = bench.send(post_text(initialize()));
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.header("content-type"), "application/json");
  EXPECT_EQ(first.body, "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"of\":\n\"initialize\"}}");
  const std::string id = first.header("mcp-session-id");
  EXPECT_EQ(id.size(), 32U);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos) << id;
  EXPECT_NE(bench.open(), bench.open());
  EXPECT_EQ(bench.face.session_count(), 3U);
  EXPECT_EQ(bench.handler.version, "2025-06-18");
  EXPECT_EQ(bench.handler.principal, "local");
}

TEST(LegacySession, that_is_refused_is_none) {
  Bench bench;
  const Response refused = bench.send(post_text(initialize(R"(,"code":-32602)")));
  EXPECT_EQ(refused.status, 200);
  EXPECT_EQ(refused.code(), rpc::kInvalidParams);
  EXPECT_EQ(refused.header("mcp-session-id"), "");
  EXPECT_EQ(bench.face.session_count(), 0U);
}

TEST(LegacySession, tells_its_id_also_when_its_first_answer_is_a_stream) {
  Bench bench;
  Client client = bench.client();
  client.send(post_text(initialize(R"(,"talk":1)")));
  const Response head = client.head();
  EXPECT_EQ(head.header("content-type"), "text/event-stream");
  EXPECT_EQ(head.header("mcp-session-id").size(), 32U);
}

TEST(LegacySession, is_needed_for_everything_else) {
  Bench bench;
  const std::string call = rpc::request("1", "xyz");
  const Response without = bench.send(post_text(call));
  EXPECT_EQ(without.status, 400);
  EXPECT_EQ(without.code(), rpc::kInvalidRequest);
  const Response unknown =
      bench.send(post_text(call, "Mcp-Session-Id: 00112233445566778899aabbccddeeff\r\n"));
  EXPECT_EQ(unknown.status, 404);
  EXPECT_EQ(unknown.code(), rpc::kInvalidRequest);
  EXPECT_EQ(bench.handler.asked, 0);
  const std::string notification = rpc::notification("notifications/initialized");
  EXPECT_EQ(bench.send(post_text(notification, "Mcp-Session-Id: nope\r\n")).status, 404);
  EXPECT_EQ(bench.send(post_text(notification, "MCP-Protocol-Version: 2025-06-18\r\n")).status,
            400);
  EXPECT_EQ(bench.send(post_text(rpc::result("1", "{}"))).status, 400);
  EXPECT_TRUE(bench.handler.heard.empty());
}

TEST(LegacySession, answers_and_hears) {
  Bench bench;
  const std::string session = bench.open();
  EXPECT_EQ(bench.send(post_text(rpc::request("\"a\"", "ping"), session)).body,
            R"({"jsonrpc":"2.0","id":"a","result":{}})");
  const Response unknown = bench.send(post_text(rpc::request("1", "nope"), session));
  EXPECT_EQ(unknown.status, 200);
  EXPECT_EQ(unknown.code(), rpc::kMethodNotFound);
  const Response heard =
      bench.send(post_text(rpc::notification("notifications/initialized"), session));
  EXPECT_EQ(heard.status, 202);
  EXPECT_EQ(heard.body, "");
  EXPECT_EQ(bench.handler.heard, std::vector<std::string>{"notifications/initialized"});
}

TEST(LegacySession, is_bound_to_its_route) {
  Bench bench;
  const std::string session = bench.open();
  const std::string call = rpc::request("1", "xyz");
  EXPECT_EQ(bench.send(post_text(call, session)).status, 200);
  EXPECT_EQ(bench.send(post_text(call, session, "/mcp?query=1")).status, 200);
  EXPECT_EQ(bench.send(post_text(call, session, "/mcp/s/files")).status, 404);
  EXPECT_EQ(bench.send(request_text("DELETE", session, "/mcp/s/files")).status, 404);
  EXPECT_EQ(bench.face.session_count(), 1U);
}

TEST(LegacySession, is_bound_to_its_principal) {
  Bench bench({}, {{}, {}, {{"ann", "secret-a"}, {"bob", "secret-b"}}});
  const std::string ann = "Authorization: Bearer secret-a\r\n";
  const std::string bob = "Authorization: Bearer secret-b\r\n";
  const std::string session = bench.open(ann);
  EXPECT_EQ(bench.handler.principal, "ann");
  const std::string call = rpc::request("1", "xyz");
  EXPECT_EQ(bench.send(post_text(call, session + ann)).status, 200);
  EXPECT_EQ(bench.send(post_text(call, session + bob)).status, 404);
  EXPECT_EQ(bench.send(get_text(session + bob)).status, 404);
  EXPECT_EQ(bench.send(request_text("DELETE", session + bob)).status, 404);
  const Response nobody = bench.send(post_text(call, session));
  EXPECT_EQ(nobody.status, 401);
  EXPECT_EQ(nobody.header("www-authenticate"), "Bearer");
}

TEST(LegacySession, ends_with_delete) {
  Bench bench;
  const std::string session = bench.open();
  Client reader = bench.client(), caller = bench.client();
  reader.send(get_text(session));
  EXPECT_EQ(reader.head().status, 200);
  caller.send(post_text(rpc::request("1", "xyz", R"({"hold":1})"), session));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
  EXPECT_EQ(bench.send(request_text("DELETE", session)).status, 200);
  EXPECT_EQ(bench.handler.ended_ids.size(), 1U);
  EXPECT_EQ(reader.event(), "end");
  EXPECT_EQ(caller.response().status, 200);
  EXPECT_EQ(bench.handler.cancelled, std::vector<std::string>{"the session has ended"});
  EXPECT_EQ(bench.send(post_text(rpc::request("1", "xyz"), session)).status, 404);
  EXPECT_EQ(bench.send(request_text("DELETE", session)).status, 404);
  EXPECT_EQ(bench.send(request_text("DELETE")).status, 405);
}

TEST(LegacySession, that_nobody_uses_ends_by_itself) {
  Bench bench;
  const std::string idle = bench.open();
  const std::string read = bench.open();
  Client reader = bench.client();
  reader.send(get_text(read));
  reader.head();
  Limits limits;
  limits.session_timeout = 50ms;  // now that the stream is open
  bench.face.reconfigure(limits, {});
  ASSERT_TRUE(bench.wait([&] { return bench.face.session_count() < 2; }));
  EXPECT_EQ(bench.face.session_count(), 1U);  // a stream is open on the other
  EXPECT_EQ(bench.handler.ended_ids.size(), 1U);
  EXPECT_EQ(bench.send(post_text(rpc::request("1", "xyz"), idle)).status, 404);
  EXPECT_EQ(bench.send(post_text(rpc::request("1", "xyz"), read)).status, 200);
}

TEST(LegacyRequest, is_cancelled_by_a_notification_and_only_its_own) {
  Bench bench;
  const std::string session = bench.open(), other = bench.open();
  Client client = bench.client();
  client.send(post_text(rpc::request("7", "xyz", R"({"talk":1,"hold":1})"), session));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("7"); }));
  const auto cancel = [&](std::string_view params, std::string_view of) {
    const auto text = rpc::notification("notifications/cancelled", params);
    EXPECT_EQ(bench.send(post_text(text, of)).status, 202);
  };
  cancel(R"({"requestId":7})", other);
  cancel(R"({"requestId":"7"})", session);
  cancel(R"({"requestId":8})", session);
  cancel("{}", session);
  EXPECT_TRUE(bench.handler.cancelled.empty());
  cancel(R"({"requestId":7,"reason":"changed my mind"})", session);
  EXPECT_EQ(bench.handler.cancelled, std::vector<std::string>{"changed my mind"});
  EXPECT_EQ(client.head().status, 200);
  EXPECT_EQ(client.event(), kProgress);
  EXPECT_EQ(client.event(), "end");  // without the answer
  EXPECT_TRUE(bench.handler.heard.empty());
}

TEST(LegacyRequest, goes_on_when_the_client_goes) {
  Bench bench;
  const std::string session = bench.open();
  for (const bool hard : {false, true}) {
    Client client = bench.client();
    client.send(post_text(rpc::request("1", "xyz", R"({"hold":1})"), session));
    ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
    hard ? client.reset() : client.close();
    turn_for(bench.loop, 100ms);
    EXPECT_TRUE(bench.handler.holds("1"));
    EXPECT_TRUE(bench.handler.cancelled.empty());
    bench.handler.release("1");
    ASSERT_TRUE(bench.wait([&] { return bench.face.connection_count() == 0; }));
  }
}

TEST(LegacyRequest, needs_an_id_that_is_free) {
  Bench bench;
  const std::string session = bench.open();
  Client client = bench.client();
  client.send(post_text(rpc::request("1", "xyz", R"({"hold":1})"), session));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
  EXPECT_EQ(bench.send(post_text(rpc::request("1", "xyz"), session)).status, 400);
  EXPECT_EQ(bench.send(post_text(rpc::request("\"1\"", "xyz"), session)).status, 200);
  EXPECT_EQ(bench.send(post_text(rpc::request("1", "ping"), session)).status, 200);
  bench.handler.release("1");
  EXPECT_EQ(client.response().status, 200);
  EXPECT_EQ(bench.send(post_text(rpc::request("1", "xyz"), session)).status, 200);
}

}  // namespace
}  // namespace touchstone::face
