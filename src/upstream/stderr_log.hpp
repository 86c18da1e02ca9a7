// StderrLog: what a server prints on stderr, put into our log without drowning it, and the last of
// it that says something remembered for the message that tells why the server ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/log.hpp"
#include "net/loop.hpp"

namespace touchstone::upstream {

class StderrLog {
 public:
  static constexpr std::uint32_t kLinesPerSecond = 20;  // the rest is counted
  static constexpr std::size_t kMaxLine = 8'192;
  static constexpr std::size_t kMaxLast = 300;  // bytes of the last line kept
  // An error stays the last that was said for so many lines, if they follow so soon.
  static constexpr std::uint32_t kMaxTrail = 64;
  static constexpr std::chrono::seconds kTrail{1};

  StderrLog(const base::Log& log, std::string server) : log_(log), server_(std::move(server)) {}

  void line(std::string_view text);
  [[nodiscard]] const std::string& last() const { return last_; }

 private:
  void keep(std::string_view text, net::Clock::time_point now);

  const base::Log& log_;
  std::string server_;
  std::string last_;
  net::Clock::time_point error_at_;
  std::uint32_t behind_error_ = 0;  // lines that may still follow it
  net::Clock::time_point second_;
  std::uint32_t shown_ = 0;
  std::uint64_t hidden_ = 0;
};

}  // namespace touchstone::upstream
