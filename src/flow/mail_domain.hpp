// The domain of a mail address, as a token of its own: "@example.com".
//
// With the sign before it, since who writes mails from a domain says nothing of whose website has
// that name. Pure.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::flow {

// Of an address in normal form. Empty: anybody may have an address there, whoever else does.
[[nodiscard]] std::string domain_of(std::string_view mail);

// "@mx.example.com" becomes "@example.com"; empty: there is none above it.
void to_domain_above(std::string& domain);

}  // namespace touchstone::flow
