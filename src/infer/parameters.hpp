// Parameters: what an input schema lets a caller say, and an output schema lets the tool answer, as
// far as it tells what the tool does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "infer/act.hpp"
#include "infer/words.hpp"
#include "json/document.hpp"

namespace touchstone::infer {

inline constexpr std::size_t kMaxParameters = 96;      // of one tool, nested ones included
inline constexpr std::size_t kMaxNesting = 3;          // objects within parameters
inline constexpr std::size_t kMaxValues = 64;          // of one enum
inline constexpr std::size_t kMaxParameterText = 400;  // bytes read of a parameter's description

struct Parameter {
  std::string name;  // as it is spelled
  Words words;
  Words text;  // its description
  json::View schema;
  std::string pointer;  // "/inputSchema/properties/path"
  bool required = false;
  bool nested = false;
};

[[nodiscard]] std::vector<Parameter> read_parameters(json::View input_schema,
                                                     std::string_view pointer);

// The same of an output schema. Its own title and description come first, without a name; empty if
// there is no schema.
[[nodiscard]] std::vector<Parameter> read_results(json::View output_schema,
                                                  std::string_view pointer);

// The values a parameter is limited to (enum, const, anyOf of such), strings only.
[[nodiscard]] std::vector<std::string> values_of(json::View schema);

}  // namespace touchstone::infer
