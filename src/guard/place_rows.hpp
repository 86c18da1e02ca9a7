// Place rows: under which names the label of a place is kept, and asked for.
//
// A place is kept as itself ("path", "uri", "id", "own"); a URI of its server's own (place_uri.hpp)
// also as what it names by path or id. Beside it, of a path: "within" each folder above it, for
// whoever moves such a folder or shows what is in it, and by the last name of each such "folder",
// for whoever names it from elsewhere; by each of its "ending"s, for whoever names it from another
// folder. What is moved is kept as a folder that all is labelled "under". An absolute path of a
// server that runs here is also one of the machine, for all others that do. Of the server:
//   "whole"  what was written without a place. A read that names no place gets it: it may show all
//            there is. What was written by an id or a name it gets where its result shows that
//            (result_places.hpp).
//   "any"    all that was ever written. A read of more places than are looked at gets it.
//   "every"  what was written to more places than are looked at. Every read gets it.
// Tools that reach an open world, and those that keep nothing, leave no "whole": what such a server
// reads is labelled by what it is. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "guard/places.hpp"
#include "model/label.hpp"

namespace touchstone::guard {

inline constexpr std::size_t kMaxFolders = 16;  // above one path, and its endings
// Of one call, before those that are the same are one. All paths that are looked at have room; what
// has none, as URIs that name many things each, counts as more places than are looked at.
inline constexpr std::size_t kMaxRows = 12'800;

// Where what is known of these places may be. Of the machine nothing need be asked where nothing is
// kept for it.
enum class Machine : std::uint8_t { kMayKnow, kIsClean };
[[nodiscard]] std::vector<store::Location> asked_of(const Subject& subject, const Places& places,
                                                    Machine machine = Machine::kMayKnow);
// Where something is if anything at all is known of the server.
[[nodiscard]] std::vector<store::Location> asked_of_any(const Subject& subject);
// Of what a result shows. Of a folder nothing is asked: it is not what is shown. What is shown with
// its content is asked for by all its names, as if the call had named it.
[[nodiscard]] std::vector<store::Location> asked_of_shown(const Subject& subject,
                                                          const Places& shown);
// Of what is kept in these places where they are folders, for results that show what is in files.
[[nodiscard]] std::vector<store::Location> asked_below(const Subject& subject,
                                                       const Places& places);
// The same for what a call is going to move or copy.
[[nodiscard]] std::vector<store::Location> asked_before_move(const Subject& subject,
                                                             const Places& places);
// What is kept of `label` once the call has written there; `moved` is what was known of what it
// moves.
[[nodiscard]] std::vector<store::LabelledLocation> kept_of(const Subject& subject,
                                                           const Places& places,
                                                           const model::Label& label,
                                                           const model::Label& moved,
                                                           store::Time now);

[[nodiscard]] bool is_labelled(const model::Label& label);

}  // namespace touchstone::guard
