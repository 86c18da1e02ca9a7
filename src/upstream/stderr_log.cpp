#include "upstream/stderr_log.hpp"

#include <utility>

namespace touchstone::upstream {

void StderrLog::line(std::string_view text) {
  last_.assign(text.substr(0, kMaxLast));
  const auto now = net::Clock::now();
  if (now - second_ >= std::chrono::seconds(1)) {
    second_ = now;
    shown_ = 0;
    if (const auto hidden = std::exchange(hidden_, 0))
      log_.info("{}: … and {} more lines in a second", server_, hidden);
  }
  if (++shown_ <= kLinesPerSecond) {
    log_.info("{}: {}", server_, text);
  } else {
    ++hidden_;
  }
}

}  // namespace touchstone::upstream
