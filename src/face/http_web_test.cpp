// What HTTP itself asks of the face: methods, paths, types, origins, versions, several at once.
#include "face/test_support.hpp"

namespace touchstone::face {
namespace {

TEST(Http, other_paths_are_not_there) {
  Bench bench;
  for (const std::string_view path :
       {"/", "/mcp/", "/MCP", "/mcpx", "/mcp/s/nope", "/mcp/../mcp"}) {
    const Response response = bench.send(post_text(initialize(), "", path));
    EXPECT_EQ(response.status, 404) << path;
    EXPECT_EQ(response.code(), rpc::kInvalidRequest);
  }
  EXPECT_EQ(bench.handler.asked, 0);
}

TEST(Http, other_methods_are_not_allowed) {
  Bench bench;
  for (const std::string_view method : {"PUT", "PATCH", "OPTIONS", "post"}) {
    const Response response = bench.send(request_text(method));
    EXPECT_EQ(response.status, 405) << method;
    EXPECT_EQ(response.header("allow"), "POST, GET, DELETE");
  }
}

TEST(Http, a_message_is_json) {
  Bench bench;
  for (const std::string_view type : {"", "text/plain", "application/json-patch+json",
                                      "application/jsonx", "application/x-www-form-urlencoded"}) {
    const std::string header = type.empty() ? "" : fmt::format("Content-Type: {}\r\n", type);
    EXPECT_EQ(bench.send(request_text("POST", header, "/mcp", initialize())).status, 415) << type;
  }
  for (const std::string_view type :
       {"application/json", "Application/JSON", "application/json; charset=utf-8",
        "application/json ;charset=utf-8"}) {
    const std::string header = fmt::format("Content-Type: {}\r\n", type);
    EXPECT_EQ(bench.send(request_text("POST", header, "/mcp", initialize())).status, 200) << type;
  }
}

TEST(Http, a_client_must_accept_what_we_send) {
  Bench bench;
  const auto status = [&](std::string_view accept) {
    const std::string headers =
        fmt::format("Content-Type: application/json\r\nAccept: {}\r\n", accept);
    return bench.send(request_text("POST", headers, "/mcp", initialize())).status;
  };
  EXPECT_EQ(status("text/html"), 406);
  EXPECT_EQ(status("application/json"), 200);
  EXPECT_EQ(status("*/*"), 200);
}

TEST(Http, what_is_no_message_is_told_so) {
  Bench bench;
  const std::string session = bench.open();
  const std::pair<std::string, int> bad[] = {
      {"{", rpc::kParseError},
      {"hello", rpc::kParseError},
      {"{\"a\":\"\xff\"}", rpc::kParseError},
      {R"({"jsonrpc":"2.0","id":1,"id":2,"method":"x"})", rpc::kParseError},
      {"[" + rpc::request("1", "ping") + "]", rpc::kInvalidRequest},
      {"[]", rpc::kInvalidRequest},
      {"{}", rpc::kInvalidRequest},
      {R"({"jsonrpc":"1.0","id":1,"method":"x"})", rpc::kInvalidRequest},
      {R"({"jsonrpc":"2.0","id":null,"method":"x"})", rpc::kInvalidRequest},
  };
  for (const auto& [body, code] : bad) {
    const Response response = bench.send(post_text(body, session));
    EXPECT_EQ(response.status, 400) << body;
    EXPECT_EQ(response.code(), code) << body;
    EXPECT_EQ(response.header("content-type"), "application/json");
  }
  const Response empty = bench.send(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 0\r\n\r\n");
  EXPECT_EQ(empty.status, 400);
  EXPECT_EQ(bench.handler.asked, 1);
}

TEST(Http, what_is_no_request_ends_the_connection) {
  Bench bench;
  for (const std::string_view bytes : {"hello\r\n\r\n", "GET /mcp HTTP/1.1\r\n\r\n",
                                       "GET /mcp HTTP/2.0\r\nHost: localhost\r\n\r\n"}) {
    Client client = bench.client();
    client.send(bytes);
    const Response response = client.response();
    EXPECT_GE(response.status, 400) << bytes;
    EXPECT_EQ(response.header("connection"), "close");
    EXPECT_TRUE(client.is_cut_off());
  }
}

TEST(Http, another_host_is_not_served) {
  Bench bench;
  Client client = bench.client();
  client.send(
      "POST /mcp HTTP/1.1\r\nHost: evil.com\r\nContent-Type: application/json\r\n"
      "Content-Length: 2\r\n\r\n{}");
  const Response response = client.response();
  EXPECT_EQ(response.status, 403);
  EXPECT_EQ(response.code(), rpc::kInvalidRequest);
  EXPECT_EQ(bench.send("GET http://evil.com/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n").status / 100,
            4);
}

TEST(Http, requests_may_follow_each_other_without_waiting) {
  Bench bench;
  const std::string session = bench.open();
  Client client = bench.client();
  std::string all;
  for (const std::string_view id : {"1", "2", "3"})
    all += post_text(rpc::request(id, "xyz", id == "2" ? R"({"talk":1,"hold":1})" : "{}"), session);
  client.send(all);
  EXPECT_NE(client.response().body.find("\"id\":1,"), std::string::npos);
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("2"); }));
  bench.handler.release("2");
  client.head();
  EXPECT_EQ(client.event(), kProgress);
  EXPECT_NE(client.event().find("\"id\":2,"), std::string::npos);
  EXPECT_EQ(client.event(), "end");
  EXPECT_NE(client.response().body.find("\"id\":3,"), std::string::npos);
}

TEST(Http, a_client_may_close_after_its_answer) {
  Bench bench;
  Client client = bench.client();
  client.send(post_text(initialize(), "Connection: close\r\n"));
  const Response response = client.response();
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.header("connection"), "close");
  EXPECT_TRUE(client.is_cut_off());
}

TEST(Http, a_client_may_wait_for_leave_to_go_on) {
  Bench bench;
  Client client = bench.client();
  const std::string body = initialize();
  client.send(
      fmt::format("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                  "Expect: 100-continue\r\nContent-Length: {}\r\n\r\n",
                  body.size()));
  constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
  EXPECT_EQ(client.raw(kGoOn.size()), kGoOn);
  EXPECT_EQ(bench.handler.asked, 0);
  client.send(body);
  EXPECT_EQ(client.response().status, 200);
}

TEST(Http10, gets_plain_answers_and_streams_that_end_with_the_connection) {
  Bench bench;
  const std::string session = bench.open();
  const auto old = [&](std::string_view params) {
    std::string text = post_text(rpc::request("1", "xyz", params), session);
    text.replace(text.find("HTTP/1.1"), 8, "HTTP/1.0");
    return text;
  };
  Client plain = bench.client(), streamed = bench.client();
  plain.send(old("{}"));
  const Response response = plain.response();
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.header("transfer-encoding"), "");
  EXPECT_TRUE(plain.is_cut_off());
  streamed.send(old(R"({"talk":1})"));
  const Response head = streamed.head();
  EXPECT_EQ(head.header("transfer-encoding"), "");
  EXPECT_EQ(head.header("connection"), "close");
  EXPECT_EQ(streamed.event(), kProgress);
  EXPECT_NE(streamed.event().find("\"result\""), std::string::npos);
  EXPECT_EQ(streamed.event(), "end");
}

constexpr std::string_view kAsks =
    "Access-Control-Request-Method: POST\r\n"
    "Access-Control-Request-Headers: content-type, mcp-session-id\r\n";

TEST(Origins, an_allowed_page_may_ask_and_read) {
  Bench bench({}, {{}, {"https://app.example"}, {}});
  for (const std::string_view origin : {"https://app.example", "http://localhost:5173"}) {
    const std::string header = fmt::format("Origin: {}\r\n", origin);
    const Response asked = bench.send(request_text("OPTIONS", header + std::string(kAsks)));
    EXPECT_EQ(asked.status, 204) << origin;
    EXPECT_EQ(asked.header("access-control-allow-origin"), origin);
    EXPECT_NE(asked.header("access-control-allow-methods").find("POST"), std::string::npos);
    EXPECT_EQ(asked.header("access-control-allow-headers"), "content-type, mcp-session-id");
    const Response answer = bench.send(post_text(initialize(), header));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("access-control-allow-origin"), origin);
    EXPECT_EQ(answer.header("access-control-expose-headers"), "Mcp-Session-Id");
    EXPECT_EQ(answer.header("vary"), "Origin");
  }
}

TEST(Origins, any_other_page_gets_nothing) {
  Bench bench({}, {{}, {"https://app.example"}, {}});
  for (const std::string_view origin : {"https://evil.com", "null", "http://localhost.evil.com"}) {
    const std::string header = fmt::format("Origin: {}\r\n", origin);
    for (const std::string& text : {request_text("OPTIONS", header + std::string(kAsks)),
                                    post_text(initialize(), header), get_text(header)}) {
      const Response response = bench.send(text);
      EXPECT_EQ(response.status, 403) << text;
      EXPECT_EQ(response.header("access-control-allow-origin"), "") << text;
      EXPECT_EQ(response.header("access-control-allow-headers"), "") << text;
    }
  }
  EXPECT_EQ(bench.handler.asked, 0);
}

TEST(Origins, a_page_may_ask_before_it_shows_its_token) {
  Bench bench({}, {{}, {}, {{"ann", "secret"}}});
  const std::string header = "Origin: http://localhost\r\n";
  EXPECT_EQ(bench.send(request_text("OPTIONS", header + std::string(kAsks))).status, 204);
  const Response refused = bench.send(post_text(initialize(), header));
  EXPECT_EQ(refused.status, 401);
  EXPECT_EQ(refused.header("access-control-allow-origin"), "http://localhost");  // it may read why
  EXPECT_EQ(bench.send(post_text(initialize(), header + "Authorization: Bearer secret\r\n")).status,
            200);
}

}  // namespace
}  // namespace touchstone::face
