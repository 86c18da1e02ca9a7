// For tests: a handler that does what a request's params say, a face on a real socket, and a client
// that decides every byte. No threads: whoever waits for something turns the loop meanwhile.
#pragma once

#include <cerrno>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.hpp"
#include "face/http_face.hpp"
#include "http/response_reader.hpp"
#include "http/sse.hpp"
#include "json/test_support.hpp"
#include "net/listen.hpp"
#include "net/promise.hpp"
#include "rpc/code.hpp"
#include "rpc/write.hpp"

namespace touchstone::face {

using namespace std::chrono_literals;

// Turns the loop until `done`. False if that takes too long.
template <typename Done>
bool turn_until(net::Loop& loop, Done done, net::Duration limit = 10s) {
  const auto until = net::Clock::now() + limit;
  while (!done()) {
    if (net::Clock::now() > until) return false;
    loop.context().restart();
    loop.context().run_one_for(10ms);
  }
  return true;
}
// A while in which the machine stands still does not count: the loop had nothing of it.
inline void turn_for(net::Loop& loop, net::Duration time) {
  constexpr net::Duration kStep = 10ms;
  do {
    const auto began = net::Clock::now();
    (void)turn_until(
        loop, [] { return false; }, std::min(time, kStep));
    time -= std::min(std::chrono::ceil<net::Duration>(net::Clock::now() - began), kStep);
  } while (time > 0ms);
}

inline const std::string kProgress = rpc::notification("notifications/progress", R"({"n":1})");

// Answers `initialize`, `tools/call` and whatever begins with "x"; -32601 to anything else. Params
// say what happens before: "talk": a notification is sent; "hold": the answer waits for release()
// or a cancel; "late": something is sent after that; "ask" or "ask-aside": the client is asked, and
// what it answers is the answer. "code" makes it an error, "big" so many bytes.
class Scripted final : public Handler {
 public:
  explicit Scripted(net::Loop& loop) : loop_(loop) {}

  [[nodiscard]] bool has_route(std::string_view path) const override {
    return path == "/mcp" || path == "/mcp/s/files";
  }

  [[nodiscard]] bool has_page(std::string_view path) const override {
    return !page.empty() && path.starts_with("/page/");
  }
  Task<http::Page> show(http::PageRequest& asked_for) override {
    const auto& [method, path, host, origin, site, type, body] = asked_for;
    page_asked = fmt::format("{} {} {} {} {} {} {}", method, path, host, origin, site, type, body);
    co_await loop_.sleep(net::Duration(1));
    co_return http::Page{page_status, page};
  }

  Task<Answer> answer(Request& request) override {
    const rpc::Message& message = request.message;
    ++asked;
    principal = request.principal;
    route = request.route;
    version = request.terms.version;
    marker = request.marker;
    if (request.session) session = request.session;
    if (message.param("talk")) request.exchange.send(kProgress);
    if (message.param("hold")) co_await hold(request);
    if (message.param("late")) request.exchange.send(kProgress);
    if (message.param("ask")) co_return co_await ask(request, &request.exchange);
    if (message.param("ask-aside")) co_return co_await ask(request, nullptr);
    if (const auto size = message.param("big").as_int())
      co_return answer_result(message,
                              "\"" + std::string(static_cast<std::size_t>(*size), 'x') + "\"");
    if (const auto code = message.param("code").as_int())
      co_return answer_error(message, static_cast<int>(*code), "as you wish");
    if (message.method() == "initialize" || message.method() == "tools/call" ||
        message.method().starts_with('x'))
      co_return answer_result(message, "{\"of\":\n\"" + std::string(message.method()) + "\"}");
    co_return answer_error(message, rpc::kMethodNotFound, "Method not found");
  }

  void hear(Session* from, const rpc::Message& notification) override {
    heard.push_back(std::string(notification.method()) + (from != nullptr ? "" : " (nobody)"));
  }
  void closed(Session& ended) override { ended_ids.push_back(ended.id()); }
  Task<base::Result<std::optional<mcp::Terms>>> recall(Claim claim) override {
    ++recalled;
    co_await loop_.sleep(net::Duration(1));
    while (recall_waits) co_await loop_.sleep(net::Duration(20));
    std::optional<mcp::Terms> terms;
    if (recall_fails) co_return base::fail("the disk is gone");
    if (from_before && claim.id == from_before->id && claim.route == from_before->route &&
        claim.principal == from_before->principal)
      terms = mcp::terms_of_opening(R"({"protocolVersion":"2024-11-05","capabilities":{}})");
    co_return terms;
  }
  void returned(const std::shared_ptr<Session>& back) override {
    returned_ids.push_back(back->id());
  }
  Task<base::Result<void>> dismissed(std::string id) override {
    if (dismissal_fails) co_return base::fail("the disk is gone");
    if (from_before && from_before->id == id) from_before.reset();
    co_return base::Result<void>();
  }

  [[nodiscard]] bool holds(std::string_view raw_id) const { return held.contains(raw_id); }
  void release(std::string_view raw_id) {
    if (const auto it = held.find(raw_id); it != held.end()) it->second.over->keep(true);
  }
  void release_all() {
    for (const auto& [id, it] : held) it.over->keep(true);
  }

  struct Held {
    net::Promise<bool>* over;
    Exchange* exchange;
  };
  std::map<std::string, Held, std::less<>> held;  // by raw id
  std::vector<std::string> heard, cancelled, ended_ids, returned_ids;
  std::optional<Claim> from_before;  // a session that may be claimed
  bool recall_waits = false;         // as long as it says so
  bool recall_fails = false, dismissal_fails = false;
  int recalled = 0;
  std::string principal, route, version, marker;  // of the last request
  std::weak_ptr<Session> session;
  net::Duration ask_timeout = 60s;
  Cancellation withdrawal;  // of the last question
  int asked = 0;
  std::string page, page_asked;  // of paths below /page/; and how the last was asked for
  int page_status = 200;

 private:
  Task<void> hold(Request& request) {
    net::Promise<bool> over(loop_.executor());
    request.exchange.on_cancel([&](std::string_view why) {
      cancelled.emplace_back(why);
      over.keep(true);
    });
    const std::string id(request.message.raw_id());
    held.insert_or_assign(id, Held{&over, &request.exchange});
    (void)co_await over.wait();
    request.exchange.on_cancel(nullptr);
    held.erase(id);
  }

  Task<Answer> ask(Request& request, Exchange* related) {
    const auto reply = co_await request.session->ask("elicitation/create", R"({"q":1})", related,
                                                     ask_timeout, &withdrawal);
    if (!reply) co_return answer_error(request.message, rpc::kInternalError, reply.error().what);
    const json::View answer =
        reply->is_response() && reply->result() ? reply->result() : reply->error();
    co_return answer_result(request.message, answer.raw());
  }

  net::Loop& loop_;
};

struct Response {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;

  [[nodiscard]] std::string header(const std::string& name) const {
    const auto it = headers.find(name);
    return it != headers.end() ? it->second : "";
  }
  // Of the JSON-RPC error in the body; 0 if it is none.
  [[nodiscard]] int code() const {
    const auto document = json::document(body);
    return static_cast<int>(document.root().find("error").find("code").as_int().value_or(0));
  }
};

// One connection. Waiting for what does not come is a failure of the test.
class Client {
 public:
  using State = http::ResponseReader::State;

  Client(net::Loop& loop, std::uint16_t port) : loop_(&loop) {
    fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  Client(Client&& other) noexcept
      : loop_(other.loop_), fd_(std::exchange(other.fd_, -1)), reader_(std::move(other.reader_)) {}
  ~Client() { close(); }

  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }
  // As if the client's machine had crashed.
  void reset() {
    const linger hard = {1, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    close();
  }

  // False if the peer closed before all of it was taken.
  bool send(std::string_view bytes) {
    bool alive = true;
    const bool sent = turn_until(*loop_, [&] {
      const ssize_t size = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (size > 0) bytes.remove_prefix(static_cast<std::size_t>(size));
      alive = size >= 0 || errno == EAGAIN;
      return bytes.empty() || !alive;
    });
    EXPECT_TRUE(sent) << "nobody reads";
    return alive && sent;
  }

  // The head of the next response; of an event stream that is all there is at first.
  Response head() {
    if (done_) reader_.restart();
    done_ = false;
    events_ = http::SseReader();
    Response response;
    const State state = step();
    EXPECT_EQ(state, State::kHead) << (ended_ ? "closed" : "no response");
    if (state != State::kHead) return response;
    response.status = reader_.head().status;
    for (const auto& [name, value] : reader_.head().headers)
      response.headers[base::lower_case(name)] = value;
    return response;
  }
  Response response() {
    Response response = head();
    if (response.status != 0) response.body = rest();
    return response;
  }
  // What is left of the body.
  std::string rest() {
    std::string body;
    State state = step();
    for (; state == State::kBody; state = step()) body += reader_.piece();
    EXPECT_EQ(state, State::kDone) << body;
    return body;
  }
  std::string piece() { return std::string(step() == State::kBody ? reader_.piece() : "no piece"); }

  // The data of the next event, or "end" if the stream ends.
  std::string event() {
    for (;;) {
      if (const auto event = events_.next()) return event->data;
      const State state = step();
      if (state == State::kDone) return "end";
      EXPECT_EQ(state, State::kBody) << (ended_ ? "the stream was cut off" : "no event");
      if (state != State::kBody) return "none";
      events_.feed(reader_.piece());
    }
  }
  [[nodiscard]] const std::string& last_event_id() const { return events_.last_id(); }

  // So many bytes as they come, unread by anything else.
  std::string raw(std::size_t size) {
    std::string bytes;
    EXPECT_TRUE(turn_until(*loop_, [&] {
      char byte = 0;
      while (bytes.size() < size && ::recv(fd_, &byte, 1, MSG_DONTWAIT) == 1) bytes += byte;
      return bytes.size() == size;
    })) << bytes;
    return bytes;
  }
  // Waits until the peer has closed the connection. What it sends before is lost.
  bool is_cut_off() {
    return turn_until(*loop_, [&] {
      char bytes[4096];
      const ssize_t size = ::recv(fd_, bytes, sizeof bytes, MSG_DONTWAIT);
      return size == 0 || (size < 0 && errno != EAGAIN);
    });
  }

 private:
  State step() {
    for (;;) {
      const State state = reader_.next();
      if (state == State::kDone) done_ = true;
      if (state != State::kMore) return state;
      if (ended_ || !receive()) return State::kRefused;
    }
  }
  bool receive() {
    const auto room = reader_.room();
    ssize_t size = 0;
    const bool came = turn_until(*loop_, [&] {
      size = ::recv(fd_, room.data(), room.size(), MSG_DONTWAIT);
      return size >= 0 || errno != EAGAIN;
    });
    if (size > 0) {
      reader_.commit(static_cast<std::size_t>(size));
    } else if (came) {
      ended_ = true;
      reader_.commit_end();
    }
    return came;
  }

  net::Loop* loop_;
  int fd_ = -1;
  http::ResponseReader reader_;
  http::SseReader events_;
  bool done_ = false;
  bool ended_ = false;
};

inline std::string request_text(std::string_view method, std::string_view headers = {},
                                std::string_view target = "/mcp", std::string_view body = {}) {
  std::string text =
      fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\n{}", method, target, headers);
  if (!body.empty()) text += fmt::format("Content-Length: {}\r\n", body.size());
  return text.append("\r\n").append(body);
}
inline std::string post_text(std::string_view body, std::string_view headers = {},
                             std::string_view target = "/mcp") {
  return request_text("POST",
                      "Content-Type: application/json\r\n"
                      "Accept: application/json, text/event-stream\r\n" +
                          std::string(headers),
                      target, body);
}
inline std::string get_text(std::string_view headers) {
  return request_text("GET", "Accept: text/event-stream\r\n" + std::string(headers));
}

inline std::string initialize(std::string_view more = {}, std::string_view version = "2025-06-18") {
  return rpc::request(
      "0", "initialize",
      fmt::format(R"({{"protocolVersion":"{}","capabilities":{{}}{}}})", version, more));
}

// A modern request and the headers that go with it. `more` are further params.
inline std::string modern(std::string_view raw_id, std::string_view method,
                          std::string_view more = {}) {
  return rpc::request(raw_id, method,
                      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                      R"("io.modelcontextprotocol/clientCapabilities":{}})" +
                          std::string(more) + "}");
}
inline std::string modern_headers(std::string_view method, std::string_view more = {}) {
  return fmt::format("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {}\r\n{}", method, more);
}

// A face that listens, and what it needs. When it goes nothing may be left of what clients began.
class Bench {
 public:
  explicit Bench(Limits limits = {}, Door door = {})
      : face(loop, handler, random_, log_, limits, std::move(door)) {
    auto listening = net::listen_tcp(
        loop, "127.0.0.1", 0, [this](net::StreamPtr stream) { face.serve(std::move(stream)); });
    EXPECT_TRUE(listening);
    listener_ = std::move(*listening);
  }
  ~Bench() {
    face.close();
    EXPECT_TRUE(turn_until(loop, [&] { return face.connection_count() == 0; }))
        << "a connection is never let go";
    handler.release_all();
    turn_until(loop, [&] { return face.connection_count() == 0; });
    EXPECT_EQ(face.crowd->in_flight, 0U);
    EXPECT_EQ(face.session_count(), 0U);
  }
  Bench(const Bench&) = delete;

  [[nodiscard]] Client client() { return {loop, listener_->port()}; }
  // One request on a connection of its own.
  Response send(std::string_view text) {
    Client once = client();
    once.send(text);
    return once.response();
  }
  // The header of a new session.
  std::string open(std::string_view headers = {}, std::string_view target = "/mcp",
                   std::string_view version = "2025-06-18") {
    const Response response = send(post_text(initialize("", version), headers, target));
    EXPECT_EQ(response.status, 200) << response.body;
    return "Mcp-Session-Id: " + response.header("mcp-session-id") + "\r\n";
  }
  bool wait(const std::function<bool()>& done) { return turn_until(loop, done); }

  net::Loop loop;
  Scripted handler{loop};

 private:
  base::SystemRandom random_;
  base::Log log_{STDERR_FILENO, base::Level::kOff};

 public:
  HttpFace face;

 private:
  std::unique_ptr<net::Listener> listener_;
};

}  // namespace touchstone::face
