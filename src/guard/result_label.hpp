// The label of a result: what it claims, what its tool is, what was found in it, and what the place
// it was read from has been told before. Pure.
#pragma once

#include <optional>

#include "detect/content_json.hpp"
#include "flow/sighting.hpp"
#include "guard/subject.hpp"
#include "model/label.hpp"
#include "model/result_wire.hpp"

namespace touchstone::guard {

// `stored` is what is known of the places that were read. Reassuring claims count from a trusted
// server only, and only against what its tool's profile says.
[[nodiscard]] model::Label label_of_result(const Subject& subject, const model::DataClaims& claims,
                                           const detect::ResultDetections& found,
                                           const model::Label& stored);

// Who wrote what this tool returns: untrusted content is written by anybody, a trusted server's
// own by somebody who may be believed, and of all else nobody knows.
[[nodiscard]] flow::Author author_of(const Subject& subject, const model::Label& label);

}  // namespace touchstone::guard
