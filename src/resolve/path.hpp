// Where a path leads, by its letters alone: inside or outside of the allowed folders, and whether
// it names what belongs to the system or is secret.
//
// Nothing is opened or looked up. Symbolic links, mounts, the server's working folder and its own
// idea of a root cannot be known here, so `inside` is what the text says and no guarantee;
// anything that a server may read in more than one way (escapes, variables, other alphabets' dots,
// short names of Windows) is `kUnknown`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace touchstone::resolve {

inline constexpr std::size_t kMaxPath = 4096;

enum class Place : std::uint8_t {
  kInside,    // an absolute path in one of the roots
  kRelative,  // stays below wherever it begins
  kUnknown,
  kOutside,
};

struct PathVerdict {
  Place place = Place::kUnknown;
  std::string system;  // why it belongs to the system; empty if it does not
  std::string secret;  // why it is secret; empty if nothing says so
};

// Without ".", ".." and empty segments; backslashes of Windows become slashes, drive letters small.
// file:///x is /x. "/.." is "/". Empty if it cannot be read in one way only.
[[nodiscard]] std::string normal_path(std::string_view text);

// `roots` are absolute and normal.
[[nodiscard]] PathVerdict classify_path(std::string_view text, std::span<const std::string> roots);

// Why a word that may be a path names something secret: "~/.ssh/id_rsa". Empty otherwise.
[[nodiscard]] std::string secret_in(std::string_view word);

}  // namespace touchstone::resolve
