#include "model/request_wire.hpp"

#include "model/meta_edit.hpp"

namespace touchstone::model {

// A request carries the same `_meta.annotations`; it has no content blocks to unite with.
ResultClaims read_request(json::View params) { return read_result(params); }

void annotate_request(json::Splice& splice, json::View params, const Label& label) {
  MetaEdit::Object annotations;
  if (label.untrusted) annotations.set("openWorldHint", "true");
  annotations.add_strings("attribution", label.attribution.uris());
  MetaEdit meta(splice, params);
  meta.merge("annotations", annotations);
  meta.finish();
}

}  // namespace touchstone::model
