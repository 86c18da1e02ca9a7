// Log: what the program tells the person who runs it, a line at a time, on one descriptor.
//
//   12:30:05 warning  files: exited with status 1; trying again in 2 s
//
// Not a singleton: whoever logs is given one. A line is one write(), so lines of several processes
// do not mix. Control characters of foreign text are made visible. May be used from any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace touchstone::base {

enum class Level : std::uint8_t { kDebug, kInfo, kWarning, kError, kOff };

class Log {
 public:
  explicit Log(int descriptor, Level level = Level::kInfo)
      : descriptor_(descriptor), level_(level) {}

  [[nodiscard]] bool wants(Level level) const { return level >= level_.load(); }
  void set_level(Level level) { level_ = level; }
  void line(Level level, std::string_view text) const;

  template <typename... T>
  void debug(fmt::format_string<T...> format, T&&... values) const {
    if (wants(Level::kDebug)) line(Level::kDebug, fmt::format(format, std::forward<T>(values)...));
  }
  template <typename... T>
  void info(fmt::format_string<T...> format, T&&... values) const {
    if (wants(Level::kInfo)) line(Level::kInfo, fmt::format(format, std::forward<T>(values)...));
  }
  template <typename... T>
  void warning(fmt::format_string<T...> format, T&&... values) const {
    if (wants(Level::kWarning))
      line(Level::kWarning, fmt::format(format, std::forward<T>(values)...));
  }
  template <typename... T>
  void error(fmt::format_string<T...> format, T&&... values) const {
    if (wants(Level::kError)) line(Level::kError, fmt::format(format, std::forward<T>(values)...));
  }

 private:
  int descriptor_;
  std::atomic<Level> level_;
};

}  // namespace touchstone::base
