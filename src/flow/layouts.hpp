// Layouts that a server may show its own things in, besides those of pieces.hpp.
//
// Each reader takes a text as a whole or not at all: one line too many, or one field, and the text
// is of another kind; what stands in quotes is a value's. Linear in the text. They record only in
// Form::kServed: any text can be given such a layout, and one that is passed on is its author's. In
// the others they part what is said of one thing from what is said of the next, as an empty line
// does: "try the soup" in a review is about nothing in the one before.
//
// CSV, XML and vCards are not among them. Servers put those together without escaping what they
// fill in, and then a value with a line break or a tag in it makes records of its own.
#pragma once

#include <string_view>

#include "flow/cutter.hpp"

namespace touchstone::flow {

inline constexpr std::size_t kMaxColumns = 64;  // of a table

// Whatever Python prints of lists, tuples and dictionaries: `[{'id': 1, 'mail': 'a@b.example'}]`.
[[nodiscard]] bool cut_python(std::string_view text, Cutter& out);
// One JSON object or array on each line.
[[nodiscard]] bool cut_json_lines(std::string_view text, Cutter& out);
// Tables as psql and mysql print them.
[[nodiscard]] bool cut_ruled_table(std::string_view text, Cutter& out);
// The first of them that can read the text.
[[nodiscard]] bool cut_layout(std::string_view text, Form form, Pieces& out);

// Names of things, one on each line: paths, ids, links. See listing.cpp.
[[nodiscard]] bool cut_listing(std::string_view text, Cutter& out);

// Or in a few words each, in lines or between commas. See items.cpp.
[[nodiscard]] bool cut_items(std::string_view text, Cutter& out);

// Lines of a text, for the readers.
[[nodiscard]] std::string_view take_line(std::string_view& rest);
[[nodiscard]] std::string_view without_space(std::string_view text);
// Letters, digits and a few marks, as columns are called.
[[nodiscard]] bool is_column_name(std::string_view name);

}  // namespace touchstone::flow
