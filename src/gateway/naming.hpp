// Names: what tools, prompts and resources of many servers are called behind one endpoint.
//
// `server__tool`, at most 64 characters. A name that would be longer, or that another server
// already has, ends in eight hexadecimal digits made from server and name, so it is the same on
// every machine and after every restart. Names depend on nothing but their own server and name,
// except that of two equal ones the server that stands first in the config keeps the plain form.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::gateway {

inline constexpr std::size_t kMaxName = 64;
inline constexpr std::size_t kLeastShortened =
    kMaxName - 3;  // cut before a character of four bytes

// prefix + separator + name, shortened if need be. With an empty prefix the name alone.
[[nodiscard]] std::string exposed_name(std::string_view prefix, std::string_view separator,
                                       std::string_view name);
// The form that carries the digits in any case, for the second of two equal names. They are made
// from the server's name: its prefix may be another server's too, or none.
[[nodiscard]] std::string distinct_name(std::string_view server, std::string_view prefix,
                                        std::string_view separator, std::string_view name);

// A URI that another server also has: "files+file:///a".
[[nodiscard]] std::string distinct_uri(std::string_view server, std::string_view uri);
// The URI behind such a one, or nothing if it is not of this server's.
[[nodiscard]] std::string_view plain_uri(std::string_view server, std::string_view uri);

}  // namespace touchstone::gateway
