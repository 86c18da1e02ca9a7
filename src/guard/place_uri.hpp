// Place URIs: what else a URI names than itself.
//
// A URL of the web is a page, and pages of one host are different things. A URI of any other scheme
// means something to its server alone, and mostly it is how that server spells, for resources, what
// its tools call by a path, an id or a title: demo://files/reports/new.txt is reports/new.txt,
// note:///x and note://x are x. So such a URI is an "own" place, and what it names beside itself is
// told here. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guard/place_words.hpp"
#include "store/memory.hpp"

namespace touchstone::guard {

inline constexpr std::size_t kMaxQueryNames = 8;  // of one URI

// Has it a scheme, and one that is neither of files nor of the web? note:x has one, c:/x has none.
[[nodiscard]] bool is_own_uri(std::string_view text);
// Is this a URI, and no path, in an argument or a result? Without "//" only under a name that says
// so: "note: buy milk" is a title. In docs/x://../a "x:" is a folder.
[[nodiscard]] bool is_shown_as_uri(std::string_view text, const PlaceKey& key);
// The one spelling of it (place_name.hpp), without the user before a host.
[[nodiscard]] std::string own_uri_name(std::string_view uri);

// All by the name of an own place, escapes undone.
struct UriNames {
  // What it is: its path, with and without the authority before it; where the query names a thing
  // ("?id=7"), that thing.
  std::vector<std::string> things;
  bool by_query = false;  // they are all of the query
  // What it belongs to: who wrote to that, may have written to this.
  std::vector<std::string> holders;
  // "/files/reports/new.txt", whose endings name it from another folder. Empty: not known.
  std::string path;
};
[[nodiscard]] UriNames names_of_own_uri(std::string_view name);

// A file, a page or a thing, by its scheme.
[[nodiscard]] store::Location uri_place(std::string_view server, std::string_view uri);
// As if it were a page, without its scheme: so stores of earlier builds have a URI of any scheme.
[[nodiscard]] store::Location page_place(std::string_view server, std::string_view uri);

}  // namespace touchstone::guard
