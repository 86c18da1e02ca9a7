#include "bench/script.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace touchstone::bench {
namespace {

constexpr std::string_view kLegacyVersion = "2025-11-25";
constexpr std::string_view kModernVersion = "2026-07-28";
constexpr std::string_view kClient = R"({"name":"touchstone-bench","version":"1"})";
constexpr std::uint64_t kFirstNumber = 1'000'000'000;  // ten digits, now and for long
constexpr std::size_t kDigits = 10;

std::string framed(const Target& target, std::string_view more_headers, std::string_view body) {
  if (target.lines) return fmt::format("{}\n", body);
  return fmt::format(
      "POST {} HTTP/1.1\r\nHost: {}:{}\r\nContent-Type: application/json\r\n"
      "Accept: application/json, text/event-stream\r\n{}Content-Length: {}\r\n\r\n{}",
      target.path, target.host, target.port, more_headers, body.size(), body);
}

std::string session_headers(std::string_view session) {
  auto headers = fmt::format("MCP-Protocol-Version: {}\r\n", kLegacyVersion);
  if (!session.empty()) headers += fmt::format("Mcp-Session-Id: {}\r\n", session);
  return headers;
}

std::string modern_headers(const Target& target) {
  return fmt::format("MCP-Protocol-Version: {}\r\nMcp-Method: tools/call\r\nMcp-Name: {}\r\n",
                     kModernVersion, target.tool);
}

std::string modern_meta() {
  return fmt::format(
      R"(,"_meta":{{"io.modelcontextprotocol/protocolVersion":"{}",)"
      R"("io.modelcontextprotocol/clientInfo":{},"io.modelcontextprotocol/clientCapabilities":{{}}}})",
      kModernVersion, kClient);
}

// Words that nobody has, so that nothing along the way can take them for something else or shrink
// them to nothing.
std::string words(std::size_t size) {
  std::string text;
  text.reserve(size + 16);
  for (std::uint32_t seed = 1; text.size() < size;) {
    seed = seed * 1'664'525U + 1'013'904'223U;
    text += ' ';
    for (std::uint32_t i = 0, length = 2 + (seed >> 16U) % 8; i < length; ++i)
      text += static_cast<char>('a' + (seed >> (i * 3U)) % 26);
  }
  return text;
}

// Each call says something else, as calls do: a stretch of these.
std::string_view text_of(std::uint64_t number, std::size_t size) {
  static const std::string kAll = words(std::size_t{2} << 20U);
  const auto most = kAll.size() - std::min(size, kAll.size());
  return std::string_view(kAll).substr(number * 7'919 % (most + 1), size);
}

}  // namespace

std::string initialize_request(const Target& target) {
  return framed(target, "",
                fmt::format(R"({{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{)"
                            R"("protocolVersion":"{}","capabilities":{{}},"clientInfo":{}}}}})",
                            kLegacyVersion, kClient));
}

std::string initialized_notification(const Target& target, std::string_view session) {
  return framed(target, session_headers(session),
                R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

std::string end_of_session(const Target& target, std::string_view session) {
  return fmt::format("DELETE {} HTTP/1.1\r\nHost: {}:{}\r\n{}\r\n", target.path, target.host,
                     target.port, session_headers(session));
}

EchoCall::EchoCall(const Target& target, std::string_view session) {
  const auto text =
      std::to_string(kFirstNumber) + std::string(std::max(target.size, kDigits) - kDigits, ' ');
  const auto body =
      fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{{"name":"{}",)"
                  R"("arguments":{{"text":"{}"}}{}}}}})",
                  kFirstNumber, target.tool, text, target.modern ? modern_meta() : "");
  bytes_ = framed(target, target.modern ? modern_headers(target) : session_headers(session), body);
  text_size_ = text.size();
  numbers_[0] = bytes_.find("\"id\":", bytes_.size() - body.size() - 1) + 5;
  numbers_[1] = bytes_.find("\"text\":\"", numbers_[0]) + 8;
}

std::string_view EchoCall::write(std::uint64_t number) {
  const auto digits = std::to_string(kFirstNumber + number % (9 * kFirstNumber));
  for (const auto at : numbers_) bytes_.replace(at, kDigits, digits);
  const auto text = text_of(number, text_size_ - kDigits);
  bytes_.replace(numbers_[1] + kDigits, text.size(), text);
  return bytes_;
}

bool EchoCall::is_answered_by(std::string_view body) const {
  // The short needle first: a search for the whole text would prepare tables of its size.
  const auto text = std::string_view(bytes_).substr(numbers_[1], text_size_);
  const auto at = body.find(text.substr(0, kDigits + 1), body.find("\"text\":\""));
  return at != std::string_view::npos && body.substr(at, text.size()) == text &&
         body.find("\"result\":") != std::string_view::npos &&
         body.find("\"isError\":true") == std::string_view::npos;
}

}  // namespace touchstone::bench
