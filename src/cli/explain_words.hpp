// How a profile is told to people, field by field, and to programs.
#pragma once

#include <string>
#include <vector>

#include "cli/assay.hpp"
#include "json/writer.hpp"
#include "model/derive.hpp"
#include "model/profile.hpp"

namespace touchstone::cli {

[[nodiscard]] std::string in_words(const model::Value& value);              // "no claim" when unset
[[nodiscard]] std::string source_in_words(const model::FieldState& state);  // "inferred 85 %"
[[nodiscard]] std::string legs_in_words(const model::Legs& legs);

// Where the value comes from, and who says otherwise.
[[nodiscard]] std::string why(const model::FieldSpec& field, const model::Profile& profile);

// Each leg of the trifecta that the tool has, with what gives it.
[[nodiscard]] std::vector<std::string> legs_explained(const model::Profile& profile);
// What to watch when it is used, the gravest first.
[[nodiscard]] std::vector<std::string> advice(const model::Profile& profile);

// The tool's JSON (tool_json.hpp) with, per field, its default and all evidence.
void write_explanation(json::Writer& out, const Assayed& tool);

}  // namespace touchstone::cli
