#include "approval/page_key.hpp"

#include "base/hmac.hpp"
#include "base/text.hpp"

namespace touchstone::approval {

PageKeys::PageKeys(const base::SealKey& store_key)
    : key_(base::derived_key(store_key, "touchstone approval page")) {}

std::string PageKeys::signature_of(std::string_view ticket) const {
  const std::string secret(key_.begin(), key_.end());
  return base::hex(base::hmac_sha256(secret, ticket)).substr(0, kDigits);
}

std::string PageKeys::of(std::string_view ticket) const {
  return std::string(ticket) + "-" + signature_of(ticket);
}

std::optional<std::string> PageKeys::ticket_of(std::string_view key) const {
  if (key.size() <= kDigits + 1 || key[key.size() - kDigits - 1] != '-') return std::nullopt;
  const std::string_view ticket = key.substr(0, key.size() - kDigits - 1);
  if (!base::same_signature(signature_of(ticket), key.substr(key.size() - kDigits)))
    return std::nullopt;
  return std::string(ticket);
}

}  // namespace touchstone::approval
