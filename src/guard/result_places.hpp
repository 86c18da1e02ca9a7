// Result places: what a result shows by name or id.
//
// Who reads a store as a whole (a graph, a list of notes, a search) names no place, but the result
// does: what of it was written with a label brings that along, and the rest does not. Read are
// structured content and texts that are JSON, of what a tool says; the words are those of arguments
// (place_words.hpp), never a shape alone. Resources that any result embeds, or that a read brings
// beside the one it names, are shown by their URIs. Pure.
#pragma once

#include "guard/places.hpp"
#include "json/document.hpp"

namespace touchstone::guard {

inline constexpr std::size_t kMaxShown = 1'024;                     // places of one result
inline constexpr std::size_t kMaxShownText = std::size_t{1} << 20;  // bytes of a text with JSON

// More than that, or a text too long to be read: `too_many`.
[[nodiscard]] Places places_shown(const Subject& subject, json::View result);

}  // namespace touchstone::guard
