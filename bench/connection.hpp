// Connection: one MCP session over one keep-alive HTTP connection, or over a server's own stdio.
//
// Owned by the Engine, which tells it when its socket is ready. One message is in flight at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/child.hpp"
#include "bench/http_reader.hpp"
#include "bench/script.hpp"

namespace touchstone::bench {

class Connection {
 public:
  enum class Event : std::uint8_t {
    kNone,
    kOpened,    // the session is there; calls may begin
    kClosed,    // the session has ended, if the other side has such a thing
    kAnswered,  // with what was asked for
    kRefused,   // with something else; fault() says what
    kBroken,    // the connection is of no use any more; fault() says why
  };

  // `command` is the server to start, if the target speaks lines.
  Connection(const Target& target, const std::vector<std::string>& command);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  [[nodiscard]] int fd() const { return fd_; }  // -1 if it could not be opened
  [[nodiscard]] Event open_session();
  [[nodiscard]] Event call(std::uint64_t number);
  [[nodiscard]] Event close_session();  // while nothing is in flight
  [[nodiscard]] Event readable();
  [[nodiscard]] Event writable() { return flush(); }
  [[nodiscard]] bool wants_to_write() const { return !unsent_.empty(); }
  [[nodiscard]] const std::string& fault() const { return fault_; }

  std::int64_t due = 0;      // when the call in flight should have been sent
  bool watches_out = false;  // the Engine's: what epoll was told

 private:
  enum class Stage : std::uint8_t { kInitialize, kInitialized, kReady, kClosing };

  Event send(std::string_view bytes);
  Event flush();
  Event next_message();
  Event take(std::string_view status, std::string_view body);
  Event broken(std::string what);

  const Target& target_;
  int fd_ = -1;
  std::optional<Child> child_;
  HttpReader http_;
  std::string lines_;
  std::string session_;
  std::string handshake_;    // what is being sent before the calls
  std::string_view unsent_;  // of handshake_ or call_
  EchoCall call_;
  Stage stage_ = Stage::kInitialize;
  std::string fault_;
};

}  // namespace touchstone::bench
