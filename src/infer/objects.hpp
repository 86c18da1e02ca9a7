// Objects that change what a verb means: "run a query" reads, "create a completion" keeps nothing.
#pragma once

#include <string_view>

namespace touchstone::infer {

// Running or performing one of these is asking: query, scan, check.
[[nodiscard]] bool is_question(std::string_view word);
// Creating or generating one of these makes an answer, not a thing that stays: summary, diagram.
[[nodiscard]] bool is_answer(std::string_view word);

// Whatever the verb, making one of these is computing it: completion, embedding.
[[nodiscard]] bool is_computed(std::string_view word);
// A tool that provides one of these answers with text, whatever its name says.
[[nodiscard]] bool is_guidance(std::string_view word);

}  // namespace touchstone::infer
