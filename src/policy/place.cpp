#include "policy/place.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include <arpa/inet.h>

namespace touchstone::policy {
namespace {

// Calls `take` with each part that is neither empty nor a dot.
template <typename Take>
void for_each_part(std::string_view path, const Take& take) {
  while (!path.empty()) {
    const auto end = std::min(path.find('/'), path.size());
    const auto part = path.substr(0, end);
    if (!part.empty() && part != ".") take(part);
    path.remove_prefix(std::min(end + 1, path.size()));
  }
}

using AddressBytes = std::array<std::uint8_t, 16>;
constexpr unsigned kMappedBits = 96;  // of ::ffff:0:0, in front of an IPv4 address
constexpr std::size_t kLongestAddress = 45;

std::optional<AddressBytes> read_address(std::string_view text) {
  if (text.empty() || text.size() > kLongestAddress) return std::nullopt;
  std::array<char, kLongestAddress + 1> terminated{};
  std::ranges::copy(text, terminated.begin());
  AddressBytes bytes{};
  if (inet_pton(AF_INET6, terminated.data(), bytes.data()) == 1) return bytes;
  bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  if (inet_pton(AF_INET, terminated.data(), bytes.data() + 12) == 1) return bytes;
  return std::nullopt;
}

bool is_mapped(const AddressBytes& bytes) {
  return std::all_of(bytes.begin(), bytes.begin() + 10, [](auto b) { return b == 0; }) &&
         bytes[10] == 0xff && bytes[11] == 0xff;
}

std::string_view without_port(std::string_view text) {
  if (text.starts_with('[')) return text.substr(1, text.find(']') - 1);
  const auto colon = text.find(':');
  const bool one = colon != std::string_view::npos && text.find(':', colon + 1) == text.npos;
  return one ? text.substr(0, colon) : text;
}

std::optional<unsigned> read_bits(std::string_view text) {
  unsigned bits = 0;
  const auto* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, bits);
  return error == std::errc() && end == last ? std::optional(bits) : std::nullopt;
}

}  // namespace

std::optional<Path> Path::parse(std::string_view text) {
  Path path;
  path.absolute_ = text.starts_with('/');
  bool above = text.empty();
  for_each_part(text, [&](std::string_view part) {
    if (part != "..") {
      path.parts_.emplace_back(part);
    } else if (!path.parts_.empty()) {
      path.parts_.pop_back();
    } else {
      above = above || !path.absolute_;
    }
  });
  return above ? std::nullopt : std::optional(std::move(path));
}

bool Path::holds(std::string_view path) const {
  if (path.empty() || path.starts_with('/') != absolute_) return false;
  // How deep we are, and how many of our own parts the way begins with.
  std::size_t depth = 0;
  std::size_t matched = 0;
  bool above = false;
  for_each_part(path, [&](std::string_view part) {
    if (part == "..") {
      above = above || (depth == 0 && !absolute_);
      depth -= depth > 0 ? 1 : 0;
      matched = std::min(matched, depth);
      return;
    }
    if (matched == depth && matched < parts_.size() && parts_[matched] == part) ++matched;
    ++depth;
  });
  return !above && matched == parts_.size();
}

bool Path::covers(const Path& other) const {
  return absolute_ == other.absolute_ && parts_.size() <= other.parts_.size() &&
         std::equal(parts_.begin(), parts_.end(), other.parts_.begin());
}

std::optional<Network> Network::parse(std::string_view text) {
  const auto slash = text.find('/');
  const auto address = read_address(text.substr(0, slash));
  if (!address) return std::nullopt;
  Network network;
  network.bytes_ = *address;
  const bool is_v4 = text.substr(0, slash).find(':') == std::string_view::npos;
  const unsigned before = is_v4 ? kMappedBits : 0;
  network.bits_ = 128;
  if (slash == std::string_view::npos) return network;
  const auto bits = read_bits(text.substr(slash + 1));
  if (!bits || *bits > 128 - before) return std::nullopt;
  network.bits_ = before + *bits;
  return network;
}

bool Network::holds(std::string_view text) const {
  const auto address = read_address(without_port(text));
  return address && has(*address);
}

bool Network::has(const AddressBytes& address) const {
  // ::/0 is all of IPv6, and IPv4 is none of it.
  if (bits_ < kMappedBits && is_mapped(address)) return false;
  const unsigned whole = bits_ / 8;
  if (std::memcmp(bytes_.data(), address.data(), whole) != 0) return false;
  const unsigned rest = bits_ % 8;
  const auto mask = static_cast<std::uint8_t>(0xff00U >> rest);
  return rest == 0 || ((bytes_[whole] ^ address[whole]) & mask) == 0;
}

bool Network::covers(const Network& other) const {
  return bits_ <= other.bits_ && has(other.bytes_);
}

}  // namespace touchstone::policy
