#include "detect/rules.hpp"

#include <vector>

#include "detect/rule_tables.hpp"

namespace touchstone::detect {
namespace {

RuleSet make_rules() {
  std::vector<PhraseRule> rules;
  for (const auto table : {rules_of_orders(), rules_of_data(), rules_of_purpose()}) {
    rules.insert(rules.end(), table.begin(), table.end());
  }
  return {word_classes(), rules};
}

}  // namespace

const RuleSet& phrase_rules() {
  static const RuleSet kSet = make_rules();
  return kSet;
}

}  // namespace touchstone::detect
