// Place words: which parameters name a thing that is written and read again by that name.
//
// By the last word of the nearest key that is a name: "fileId", "file_id", "/items/0/id" and
// "/fileIds/0" end in an id. A word too many costs a label where two things have one name; a word
// too few loses it. Pure.
#pragma once

#include <string_view>

namespace touchstone::guard {

struct PlaceKey {
  std::string_view name = {};    // of the value, or of the list it is in
  std::string_view holder = {};  // of the object that this is in; empty: of the arguments
};

[[nodiscard]] bool names_a_place(const PlaceKey& key);
// By a URI, and by nothing else.
[[nodiscard]] bool names_a_uri(const PlaceKey& key);
// Is this a tool that moves, copies, renames or publishes, by the words of its name? Then whatever
// it is given is one thing or another.
[[nodiscard]] bool moves_by_name(std::string_view tool);
// Does this tool show names, sizes and dates of files, and not what is in them, by its name?
[[nodiscard]] bool lists_by_name(std::string_view tool);
// Is that what a file or a record holds, where a result has it beside its name?
[[nodiscard]] bool holds_content(std::string_view key);
// Is it a command line, or words of one?
[[nodiscard]] bool is_command(const PlaceKey& key);
// More than one thing, by its name: "files".
[[nodiscard]] bool names_several(const PlaceKey& key);
// What stands there is looked for, wherever it may be.
[[nodiscard]] bool is_search(const PlaceKey& key);

// Of what a tool says that it made. Does this say which one it is, and not only what it is called?
[[nodiscard]] bool says_which(const PlaceKey& key);
// Is it of something else: who made it, what it belongs to, the request itself? Not if it is of
// such a thing that the tool is, by its name: create_user makes a user.
[[nodiscard]] bool is_of_another(const PlaceKey& key, std::string_view tool);
// A word before a number or a code that says of which thing that is: "ticket 4713", "id: a7".
[[nodiscard]] bool is_thing(std::string_view word);

}  // namespace touchstone::guard
