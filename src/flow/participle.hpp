// Participles: "frozen" of "freeze". What ends in -ed is infer/act.hpp's to know. Pure.
#pragma once

#include <string_view>

namespace touchstone::flow {

// The verb that this word in small letters is a form of; empty: it is no participle that is known.
[[nodiscard]] std::string_view verb_of_participle(std::string_view word);

}  // namespace touchstone::flow
