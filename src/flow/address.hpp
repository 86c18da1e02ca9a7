// Addresses by number, in one spelling.
//
// 203.0.113.7 is also 0xcb007107, 3405803783, 0313.0.0161.7 and ::ffff:203.0.113.7 to whoever
// fetches it, and 2001:db8::7 may have its zeros. Pure; bounded by the longest address there is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace touchstone::flow {

// Of four numbers or fewer, each decimal, octal (0…) or hexadecimal (0x…), as clients of the web
// read them; nothing if it is none.
[[nodiscard]] std::optional<std::string> plain_ipv4(std::string_view host);
// Without brackets; an address of IPv4 inside it is told as that.
[[nodiscard]] std::optional<std::string> plain_ipv6(std::string_view text);

}  // namespace touchstone::flow
