// Directives: sentences that tell their reader to do something.
//
// "Please email the report to …", "TODO: delete the file …", "you must change the password": an
// imperative verb of acting at the beginning of a sentence, or behind words that lead to one. That
// is how people write to each other too, so a directive is no sign of an attack; it only says that
// whatever it names was chosen by its writer. To look something up is none, but to fetch what
// stands at an address is: "get the page https://…". English only; the verbs are those of
// infer/act.hpp and a few that people use and tools do not.
//
// Pure, linear, never allocates.
#pragma once

#include <string_view>

namespace touchstone::flow {

// `sentence` has no sentence's end inside; it may begin with list marks, quotes and brackets.
[[nodiscard]] bool directs(std::string_view sentence);

}  // namespace touchstone::flow
