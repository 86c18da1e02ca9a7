// The places that a store has labels of, as people think of them.
//
// A place is kept in many rows (guard/place_rows.hpp). Here it is one: what was moved there is
// folded into it, and a URI as earlier builds have it; what a URI names is told as what it is also
// called, and as a place of its own where it may have been written by that name or says more than
// the URIs; folders above it and endings of its path are joins of what such places have, and are
// not told at all; and a path of this machine is told only if its label is more than what the
// servers have there. What was written to a server without a place is one place, "the server as a
// whole" or, if no read without a place gets that, what is beside its places. One thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "guard/place_rows.hpp"
#include "store/store.hpp"

namespace touchstone::cli {

struct KeptPlace {
  store::Location place;  // itself; of a server as a whole: of the kind "whole" or "rest"
  model::Label label;
  store::Time written = {};                  // something labelled, last
  std::vector<store::Location> others = {};  // what else it is called

  [[nodiscard]] bool is_whole() const { return guard::is_of_server(place.kind); }
};

// Of one server, of the machine, or of all; in the order of servers and names.
[[nodiscard]] base::Result<std::vector<KeptPlace>> kept_places(store::Store& store,
                                                               const PlacesOptions& options);
// Those that were typed: as they are shown, as a call would name them, or by what they are called
// besides.
[[nodiscard]] base::Result<std::vector<KeptPlace>> find_places(store::Store& store,
                                                               const PlacesOptions& options);
// The one that they are, or why there is none.
[[nodiscard]] base::Result<KeptPlace> only_one(std::vector<KeptPlace> found,
                                               const PlacesOptions& options);

// A label that who reads the place gets besides its own.
struct AlsoRead {
  store::Location row;
  model::Label label;
};
[[nodiscard]] base::Result<std::vector<AlsoRead>> also_read(store::Store& store,
                                                            const KeptPlace& place);
// What reads of a place get of which no label is kept: at each server where they get any.
struct ReadAnyway {
  KeptPlace place;  // without a label
  std::vector<AlsoRead> also;
};
[[nodiscard]] base::Result<std::vector<ReadAnyway>> read_anyway(store::Store& store,
                                                                const PlacesOptions& options);
// The label that is kept of it now, by this name alone.
[[nodiscard]] base::Result<model::Label> label_now(store::Store& store,
                                                   const store::Location& place);

[[nodiscard]] std::string place_in_words(const store::Location& place);
[[nodiscard]] std::string server_in_words(const std::string& server);  // "this machine"

}  // namespace touchstone::cli
