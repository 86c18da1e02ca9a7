// Modern clients over HTTP: each request stands alone, and its headers repeat its body.
#include "face/modern.hpp"
#include "face/test_support.hpp"

namespace touchstone::face {
namespace {

Response call(Bench& bench, const std::string& body, const std::string& headers) {
  return bench.send(post_text(body, headers));
}

TEST(ModernRequest, is_answered_without_a_session) {
  Bench bench;
  const Response response = call(bench, modern("1", "xyz"), modern_headers("xyz"));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.header("content-type"), "application/json");
  EXPECT_EQ(response.header("mcp-session-id"), "");
  EXPECT_EQ(bench.handler.version, "2026-07-28");
  EXPECT_TRUE(bench.handler.session.expired());
  EXPECT_EQ(bench.face.session_count(), 0U);
}

TEST(ModernRequest, has_a_stream_without_ids_if_something_comes_before_the_answer) {
  Bench bench;
  Client client = bench.client();
  client.send(post_text(modern("1", "xyz", R"(,"talk":1)"), modern_headers("xyz")));
  EXPECT_EQ(client.head().header("content-type"), "text/event-stream");
  EXPECT_EQ(client.event(), kProgress);
  EXPECT_EQ(client.last_event_id(), "");
  EXPECT_NE(client.event().find("\"result\""), std::string::npos);
  EXPECT_EQ(client.event(), "end");
}

TEST(ModernRequest, repeats_version_and_method_in_its_headers) {
  Bench bench;
  const std::string body = modern("1", "xyz");
  for (const std::string_view headers :
       {"Mcp-Method: xyz\r\n", "MCP-Protocol-Version: 2026-07-28\r\n",
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: other\r\n",
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: XYZ\r\n",
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method:\r\n",
        "MCP-Protocol-Version: 2099-01-01\r\nMcp-Method: xyz\r\n",
        "MCP-Protocol-Version: 2025-11-25\r\nMcp-Method: xyz\r\n"}) {
    const Response response = bench.send(post_text(body, headers));
    EXPECT_EQ(response.status, 400) << headers;
    EXPECT_EQ(response.code(), rpc::kHeaderMismatch) << headers;
    EXPECT_EQ(response.body.find(R"({"jsonrpc":"2.0","id":1,)"), 0U) << response.body;
  }
  EXPECT_EQ(bench.handler.asked, 0);
}

TEST(ModernRequest, repeats_the_name_of_what_it_is_about) {
  Bench bench;
  const auto named = [&](const std::string& params, const std::string& header) {
    const Response response =
        call(bench, modern("1", "tools/call", params), modern_headers("tools/call", header));
    EXPECT_EQ(response.status, response.code() == 0 ? 200 : 400) << params << header;
    return response.code();
  };
  EXPECT_EQ(named(R"(,"name":"t")", "Mcp-Name: t\r\n"), 0);
  EXPECT_EQ(named(R"(,"name":"\u0074")", "mcp-name: t\r\n"), 0);
  EXPECT_EQ(named(R"(,"name":"Größe")", "Mcp-Name: =?base64?R3LDtsOfZQ==?=\r\n"), 0);
  EXPECT_EQ(named(R"(,"name":"t")", "Mcp-Name: =?base64?dA==?=\r\n"), 0);
  EXPECT_EQ(named("", ""), 0);  // the handler will miss it
  for (const auto& [params, header] : std::vector<std::pair<std::string, std::string>>{
           {R"(,"name":"t")", ""},
           {R"(,"name":"t")", "Mcp-Name: T\r\n"},
           {R"(,"name":"t")", "Mcp-Name: t2\r\n"},
           {R"(,"name":"t")", "Mcp-Name: =?base64?dQ==?=\r\n"},
           {R"(,"name":"t")", "Mcp-Name: =?base64?dA?=\r\n"},
           {R"(,"name":7)", "Mcp-Name: 7\r\n"},
           {"", "Mcp-Name: t\r\n"}}) {
    EXPECT_EQ(named(params, header), rpc::kHeaderMismatch) << params << " " << header;
  }
}

TEST(ModernRequest, of_another_version_learns_which_there_are) {
  Bench bench;
  const std::string body = rpc::request(
      "1", "xyz",
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}})");
  const Response response =
      call(bench, body, "MCP-Protocol-Version: 2099-01-01\r\nMcp-Method: xyz\r\n");
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(response.code(), rpc::kUnsupportedVersion);
  EXPECT_NE(response.body.find(R"("data":{"supported":["2026-07-28"],"requested":"2099-01-01"})"),
            std::string::npos)
      << response.body;
}

TEST(ModernRequest, must_say_what_its_client_is) {
  Bench bench;
  constexpr std::string_view kIncomplete[] = {
      "{}",
      R"({"_meta":{}})",
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})",
      R"({"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}})",
  };
  for (const std::string_view params : kIncomplete) {
    const Response response = call(bench, rpc::request("1", "xyz", params), modern_headers("xyz"));
    EXPECT_EQ(response.status, 400) << params;
    EXPECT_EQ(response.code(), rpc::kInvalidParams) << params;
  }
  EXPECT_EQ(bench.handler.asked, 0);
}

TEST(ModernRequest, has_the_http_status_of_its_error) {
  Bench bench;
  EXPECT_EQ(call(bench, modern("1", "nope"), modern_headers("nope")).status, 404);
  const auto status = [&](int code) {
    const std::string params = fmt::format(R"(,"code":{})", code);
    return call(bench, modern("1", "xyz", params), modern_headers("xyz")).status;
  };
  EXPECT_EQ(status(rpc::kMissingCapability), 400);
  EXPECT_EQ(status(rpc::kInvalidRequest), 400);
  EXPECT_EQ(status(rpc::kTooMany), 429);
  EXPECT_EQ(status(rpc::kInvalidParams), 200);  // an unknown tool is an answer
  EXPECT_EQ(status(rpc::kUpstreamFailed), 200);
}

TEST(ModernRequest, is_cancelled_when_the_client_goes) {
  Bench bench;
  for (const std::string_view params : {R"(,"hold":1)", R"(,"talk":1,"hold":1)"}) {
    for (const bool hard : {false, true}) {
      Client client = bench.client();
      client.send(post_text(modern("1", "xyz", params), modern_headers("xyz")));
      ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
      bench.handler.cancelled.clear();
      hard ? client.reset() : client.close();
      EXPECT_TRUE(bench.wait([&] { return !bench.handler.cancelled.empty(); })) << params << hard;
      EXPECT_TRUE(bench.wait([&] { return bench.face.connection_count() == 0; }));
    }
  }
}

TEST(ModernRequest, is_cancelled_when_a_client_goes_that_had_sent_more) {
  Limits limits;
  limits.keep_alive = 10ms;  // the next sign of life finds nobody there
  Bench bench(limits);
  Client client = bench.client();
  client.send(post_text(modern("1", "xyz", R"(,"hold":1)"), modern_headers("xyz")));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
  client.send("POST ");
  turn_for(bench.loop, 50ms);
  client.close();
  EXPECT_TRUE(bench.wait([&] { return !bench.handler.cancelled.empty(); }));
}

TEST(ModernRequest, is_cancelled_when_the_face_closes) {
  Bench bench;
  Client client = bench.client();
  client.send(post_text(modern("1", "xyz", R"(,"hold":1)"), modern_headers("xyz")));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
  bench.face.close();
  EXPECT_TRUE(bench.wait([&] { return bench.face.connection_count() == 0; }));
  EXPECT_EQ(bench.handler.cancelled.size(), 1U);
}

TEST(ModernNotification, is_heard_from_nobody) {
  Bench bench;
  EXPECT_EQ(bench.send(post_text(rpc::notification("notifications/x"), modern_headers("x"))).status,
            202);
  EXPECT_EQ(bench.handler.heard, std::vector<std::string>{"notifications/x (nobody)"});
}

TEST(ModernClient, has_neither_get_nor_delete) {
  Bench bench;
  const Response get = bench.send(get_text("MCP-Protocol-Version: 2026-07-28\r\n"));
  EXPECT_EQ(get.status, 405);
  EXPECT_EQ(get.header("allow"), "POST, GET, DELETE");
  EXPECT_EQ(bench.send(request_text("DELETE", "MCP-Protocol-Version: 2026-07-28\r\n")).status, 405);
}

TEST(BothEras, meet_at_one_endpoint_and_on_one_connection) {
  Bench bench;
  const std::string session = bench.open();
  Client client = bench.client();
  client.send(post_text(modern("1", "xyz"), modern_headers("xyz")));
  EXPECT_EQ(client.response().status, 200);
  EXPECT_EQ(bench.handler.version, "2026-07-28");
  client.send(post_text(rpc::request("1", "xyz"), session));
  EXPECT_EQ(client.response().status, 200);
  EXPECT_EQ(bench.handler.version, "2025-06-18");
  client.send(
      post_text(rpc::request("2", "nope"), session + "MCP-Protocol-Version: 2025-06-18\r\n"));
  EXPECT_EQ(client.response().status, 200);  // legacy errors come with 200
}

}  // namespace
}  // namespace touchstone::face
