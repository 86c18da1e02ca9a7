// Terms: a text cut into what is indexed and searched for.
//
// Names are cut where people cut them (`getHTTPStatus`, `pods-list`), as in infer/words.hpp; a part
// and its neighbour in the same name are a term together as well, so that `GitHub` and `on-call`
// meet `github` and `oncall`. Letters beyond ASCII belong to words and lose their case if they are
// Latin, Greek or Cyrillic; scripts that are written without spaces give pairs of characters.
// Whatever is not UTF-8 separates. What is looked up is the stem of the word (stem.hpp).
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace touchstone::find {

inline constexpr std::size_t kMaxTerm = 48;  // bytes; what is longer is cut

struct Term {
  std::string_view word;  // in lower case, not stemmed; ends with the call
  bool joined = false;    // of two parts of a name, which have been told before
};
using TakeTerm = std::function<void(const Term&)>;

// Tells every term of the text in its order.
void for_each_term(std::string_view text, const TakeTerm& take);

}  // namespace touchstone::find
