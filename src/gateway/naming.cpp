#include "gateway/naming.hpp"

#include <fmt/format.h>

#include "base/hash.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::size_t kDigits = 8;

std::string joined(std::string_view prefix, std::string_view separator, std::string_view name) {
  if (prefix.empty()) return std::string(name);
  return fmt::format("{}{}{}", prefix, separator, name);
}

// Cuts between characters, never inside one.
std::string_view cut(std::string_view text, std::size_t size) {
  if (text.size() <= size) return text;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
  return text.substr(0, size);
}

std::string with_digits(std::string_view plain, std::string_view owner, std::string_view name) {
  const auto digits = base::hash64(fmt::format("{}\n{}", owner, name)) >> 32U;
  return fmt::format("{}_{:08x}", cut(plain, kMaxName - kDigits - 1), digits);
}

}  // namespace

std::string exposed_name(std::string_view prefix, std::string_view separator,
                         std::string_view name) {
  std::string plain = joined(prefix, separator, name);
  if (plain.size() <= kMaxName) return plain;
  return with_digits(plain, prefix, name);
}

std::string distinct_name(std::string_view server, std::string_view prefix,
                          std::string_view separator, std::string_view name) {
  return with_digits(joined(prefix, separator, name), fmt::format("server {}", server), name);
}

std::string distinct_uri(std::string_view server, std::string_view uri) {
  return fmt::format("{}+{}", server, uri);
}

std::string_view plain_uri(std::string_view server, std::string_view uri) {
  if (!uri.starts_with(server) || !uri.substr(server.size()).starts_with('+')) return {};
  return uri.substr(server.size() + 1);
}

}  // namespace touchstone::gateway
