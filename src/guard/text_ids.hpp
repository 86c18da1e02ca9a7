// Text ids: what a text for people calls by a number, a key or a URI.
//
// "Created ticket #4713.", "Saved as note 101", "id: a7", "OPS-17", a UUID, a link; in a list of
// things also what leads a line, "101: lunch". A number alone is none: it may be how many. Linear
// in the text. Pure.
#pragma once

#include <functional>
#include <string_view>

namespace touchstone::guard {

struct IdInText {
  std::string_view text;
  bool leads = false;  // a line, and nothing else says that it is one
};

// In their order, and the same may come again. Until `take` says false.
void each_id_in_text(std::string_view text, const std::function<bool(IdInText)>& take);

}  // namespace touchstone::guard
