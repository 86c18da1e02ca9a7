// Seal: what leaves our hands, into a client's or onto a disk, and must come back unread and
// unchanged.
//
// AES-256-GCM under a key that is made here and lives as long as this object, or under one that is
// given. What `bound` says is not in the text but must be said again, word for word, to open it.
// Nonces are random, so one key should close no more than 2^32 texts: who closes for ever derives
// keys (derived_key). Thread-compatible.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/random.hpp"

namespace touchstone::base {

using SealKey = std::array<unsigned char, 32>;

class Seal {
 public:
  explicit Seal(Random& random);
  Seal(Random& random, const SealKey& key) : random_(random), key_(key) {}

  [[nodiscard]] std::string close(std::string_view plain, std::string_view bound);  // base64url
  [[nodiscard]] std::optional<std::string> open(std::string_view sealed,
                                                std::string_view bound) const;

  // The same as bytes, kSealedBytes more than there were.
  static constexpr std::size_t kSealedBytes = 28;
  [[nodiscard]] std::string close_bytes(std::string_view plain, std::string_view bound);
  void append_closed(std::string& out, std::string_view plain, std::string_view bound);
  [[nodiscard]] std::optional<std::string> open_bytes(std::string_view sealed,
                                                      std::string_view bound) const;

 private:
  Random& random_;
  SealKey key_{};
};

[[nodiscard]] SealKey made_key(Random& random);
// Another key for each purpose; none of them tells anything of `key` or of another.
[[nodiscard]] SealKey derived_key(const SealKey& key, std::string_view purpose);

[[nodiscard]] std::string sha256(std::string_view bytes);  // 32 bytes

}  // namespace touchstone::base
