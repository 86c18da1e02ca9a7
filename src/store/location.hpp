// Labelled locations: where tools wrote to, and a person's word on the labels that are kept there.
//
// One place is kept under several names, and some rows are the join of what several places have
// (guard/place_rows.hpp); the store knows nothing of that. So who takes something from a label says
// what becomes of each row once it has looked at all that matter (Relabelling), and the store sees
// to it that nothing is written in between. Values but for Relabelling; any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/label.hpp"
#include "store/session.hpp"
#include "store/time.hpp"

namespace touchstone::store {

// Where a tool wrote to: what is read there again brings its label along. Longer places than
// kMaxPlaceBytes are known by their digest.
struct Location {
  std::string server;
  std::string kind;   // "path", "uri", "id", …
  std::string place;  // normalised by the caller: two spellings are two places

  friend auto operator<=>(const Location&, const Location&) = default;
};
inline constexpr std::size_t kMaxPlaceBytes = 1'024;
// The place as lists have it: itself, or "sha256:…" if it is too long.
[[nodiscard]] std::string kept_place(const std::string& place);
[[nodiscard]] bool is_place_digest(const std::string& place);

struct LabelledLocation {
  Location location;
  model::Label label;  // joins what is known of the place already
  Time now;            // in lists: when something labelled was written there last
  // Somebody wrote there by this very name: it is not only what another place is called besides.
  // Once true it stays so, until a person says otherwise.
  bool by_name = true;
};

struct LocationFilter {
  std::optional<std::string> server = {};
  std::vector<std::string> kinds = {};  // empty: all
  std::optional<Location> after = {};   // the last one on the page before
  std::size_t limit = 100;
};

// What became of the rows that a person spoke of.
struct Relabelled {
  Declassified how = Declassified::kDone;
  std::vector<LabelledLocation> rows = {};  // with the labels that they have from now on
  model::Label before = {}, after = {};     // of the place, for the record
  std::optional<Location> held_by = {};     // kHeld: a place that has what was to be taken, too
};

// Looks at rows, and then says what changes. Used once, by one thread.
class Relabelling {
 public:
  virtual ~Relabelling() = default;
  [[nodiscard]] virtual bool wants(const Location& location) const = 0;
  virtual void look_at(const LabelledLocation& row) = 0;
  [[nodiscard]] virtual Relabelled decide() = 0;
};

// A person's decision that what was written somewhere is no longer a reason for care. Unless the
// outcome is kDone nothing happens.
struct PlaceDeclassification {
  std::string server;  // empty: of this machine
  std::string place;   // as people call it, for the record
  std::string by;      // who says so; never empty
  std::string reason;  // never empty
  Time now;
  std::function<std::unique_ptr<Relabelling>()> begin;  // for each attempt
};

}  // namespace touchstone::store
