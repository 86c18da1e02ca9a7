#include "resolve/rule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"
#include "json/pointer.hpp"

namespace touchstone::resolve {
namespace {

json::View argument_in(json::View arguments, std::string_view name) {
  return name.starts_with('/') ? json::at(arguments, name) : arguments.find(name);
}

// A text, or a number or truth value as it is spelled.
bool fits(const Operand& operand, Condition::Kind kind, json::View value) {
  std::string scratch;
  auto text = value.as_string(scratch);
  if (!text) {
    const bool scalar = value.is(json::Kind::kNumber) || value.is(json::Kind::kBool);
    if (!scalar || !operand.any_type) return false;
    text = value.raw();
  }
  return kind == Condition::Kind::kMatches ? base::matches_glob(*text, operand.text)
                                           : *text == operand.text;
}

}  // namespace

bool Condition::holds(json::View arguments) const {
  const auto value = argument_in(arguments, argument);
  if (kind == Kind::kAbsent) return !value || value.is(json::Kind::kNull);
  if (!value || value.is(json::Kind::kNull)) return false;
  if (kind == Kind::kPresent) return true;
  const auto one_fits = [&](json::View item) {
    return std::ranges::any_of(operands, [&](const auto& o) { return fits(o, kind, item); });
  };
  if (!value.is(json::Kind::kArray)) return one_fits(value);
  const auto elements = value.elements();
  if (elements.empty()) return false;
  for (const auto item : elements) {
    if (!one_fits(item)) return false;
  }
  return true;
}

bool Rule::covers(std::string_view tool_name) const { return base::matches_glob(tool_name, tool); }

bool Rule::matches(json::View arguments) const {
  return std::ranges::all_of(when, [&](const Condition& c) { return c.holds(arguments); });
}

std::vector<model::Evidence> Rule::evidence() const {
  const bool exact = tool.find('*') == std::string::npos;
  std::vector<model::Evidence> out;
  for (const auto& [field, value] : then) {
    out.push_back({field,
                   value,
                   model::Source::kOperator,
                   1.0F,
                   where.empty() ? std::string("a rule of the operator")
                                 : fmt::format("a rule of the operator at {}", where),
                   {},
                   exact});
  }
  return out;
}

}  // namespace touchstone::resolve
