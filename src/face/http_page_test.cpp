// Pages for people, beside the routes of MCP.
#include "face/test_support.hpp"

namespace touchstone::face {
namespace {

Bench& with_page(Bench& bench) {
  bench.handler.page = "<p>hello</p>";
  return bench;
}

TEST(HttpPage, has_headers_that_let_nothing_in_and_nothing_out) {
  Bench bench;
  const Response page = with_page(bench).send(request_text("GET", "", "/page/x?q=1"));
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, "<p>hello</p>");
  EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.header("content-security-policy"),
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors "
            "'none'; base-uri 'none'");
  EXPECT_EQ(page.header("x-frame-options"), "DENY");
  EXPECT_EQ(page.header("x-content-type-options"), "nosniff");
  EXPECT_EQ(page.header("referrer-policy"), "same-origin");
  EXPECT_EQ(page.header("cache-control"), "no-store");
  EXPECT_EQ(bench.handler.asked, 0);
}

TEST(HttpPage, gets_what_the_browser_said) {
  Bench bench;
  const Response page = with_page(bench).send(
      request_text("POST",
                   "Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n"
                   "Content-Type: application/x-www-form-urlencoded\r\n",
                   "/page/x?q=1", "a=b"));
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(bench.handler.page_asked,
            "POST /page/x localhost http://localhost same-origin "
            "application/x-www-form-urlencoded a=b");
  EXPECT_EQ(page.header("access-control-allow-origin"), "") << "no other page may read it";
}

TEST(HttpPage, needs_no_token_and_a_host_of_ours) {
  Bench bench({}, {{}, {}, {{"ann", "secret"}}});
  EXPECT_EQ(with_page(bench).send(request_text("GET", "", "/page/x")).status, 200);
  const Response other = bench.send("GET /page/x HTTP/1.1\r\nHost: evil.com\r\n\r\n");
  EXPECT_EQ(other.status, 403);
  EXPECT_EQ(other.body.find("hello"), std::string::npos);
}

TEST(HttpPage, is_not_asked_for_before_by_other_pages) {
  Bench bench;
  const Response asked = with_page(bench).send(request_text(
      "OPTIONS", "Origin: http://localhost:5173\r\nAccess-Control-Request-Method: POST\r\n",
      "/page/x"));
  EXPECT_NE(asked.status, 204);
  EXPECT_EQ(asked.header("access-control-allow-origin"), "");
  EXPECT_EQ(asked.header("access-control-allow-methods"), "");
}

TEST(HttpPage, of_another_status_is_a_page_too_and_405_says_what_is_allowed) {
  Bench bench;
  bench.handler.page_status = 405;
  const Response page = with_page(bench).send(request_text("PUT", "", "/page/x"));
  EXPECT_EQ(page.status, 405);
  EXPECT_EQ(page.header("allow"), "GET, HEAD, POST");
  EXPECT_EQ(page.header("x-frame-options"), "DENY");
}

TEST(HttpPage, has_no_body_for_who_only_wants_its_head) {
  Bench bench;
  Client client = with_page(bench).client();
  client.send(request_text("HEAD", "", "/page/x") + request_text("GET", "", "/page/x"));
  std::string all = client.raw(15);
  EXPECT_EQ(all, "HTTP/1.1 200 OK");
  while (all.find("\r\n\r\n") == std::string::npos) all += client.raw(1);
  EXPECT_NE(all.find("Content-Length: 12\r\n"), std::string::npos) << all;
  EXPECT_EQ(client.raw(15), "HTTP/1.1 200 OK") << "the next answer, and nothing between";
}

TEST(HttpPage, is_counted_among_what_is_in_flight) {
  Limits limits;
  limits.max_in_flight = 1;
  Bench bench(limits);
  const std::string session = with_page(bench).open();
  Client busy = bench.client();
  busy.send(post_text(rpc::request("1", "xyz", R"({"hold":1})"), session));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
  EXPECT_EQ(bench.send(request_text("GET", "", "/page/x")).status, 429);
  bench.handler.release("1");
  EXPECT_EQ(busy.response().status, 200);
  EXPECT_EQ(bench.send(request_text("GET", "", "/page/x")).status, 200);
}

TEST(HttpPage, without_one_the_path_is_not_there) {
  Bench bench;
  EXPECT_EQ(bench.send(request_text("GET", "", "/page/x")).status, 404);
}

}  // namespace
}  // namespace touchstone::face
