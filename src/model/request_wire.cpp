#include "model/request_wire.hpp"

#include "model/meta_edit.hpp"

namespace touchstone::model {
namespace {

MetaEdit::Object request_words(const Label& label) {
  MetaEdit::Object annotations;
  if (label.untrusted) annotations.set("openWorldHint", "true");
  annotations.add_strings("attribution", label.attribution.uris());
  return annotations;
}

}  // namespace

// A request carries the same `_meta.annotations`; it has no content blocks to unite with.
ResultClaims read_request(json::View params) { return read_result(params); }

void annotate_request(json::Splice& splice, json::View params, const Label& label) {
  MetaEdit meta(splice, params);
  meta.merge("annotations", request_words(label));
  meta.finish();
}

std::string request_annotations(json::View theirs, const Label& label) {
  const auto words = request_words(label);
  return words.empty() ? std::string() : MetaEdit::merged(theirs, words);
}

}  // namespace touchstone::model
