// For the tests of places: a call, and its places in words.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "guard/place_rows.hpp"
#include "guard/places.hpp"
#include "json/parser.hpp"

namespace touchstone::guard {

// A call of a tool with these arguments, and what is found in it.
struct PlacedCall {
  explicit PlacedCall(const std::string& arguments)
      : document(*json::Parser().parse(json::Text(arguments))) {}

  json::Document document;
  Subject subject{.method = "tools/call", .server = "s", .name = "t", .arguments = document.root()};
  Places found = places_of(subject);
};

// As the guard has them: "path docs/a.txt".
inline std::vector<std::string> in_words(const std::vector<store::Location>& places) {
  std::vector<std::string> out;
  for (const auto& place : places)
    out.push_back(place.place.empty() ? place.kind : place.kind + " " + place.place);
  return out;
}

inline std::vector<std::string> places(const std::string& arguments) {
  return in_words(PlacedCall(arguments).found.all);
}

inline std::vector<std::string> asked(const std::string& arguments) {
  const PlacedCall call(arguments);
  return in_words(asked_of(call.subject, call.found));
}

inline std::vector<std::string> kept(const std::string& arguments) {
  const PlacedCall call(arguments);
  model::Label label;
  label.untrusted = true;
  std::vector<store::Location> out;
  for (const auto& one : kept_of(call.subject, call.found, label, label, {}))
    out.push_back(one.location);
  return in_words(out);
}

// Does who reads this find what was written so?
inline bool finds(const std::string& written, const std::string& read) {
  const auto rows = kept(written);
  return std::ranges::any_of(asked(read),
                             [&](const auto& row) { return std::ranges::count(rows, row) > 0; });
}

}  // namespace touchstone::guard
