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
//   "rest"   what was written beside all named places and left no "whole". Nobody asks for it: it
//            tells why there is an "any" when a person takes the label from a place.
// Tools that reach an open world, and those that keep nothing, leave no "whole": what such a server
// reads is labelled by what it is. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "guard/places.hpp"
#include "model/label.hpp"

namespace touchstone::guard {

inline constexpr std::size_t kMaxFolders = 16;  // above one path, and its endings
// The disk of this machine, as a server: each that runs on it may have the same files. No server
// has that name. One in a container has others, and a label too much is all that comes of it.
inline constexpr std::string_view kMachine = "";
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

// One place, as whoever lists or lifts labels sees it (place_lift.hpp).
struct PlaceRows {
  // What it is called: itself first, then as its URI names it, or an id in small letters. What is
  // kept there is of all that are called so, and of what was written by that very name.
  std::vector<store::Location> names;
  // The same as folders that all was moved "under".
  std::vector<store::Location> moved;
  // Joins of what all places have that are kept there, too: folders above it, and its endings.
  std::vector<store::Location> beside;
};
[[nodiscard]] PlaceRows rows_of(const store::Location& place);
// Itself, also as a folder that all was moved "under", and a URI as stores of earlier builds may
// have it (one without its scheme may be a page of the web as well, and is no part of it); of a
// server as a whole all three rows. What these say together is the place's label. What it is called
// besides are places of their own: whoever writes a URI chooses what it names.
[[nodiscard]] std::vector<store::Location> own_rows_of(const store::Location& place);
// The label of each of these is the place's own: places by their names, "under" for what was moved,
// and of a server "whole", "every" and "rest". All others are joins.
[[nodiscard]] bool is_own_row(std::string_view kind);
[[nodiscard]] bool is_of_server(std::string_view kind);  // "whole", "every", "rest"
// The same row of the machine, if it can be one: what is absolute, and "any".
[[nodiscard]] std::optional<store::Location> on_machine(const store::Location& row);
[[nodiscard]] store::Location any_of(const std::string& server);
// What a read that names this place alone is labelled by.
[[nodiscard]] std::vector<store::Location> asked_of_place(const store::Location& place);

[[nodiscard]] bool is_labelled(const model::Label& label);

}  // namespace touchstone::guard
