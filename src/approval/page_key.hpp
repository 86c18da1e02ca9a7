// PageKeys: what opens the page of one question.
//
// A ticket's id is shown to models in refusals, so it opens nothing: behind it stand 128 bits that
// only we can make, a signature of the id under a key derived from the store's. All gateways on
// one store agree on them; nothing else has to be kept. A wrong key is told from the right one
// before the store is asked, in the same time wherever it differs. Thread-compatible; a value.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/seal.hpp"

namespace touchstone::approval {

class PageKeys {
 public:
  explicit PageKeys(const base::SealKey& store_key);

  // "k7qm-3xvd-p2he-" and 32 hexadecimal digits.
  [[nodiscard]] std::string of(std::string_view ticket) const;
  // The ticket that it opens. Nothing: it is none of our keys.
  [[nodiscard]] std::optional<std::string> ticket_of(std::string_view key) const;

 private:
  static constexpr std::size_t kDigits = 32;
  [[nodiscard]] std::string signature_of(std::string_view ticket) const;

  base::SealKey key_;
};

}  // namespace touchstone::approval
