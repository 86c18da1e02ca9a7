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
// An absolute path is supported on this machine by every server that has it labelled, and so is
// what a read of any place here gets by whatever servers wrote without a place; which of them run
// here nobody asks, so a label too much may stay, and never one too few. The same where a place is
// known by its digest alone: it may be in any folder, and a URI may name anything that was not
// written by its name. Of what old places left in a folder whose own rows are gone by now
// (store/retention.hpp) nothing stays but what the place itself never had.
//
// Where data came from stays known, unless all is taken and nobody supports the row. Pure.
#pragma once

#include <map>
#include <optional>
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
    store::Location supporter;  // one of them, if there is any
  };
  using Rows = std::map<store::Location, Row>;

  void add(store::Location location, bool is_own);
  std::vector<store::Location> add_all(const std::vector<store::Location>& rows, bool is_own);
  [[nodiscard]] Row* find(store::Location location);
  void support(const store::Location& location, const model::Label& label,
               const store::Location& by);
  // By all rows that what is kept at `location` is kept in as well.
  void support_from(const store::Location& location, const model::Label& label);
  void support_from_digest(const store::Location& location, const model::Label& label);
  void support_all_joins(const store::Location& by, const model::Label& label);
  [[nodiscard]] std::optional<store::Location> holder() const;
  [[nodiscard]] static bool stays(const store::Location& location, const Row& row);
  void relabel(Row& row) const;
  void relabel_all(const std::vector<store::Location>& rows);

  Lifted lifted_;
  std::vector<store::Location> own_;                      // of the place's server
  std::vector<store::Location> names_;                    // what it is called besides
  std::vector<store::Location> machine_, machine_names_;  // the same on the machine
  struct Unnamed {
    model::Label label;
    store::Location place;  // one of them
  };
  std::map<std::string, Unnamed> unnamed_;  // what is kept by digests that may name anything
  Rows rows_;                               // all that may change
};

}  // namespace touchstone::guard
