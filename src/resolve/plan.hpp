// Plan: which parameters of a tool mean what, found once from its definition, so that a call looks
// only at those.
//
//   const Plan plan = plan_for(tool, settings);       // once for each definition
//   const Resolution r = resolve(plan, settings, arguments);   // for each call (resolve.hpp)
//
// A plan is a value, keeps no pointer into the definition, and may be read from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "model/tool.hpp"
#include "resolve/role.hpp"
#include "resolve/rule.hpp"
#include "resolve/verdict.hpp"

namespace touchstone::resolve {

inline constexpr std::size_t kMaxParameters = 512;  // of one tool; more, and nothing is resolved

// What the operator says about the surroundings of one server.
struct Settings {
  std::vector<std::string> roots;    // folders the server is meant to work in, absolute
  std::vector<std::string> domains;  // the organisation's own
  std::vector<Rule> rules;

  friend bool operator==(const Settings&, const Settings&) = default;
};

// Roots made normal and domains in lower case without dots around them, as resolve() wants them.
[[nodiscard]] Settings prepared(Settings settings);

struct Parameter {
  std::string name;
  Role role = Role::kNone;
  std::vector<std::pair<std::string, Verdict>> choices;  // of an action or method, sorted
  std::string fallback;                                  // what the schema says absence means
  bool has_fallback = false;
};

struct Plan {
  std::string tool;
  std::vector<Parameter> parameters;  // sorted by name
  bool decides = false;               // some parameter says what the call does
  std::string name_says;              // why the tool's own name speaks against reading; or empty
  std::string doubt;                  // why its calls cannot be understood; or empty
  std::vector<std::size_t> rules;     // of Settings, those for this tool, in order

  [[nodiscard]] const Parameter* find(std::string_view name) const;
};

// `settings` are prepared.
[[nodiscard]] Plan plan_for(const model::Tool& tool, const Settings& settings);

}  // namespace touchstone::resolve
