#include "config/rule_writer.hpp"

#include <string>
#include <utility>

#include "config/tree.hpp"
#include "json/writer.hpp"

namespace touchstone::config {
namespace {

using Test = resolve::Condition::Kind;

Node operands_node(const resolve::Condition& condition) {
  Node list = list_node();
  for (const auto& operand : condition.operands) {
    list.children.push_back(operand.any_type ? plain_node(operand.text) : text_node(operand.text));
  }
  return list;
}

}  // namespace

Node condition_node(const resolve::Condition& condition) {
  if (condition.kind == Test::kIs) return operands_node(condition);
  Node map = map_node();
  if (condition.kind == Test::kMatches) {
    map.add("matches", operands_node(condition));
  } else {
    map.add("absent", plain_node(condition.kind == Test::kAbsent ? "true" : "false"));
  }
  return map;
}

Node sayings_node(const resolve::Sayings& sayings) {
  Node map = map_node();
  for (const auto& [field, value] : sayings) {
    json::Writer out;
    model::write(out, value);
    auto node = read_json(out.text());
    map.add(std::string(model::spec(field).name), node ? std::move(*node) : Node());
  }
  return map;
}

}  // namespace touchstone::config
