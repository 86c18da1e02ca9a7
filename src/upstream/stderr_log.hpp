// StderrLog: what a server prints on stderr, put into our log without drowning it, and the last of
// it remembered for the message that says why the server ended.
#pragma once

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

  StderrLog(const base::Log& log, std::string server) : log_(log), server_(std::move(server)) {}

  void line(std::string_view text);
  [[nodiscard]] const std::string& last() const { return last_; }

 private:
  const base::Log& log_;
  std::string server_;
  std::string last_;
  net::Clock::time_point second_;
  std::uint32_t shown_ = 0;
  std::uint64_t hidden_ = 0;
};

}  // namespace touchstone::upstream
