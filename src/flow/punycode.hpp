// Names of hosts in letters beyond ASCII, as they are sent and as they are read (RFC 3492).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace touchstone::flow {

inline constexpr std::size_t kMaxHostLabel = 63;  // bytes between two dots

// "xn--mnchen-3ya.example" as münchen.example, in UTF-8; nothing if no label is spelled so, or one
// cannot be read. Lower case. Pure; quadratic in a label, whose length is bounded.
[[nodiscard]] std::optional<std::string> readable_host(std::string_view host);

}  // namespace touchstone::flow
