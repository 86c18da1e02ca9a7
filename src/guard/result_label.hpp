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
// server only, and only against what its tool's profile says. A declassifier's result has what it
// takes away only if it says so itself, or if that was found in it.
[[nodiscard]] model::Label label_of_result(const Subject& subject, const model::DataClaims& claims,
                                           const detect::ResultDetections& found,
                                           const model::Label& stored);

// What stays of a result that carries an attack and is kept back: somebody is after this session.
[[nodiscard]] model::Label label_of_attack(const Subject& subject);

// Is this the good end of a tool that the operator named as a declassifier? An error is not, nor is
// a task that has only begun.
[[nodiscard]] bool may_declassify(const Subject& subject, json::View result);

// Does what this tool writes stay with its server, where a read of all there is finds it? Nobody
// says that it goes to an open world, or nowhere.
[[nodiscard]] bool keeps_to_itself(const Subject& subject);

// Who wrote what this tool returns: untrusted content is written by anybody, a trusted server's
// own by somebody who may be believed, and of all else nobody knows.
[[nodiscard]] flow::Author author_of(const Subject& subject, const model::Label& label);
// Whether what a server puts into records vouches for it. A server that the operator marked
// untrusted could else make any address one of a record; and what a tool passes on (a file, a page)
// has whichever layout its author gave it. Of a page that was fetched at an address nothing is a
// record, if its label says that anybody may have written it.
[[nodiscard]] flow::Form form_of(const Subject& subject, const model::Label& label);

}  // namespace touchstone::guard
