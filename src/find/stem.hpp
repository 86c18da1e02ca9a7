// Stems: one spelling for the forms of an English word, so that `deleting pods` finds `pod_delete`.
//
// A few rules for endings, no dictionary: plural, -ing, -ed, -ion, -ment, silent e. A stem need not
// be a word (`creat`); all that counts is that the forms of one word agree and that different words
// seldom do. Words of other languages and alphabets pass as they are, or lose an ending on both
// sides, which does no harm.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::find {

// Of a lower-case word, in place.
void stem(std::string& word);

// Words that say nothing about what a tool does: `the`, `which`, `my`. Lower case, before stemming.
[[nodiscard]] bool is_stop_word(std::string_view word);

}  // namespace touchstone::find
