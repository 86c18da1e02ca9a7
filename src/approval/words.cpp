#include "approval/words.hpp"

#include <algorithm>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "json/string.hpp"

namespace touchstone::approval {
namespace {

// Letters, digits and what stands in names, URIs and addresses: no line of ours looks like that.
bool is_plain(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./:@+~").find(c) != std::string_view::npos;
  };
  return !text.empty() && std::ranges::all_of(text, plain);
}

}  // namespace

std::string_view beginning_of(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return text.substr(0, most);
}

std::string shown(std::string_view text) {
  const auto part = beginning_of(text, kMaxShownText);
  auto out = is_plain(part) ? std::string(part) : json::quoted(part);
  if (part.size() < text.size()) {
    out += fmt::format(" (and {} bytes more)", text.size() - part.size());
  }
  return out;
}

std::string time_text(store::Time time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::floor<std::chrono::seconds>(time)));
}

}  // namespace touchstone::approval
