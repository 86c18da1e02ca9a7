// Seal: small secrets that we hand out and want back unread and unchanged.
//
// AES-256-GCM under a key that lives as long as this object; what `bound` says is not in the text
// but must be said again, word for word, to open it. Thread-compatible.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/random.hpp"

namespace touchstone::base {

class Seal {
 public:
  explicit Seal(Random& random);

  [[nodiscard]] std::string close(std::string_view plain, std::string_view bound);  // base64url
  [[nodiscard]] std::optional<std::string> open(std::string_view sealed,
                                                std::string_view bound) const;

 private:
  Random& random_;
  std::array<unsigned char, 32> key_{};
};

[[nodiscard]] std::string sha256(std::string_view bytes);  // 32 bytes

}  // namespace touchstone::base
