// Script: the words of one session, as a client writes them and checks the answers.
//
// Legacy: initialize, notifications/initialized, then calls. Modern: calls only. A call is written
// once for each session and then only its number and its text change, in place: the number is the
// JSON-RPC id and also the first word of the text to be echoed, so that an answer that belongs to
// another call is found out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone::bench {

struct Target {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;
  std::string path = "/mcp";
  bool lines = false;  // JSON lines, as a stdio server reads them, instead of HTTP
  bool modern = false;
  std::string tool = "echo";
  std::size_t size = 1024;  // of the text to be echoed
};

[[nodiscard]] std::string initialize_request(const Target& target);
[[nodiscard]] std::string initialized_notification(const Target& target, std::string_view session);
[[nodiscard]] std::string end_of_session(const Target& target, std::string_view session);

class EchoCall {
 public:
  EchoCall() = default;
  EchoCall(const Target& target, std::string_view session);

  // The bytes to send for call number `number`.
  [[nodiscard]] std::string_view write(std::uint64_t number);
  // Is this body a result that echoes the text sent last?
  [[nodiscard]] bool is_answered_by(std::string_view body) const;

 private:
  std::string bytes_;
  std::array<std::size_t, 2> numbers_ = {};  // where the number stands
  std::size_t text_size_ = 0;
};

}  // namespace touchstone::bench
