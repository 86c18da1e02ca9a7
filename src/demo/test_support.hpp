// For tests: clients of a demo server that need no face, and a folder that goes away.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/random.hpp"
#include "demo/demo.hpp"
#include "json/test_support.hpp"
#include "json/writer.hpp"
#include "mcp/era.hpp"

namespace touchstone::demo {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "demo-XXXXXX").string();
    path_ = ::mkdtemp(name.data()) == nullptr ? "" : name;
    EXPECT_FALSE(path_.empty());
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct FakeExchange final : face::Exchange {
  void send(std::string message) override { sent.push_back(std::move(message)); }
  std::vector<std::string> sent;
};

// A legacy client that answers questions with what the test has laid out for it.
struct FakeSession final : face::Session {
  explicit FakeSession(mcp::Terms terms = {}) {
    id_ = "0123456789abcdef0123456789abcdef";
    terms_ = std::move(terms);
  }
  void send(std::string message) override { sent.push_back(std::move(message)); }
  face::Task<base::Result<rpc::Message>> ask(std::string method, std::string raw_params,
                                             face::Exchange*, net::Duration,
                                             face::Cancellation*) override {
    asked.emplace_back(std::move(method), std::move(raw_params));
    if (answers.empty()) co_return base::fail("the client did not answer in time");
    const std::string answer = answers.front();
    answers.pop_front();
    co_return std::move(*rpc::Message::read(
        json::document(fmt::format(R"({{"jsonrpc":"2.0","id":1,{}}})", answer))));
  }
  std::vector<std::string> sent;
  std::vector<std::pair<std::string, std::string>> asked;
  std::deque<std::string> answers;  // "result":{…} or "error":{…}
};

// One request on its way.
struct Pending {
  FakeExchange exchange;
  mcp::Terms terms;
  std::optional<face::Request> request;
  std::optional<face::Answer> answer;

  [[nodiscard]] json::Document document() const {
    return json::document(answer ? answer->message : "null");
  }
};

// A demo server and whoever calls it. The loop runs while a call waits for its answer.
class Desk {
 public:
  explicit Desk(std::string_view server, std::string root = {}) {
    auto made = make(server, {loop, random, std::move(root)});
    EXPECT_TRUE(made) << (made ? "" : made.error().what);
    if (made) handler = std::move(*made);
  }
  ~Desk() {
    handler.reset();
    loop.context().restart();
    loop.context().poll();  // what was cancelled comes to its end
  }

  // A modern request over HTTP with these client capabilities. `params` without its braces.
  std::shared_ptr<Pending> send_modern(std::string_view method, std::string_view params = {},
                                       std::string_view capabilities = "{}",
                                       std::string_view more_meta = {}) {
    const auto text = fmt::format(
        R"({{"jsonrpc":"2.0","id":7,"method":"{}","params":{{{}{}"_meta":{{"{}":"{}","{}":{}{}{}}}}}}})",
        method, params, params.empty() ? "" : ",", mcp::kMetaVersion, mcp::kModernVersion,
        mcp::kMetaCapabilities, capabilities, more_meta.empty() ? "" : ",", more_meta);
    auto message = std::move(*rpc::Message::read(json::document(text)));
    auto terms = std::move(*mcp::terms_of_request(message));
    return start(std::move(message), std::move(terms), nullptr);
  }
  json::Document modern(std::string_view method, std::string_view params = {},
                        std::string_view capabilities = "{}", std::string_view more_meta = {}) {
    return finish(send_modern(method, params, capabilities, more_meta));
  }

  // A legacy request in the desk's one session.
  std::shared_ptr<Pending> send_legacy(std::string_view method, std::string_view params = {}) {
    const auto text = fmt::format(R"({{"jsonrpc":"2.0","id":"a","method":"{}","params":{{{}}}}})",
                                  method, params);
    auto message = std::move(*rpc::Message::read(json::document(text)));
    return start(std::move(message), session->terms(), session);
  }
  json::Document legacy(std::string_view method, std::string_view params = {}) {
    return finish(send_legacy(method, params));
  }
  // Opens a session anew, with these client capabilities.
  json::Document initialize(std::string_view capabilities = "{}") {
    const auto text = fmt::format(
        R"({{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-06-18","capabilities":{}}}}})",
        capabilities);
    auto message = std::move(*rpc::Message::read(json::document(text)));
    session = std::make_shared<FakeSession>(mcp::terms_of_initialize(message));
    return finish(start(std::move(message), session->terms(), session));
  }

  void run_until(const std::function<bool()>& done) {
    const auto deadline = net::Clock::now() + std::chrono::seconds(10);
    while (!done() && net::Clock::now() < deadline) {
      loop.context().restart();
      loop.context().run_one_for(std::chrono::milliseconds(20));
    }
    EXPECT_TRUE(done()) << "waited in vain";
  }
  json::Document finish(const std::shared_ptr<Pending>& pending) {
    run_until([&] { return pending->answer.has_value(); });
    return pending->document();
  }

  net::Loop loop;
  base::SystemRandom random;
  std::unique_ptr<face::Handler> handler;
  std::shared_ptr<FakeSession> session = std::make_shared<FakeSession>();
  std::string principal = "local";
  std::vector<std::pair<std::string, std::string>> param_headers;

 private:
  static face::Task<void> drive(face::Handler& handler, std::shared_ptr<Pending> pending) {
    face::Answer answer = co_await handler.answer(*pending->request);
    pending->answer = std::move(answer);
  }
  std::shared_ptr<Pending> start(rpc::Message message, mcp::Terms terms,
                                 std::shared_ptr<face::Session> from) {
    auto pending = std::make_shared<Pending>();
    pending->terms = std::move(terms);
    pending->request.emplace(face::Request{std::move(message), pending->terms, "/mcp", principal,
                                           std::move(from), pending->exchange, param_headers});
    loop.spawn(drive(*handler, pending));
    return pending;
  }
};

// The text of a tool's first content block; "error -32602: …" for an error.
inline std::string said(const json::Document& answer) {
  const json::View error = answer.root().find("error");
  if (error)
    return fmt::format("error {}: {}", error.find("code").raw(),
                       error.find("message").as_string().value_or(""));
  for (const json::View block : answer.root().find("result").find("content").elements())
    return block.find("text").as_string().value_or("no text");
  return std::string(answer.text());
}
inline json::View result(const json::Document& answer) { return answer.root().find("result"); }
inline int error_code(const json::Document& answer) {
  return static_cast<int>(answer.root().find("error").find("code").as_int().value_or(0));
}
inline bool is_failure(const json::Document& answer) {
  return result(answer).find("isError").as_bool().value_or(false);
}
// "name":"x","arguments":{…}
inline std::string call_of(std::string_view tool, std::string_view arguments = "{}") {
  return fmt::format(R"("name":"{}","arguments":{})", tool, arguments);
}

}  // namespace touchstone::demo
