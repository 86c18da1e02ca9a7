// One client over a pair of pipes.
#include "face/stdio_face.hpp"

#include <csignal>

#include <fcntl.h>

#include "face/test_support.hpp"

namespace touchstone::face {
namespace {

// The far end: writes and reads lines.
class Pipes {
 public:
  explicit Pipes(StdioOptions options = {}) {
    std::signal(SIGPIPE, SIG_IGN);  // as the program does
    int there[2], back[2];
    EXPECT_EQ(::pipe2(there, O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(back, O_CLOEXEC), 0);
    in_ = back[0], out_ = there[1];
    EXPECT_EQ(::fcntl(in_, F_SETFL, O_NONBLOCK), 0);
    EXPECT_EQ(::fcntl(out_, F_SETFL, O_NONBLOCK), 0);
    loop.spawn(serve(net::pipe_stream(loop, there[0], back[1]), std::move(options)));
  }
  ~Pipes() {
    close();
    ::close(in_);
    handler.release_all();
    EXPECT_TRUE(turn_until(loop, [&] { return over && handler.held.empty(); }));
    turn_for(loop, 0ms);
  }
  Pipes(const Pipes&) = delete;

  void send(std::string_view line) {
    std::string bytes = std::string(line) + "\n";
    EXPECT_TRUE(turn_until(loop, [&] {
      const ssize_t size = ::write(out_, bytes.data(), bytes.size());
      if (size > 0) bytes.erase(0, static_cast<std::size_t>(size));
      return bytes.empty();
    }));
  }
  // The next line that comes back; "end" if none will.
  std::string line() {
    std::string found = "none";
    EXPECT_TRUE(turn_until(loop, [&] {
      char bytes[4096];
      const ssize_t size = ::read(in_, bytes, sizeof bytes);
      if (size > 0) received_.append(bytes, static_cast<std::size_t>(size));
      const std::size_t end = received_.find('\n');
      if (end == std::string::npos) return size == 0 && (found = "end", true);
      found = received_.substr(0, end);
      received_.erase(0, end + 1);
      return true;
    }));
    return found;
  }
  std::string ask(std::string_view request) {
    send(request);
    return line();
  }
  void open() { EXPECT_NE(ask(initialize()).find("\"result\""), std::string::npos); }
  void close() {
    if (out_ >= 0) ::close(std::exchange(out_, -1));
  }
  bool wait(const std::function<bool()>& done) { return turn_until(loop, done); }

  net::Loop loop;
  Scripted handler{loop};
  bool over = false;

 private:
  Task<void> serve(net::StreamPtr stream, StdioOptions options) {
    co_await serve_stdio(loop, std::move(stream), handler, random_, std::move(options));
    over = true;
  }

  base::SystemRandom random_;
  std::string received_;
  int in_ = -1, out_ = -1;
};

int code_of(std::string_view line) {
  const auto document = json::document(line);
  return static_cast<int>(document.root().find("error").find("code").as_int().value_or(0));
}

std::string line_of(std::string_view raw_id, std::string_view method) {
  return rpc::result(raw_id, "{\"of\": \"" + std::string(method) + "\"}");
}

TEST(Stdio, serves_a_legacy_client_after_its_initialize) {
  Pipes pipes;
  EXPECT_EQ(code_of(pipes.ask(rpc::request("1", "xyz"))), rpc::kInvalidRequest);
  EXPECT_EQ(pipes.ask(rpc::request("2", "ping")), rpc::result("2", "{}"));
  EXPECT_EQ(pipes.ask(initialize()), line_of("0", "initialize"));
  EXPECT_EQ(pipes.handler.version, "2025-06-18");
  EXPECT_EQ(pipes.ask(rpc::request("\"a\"", "xyz")), line_of("\"a\"", "xyz"));
  EXPECT_EQ(code_of(pipes.ask(rpc::request("3", "nope"))), rpc::kMethodNotFound);
  EXPECT_EQ(pipes.handler.session.lock()->id().size(), 32U);
}

TEST(Stdio, serves_a_modern_client_at_once) {
  Pipes pipes;
  EXPECT_EQ(pipes.ask(modern("1", "xyz")), line_of("1", "xyz"));
  EXPECT_EQ(pipes.handler.version, "2026-07-28");
  const std::string other = rpc::request(
      "2", "xyz",
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}})");
  const std::string refused = pipes.ask(other);
  EXPECT_EQ(code_of(refused), rpc::kUnsupportedVersion);
  EXPECT_NE(refused.find(R"({"supported":["2026-07-28"],"requested":"2099-01-01"})"),
            std::string::npos);
  const std::string incomplete = rpc::request(
      "3", "xyz", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})");
  EXPECT_EQ(code_of(pipes.ask(incomplete)), rpc::kInvalidParams);
  // That was no handshake.
  EXPECT_EQ(code_of(pipes.ask(rpc::request("4", "xyz"))), rpc::kInvalidRequest);
}

TEST(Stdio, a_message_is_one_line_whatever_it_holds) {
  Pipes pipes;
  pipes.open();
  EXPECT_EQ(pipes.ask(rpc::request("1", "xyz")), line_of("1", "xyz"));  // its answer has a newline
  pipes.handler.session.lock()->send("{\"jsonrpc\":\"2.0\",\r\n\"method\":\"n\"}");
  EXPECT_EQ(pipes.line(), "{\"jsonrpc\":\"2.0\",  \"method\":\"n\"}");
}

TEST(Stdio, goes_on_after_garbage) {
  Pipes pipes;
  const std::string garbage = pipes.ask("hello");
  EXPECT_EQ(code_of(garbage), rpc::kParseError);
  EXPECT_NE(garbage.find(R"("id":null)"), std::string::npos);
  EXPECT_EQ(code_of(pipes.ask("\xff\xfe")), rpc::kParseError);
  EXPECT_EQ(code_of(pipes.ask("[]")), rpc::kInvalidRequest);
  const std::string known = pipes.ask(R"({"id":5,"method":"x"})");
  EXPECT_EQ(code_of(known), rpc::kInvalidRequest);
  EXPECT_NE(known.find(R"("id":5)"), std::string::npos);
  pipes.send("");
  pipes.send("  \r");
  EXPECT_EQ(pipes.ask(rpc::request("1", "ping") + "\r"), rpc::result("1", "{}"));
}

TEST(Stdio, goes_on_after_a_line_that_is_too_long) {
  StdioOptions options;
  options.limits.http.max_body = 1'000;
  Pipes pipes(options);
  EXPECT_EQ(code_of(pipes.ask(std::string(100'000, 'x'))), rpc::kInvalidRequest);
  EXPECT_EQ(pipes.ask(rpc::request("1", "ping")), rpc::result("1", "{}"));
}

TEST(Stdio, a_slow_request_holds_up_no_other) {
  Pipes pipes;
  pipes.open();
  pipes.send(rpc::request("1", "xyz", R"({"hold":1})"));
  EXPECT_EQ(pipes.ask(rpc::request("2", "xyz")), line_of("2", "xyz"));
  pipes.handler.release("1");
  EXPECT_EQ(pipes.line(), line_of("1", "xyz"));
}

TEST(Stdio, sends_what_belongs_to_a_request_before_its_answer) {
  Pipes pipes;
  pipes.open();
  EXPECT_EQ(pipes.ask(rpc::request("1", "xyz", R"({"talk":1})")), kProgress);
  EXPECT_EQ(pipes.line(), line_of("1", "xyz"));
}

TEST(Stdio, an_id_is_used_once_at_a_time) {
  Pipes pipes;
  pipes.open();
  const std::string held = rpc::request("1", "xyz", R"({"hold":1})");
  pipes.send(held + "\n" + held);  // both at once
  EXPECT_EQ(code_of(pipes.line()), rpc::kInvalidRequest);
  EXPECT_EQ(pipes.handler.asked, 2);  // initialize and one of them
  pipes.handler.release("1");
  EXPECT_EQ(pipes.line(), line_of("1", "xyz"));
  EXPECT_EQ(pipes.ask(rpc::request("1", "xyz")), line_of("1", "xyz"));
}

TEST(Stdio, only_so_many_requests_are_answered_at_once) {
  StdioOptions options;
  options.limits.max_in_flight_per_session = 2;
  Pipes pipes(options);
  pipes.open();
  std::string all;
  for (const std::string_view id : {"1", "2", "3", "4"})
    all += rpc::request(id, "xyz", R"({"hold":1})") + "\n";
  pipes.send(all);
  EXPECT_EQ(code_of(pipes.line()), rpc::kTooMany);
  EXPECT_EQ(code_of(pipes.line()), rpc::kTooMany);
  EXPECT_EQ(pipes.handler.held.size(), 2U);
  pipes.handler.release_all();
  pipes.line(), pipes.line();
  EXPECT_EQ(pipes.ask(rpc::request("5", "xyz")), line_of("5", "xyz"));
}

TEST(Stdio, a_request_is_cancelled_and_not_answered) {
  Pipes pipes;
  pipes.open();
  pipes.send(rpc::request("1", "xyz", R"({"hold":1})"));
  const auto cancel = [](std::string_view params) {
    return rpc::notification("notifications/cancelled", params);
  };
  pipes.send(cancel(R"({"requestId":"1"})"));
  pipes.send(cancel("{}"));
  pipes.send(cancel(R"({"requestId":1,"reason":"changed my mind"})"));
  ASSERT_TRUE(pipes.wait([&] { return !pipes.handler.cancelled.empty(); }));
  EXPECT_EQ(pipes.handler.cancelled, std::vector<std::string>{"changed my mind"});
  EXPECT_EQ(pipes.ask(rpc::request("2", "ping")), rpc::result("2", "{}"));
}

TEST(Stdio, a_cancel_right_behind_its_request_is_not_lost) {
  Pipes pipes;
  pipes.open();
  pipes.send(rpc::request("1", "xyz", R"({"hold":1})") + "\n" +
             rpc::notification("notifications/cancelled", R"({"requestId":1})"));
  EXPECT_TRUE(pipes.wait([&] { return !pipes.handler.cancelled.empty(); }));
}

TEST(Stdio, hears_what_is_no_request) {
  Pipes pipes;
  pipes.send(rpc::notification("notifications/initialized"));
  EXPECT_EQ(pipes.ask(rpc::request("2", "ping")), rpc::result("2", "{}"));
  EXPECT_EQ(pipes.handler.heard, std::vector<std::string>{"notifications/initialized"});
}

TEST(Stdio, asks_the_client_and_gets_its_answer) {
  Pipes pipes;
  pipes.open();
  EXPECT_EQ(pipes.ask(rpc::request("1", "xyz", R"({"ask":1})")),
            rpc::request("1", "elicitation/create", R"({"q":1})"));
  pipes.send(rpc::result("9", "{}"));  // nobody asked
  pipes.send(rpc::result("1", R"({"a":1})"));
  EXPECT_EQ(pipes.line(), rpc::result("1", R"({"a":1})"));
}

TEST(Stdio, a_question_that_nobody_answers_in_time_is_called_off) {
  Pipes pipes;
  pipes.handler.ask_timeout = 30ms;
  pipes.open();
  pipes.ask(rpc::request("1", "xyz", R"({"ask":1})"));
  const std::string cancelled =
      rpc::notification("notifications/cancelled", R"({"requestId":1,"reason":"timed out"})");
  const std::string failed =
      rpc::error("1", rpc::kInternalError, "the client did not answer in time");
  EXPECT_EQ(pipes.line(), cancelled);
  EXPECT_EQ(pipes.line(), failed);
}

TEST(Stdio, answers_what_was_asked_before_the_end) {
  Pipes pipes;
  pipes.open();
  pipes.send(rpc::request("1", "xyz", R"({"hold":1})"));
  pipes.close();
  ASSERT_TRUE(pipes.wait([&] { return pipes.handler.holds("1"); }));
  turn_for(pipes.loop, 100ms);
  EXPECT_TRUE(pipes.handler.cancelled.empty());
  pipes.handler.release("1");
  EXPECT_EQ(pipes.line(), line_of("1", "xyz"));
  EXPECT_EQ(pipes.line(), "end");
  EXPECT_TRUE(pipes.over);
  EXPECT_EQ(pipes.handler.ended_ids.size(), 1U);
}

TEST(Stdio, waits_for_answers_only_so_long_and_then_sends_nothing_more) {
  Pipes pipes;
  pipes.open();
  pipes.send(rpc::request("1", "xyz", R"({"hold":1,"late":1})"));
  pipes.send(rpc::request("2", "xyz", R"({"hold":1,"ask":1})"));
  ASSERT_TRUE(pipes.wait([&] { return pipes.handler.held.size() == 2; }));
  const auto start = net::Clock::now();
  pipes.close();
  EXPECT_EQ(pipes.line(), "end");
  EXPECT_GE(net::Clock::now() - start, 1s);
  ASSERT_TRUE(pipes.wait([&] { return pipes.handler.held.empty(); }));
  EXPECT_EQ(pipes.handler.cancelled,
            (std::vector<std::string>{"the client has gone", "the client has gone"}));
  EXPECT_TRUE(pipes.wait([&] { return pipes.handler.session.expired(); }));
}

// Closed sockets fail later than closed pipes: what is written then must not outlive the session.
TEST(Stdio, sends_nothing_to_a_socket_after_its_end) {
  net::Loop loop;
  Scripted handler(loop);
  base::SystemRandom random;
  bool over = false;
  const auto serve = [&](net::StreamPtr stream) -> Task<void> {
    StdioOptions options;
    co_await serve_stdio(loop, std::move(stream), handler, random, std::move(options));
    over = true;
  };
  const auto listener = net::listen_tcp(
      loop, "127.0.0.1", 0, [&](net::StreamPtr stream) { loop.spawn(serve(std::move(stream))); });
  ASSERT_TRUE(listener);
  Client client(loop, (*listener)->port());
  client.send(modern("1", "xyz", R"(,"hold":1,"late":1)") + "\n");
  ASSERT_TRUE(turn_until(loop, [&] { return handler.holds("1"); }));
  client.close();
  EXPECT_TRUE(turn_until(loop, [&] { return over && handler.held.empty(); }));
  turn_for(loop, 20ms);
  EXPECT_TRUE(handler.session.expired());
}

TEST(Stdio, a_client_that_does_not_read_is_let_go) {
  StdioOptions options;
  options.limits.max_unsent = 10'000;
  Pipes pipes(options);
  pipes.open();
  const std::string message = rpc::notification("n", "\"" + std::string(9'000, 'x') + "\"");
  for (int i = 0; i < 100 && !pipes.over; ++i) {
    if (const auto session = pipes.handler.session.lock()) session->send(message);
    turn_for(pipes.loop, 0ms);
  }
  EXPECT_TRUE(pipes.wait([&] { return pipes.over; }));
}

TEST(Stdio, a_cancel_ends_the_question_about_the_request) {
  Pipes pipes;
  pipes.open();
  EXPECT_EQ(pipes.ask(rpc::request("7", "xyz", R"({"ask":1})")),
            rpc::request("1", "elicitation/create", R"({"q":1})"));
  pipes.send(rpc::notification("notifications/cancelled", R"({"requestId":7})"));
  turn_for(pipes.loop, 50ms);  // the question's own time is a minute
  EXPECT_EQ(pipes.ask(rpc::request("7", "ping")), rpc::result("7", "{}")) << "the id is free again";
}

TEST(Stdio, shares_the_limits_of_all_faces) {
  StdioOptions options;
  options.crowd = std::make_shared<Crowd>();
  options.limits.max_in_flight = 2;
  options.limits.max_connections = 3;
  options.crowd->in_flight = 1;
  options.crowd->connections = 2;
  {
    Pipes pipes(options);
    pipes.open();
    pipes.send(rpc::request("1", "xyz", R"({"hold":1})"));
    ASSERT_TRUE(pipes.wait([&] { return pipes.handler.holds("1"); }));
    EXPECT_EQ(options.crowd->in_flight, 2U);
    EXPECT_EQ(code_of(pipes.ask(rpc::request("2", "xyz"))), rpc::kTooMany);
    Pipes too_many(options);
    EXPECT_EQ(code_of(too_many.line()), rpc::kTooMany);
    EXPECT_EQ(too_many.line(), "end");
  }
  EXPECT_EQ(options.crowd->in_flight, 1U);
  EXPECT_EQ(options.crowd->connections, 2U);
}

TEST(Stdio, a_client_that_leaves_its_answers_unread_is_not_waited_for) {
  StdioOptions options;
  options.limits.write_timeout = 100ms;
  Pipes pipes(options);
  pipes.open();
  pipes.send(rpc::request("1", "xyz", R"({"big":4000000})"));
  ASSERT_TRUE(pipes.wait([&] { return pipes.handler.asked == 2; }));
  pipes.close();
  EXPECT_TRUE(pipes.wait([&] { return pipes.over; }));
}

std::string session_notice(std::string_view raw_marker) {
  return rpc::notification(kSessionNotice, fmt::format(R"({{"marker":{}}})", raw_marker));
}
constexpr std::string_view kStdioMarker = R"("00112233445566778899aabbccddeeff")";

TEST(StdioMarker, is_told_first_and_holds_for_every_request) {
  Pipes pipes({.hears_marker = true});
  pipes.send(session_notice(kStdioMarker));
  pipes.open();
  EXPECT_EQ(pipes.handler.marker, "00112233445566778899aabbccddeeff");
  EXPECT_TRUE(pipes.handler.heard.empty());
  (void)pipes.ask(rpc::request("1", "xyz"));
  EXPECT_EQ(pipes.handler.marker, "00112233445566778899aabbccddeeff");
}

TEST(StdioMarker, is_only_another_notification_later_or_where_none_is_expected) {
  Pipes pipes({.hears_marker = true});
  pipes.open();
  pipes.send(session_notice(kStdioMarker));
  (void)pipes.ask(rpc::request("1", "xyz"));
  EXPECT_EQ(pipes.handler.marker, "");
  EXPECT_EQ(pipes.handler.heard, std::vector<std::string>{std::string(kSessionNotice)});
  Pipes others;
  others.send(session_notice(kStdioMarker));
  others.open();
  EXPECT_EQ(others.handler.marker, "");
}

TEST(StdioMarker, that_is_none_ends_the_connection) {
  for (const std::string_view marker :
       {R"("short")", "7", R"("00112233445566778899AABBCCDDEEFF")"}) {
    Pipes pipes({.hears_marker = true});
    pipes.send(session_notice(marker) + "\n" + rpc::request("1", "ping"));
    EXPECT_EQ(code_of(pipes.line()), rpc::kInvalidParams);
    EXPECT_EQ(pipes.line(), "end");
  }
}

// Its client may have come from another gateway, with questions of that one still open.
TEST(StdioMarker, makes_ids_of_questions_that_no_other_gateway_has_used) {
  Pipes pipes({.hears_marker = true});
  pipes.send(session_notice(kStdioMarker));
  pipes.open();
  const auto question = json::document(pipes.ask(rpc::request("1", "xyz", R"({"ask":1})")));
  EXPECT_GT(question.root().find("id").as_int().value_or(0), 1'000) << question.text();
}

}  // namespace
}  // namespace touchstone::face
