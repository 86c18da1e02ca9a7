// poison(): what in a tool's, prompt's or server's own words is meant for the model and against the
// user.
//
// Walks every string that a model may be shown: name, title, description, all of the schemas
// (descriptions, titles, defaults, examples, enums, property names), annotations and _meta. Pure;
// any thread. What it cannot see: a lie in plain, honest-sounding words; other languages than
// English, except hidden characters, encodings and markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "detect/passage.hpp"
#include "json/document.hpp"
#include "model/finding.hpp"
#include "model/tool.hpp"

namespace touchstone::detect {

struct Poison {
  Suspicion suspicion;
  std::string pointer;  // to the string, in the document it stands in
  std::size_t offset;   // byte offset of the span in that document
};

// Strings of one definition that are examined, and findings that are told of it.
inline constexpr std::size_t kMaxStrings = 20'000;
inline constexpr std::size_t kMaxPoisons = 16;

// Everything suspicious in a definition (of a tool, a prompt, a resource); `pointer` says where it
// stands. In the order of the document, or the heaviest first if there are more than kMaxPoisons.
struct Definition {
  json::View json;
  std::string pointer = {};
  std::string server = {};
};
[[nodiscard]] std::vector<Poison> poison(const Definition& definition,
                                         const KnownTools* known = nullptr,
                                         NamesAsked* asked = nullptr);
[[nodiscard]] std::vector<Poison> poison(const model::Tool& tool, const KnownTools* known = nullptr,
                                         NamesAsked* asked = nullptr);

[[nodiscard]] model::Finding to_finding(const Poison& poison);

// A parameter that takes whatever it is told to take, by its name: `notes`, `context`.
[[nodiscard]] bool is_side_channel(std::string_view parameter);

}  // namespace touchstone::detect
