// Where a URL, a host or a mail address leads: into the organisation or out of it.
//
// Inside are the organisation's domains and what stands below them, loopback, and private addresses
// written in the usual way. A name that readers may take differently (other spellings of numbers,
// user names in a URL, encoded parts, letters that are not ASCII) is `kUnknown`; so is a name
// without a dot, which a resolver may complete. Nothing is looked up: an inside name may still
// lead, or redirect, elsewhere.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace touchstone::resolve {

enum class Reach : std::uint8_t { kInternal, kUnknown, kPublic };

struct AddressVerdict {
  Reach reach = Reach::kUnknown;
  std::string host;       // as it was understood; empty if it was not
  std::string sensitive;  // a cloud's metadata service, which hands out credentials
};

// `domains` in lower case, without dots at either end.
[[nodiscard]] AddressVerdict classify_host(std::string_view host,
                                           std::span<const std::string> domains);
// With a scheme, or a bare host with a port and a path.
[[nodiscard]] AddressVerdict classify_url(std::string_view url,
                                          std::span<const std::string> domains);
// One address or several with commas between them, also as "Ann <ann@example.org>". The farthest
// one counts.
[[nodiscard]] AddressVerdict classify_mail(std::string_view text,
                                           std::span<const std::string> domains);

// The text mentions an address somewhere: "://" or '@'.
[[nodiscard]] bool mentions_address(std::string_view text);

}  // namespace touchstone::resolve
