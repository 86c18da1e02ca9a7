#include "upstream/stderr_log.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"

namespace touchstone::upstream {
namespace {

bool has_letter(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    const auto lower = static_cast<char>(c | 0x20);
    return (lower >= 'a' && lower <= 'z') || static_cast<unsigned char>(c) >= 0x80;
  });
}

// "Error: no such module", "fatal: …", "ValueError: …", "thread 'main' panicked at …:". What is
// indented is where it came from.
bool tells_of_error(std::string_view text) {
  static constexpr std::array<std::string_view, 4> kWords{"error", "exception", "fatal", "panic"};
  if (text.starts_with(' ') || text.starts_with('\t')) return false;
  const std::string lower = base::lower_case(text);
  return std::ranges::any_of(kWords, [&](std::string_view word) {
    const auto at = lower.find(word);
    return at != std::string::npos && lower.find(':', at) != std::string::npos;
  });
}

}  // namespace

// Of what a dying program prints most says nothing of why: braces, the places of its stack, the
// version of what runs it.
void StderrLog::keep(std::string_view text, net::Clock::time_point now) {
  text = text.substr(0, kMaxLast);
  const bool is_error = tells_of_error(text);
  const bool holds = behind_error_ > 0 && now - error_at_ < kTrail;
  behind_error_ = holds ? behind_error_ - 1 : 0;
  if (is_error) {
    behind_error_ = kMaxTrail;
    error_at_ = now;
  } else if (holds || !has_letter(text)) {
    return;
  }
  last_.assign(text);
}

void StderrLog::line(std::string_view text) {
  const auto now = net::Clock::now();
  keep(text, now);
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
