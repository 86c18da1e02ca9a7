// Result places: what a result shows by name or id.
//
// Who reads a store as a whole (a graph, a list of notes, a search) names no place, but the result
// does: what of it was written with a label brings that along, and the rest does not. Read are
// structured content and texts that are JSON, of what a tool says; the words are those of arguments
// (place_words.hpp), never a shape alone. In other texts, what has an id there (text_ids.hpp) and
// files that are shown with what is in them (text_names.hpp), unless the call named one file: then
// that is its content. Resources that any result embeds, or that a read brings beside the one it
// names, are shown by their URIs. Pure.
#pragma once

#include "guard/places.hpp"
#include "json/document.hpp"

namespace touchstone::guard {

inline constexpr std::size_t kMaxShown = 1'024;                     // places of one result
inline constexpr std::size_t kMaxShownText = std::size_t{1} << 20;  // bytes of a text with JSON

// More than that, or a text too long to be read: `too_many`. `named` are the places of the call.
[[nodiscard]] Places places_shown(const Subject& subject, json::View result,
                                  const Places& named = {});

}  // namespace touchstone::guard
