#include "flow/address.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kLongestIpv4 = 48;  // four numbers in octal, with zeros before them
constexpr std::size_t kAddressParts = 4;

std::optional<std::uint64_t> number_of(std::string_view part) {
  int base = 10;
  if (part.size() > 1 && part[0] == '0') {
    const bool hex = lower(part[1]) == 'x';
    base = hex ? 16 : 8;
    part.remove_prefix(hex ? 2 : 1);
    if (part.empty()) return 0;
  }
  std::uint64_t out = 0;
  const auto [end, fault] = std::from_chars(part.data(), part.data() + part.size(), out, base);
  if (fault != std::errc() || end != part.data() + part.size()) return std::nullopt;
  return out;
}

std::string dotted(std::uint32_t bits) {
  return fmt::format("{}.{}.{}.{}", bits >> 24U, bits >> 16U & 0xFFU, bits >> 8U & 0xFFU,
                     bits & 0xFFU);
}

}  // namespace

// The last number has all the bits that the ones before it leave.
std::optional<std::string> plain_ipv4(std::string_view host) {
  if (host.empty() || host.size() > kLongestIpv4 || !is_digit(host.front())) return std::nullopt;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kAddressParts; ++i) {
    const auto end = std::min(host.find('.'), host.size());
    const auto part = number_of(host.substr(0, end));
    const bool last = end == host.size();
    const auto room = last ? 8 * (kAddressParts - i) : 8;
    if (!part || end == 0 || *part >> room != 0) return std::nullopt;
    bits = bits << room | *part;
    if (last) return dotted(static_cast<std::uint32_t>(bits));
    host.remove_prefix(end + 1);
  }
  return std::nullopt;
}

std::optional<std::string> plain_ipv6(std::string_view text) {
  std::array<char, INET6_ADDRSTRLEN> room{};
  if (text.size() >= room.size() || std::ranges::count(text, ':') < 2) return std::nullopt;
  std::ranges::copy(text, room.begin());
  in6_addr address{};
  if (::inet_pton(AF_INET6, room.data(), &address) != 1) return std::nullopt;
  if (IN6_IS_ADDR_V4MAPPED(&address)) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, address.s6_addr + 12, sizeof bits);
    return dotted(ntohl(bits));
  }
  if (::inet_ntop(AF_INET6, &address, room.data(), room.size()) == nullptr) return std::nullopt;
  return std::string(room.data());
}

}  // namespace touchstone::flow
