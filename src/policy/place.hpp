// Where something lies: paths below a path, addresses in a network. Pure, and no allocation where a
// value is tested.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::policy {

// A folder, taken apart: "/srv/./data/" is /srv/data.
class Path {
 public:
  // Nothing if it leads above itself ("../x") or is empty.
  static std::optional<Path> parse(std::string_view text);

  // By letters alone: no link is followed. A relative path is below a relative one only.
  [[nodiscard]] bool holds(std::string_view path) const;
  // All of `other` lies below this.
  [[nodiscard]] bool covers(const Path& other) const;
  // Names of the folders it leads through; each stands so in any path that it holds.
  [[nodiscard]] const std::vector<std::string>& parts() const { return parts_; }

 private:
  bool absolute_ = false;
  std::vector<std::string> parts_;
};

class Network {
 public:
  // "10.0.0.0/8", "2001:db8::/32", or one address.
  static std::optional<Network> parse(std::string_view text);

  // An address of either kind: "10.1.2.3", "10.1.2.3:80", "::1", "[::1]:80".
  [[nodiscard]] bool holds(std::string_view address) const;
  // All addresses of `other` are in this.
  [[nodiscard]] bool covers(const Network& other) const;

 private:
  [[nodiscard]] bool has(const std::array<std::uint8_t, 16>& bytes) const;

  std::array<std::uint8_t, 16> bytes_{};  // IPv4 as ::ffff:a.b.c.d
  unsigned bits_ = 0;
};

}  // namespace touchstone::policy
