#include "detect/rules.hpp"

#include <algorithm>
#include <iterator>
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

bool speaks_in_results(const PhraseRule& rule) {
  if (rule.in == RuleIn::kDefinitions) return false;
  return rule.family == Family::kSecrecy || rule.family == Family::kOverride ||
         rule.family == Family::kConversation || rule.family == Family::kSending;
}

std::vector<PhraseRule> rules_for_results() {
  std::vector<PhraseRule> rules(rules_of_results().begin(), rules_of_results().end());
  rules.insert(rules.end(), rules_of_wordings().begin(), rules_of_wordings().end());
  for (const auto table : {rules_of_orders(), rules_of_data()}) {
    std::ranges::copy_if(table, std::back_inserter(rules), speaks_in_results);
  }
  return rules;
}

}  // namespace

const RuleSet& result_rules() {
  static const RuleSet kSet = {word_classes(), rules_for_results()};
  return kSet;
}

const RuleSet& concealed_rules() {
  static const RuleSet kSet(word_classes(), rules_of_concealed());
  return kSet;
}

const RuleSet& phrase_rules() {
  static const RuleSet kSet = make_rules();
  return kSet;
}

}  // namespace touchstone::detect
