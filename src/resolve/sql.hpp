// What a text of SQL does, by the kinds of its statements.
//
// Read-only only if every statement is wholly understood as one that reads: SELECT, VALUES, TABLE,
// WITH around them, SHOW, DESCRIBE, EXPLAIN of these, PRAGMA that asks. A SELECT may call only
// functions from a list of those that compute (sql_words.hpp): any other name may be a function
// that somebody wrote to delete things, and no list of harmful ones is ever complete. Words that
// begin a statement anywhere are taken as doing so, for T-SQL needs no semicolons. A doubt of the
// tokenizer makes the whole text unknown.
//
// Not visible in a text, hence not judged: triggers, rules, views over functions, functions called
// like columns, overloaded operators and functions.
#pragma once

#include <string_view>

#include "resolve/verdict.hpp"

namespace touchstone::resolve {

[[nodiscard]] Verdict classify_sql(std::string_view text);

// `text` begins like a statement, so that a search for words is told from a query.
[[nodiscard]] bool looks_like_sql(std::string_view text);

}  // namespace touchstone::resolve
