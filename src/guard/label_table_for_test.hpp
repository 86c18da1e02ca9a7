// For the tests of taking a label from a place: a store in memory, and labels.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "guard/place_lift.hpp"
#include "guard/places_for_test.hpp"

namespace touchstone::guard::place_testing {

using Kept = std::map<store::Location, model::Label>;
using store::Declassified;

inline model::Label untrusted() {
  model::Label label;
  label.untrusted = true;
  label.attribution.insert_own("mcp://web/fetch");
  return label;
}
inline model::Label about_money() {
  model::Label label;
  label.is_private = true;
  label.classes.insert(model::DataClass::kFinancial);
  return label;
}
inline model::Label regulated(const std::string& scope = {}) {
  model::Label label;
  label.is_private = true;
  label.classes.insert(model::DataClass::kRegulated);
  if (!scope.empty()) label.classes.insert_scope(scope);
  return label;
}
inline const model::Relief kTrust{.untrusted = true};

// What a store has of places, and the calls of servers that run here.
class LabelTable {
 public:
  void write(const std::string& arguments, const model::Label& label,
             std::string_view server = "s") {
    const PlacedCall call(arguments);
    write(in(call, server), label);
  }
  // Of a call that moves what `label` is of.
  void write_moved(const std::string& arguments, const model::Label& label,
                   std::string_view server = "s") {
    const PlacedCall call(arguments);
    ASSERT_TRUE(call.found.moves) << arguments;
    write(in(call, server), label, label);
  }
  void write_path(std::string_view path, const model::Label& label, std::string_view server = "s") {
    write(fmt::format(R"({{"path":"{}"}})", path), label, server);
  }
  [[nodiscard]] model::Label read(const std::string& arguments,
                                  std::string_view server = "s") const {
    const PlacedCall call(arguments);
    const auto reader = in(call, server);
    return joined(asked_of(reader, places_of(reader)));
  }
  [[nodiscard]] model::Label read_path(std::string_view path, std::string_view server = "s") const {
    return read(fmt::format(R"({{"path":"{}"}})", path), server);
  }
  // Of all that is below a folder.
  [[nodiscard]] model::Label read_below(std::string_view folder,
                                        std::string_view server = "s") const {
    const PlacedCall call(fmt::format(R"({{"path":"{}"}})", folder));
    const auto reader = in(call, server);
    return joined(asked_below(reader, places_of(reader)));
  }
  [[nodiscard]] model::Label own(const store::Location& place) const {
    return joined(own_rows_of(place));
  }
  Declassified lift(const store::Location& place, const model::Relief& takes) {
    return apply({.place = place, .seen = own(place), .takes = takes});
  }
  Declassified lift_all(const store::Location& place) {
    return apply({.place = place, .seen = own(place), .takes = {}, .all = true});
  }
  Declassified apply(Lifted lifted) {
    PlaceLift lift(std::move(lifted));
    for (const auto& [location, label] : rows) {
      if (lift.wants(location)) lift.look_at({location, label, {}, named.contains(location)});
    }
    const auto done = lift.decide();
    held_by = done.held_by;
    for (const auto& row : done.rows) {
      if (!row.by_name || row.label == model::Label()) named.erase(row.location);
      if (row.label == model::Label()) {
        rows.erase(row.location);
      } else {
        rows[row.location] = row.label;
      }
    }
    return done.how;
  }

  Kept rows;
  std::optional<store::Location> held_by;
  std::set<store::Location> named;  // of these, what was written by its own name

 private:
  static Subject in(const PlacedCall& call, std::string_view server) {
    Subject out = call.subject;
    out.server = server;
    out.transport = "stdio";
    return out;
  }
  void write(const Subject& subject, const model::Label& label, const model::Label& moved = {}) {
    for (const auto& one : kept_of(subject, places_of(subject), label, moved, {})) {
      auto kept = one.location;
      kept.place = store::kept_place(kept.place);
      rows[kept].join(one.label);
      if (one.by_name) named.insert(kept);
    }
  }
  [[nodiscard]] model::Label joined(const std::vector<store::Location>& asked) const {
    model::Label out;
    for (auto location : asked) {
      location.place = store::kept_place(location.place);
      if (const auto found = rows.find(location); found != rows.end()) out.join(found->second);
    }
    return out;
  }
};

}  // namespace touchstone::guard::place_testing
