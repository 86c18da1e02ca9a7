// What remains of a session's label when a person takes something from it.
#pragma once

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "model/label.hpp"

namespace touchstone::cli {

// Fails if nothing is named, or something that the label does not have: whoever types a wrong word
// must not believe that it is gone. Where data came from stays known, unless all of it goes.
[[nodiscard]] base::Result<model::Label> label_without(const model::Label& label,
                                                       const SessionsOptions& options);

}  // namespace touchstone::cli
