// For tests: who is told by webhook, on loopback.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "approval/webhook.hpp"
#include "http/request_reader.hpp"
#include "net/listen.hpp"
#include "net/loop.hpp"

namespace touchstone::approval::testing {

inline std::string reply(int status, const std::string& body, const std::string& signature = {}) {
  return "HTTP/1.1 " + std::to_string(status) +
         " X\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
         (signature.empty() ? "" : "Touchstone-Signature: " + signature + "\r\n") + "\r\n" + body;
}

// Answers each request by what it says.
class Receiver {
 public:
  using Reply = std::function<std::string(const std::string& body)>;

  Receiver(net::Loop& loop, Reply reply) : loop_(loop), reply_(std::move(reply)) {
    auto listener = net::listen_tcp(loop, "127.0.0.1", 0, [this](net::StreamPtr stream) {
      loop_.spawn(serve(*this, std::move(stream)));
    });
    EXPECT_TRUE(listener);
    listener_ = std::move(*listener);
  }
  [[nodiscard]] std::string url() const {
    return "http://127.0.0.1:" + std::to_string(listener_->port()) + "/hook";
  }
  void stop() { listener_.reset(); }
  std::vector<std::string> bodies, signatures;

 private:
  static net::Task<void> serve(Receiver& self, net::StreamPtr stream) {
    http::RequestReader reader;
    using State = http::RequestReader::State;
    for (State state = reader.next(); state != State::kRequest; state = reader.next()) {
      if (state == State::kHead) continue;
      const auto size = co_await stream->read_some(reader.room());
      if (!size || *size == 0) co_return;
      reader.commit(*size);
    }
    self.bodies.push_back(reader.take_body());
    self.signatures.emplace_back(reader.head().headers.get(kSignatureHeader));
    const std::string reply = self.reply_(self.bodies.back());
    (void)co_await stream->write(reply);
  }

  net::Loop& loop_;
  Reply reply_;
  std::unique_ptr<net::Listener> listener_;
};

// One after the other, and the last again and again.
inline Receiver::Reply in_turn(std::vector<std::string> replies) {
  return
      [replies = std::move(replies), next = std::size_t{0}](const std::string& /*body*/) mutable {
        return replies[std::min(next++, replies.size() - 1)];
      };
}

}  // namespace touchstone::approval::testing
