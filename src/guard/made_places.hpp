// Made places: what a call that writes says that it made, or changed.
//
// Who creates a note does not name it: the server does, in what it answers, and whoever reads the
// note names it so. Of a receipt count ids, keys, numbers, paths and URIs, by the words for those
// or by their shape, as they would in arguments; what a link ends in, too, since tools are called
// by that; and in short texts for people what text_ids.hpp finds. Not whose it is, or what it
// belongs to: those were there before. Pure.
#pragma once

#include "guard/places.hpp"
#include "json/document.hpp"

namespace touchstone::guard {

inline constexpr std::size_t kMaxReceiptText =
    2'048;                                          // bytes of a text for people; longer: content
inline constexpr std::size_t kMaxMadeName = 1'024;  // bytes of one name

// `named`: one of them says which thing it is; what has a title alone may be read by another name.
// More than kMaxPlaces, or JSON too long to be read: `too_many`. `written` are the places of the
// call: what a command or a query prints is no receipt.
[[nodiscard]] Places places_made(const Subject& subject, json::View result, const Places& written);

}  // namespace touchstone::guard
