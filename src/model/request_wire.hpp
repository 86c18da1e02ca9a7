// Annotations on requests (SEP-1913): what the context of a call already contains.
#pragma once

#include "json/document.hpp"
#include "json/splice.hpp"
#include "model/result_wire.hpp"

namespace touchstone::model {

// `_meta.annotations` of a request's params as the client sent it: openWorldHint and attribution.
[[nodiscard]] ResultClaims read_request(json::View params);

// Adds the edits that make `params` say what the client said united with `label`. Only the two
// members that SEP-1913 gives requests are written. Only for servers that may be told.
void annotate_request(json::Splice& splice, json::View params, const Label& label);
// The same for whoever writes `_meta` anew: the text of its `annotations`, of which the client's
// are `theirs`. Empty: the label adds nothing.
[[nodiscard]] std::string request_annotations(json::View theirs, const Label& label);

}  // namespace touchstone::model
