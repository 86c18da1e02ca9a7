// The whole way: real HTTP before the gateway and behind it.
#include "gateway/front.hpp"

#include "upstream/http_server_for_test.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;

TEST(Front, a_clients_credentials_never_reach_a_server) {
  Bench bench;
  upstream::HttpServer server(bench.loop, [](const upstream::Seen& seen) {
    if (seen.is("initialize")) {
      return upstream::json_answer(upstream::result_of(
          seen,
          R"({"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}})"));
    }
    if (seen.is("tools/list"))
      return upstream::json_answer(
          upstream::result_of(seen, R"({"tools":[{"name":"a","inputSchema":{"type":"object"}}]})"));
    if (seen.is("server/discover") || seen.method == "GET") return upstream::answer(405, "", "");
    if (seen.is("notifications/initialized")) return upstream::answer(202, "", "");
    return upstream::json_answer(upstream::result_of(seen, R"({"content":[]})"));
  });
  config::Server entry;
  entry.name = entry.prefix = "it";
  entry.transport = config::Transport::kHttp;
  entry.url = server.url();
  entry.headers = {{"X-Ours", "from-the-config"}};
  bench.config.servers.push_back(entry);
  face::Door door;
  door.tokens = {{"ann", "hush-hush"}};
  Front front(bench, door);
  const std::string secrets =
      "Authorization: Bearer hush-hush\r\nCookie: hush-hush=1\r\nX-Api-Key: hush-hush\r\n"
      "Proxy-Authorization: Basic hush-hush\r\n";
  auto client = front.client();
  client.send(face::post_text(face::initialize(), secrets));
  const auto hello = client.response();
  ASSERT_EQ(hello.status, 200) << hello.body;
  const std::string session = "Mcp-Session-Id: " + hello.header("mcp-session-id") + "\r\n";
  client.send(
      face::post_text(rpc::request("1", "tools/call", R"({"name":"it__a"})"), session + secrets));
  ASSERT_NE(client.response().body.find("content"), std::string::npos);
  const std::string name = "Mcp-Name: it__a\r\n";
  client.send(face::post_text(face::modern("2", "tools/call", R"(,"name":"it__a")"),
                              face::modern_headers("tools/call", name) + secrets));
  ASSERT_NE(client.response().body.find("content"), std::string::npos);
  ASSERT_GE(server.seen().size(), 4U);
  for (const upstream::Seen& seen : server.seen()) {
    EXPECT_EQ(seen.header("x-ours"), "from-the-config");
    EXPECT_EQ(seen.body.find("hush-hush"), std::string::npos);
    for (const auto& [key, value] : seen.headers)
      EXPECT_EQ(value.find("hush-hush"), std::string::npos) << key;
  }
}

TEST(Front, a_legacy_clients_cancel_ends_the_rounds_of_its_call) {
  Bench bench;
  bench.add("it", demo::conformance_server(), Speaks::kModern);
  Front front(bench);
  auto client = front.client();
  const auto open = rpc::request(
      "0", "initialize", R"({"protocolVersion":"2025-06-18","capabilities":{"elicitation":{}}})");
  client.send(face::post_text(open));
  const std::string session =
      "Mcp-Session-Id: " + client.response().header("mcp-session-id") + "\r\n";
  client.send(face::post_text(
      rpc::request("7", "tools/call",
                   R"({"name":"it__test_elicitation","arguments":{"message":"well?"}})"),
      session));
  client.head();
  EXPECT_NE(client.event().find("elicitation/create"), std::string::npos);
  const auto calls = bench.server("it").count("tools/call");
  auto other = front.client();
  other.send(
      face::post_text(rpc::notification("notifications/cancelled", R"({"requestId":7})"), session));
  EXPECT_EQ(other.response().status, 202);
  EXPECT_EQ(client.event(), "end");
  EXPECT_EQ(front.face.crowd->in_flight, 0U);
  bench.rest();
  EXPECT_EQ(bench.server("it").count("tools/call"), calls) << "no further round";
}

}  // namespace
}  // namespace touchstone::gateway
