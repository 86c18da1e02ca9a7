#include "policy/address_reading.hpp"

#include <algorithm>
#include <optional>

#include <arpa/inet.h>

#include "policy/plain_host.hpp"

namespace touchstone::policy {
namespace {

constexpr std::size_t kLongestAddress = 45;
constexpr AddressBytes kMappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr std::array<std::uint8_t, 12> kTranslated{0, 0x64, 0xff, 0x9b};  // 64:ff9b::/96

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

// Behind http:// and also http:, since readers of URLs forgive that; nothing if there is no scheme.
std::optional<std::string_view> behind_scheme(std::string_view text) {
  if (text.empty() || !is_letter(text.front())) return std::nullopt;
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || text.find_first_of("/?#@[") < colon) return std::nullopt;
  text.remove_prefix(colon + 1);
  while (text.starts_with('/') || text.starts_with('\\')) text.remove_prefix(1);
  return text;
}

std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) {
    const auto close = host.find(']');
    return close == std::string_view::npos ? std::string_view() : host.substr(1, close - 1);
  }
  const auto colon = host.find(':');
  const bool one = colon != std::string_view::npos && host.find(':', colon + 1) == host.npos;
  return one ? host.substr(0, colon) : host;
}

// It has a letter that no address has, before anything that may be read as another one.
bool is_plain_name(std::string_view host) {
  for (const char c : host) {
    if (c == '%' || static_cast<unsigned char>(c) >= 0x80) return false;
    if (is_letter(c) && hex_value(c) < 0 && (c | 0x20) != 'x') return true;
  }
  return false;
}

enum class Zeros { kMeanOctal, kMeanNothing };  // in front of a number

std::optional<std::uint64_t> read_octet(std::string_view text, Zeros zeros) {
  unsigned base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.empty()) {
    return std::nullopt;
  } else if (zeros == Zeros::kMeanOctal && text.size() > 1 && text.front() == '0') {
    base = 8;
  }
  std::uint64_t number = 0;
  for (const char c : text) {
    const int digit = hex_value(c);
    if (digit < 0 || static_cast<unsigned>(digit) >= base) return std::nullopt;
    number = number * base + static_cast<unsigned>(digit);
    if (number > 0xFFFFFFFF) return std::nullopt;
  }
  return number;
}

// One to four numbers, the last of which takes what room there is left.
std::optional<AddressBytes> read_loosely(std::string_view text, Zeros zeros) {
  std::uint64_t address = 0;
  for (unsigned left = 4; left > 0; --left) {
    const auto dot = text.find('.');
    const bool last = dot == std::string_view::npos;
    const auto number = read_octet(text.substr(0, dot), zeros);
    if (!number || *number >> (last ? 8 * left : 8) != 0) return std::nullopt;
    address |= last ? *number : *number << 8 * (left - 1);
    if (last) {
      AddressBytes bytes = kMappedPrefix;
      for (unsigned i = 0; i < 4; ++i)
        bytes[12 + i] = static_cast<std::uint8_t>(address >> (24 - 8 * i));
      return bytes;
    }
    text.remove_prefix(dot + 1);
  }
  return std::nullopt;
}

}  // namespace

std::optional<AddressBytes> read_address(std::string_view text) {
  if (text.find(':') != std::string_view::npos) text = text.substr(0, text.find('%'));
  if (text.empty() || text.size() > kLongestAddress) return std::nullopt;
  std::array<char, kLongestAddress + 1> terminated{};
  std::ranges::copy(text, terminated.begin());
  AddressBytes bytes{};
  if (inet_pton(AF_INET6, terminated.data(), bytes.data()) == 1) return bytes;
  bytes = kMappedPrefix;
  if (inet_pton(AF_INET, terminated.data(), bytes.data() + 12) == 1) return bytes;
  return std::nullopt;
}

AddressBytes masked(AddressBytes bytes, unsigned bits) {
  for (unsigned i = 0; i < bytes.size(); ++i) {
    const unsigned kept = bits <= 8 * i ? 0 : std::min(bits - 8 * i, 8U);
    bytes[i] &= static_cast<std::uint8_t>(0xff00U >> kept);
  }
  return bytes;
}

bool is_mapped(const AddressBytes& bytes) {
  return std::equal(bytes.begin(), bytes.begin() + 12, kMappedPrefix.begin());
}

AddressReadings::AddressReadings(std::string_view text) {
  text = trimmed(text);
  if (const auto exact = read_address(text)) {
    add(*exact);
    return;
  }
  while (text.starts_with('/') || text.starts_with('\\')) text.remove_prefix(1);
  const auto authority = behind_scheme(text);
  const bool has_slashes = authority && text.find("//") == text.find(':') + 1;
  if (!has_slashes) read_authority(text);
  if (count_ > 0 || !authority) return;
  may_be_none_ = false;
  read_authority(*authority);
}

// Readers differ about a backslash, and about a second @.
void AddressReadings::read_authority(std::string_view authority) {
  const auto whole = authority.substr(0, authority.find_first_of("/?#"));
  read_behind_user(whole);
  const auto cut = whole.find('\\');
  if (cut != std::string_view::npos) read_behind_user(whole.substr(0, cut));
}

void AddressReadings::read_behind_user(std::string_view text) {
  const auto last = text.rfind('@'), first = text.find('@');
  read_host(last == std::string_view::npos ? text : text.substr(last + 1));
  if (first != last) read_host(text.substr(first + 1));
}

void AddressReadings::read_host(std::string_view host) {
  if (is_plain_name(without_port(host))) {
    may_be_none_ = true;
    return;
  }
  const PlainHost plain(host);
  auto text = without_port(plain.text());
  if (text.ends_with('.')) text.remove_suffix(1);
  bool found = false;
  const auto take = [&](const std::optional<AddressBytes>& address) {
    if (address) add(*address);
    found = found || address;
  };
  take(read_address(text));
  if (!found) take(read_loosely(text, Zeros::kMeanOctal));
  if (text.starts_with('0') || text.find(".0") != std::string_view::npos)
    take(read_loosely(text, Zeros::kMeanNothing));
  may_be_none_ = may_be_none_ || !found || !plain.is_agreed();
}

void AddressReadings::add(const AddressBytes& way) {
  const auto known = std::find(begin(), end(), way) != end();
  if (!known && count_ < kMostWays) ways_[count_++] = way;
}

// Translated (64:ff9b::/96), tunnelled (2002::/16), or written in full (::a.b.c.d).
bool AddressReadings::address_within(const AddressBytes& outer, AddressBytes& inner) {
  constexpr std::array<std::uint8_t, 12> kNothing{};
  const auto begins = [&](const auto& prefix) {
    return std::equal(prefix.begin(), prefix.end(), outer.begin());
  };
  const bool tunnelled = outer[0] == 0x20 && outer[1] == 0x02;
  const bool in_full = begins(kNothing) && (outer[12] != 0 || outer[13] != 0);
  if (!tunnelled && !in_full && !begins(kTranslated)) return false;
  inner = kMappedPrefix;
  std::copy_n(outer.begin() + (tunnelled ? 2 : 12), 4, inner.begin() + 12);
  return true;
}

}  // namespace touchstone::policy
