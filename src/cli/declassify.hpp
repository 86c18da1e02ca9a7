// What a person takes from the label of a session or a place.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "model/label.hpp"
#include "model/relief.hpp"

namespace touchstone::cli {

// Whose label it is, for errors: "the session has not seen anything pii … it has seen: private".
struct LabelOwner {
  std::string name;
  std::string_view lacks;
  std::string_view has;
};
[[nodiscard]] LabelOwner of_session(std::string key);
[[nodiscard]] LabelOwner of_place(std::string place);

// Fails if nothing is named, or something that the label does not have: whoever types a wrong word
// must not believe that it is gone. Empty if it is all.
[[nodiscard]] base::Result<model::Relief> relief_from(const model::Label& label,
                                                      const DeclassifyOptions& options,
                                                      const LabelOwner& owner);
// What remains. Where data came from stays known, unless all of it goes.
[[nodiscard]] base::Result<model::Label> label_without(const model::Label& label,
                                                       const DeclassifyOptions& options,
                                                       const LabelOwner& owner);

// A reason is on record for good. Without detectors nobody knows what is in it.
[[nodiscard]] std::string without_secrets(const std::string& text);

}  // namespace touchstone::cli
