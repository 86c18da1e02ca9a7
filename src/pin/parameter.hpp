// What one parameter lets its caller do, by its name and schema. Internal to src/pin.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "json/document.hpp"
#include "pin/drift.hpp"
#include "resolve/role.hpp"

namespace touchstone::pin {

[[nodiscard]] std::string quoted_name(std::string_view name);  // `name`, safe to print

// What a parameter takes that lets a caller, or whoever talks the caller into it, do more: "a URL";
// empty if it is nothing of the kind.
[[nodiscard]] std::string_view power_of(resolve::Role role);
void collect_powers(json::View schema, const resolve::ToolWords& words, Powers& out);

[[nodiscard]] bool takes_anything(json::View schema);  // says nothing about what the value is
[[nodiscard]] bool is_free_text(json::View schema);
// Can hold what was talked about, and its name asks for it.
[[nodiscard]] bool carries_talk(std::string_view name, json::View schema);
[[nodiscard]] bool looks_like_place(json::View value);           // has an address in it
[[nodiscard]] bool is_switch_for_safety(std::string_view name);  // dry_run, confirm
[[nodiscard]] bool is_switch_for_harm(std::string_view name);    // force, recursive

// How much is done by what a value calls for: 0 reads, 3 destroys or runs. Of a value that chooses
// what is done, any verb counts; elsewhere only plain ones.
[[nodiscard]] int weight_of(const std::string& value, bool decides);

// All that a schema allows: a bound would be a place to hide one behind.
[[nodiscard]] std::set<std::string> values_in(json::View schema);

}  // namespace touchstone::pin
