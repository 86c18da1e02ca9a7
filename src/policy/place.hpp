// Where something lies: paths below a path, addresses in a network. Pure, and no allocation where a
// value is tested that is plainly written.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/address_reading.hpp"
#include "policy/answer.hpp"

namespace touchstone::policy {

// A folder, taken apart: "/srv/./data/" is /srv/data.
class Path {
 public:
  // Nothing if it leads above itself ("../x") or is empty.
  static std::optional<Path> parse(std::string_view text);

  // Whether a path, or the URI of a file, is this folder or below it, in all the ways that it may
  // be read (path_reading.hpp). By letters alone: no link is followed. Where the reader stands is
  // not known, so it is a doubt whether a relative path is below an absolute one: if it would be
  // from the root, or if it leads above itself (or begins with ~) and goes on as this one ends.
  [[nodiscard]] Answer asks(std::string_view path) const;
  // The same of a path that is_plain(), which leaves no doubt.
  [[nodiscard]] bool has_plain(std::string_view path) const {
    return absolute_ && path.starts_with(written_) &&
           (path.size() == written_.size() || path[written_.size()] == '/');
  }
  // All of `other` lies below this.
  [[nodiscard]] bool covers(const Path& other) const;
  // Names of the folders it leads through; each stands so in any path that it holds or doubts,
  // unless hides_names() is true of that.
  [[nodiscard]] const std::vector<std::string>& parts() const { return parts_; }

 private:
  [[nodiscard]] Answer asks_one(std::string_view path) const;
  [[nodiscard]] bool may_lead_here(const std::vector<std::string_view>& way) const;

  bool absolute_ = false;
  std::vector<std::string> parts_;
  std::string written_;  // its parts, each behind a slash
};

class Network {
 public:
  // "10.0.0.0/8", "2001:db8::/32", or one address.
  static std::optional<Network> parse(std::string_view text);

  // An address of either kind, alone or in a URL, in any of the ways that it may be read
  // (address_reading.hpp).
  [[nodiscard]] Answer asks(std::string_view text) const;
  // All addresses of `other` are in this.
  [[nodiscard]] bool covers(const Network& other) const;
  [[nodiscard]] bool has(const AddressBytes& bytes) const;

  [[nodiscard]] const AddressBytes& first() const { return bytes_; }  // no bit behind `bits` is set
  [[nodiscard]] unsigned bits() const { return bits_; }

  friend bool operator==(const Network&, const Network&) = default;

 private:
  AddressBytes bytes_{};
  unsigned bits_ = 0;
};

}  // namespace touchstone::policy
