// Event streams of legacy clients over HTTP, and questions to them.
#include "face/test_support.hpp"

namespace touchstone::face {
namespace {

std::string result_of(std::string_view raw_id, std::string_view method) {
  return rpc::result(raw_id, "{\"of\":\n\"" + std::string(method) + "\"}");
}

Session& session_of(Bench& bench) { return *bench.handler.session.lock(); }

TEST(PostStream, begins_when_something_comes_before_the_answer) {
  Bench bench;
  const std::string session = bench.open();
  Client client = bench.client();
  client.send(post_text(rpc::request("1", "xyz", R"({"talk":1})"), session));
  const Response head = client.head();
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("content-type"), "text/event-stream");
  EXPECT_EQ(head.header("cache-control"), "no-cache");
  EXPECT_EQ(head.header("x-accel-buffering"), "no");
  EXPECT_EQ(client.event(), kProgress);
  EXPECT_EQ(client.event(), result_of("1", "xyz"));
  EXPECT_EQ(client.event(), "end");
  // The connection is good for another request.
  client.send(post_text(rpc::request("2", "xyz"), session));
  EXPECT_EQ(client.response().body, result_of("2", "xyz"));
}

TEST(PostStream, tells_where_to_resume_to_clients_that_understand_it) {
  Bench bench;
  for (const std::string_view version : {"2025-06-18", "2025-11-25"}) {
    const std::string session = bench.open("", "/mcp", version);
    Client client = bench.client();
    client.send(post_text(rpc::request("1", "xyz", R"({"talk":1})"), session));
    client.head();
    const std::string bytes = client.rest();
    EXPECT_EQ(bytes.starts_with("id: 1-0\ndata: \n\n"), version == "2025-11-25") << bytes;
  }
}

TEST(PostStream, that_broke_is_resumed_where_it_broke) {
  Bench bench;
  const std::string session = bench.open();
  Client first = bench.client();
  first.send(post_text(rpc::request("1", "xyz", R"({"talk":1,"hold":1,"late":1})"), session));
  first.head();
  EXPECT_EQ(first.event(), kProgress);
  const std::string seen = first.last_event_id();
  first.reset();
  bench.handler.held.at("1").exchange->send(rpc::notification("missed"));

  Client second = bench.client();
  second.send(get_text(session + "Last-Event-ID: " + seen + "\r\n"));
  EXPECT_EQ(second.head().status, 200);
  EXPECT_EQ(second.event(), rpc::notification("missed"));
  bench.handler.release("1");
  EXPECT_EQ(second.event(), kProgress);
  EXPECT_EQ(second.event(), result_of("1", "xyz"));
  EXPECT_EQ(second.event(), "end");

  // Also after its end, and again.
  Client third = bench.client();
  third.send(get_text(session + "Last-Event-ID: " + seen + "\r\n"));
  third.head();
  EXPECT_EQ(third.event(), rpc::notification("missed"));
  EXPECT_EQ(third.event(), kProgress);
  EXPECT_EQ(third.event(), result_of("1", "xyz"));
  EXPECT_EQ(third.event(), "end");
}

TEST(PostStream, is_taken_over_by_whoever_resumes_it) {
  Bench bench;
  const std::string session = bench.open();
  Client first = bench.client(), second = bench.client();
  first.send(post_text(rpc::request("1", "xyz", R"({"talk":1,"hold":1})"), session));
  first.head();
  EXPECT_EQ(first.event(), kProgress);
  second.send(get_text(session + "Last-Event-ID: " + first.last_event_id() + "\r\n"));
  second.head();
  EXPECT_EQ(first.event(), "end");
  bench.handler.release("1");
  EXPECT_EQ(second.event(), result_of("1", "xyz"));
  EXPECT_EQ(second.event(), "end");
}

TEST(GetStream, brings_what_belongs_to_no_request) {
  Bench bench;
  const std::string session = bench.open();
  session_of(bench).send(rpc::notification("before"));
  Client client = bench.client();
  client.send(get_text(session));
  const Response head = client.head();
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("content-type"), "text/event-stream");
  EXPECT_EQ(client.event(), rpc::notification("before"));
  session_of(bench).send(rpc::notification("after"));
  EXPECT_EQ(client.event(), rpc::notification("after"));
  EXPECT_EQ(client.last_event_id(), "0-2");
}

TEST(GetStream, gives_way_to_a_second_one) {
  Bench bench;
  const std::string session = bench.open();
  Client first = bench.client(), second = bench.client();
  first.send(get_text(session));
  first.head();
  second.send(get_text(session));
  second.head();
  EXPECT_EQ(first.event(), "end");
  session_of(bench).send(rpc::notification("n"));
  EXPECT_EQ(second.event(), rpc::notification("n"));
  // The connection of the first lives on.
  first.send(post_text(rpc::request("1", "ping"), session));
  EXPECT_EQ(first.response().status, 200);
}

TEST(GetStream, is_resumed_by_the_last_id) {
  Bench bench;
  const std::string session = bench.open();
  for (const std::string_view name : {"a", "b", "c"})
    session_of(bench).send(rpc::notification(name));
  Client client = bench.client();
  client.send(get_text(session + "Last-Event-ID: 0-1\r\n"));
  client.head();
  EXPECT_EQ(client.event(), rpc::notification("b"));
  EXPECT_EQ(client.event(), rpc::notification("c"));
}

TEST(GetStream, that_the_client_leaves_is_let_go) {
  Bench bench;
  const std::string session = bench.open();
  for (const bool hard : {false, true}) {
    Client client = bench.client();
    client.send(get_text(session));
    client.head();
    hard ? client.reset() : client.close();
    EXPECT_TRUE(bench.wait([&] { return bench.face.connection_count() == 0; })) << hard;
  }
}

TEST(GetStream, is_for_sessions_that_accept_events) {
  Bench bench;
  const std::string session = bench.open();
  EXPECT_EQ(bench.send(get_text("")).status, 405);
  EXPECT_EQ(bench.send(get_text("Mcp-Session-Id: nope\r\n")).status, 404);
  EXPECT_EQ(bench.send(request_text("GET", session)).status, 406);
  EXPECT_EQ(bench.send(get_text(session + "MCP-Protocol-Version: 2026-07-28\r\n")).status, 405);
}

TEST(Question, goes_out_on_the_stream_of_its_call_and_is_answered_by_post) {
  Bench bench;
  const std::string session = bench.open(), other = bench.open();
  Client client = bench.client();
  client.send(post_text(rpc::request("1", "xyz", R"({"ask":1})"), session));
  client.head();
  EXPECT_EQ(client.event(), rpc::request("1", "elicitation/create", R"({"q":1})"));
  // Neither another session nor another id answers it.
  EXPECT_EQ(bench.send(post_text(rpc::result("1", R"({"a":"theirs"})"), other)).status, 202);
  EXPECT_EQ(bench.send(post_text(rpc::result("2", R"({"a":"late"})"), session)).status, 202);
  EXPECT_EQ(bench.send(post_text(rpc::result("1", R"({"a":"mine"})"), session)).status, 202);
  EXPECT_EQ(client.event(), rpc::result("1", R"({"a":"mine"})"));
  EXPECT_EQ(client.event(), "end");
  // And not twice.
  EXPECT_EQ(bench.send(post_text(rpc::result("1", "{}"), session)).status, 202);
}

TEST(Question, can_be_refused_by_the_client) {
  Bench bench;
  const std::string session = bench.open();
  Client client = bench.client();
  client.send(post_text(rpc::request("1", "xyz", R"({"ask":1})"), session));
  client.head();
  EXPECT_NE(client.event(), "end");
  EXPECT_EQ(bench.send(post_text(rpc::error("1", -1, "no"), session)).status, 202);
  EXPECT_EQ(client.event(), rpc::result("1", R"({"code":-1,"message":"no"})"));
}

TEST(Question, without_a_call_goes_out_on_the_standing_stream) {
  Bench bench;
  const std::string session = bench.open();
  Client caller = bench.client(), reader = bench.client();
  reader.send(get_text(session));
  reader.head();
  caller.send(post_text(rpc::request("1", "xyz", R"({"ask-aside":1})"), session));
  EXPECT_EQ(reader.event(), rpc::request("1", "elicitation/create", R"({"q":1})"));
  EXPECT_EQ(bench.send(post_text(rpc::result("1", R"({"a":1})"), session)).status, 202);
  EXPECT_EQ(caller.response().body, rpc::result("1", R"({"a":1})"));
}

TEST(Question, that_nobody_answers_in_time_is_called_off) {
  Bench bench;
  bench.handler.ask_timeout = 30ms;
  const std::string session = bench.open();
  Client caller = bench.client(), reader = bench.client();
  reader.send(get_text(session));
  reader.head();
  caller.send(post_text(rpc::request("1", "xyz", R"({"ask":1})"), session));
  caller.head();
  EXPECT_EQ(caller.event(), rpc::request("1", "elicitation/create", R"({"q":1})"));
  EXPECT_EQ(caller.event(),
            rpc::error("1", rpc::kInternalError, "the client did not answer in time"));
  EXPECT_EQ(reader.event(), rpc::notification("notifications/cancelled",
                                              R"({"requestId":1,"reason":"timed out"})"));
}

TEST(Question, ends_with_the_session) {
  Bench bench;
  const std::string session = bench.open();
  Client client = bench.client();
  client.send(post_text(rpc::request("1", "xyz", R"({"ask-aside":1})"), session));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.asked == 2; }));
  EXPECT_EQ(bench.send(request_text("DELETE", session)).status, 200);
  EXPECT_EQ(client.response().code(), rpc::kInternalError);
}

TEST(Question, to_a_session_that_has_ended_fails_at_once) {
  Bench bench;
  const std::string session = bench.open();
  Client client = bench.client();
  client.send(post_text(rpc::request("1", "xyz", R"({"hold":1,"ask-aside":1})"), session));
  ASSERT_TRUE(bench.wait([&] { return bench.handler.holds("1"); }));
  EXPECT_EQ(bench.send(request_text("DELETE", session)).status, 200);
  EXPECT_EQ(client.response().code(), rpc::kInternalError);  // its own time is a minute
}

TEST(Question, ends_when_the_client_calls_off_the_request_it_is_about) {
  Bench bench;
  const std::string session = bench.open();
  Client client = bench.client();
  client.send(post_text(rpc::request("7", "xyz", R"({"ask":1})"), session));
  client.head();
  EXPECT_EQ(client.event(), rpc::request("1", "elicitation/create", R"({"q":1})"));
  const auto cancel = rpc::notification("notifications/cancelled", R"({"requestId":7})");
  EXPECT_EQ(bench.send(post_text(cancel, session)).status, 202);
  EXPECT_EQ(client.event(), "end") << "the answer is not wanted any more";
}

TEST(Question, that_is_withdrawn_is_void_for_the_client_under_its_own_id) {
  Bench bench;
  const std::string session = bench.open();
  Client caller = bench.client(), reader = bench.client();
  reader.send(get_text(session));
  reader.head();
  caller.send(post_text(rpc::request("9", "xyz", R"({"ask":1})"), session));
  caller.head();
  EXPECT_EQ(caller.event(), rpc::request("1", "elicitation/create", R"({"q":1})"));
  bench.handler.withdrawal.cancel("not \"needed\"");
  EXPECT_EQ(caller.event(), rpc::error("9", rpc::kInternalError, "the question was withdrawn"));
  EXPECT_EQ(reader.event(), rpc::notification("notifications/cancelled",
                                              R"({"requestId":1,"reason":"not \"needed\""})"));
}

TEST(Question, there_are_only_so_many_at_once) {
  Limits limits;
  limits.max_in_flight_per_session = 2 * Asks::kMaxOpen;
  Bench bench(limits);
  const std::string session = bench.open();
  std::vector<Client> clients;
  for (std::size_t i = 0; i <= Asks::kMaxOpen; ++i) {
    clients.push_back(bench.client());
    clients.back().send(
        post_text(rpc::request(std::to_string(i), "xyz", R"({"ask-aside":1})"), session));
  }
  const Response refused = clients.back().response();
  EXPECT_NE(refused.body.find("too many questions"), std::string::npos) << refused.body;
  EXPECT_EQ(bench.send(post_text(rpc::result("1", "{}"), session)).status, 202);
  EXPECT_EQ(clients.front().response().status, 200);
}

}  // namespace
}  // namespace touchstone::face
