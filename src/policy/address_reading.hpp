// Ways to read a text as an IP address: alone, with a port, in brackets, as the host of a URL or
// behind a user's name; and an address of IPv4 in the forms that inet_aton takes, 0x7f.1 and
// 2130706433. Names are not looked up. Internal to src/policy; allocates nothing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace touchstone::policy {

using AddressBytes = std::array<std::uint8_t, 16>;  // IPv4 as ::ffff:a.b.c.d
inline constexpr unsigned kMappedBits = 96;         // of ::ffff:0:0, in front of an IPv4 address

// As inet_pton takes it, with or without the zone of an interface behind it.
[[nodiscard]] std::optional<AddressBytes> read_address(std::string_view text);
// The same with all but its first `bits` bits cleared.
[[nodiscard]] AddressBytes masked(AddressBytes bytes, unsigned bits);
[[nodiscard]] bool is_mapped(const AddressBytes& bytes);

// The addresses that one text may be. There are few, since the places are few where one may stand.
class AddressReadings {
 public:
  explicit AddressReadings(std::string_view text);

  // Where each reader would go, by its own rules.
  [[nodiscard]] auto begin() const { return ways_.begin(); }
  [[nodiscard]] auto end() const { return ways_.begin() + count_; }
  // What that leads on to: the IPv4 address within one of IPv6.
  template <typename Take>
  void for_each_within(const Take& take) const {
    for (const auto& way : *this) {
      AddressBytes inner{};
      if (address_within(way, inner)) take(inner);
    }
  }
  // Some place of the text that may be read is a name, or nothing.
  [[nodiscard]] bool may_be_none() const { return may_be_none_; }

 private:
  static constexpr std::size_t kMostWays = 16;

  [[nodiscard]] static bool address_within(const AddressBytes& outer, AddressBytes& inner);
  void read_authority(std::string_view authority);
  void read_behind_user(std::string_view text);
  void read_host(std::string_view host);
  void add(const AddressBytes& way);

  std::array<AddressBytes, kMostWays> ways_{};
  std::size_t count_ = 0;
  bool may_be_none_ = false;
};

}  // namespace touchstone::policy
