#include "policy/operator.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace touchstone::policy {
namespace {

// clang-format off
constexpr OpSpec kOperators[] = {
    {Op::kEquals, "equals", Shape::kSame, "flag number text set any", "is this; of a set, any member is"},
    {Op::kNotEquals, "notEquals", Shape::kSame, "flag number text set any", "is there and is something else; of a set, any member is"},
    {Op::kIn, "in", Shape::kList, "number text set any", "is one of these; of a set, any member is"},
    {Op::kContains, "contains", Shape::kSame, "text set any", "a text has this in it; a set has it as a member"},
    {Op::kIntersects, "intersects", Shape::kList, "set any", "has at least one of these"},
    {Op::kExists, "exists", Shape::kFlag, "flag number text set any", "true: it is known; false: it is absent"},
    {Op::kMatches, "matches", Shape::kPattern, "text set any", "a regular expression (RE2) is found in it; ^ and $ tie it down"},
    {Op::kStartsWith, "startsWith", Shape::kText, "text set any", "begins with this"},
    {Op::kEndsWith, "endsWith", Shape::kText, "text set any", "ends with this"},
    {Op::kGreaterThan, "greaterThan", Shape::kOrdered, "number text any", "is more than this number, or than this word of an ordered fact"},
    {Op::kGreaterThanOrEqual, "greaterThanOrEqual", Shape::kOrdered, "number text any", "is that or more"},
    {Op::kLessThan, "lessThan", Shape::kOrdered, "number text any", "is less"},
    {Op::kLessThanOrEqual, "lessThanOrEqual", Shape::kOrdered, "number text any", "is that or less"},
    {Op::kWithinPath, "withinPath", Shape::kPath, "text set any", "is this path or lies below it, whatever . and .. it takes, as a path or as the URI of a file"},
    {Op::kCidr, "cidr", Shape::kNetwork, "text set any", "is an IP address in this network, however it is written, or a URL with one"},
};
// clang-format on

}  // namespace

std::span<const OpSpec> operators() { return kOperators; }

const OpSpec& spec(Op op) { return kOperators[static_cast<std::size_t>(op)]; }

const OpSpec* find_operator(std::string_view name) {
  const auto* it = std::ranges::find(kOperators, name, &OpSpec::name);
  return it == std::end(kOperators) ? nullptr : it;
}

bool applies(const OpSpec& op, const FactSpec& fact) {
  if (!base::has_word(op.types, name_of(fact.type))) return false;
  return op.shape != Shape::kOrdered || fact.type != Type::kText || fact.ordered;
}

}  // namespace touchstone::policy
