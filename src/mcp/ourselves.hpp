// What the gateway says of itself, to clients and to servers.
#pragma once

#include <string_view>

namespace touchstone::mcp {

inline constexpr std::string_view kOurselves =
    R"({"name":"touchstone","title":"Touchstone","version":")" TOUCHSTONE_VERSION R"("})";

}  // namespace touchstone::mcp
