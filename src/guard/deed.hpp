// What a call does to what is kept at its server, by its effective profile. Pure.
#pragma once

#include "guard/subject.hpp"

namespace touchstone::guard {

// So does, for all that anybody knows, a tool that is not listed.
[[nodiscard]] bool writes(const Subject& subject);
// May its result be something that was there before? Not that of a tool which surely only writes:
// somebody says so, nobody says that it reads, and what it is said to return is a receipt.
[[nodiscard]] bool may_read(const Subject& subject);

}  // namespace touchstone::guard
