// How much, how many and how slowly. The face looks over its connections once a second, so tests of
// what it does by itself take that long.
#include "face/test_support.hpp"

namespace touchstone::face {
namespace {

std::string held_call(std::string_view raw_id) {
  return rpc::request(raw_id, "xyz", R"({"hold":1})");
}

TEST(Limits, a_body_that_is_too_large_is_refused_before_it_is_read) {
  Limits limits;
  limits.http.max_body = 1'000;
  Bench bench(limits);
  const Response announced =
      bench.send("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1001\r\n\r\n");
  EXPECT_EQ(announced.status, 413);
  EXPECT_EQ(announced.code(), rpc::kInvalidRequest);
  EXPECT_EQ(announced.header("connection"), "close");
  const Response chunked = bench.send(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
      "ffffff\r\n");
  EXPECT_EQ(chunked.status, 413);
  EXPECT_EQ(bench.handler.asked, 0);
}

TEST(Limits, a_head_that_is_too_large_is_refused) {
  Limits limits;
  limits.http.max_head = 500;
  limits.http.max_headers = 5;
  Bench bench(limits);
  EXPECT_EQ(bench.send(request_text("GET", "X: " + std::string(600, 'x') + "\r\n")).status, 431);
  EXPECT_EQ(bench.send(request_text("GET", "A: 1\r\nB: 1\r\nC: 1\r\nD: 1\r\nE: 1\r\n")).status,
            431);
  EXPECT_EQ(bench.send(request_text("GET", "A: 1\r\n")).status, 405);
}

TEST(Limits, a_message_that_nests_too_deep_is_refused) {
  Limits limits;
  limits.json.max_depth = 10;
  Bench bench(limits);
  const std::string deep = std::string(20, '[') + std::string(20, ']');
  const Response response =
      bench.send(post_text(rpc::request("1", "xyz", R"({"a":)" + deep + "}")));
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(response.code(), rpc::kParseError);
}

TEST(Limits, there_are_only_so_many_connections) {
  Limits limits;
  limits.max_connections = 2;
  Bench bench(limits);
  Client first = bench.client(), second = bench.client();
  ASSERT_TRUE(bench.wait([&] { return bench.face.connection_count() == 2; }));
  Client third = bench.client();
  EXPECT_TRUE(third.is_cut_off());
  first.send(post_text(initialize()));
  EXPECT_EQ(first.response().status, 200);
  second.close();
  ASSERT_TRUE(bench.wait([&] { return bench.face.connection_count() == 1; }));
  EXPECT_EQ(bench.send(post_text(initialize())).status, 200);
}

TEST(Limits, there_are_only_so_many_sessions) {
  Limits limits;
  limits.max_sessions = 2;
  Bench bench(limits);
  const std::string first = bench.open();
  const std::string second = bench.open();
  const Response third = bench.send(post_text(initialize()));
  EXPECT_EQ(third.status, 429);
  EXPECT_EQ(third.code(), rpc::kTooMany);
  EXPECT_EQ(bench.send(request_text("DELETE", first)).status, 200);
  EXPECT_EQ(bench.send(post_text(initialize())).status, 200);
}

TEST(Limits, only_so_many_requests_are_answered_at_once) {
  Limits limits;
  limits.max_in_flight = 2;
  Bench bench(limits);
  const std::string session = bench.open();
  Client first = bench.client(), second = bench.client();
  first.send(post_text(held_call("1"), session));
  second.send(post_text(modern("2", "xyz", R"(,"hold":1)"), modern_headers("xyz")));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.held.size() == 2; }));
  const Response third = bench.send(post_text(rpc::request("3", "xyz"), session));
  EXPECT_EQ(third.status, 429);
  EXPECT_EQ(third.code(), rpc::kTooMany);
  EXPECT_EQ(bench.send(post_text(initialize())).status, 429);
  bench.handler.release("2");
  EXPECT_EQ(second.response().status, 200);
  EXPECT_EQ(bench.send(post_text(rpc::request("3", "xyz"), session)).status, 200);
}

TEST(Limits, a_subscription_is_no_work) {
  Limits limits;
  limits.max_in_flight = 1;
  Bench bench(limits);
  Client listener = bench.client();
  listener.send(post_text(modern("1", "subscriptions/listen", R"(,"hold":1)"),
                          modern_headers("subscriptions/listen")));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
  EXPECT_EQ(bench.send(post_text(initialize())).status, 200);
}

TEST(Limits, one_session_cannot_take_all) {
  Limits limits;
  limits.max_in_flight_per_session = 1;
  Bench bench(limits);
  const std::string session = bench.open(), other = bench.open();
  Client first = bench.client();
  first.send(post_text(held_call("1"), session));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
  EXPECT_EQ(bench.send(post_text(rpc::request("2", "xyz"), session)).status, 429);
  EXPECT_EQ(bench.send(post_text(rpc::request("2", "xyz"), other)).status, 200);
}

TEST(Patience, ends_with_a_client_that_says_nothing) {
  Limits limits;
  limits.idle_timeout = 50ms;
  Bench bench(limits);
  Client silent = bench.client();
  Client once = bench.client();
  once.send(post_text(initialize()));
  EXPECT_EQ(once.response().status, 200);
  EXPECT_TRUE(silent.is_cut_off());
  EXPECT_TRUE(once.is_cut_off());
}

TEST(Patience, ends_with_a_client_that_sends_byte_by_byte) {
  Limits limits;
  limits.head_timeout = 50ms;
  Bench bench(limits);
  Client in_head = bench.client(), in_body = bench.client();
  in_head.send("POST /mcp HTTP/1.1\r\nHo");
  in_body.send("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
  bool alive = true;
  EXPECT_TRUE(bench.wait([&] {  // a byte now and then does not buy time
    turn_for(bench.loop, 50ms);
    alive = in_head.send("x") && alive;
    return !alive;
  }));
  EXPECT_TRUE(in_body.is_cut_off());
}

TEST(Patience, has_no_end_while_we_work) {
  Limits limits;
  limits.idle_timeout = limits.head_timeout = 50ms;
  Bench bench(limits);
  const std::string session = bench.open();
  Client caller = bench.client(), reader = bench.client();
  caller.send(post_text(held_call("1"), session));
  reader.send(get_text(session));
  EXPECT_EQ(reader.head().status, 200);
  turn_for(bench.loop, 1'300ms);
  bench.handler.release("1");
  EXPECT_EQ(caller.response().status, 200);
  bench.handler.session.lock()->send(kProgress);
  EXPECT_EQ(reader.event(), kProgress);
}

TEST(Patience, quiet_streams_get_signs_of_life) {
  Limits limits;
  limits.keep_alive = 50ms;
  Bench bench(limits);
  const std::string session = bench.open();
  Client reader = bench.client(), caller = bench.client(), modern_caller = bench.client();
  reader.send(get_text(session));
  caller.send(post_text(held_call("1"), session));
  modern_caller.send(post_text(modern("2", "xyz", R"(,"hold":1)"), modern_headers("xyz")));
  EXPECT_EQ(reader.head().status, 200);
  EXPECT_EQ(reader.piece(), ":\n\n");
  // An answer that takes long becomes a stream.
  for (Client* client : {&caller, &modern_caller}) {
    EXPECT_EQ(client->head().header("content-type"), "text/event-stream");
    EXPECT_EQ(client->piece(), ":\n\n");
  }
  bench.handler.release_all();
  EXPECT_NE(caller.event().find("\"result\""), std::string::npos);
  EXPECT_EQ(caller.event(), "end");
  EXPECT_NE(modern_caller.event().find("\"result\""), std::string::npos);
}

TEST(Patience, a_slow_initialize_still_tells_the_session) {
  Limits limits;
  limits.keep_alive = 50ms;
  Bench bench(limits);
  Client client = bench.client();
  client.send(post_text(initialize(R"(,"hold":1)")));
  const Response head = client.head();
  EXPECT_EQ(head.header("content-type"), "text/event-stream");
  EXPECT_EQ(head.header("mcp-session-id").size(), 32U);
  bench.handler.release_all();
  EXPECT_NE(client.event().find("\"result\""), std::string::npos);
}

// More than sockets hold, for a client that takes none of it.
constexpr std::size_t kFlood = std::size_t{16} << 20;

TEST(Unread, a_standing_stream_is_cut_off_and_the_session_lives) {
  Limits limits;
  limits.max_unsent = 100'000;
  Bench bench(limits);
  const std::string session = bench.open();
  Client reader = bench.client();
  reader.send(get_text(session));
  reader.head();
  const std::string message = rpc::notification("n", "\"" + std::string(90'000, 'x') + "\"");
  for (std::size_t sent = 0; sent < kFlood; sent += message.size()) {
    bench.handler.session.lock()->send(message);
    turn_for(bench.loop, 0ms);
  }
  EXPECT_TRUE(bench.wait([&] { return bench.face.connection_count() == 0; }));
  EXPECT_EQ(bench.send(post_text(rpc::request("1", "ping"), session)).status, 200);
}

TEST(Unread, a_modern_stream_is_cut_off_and_its_request_cancelled) {
  Limits limits;
  limits.max_unsent = 100'000;
  Bench bench(limits);
  Client client = bench.client();
  client.send(post_text(modern("1", "subscriptions/listen", R"(,"talk":1,"hold":1)"),
                        modern_headers("subscriptions/listen")));
  client.head();
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
  const std::string message = rpc::notification("n", "\"" + std::string(90'000, 'x') + "\"");
  for (std::size_t sent = 0; sent < kFlood && bench.handler.holds("1"); sent += message.size()) {
    bench.handler.held.at("1").exchange->send(message);
    turn_for(bench.loop, 0ms);
  }
  EXPECT_TRUE(bench.wait([&] { return !bench.handler.holds("1"); }));
  EXPECT_EQ(bench.handler.cancelled.size(), 1U);
  EXPECT_TRUE(bench.wait([&] { return bench.face.connection_count() == 0; }));
}

TEST(Unread, an_answer_that_nobody_reads_takes_no_place_and_is_given_up) {
  Limits limits;
  limits.max_in_flight = 1;
  limits.write_timeout = 100ms;
  Bench bench(limits);
  const std::string session = bench.open();
  const std::string big = fmt::format(R"({{"big":{}}})", kFlood);
  Client legacy = bench.client(), modern_client = bench.client();
  legacy.send(post_text(rpc::request("1", "xyz", big), session));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.asked == 2; }));
  turn_for(bench.loop, 20ms);
  modern_client.send(
      post_text(modern("2", "xyz", fmt::format(R"(,"big":{})", kFlood)), modern_headers("xyz")));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.asked == 3; })) << "its place was free";
  turn_for(bench.loop, 20ms);
  EXPECT_EQ(bench.send(post_text(rpc::request("3", "xyz"), session)).status, 200);
  EXPECT_TRUE(bench.wait([&] { return bench.face.connection_count() == 0; }));
}

TEST(Unread, a_stream_that_nobody_reads_is_given_up) {
  Limits limits;
  limits.write_timeout = 100ms;
  Bench bench(limits);
  Client client = bench.client();
  client.send(post_text(modern("1", "subscriptions/listen", R"(,"talk":1,"hold":1)"),
                        modern_headers("subscriptions/listen")));
  client.head();
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
  bench.handler.held.at("1").exchange->send(
      rpc::notification("n", "\"" + std::string(kFlood, 'x') + "\""));
  EXPECT_TRUE(bench.wait([&] { return bench.face.connection_count() == 0; }));
  EXPECT_EQ(bench.handler.cancelled.size(), 1U);
}

TEST(Unread, a_slow_reader_gets_all_of_it) {
  Limits limits;
  limits.write_timeout = 20s;
  Bench bench(limits);
  const std::string session = bench.open();
  Client client = bench.client();
  client.send(post_text(rpc::request("1", "xyz", R"({"big":4000000})"), session));
  turn_for(bench.loop, 1'200ms);
  EXPECT_EQ(client.response().body.size(), 4'000'000 + rpc::result("1", "\"\"").size());
}

TEST(Limits, an_id_in_use_is_an_invalid_request_as_over_stdio) {
  Bench bench;
  const std::string session = bench.open();
  Client first = bench.client();
  first.send(post_text(held_call("1"), session));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
  const Response second = bench.send(post_text(rpc::request("1", "xyz"), session));
  EXPECT_EQ(second.status, 400);
  EXPECT_EQ(second.code(), rpc::kInvalidRequest);
}

TEST(Kept, an_idle_session_keeps_no_answers_that_were_read) {
  Bench bench;
  const std::string session = bench.open();
  const auto kept = [&] {
    return std::static_pointer_cast<HttpSession>(bench.handler.session.lock())->kept_bytes();
  };
  Client client = bench.client();
  client.send(post_text(rpc::request("1", "xyz", R"({"talk":1,"big":100000})"), session));
  client.head();
  (void)client.rest();
  EXPECT_GT(kept(), 100'000U) << "in case the connection broke";
  const auto http = std::static_pointer_cast<HttpSession>(bench.handler.session.lock());
  http->drop_delivered(net::Clock::now());
  EXPECT_GT(kept(), 100'000U);
  http->drop_delivered(net::Clock::now() + 2 * HttpSession::kDeliveredFor);
  EXPECT_EQ(kept(), 0U);
}

TEST(Kept, one_session_cannot_keep_more_than_its_share) {
  Bench bench;
  const std::string session = bench.open();
  for (int i = 0; i < 5; ++i) {
    Client client = bench.client();
    client.send(post_text(
        rpc::request(std::to_string(i), "xyz", R"({"talk":1,"hold":1,"big":8000000})"), session));
    client.head();
    client.reset();
  }
  ASSERT_TRUE(bench.wait([&] { return bench.face.connection_count() == 0 || true; }));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.held.size() == 5; }));
  turn_for(bench.loop, 50ms);
  bench.handler.release_all();
  ASSERT_TRUE(bench.wait([&] { return bench.handler.held.empty(); }));
  turn_for(bench.loop, 50ms);
  const auto http = std::static_pointer_cast<HttpSession>(bench.handler.session.lock());
  EXPECT_GT(http->kept_bytes(), 8'000'000U);
  EXPECT_LE(http->kept_bytes(), Shelf::kMaxOfSession);
}

TEST(Reconfigured, tokens_hosts_and_limits_count_from_the_next_request) {
  Door door;
  door.tokens = {{"ann", "a"}, {"bob", "b"}};
  Bench bench({}, door);
  const std::string ann = "Authorization: Bearer a\r\n", bob = "Authorization: Bearer b\r\n";
  const std::string session = bench.open(ann), other = bench.open(bob);
  Client reader = bench.client(), kept = bench.client();
  reader.send(get_text(session + ann));
  reader.head();
  kept.send(get_text(other + bob));
  kept.head();
  door.tokens = {{"bob", "b"}};
  door.hosts = {"gateway.example"};
  Limits limits;
  limits.max_sessions = 1;
  bench.face.reconfigure(limits, door);
  EXPECT_TRUE(reader.is_cut_off()) << "her token counts no more";
  EXPECT_EQ(bench.face.session_count(), 1U);
  EXPECT_EQ(bench.send(post_text(initialize(), ann)).status, 401);
  EXPECT_EQ(bench.send(post_text(initialize(), bob)).status, 429);
  EXPECT_EQ(bench.send(post_text(rpc::request("1", "ping"), other + bob)).status, 200);
  EXPECT_EQ(bench.send("GET /mcp HTTP/1.1\r\nHost: gateway.example\r\n" + bob + "\r\n").status,
            405);
  bench.handler.session.lock()->send(kProgress);
  EXPECT_EQ(kept.event(), kProgress);
}

}  // namespace
}  // namespace touchstone::face
