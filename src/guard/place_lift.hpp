// PlaceLift: what becomes of the rows of all places when a person takes a label from one of them.
//
// The place's own rows lose what is taken. All others that it is kept in are joins: "within /a"
// says what all files below /a have together, and another file may have the same. So each of them
// loses only what no place that is still labelled has, among those that are kept there
// (place_rows.hpp): every own row that is left is looked at, and supports the rows that it is kept
// in. What a URI names is such a join if nobody wrote there by that name
// (store::LabelledLocation::by_name); if somebody did, it is a place of its own, and nobody can
// tell what of its label is whose: all of it stays until it is taken from there.
//
// An absolute path is supported on this machine by every server that has it labelled; which of
// them run here nobody asks, so a label too much may stay, and never one too few. The same where a
// place is known by its digest alone: it may be in any folder, and a URI may name anything that was
// not written by its name. And of what old places left in a folder whose own rows are gone by now
// (store/retention.hpp): that is not what is taken.
//
// Where data came from stays known, unless all is taken and nobody supports the row. Pure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "guard/place_rows.hpp"
#include "model/label.hpp"
#include "model/relief.hpp"
#include "store/location.hpp"

namespace touchstone::guard {

struct Lifted {
  store::Location place;  // itself, by no other name; of a server as a whole: "whole"
  model::Label seen;      // what its own rows said when the person judged it
  model::Relief takes;    // not asked if it is all
  bool all = false;
};

class PlaceLift final : public store::Relabelling {
 public:
  explicit PlaceLift(Lifted lifted);

  [[nodiscard]] bool wants(const store::Location& location) const override;
  void look_at(const store::LabelledLocation& row) override;
  [[nodiscard]] store::Relabelled decide() override;

 private:
  struct Row {
    bool is_own = false;  // of the place, or of the same place on the machine
    bool is_supported = false;
    bool is_kept = false;  // the store has it
    bool by_name = true;
    model::Label was, becomes, support;
  };
  using Rows = std::map<store::Location, Row>;

  void add(store::Location location, bool is_own);
  std::vector<store::Location> add_all(const std::vector<store::Location>& rows, bool is_own);
  [[nodiscard]] Row* find(store::Location location);
  void support(const store::Location& location, const model::Label& label);
  // By all rows that what is kept at `location` is kept in as well.
  void support_from(const store::Location& location, const model::Label& label);
  void support_from_digest(const store::Location& location, const model::Label& label);
  void support_all_joins(const std::string& server, const model::Label& label);
  [[nodiscard]] static bool stays(const store::Location& location, const Row& row);
  void relabel(Row& row) const;
  void relabel_all(const std::vector<store::Location>& rows);

  Lifted lifted_;
  std::vector<store::Location> own_;                      // of the place's server
  std::vector<store::Location> names_;                    // what it is called besides
  std::vector<store::Location> machine_, machine_names_;  // the same on the machine
  std::map<std::string, model::Label> unnamed_;  // what is kept by digests that may name anything
  Rows rows_;                                    // all that may change
};

}  // namespace touchstone::guard
