#include "base/log.hpp"

#include <ctime>

#include <unistd.h>

namespace touchstone::base {
namespace {

constexpr std::string_view kNames[] = {"debug", "info", "warning", "error"};
constexpr std::size_t kLongest = 500;  // of one line; what a server prints may have no end

void append_visible(std::string& out, std::string_view text) {
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  if (text.size() > kLongest) out += "…";
}

}  // namespace

void Log::line(Level level, std::string_view text) const {
  if (!wants(level)) return;
  const std::time_t now = std::time(nullptr);
  std::tm local = {};
  ::localtime_r(&now, &local);
  std::string out = fmt::format("{:02}:{:02}:{:02} {:<8} ", local.tm_hour, local.tm_min,
                                local.tm_sec, kNames[static_cast<std::size_t>(level)]);
  append_visible(out, text);
  out += '\n';
  [[maybe_unused]] const auto written = ::write(descriptor_, out.data(), out.size());
}

}  // namespace touchstone::base
