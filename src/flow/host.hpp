// Hosts: by name or by number, and the names above one. Pure.
#pragma once

#include <string_view>

namespace touchstone::flow {

// 203.0.113.7: four numbers up to 255, without zeros before them. Of the first address of a
// network (10.0.0.0) and of small numbers alone (1.2.3.4, a version) it says no.
[[nodiscard]] bool is_ip_address(std::string_view host);

// It may be a host by name: no path, no port.
[[nodiscard]] bool is_host(std::string_view text);

// "data.evil.example" has "evil.example" above it. Empty: it is no bare host, or what is above is
// the end of a name that anybody may have one below.
[[nodiscard]] std::string_view host_above(std::string_view host);

}  // namespace touchstone::flow
