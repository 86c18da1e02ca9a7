// Leeway: parameters that let the caller decide what happens, or where something is kept.
//
// A verb says what a tool is for; such a parameter says what it can be made to do. "Query the
// database" with a free SQL statement may drop it, "take a screenshot" with a path writes a file.
#pragma once

#include <optional>
#include <string>

#include "infer/reading.hpp"

namespace touchstone::infer {

struct Leeway {
  std::string because;
  std::string pointer;
};

// A statement, script or command of the caller's own, unless the tool says that it only reads.
[[nodiscard]] std::optional<Leeway> find_free_statement(const Reading& reading);
// A flag that has something deleted or overwritten: `prune`, `overwrite`.
[[nodiscard]] std::optional<Leeway> find_destroying_switch(const Reading& reading);
// A path to save the result to, or contents and the name of the file to make of them.
[[nodiscard]] std::optional<Leeway> find_saved_result(const Reading& reading);

}  // namespace touchstone::infer
