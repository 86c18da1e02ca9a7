#include "cli/fact.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "model/alias.hpp"
#include "model/derive.hpp"
#include "model/lattice.hpp"

namespace touchstone::cli {
namespace {

using Kind = FactSpec::Kind;

constexpr std::string_view kEffective = "effective.";
constexpr std::string_view kDeclared = "declared.";

template <typename Enum>
std::vector<std::string> names_up_to(Enum last) {
  std::vector<std::string> out;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    out.emplace_back(model::name_of(static_cast<Enum>(i)));
  }
  return out;
}

std::vector<std::string> words_of(const model::FieldSpec& field) {
  if (field.type == model::Type::kFlag) return {"false", "true"};
  std::vector<std::string> out;
  if (field.vocabulary) {
    for (const auto& choice : model::choices(*field.vocabulary)) out.emplace_back(choice.name);
  }
  return out;
}

Kind kind_of(const model::FieldSpec& field) {
  switch (field.type) {
    case model::Type::kText: return Kind::kText;
    case model::Type::kFlag: return Kind::kFlag;
    // Destinations and outcomes go from less to more; sources differ in kind.
    case model::Type::kChoices:
      return field.vocabulary == model::Vocabulary::kSource ? Kind::kSet : Kind::kOrdered;
    default: return Kind::kSet;
  }
}

std::vector<FactSpec> make_facts() {
  std::vector<FactSpec> facts{
      {"name", Kind::kText, {}, "the tool's name"},
      {"server", Kind::kText, {}, "the server it belongs to, where the list says so"},
      {"description", Kind::kText, {}, "its description"},
      {"tier", Kind::kOrdered, names_up_to(model::Tier::kDestructive),
       "read, write or destructive"},
      {"risk", Kind::kOrdered, names_up_to(model::Risk::kCritical), "how much care it needs"},
      {"legs",
       Kind::kSet,
       {"readsPrivate", "readsUntrusted", "sendsOut"},
       "which legs of the lethal trifecta it has"},
      {"managedExecution", Kind::kFlag, {"false", "true"}, "slow and heavy: wants a queue"},
      {"held", Kind::kFlag, {"false", "true"}, "held back until a person has accepted it"},
  };
  std::vector<std::string> kinds;
  for (const auto kind : model::kAllFindingKinds) kinds.emplace_back(model::name_of(kind));
  facts.push_back({"findings", Kind::kSet, kinds, "kinds of findings it has"});
  for (const auto prefix : {std::string_view(), kEffective, kDeclared}) {
    for (const auto& field : model::kFields) {
      facts.push_back({fmt::format("{}{}", prefix, field.name), kind_of(field), words_of(field),
                       std::string(field.meaning)});
    }
  }
  for (const auto& alias : model::kAliases) {
    std::vector<std::string> words{"false", "true"};
    if (alias.has_levels) words.insert(words.end(), {"low", "medium", "high"});
    facts.push_back({std::string(alias.name), alias.has_levels ? Kind::kSet : Kind::kFlag, words,
                     std::string(alias.meaning)});
  }
  return facts;
}

// Riskier is higher: a risky flag above a reassuring one, a set by its most exposed member.
int ordinal_of(const model::FieldSpec& field, const model::Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag == field.risky ? 1 : 0;
  if (const auto* set = std::get_if<model::ChoiceSet>(&value)) return set->highest();
  if (const auto* classes = std::get_if<model::DataClasses>(&value)) {
    return classes->sensitive() ? 1 : 0;
  }
  return 0;
}

// Regulated data is found by "regulated" and by its scope as well as by both together.
std::vector<std::string> also_called(const model::Value& value) {
  const auto* classes = std::get_if<model::DataClasses>(&value);
  if (classes == nullptr || !classes->has(model::DataClass::kRegulated)) return {};
  std::vector<std::string> out{std::string(name_of(model::DataClass::kRegulated))};
  out.insert(out.end(), classes->scopes().begin(), classes->scopes().end());
  return out;
}

FactValue fact_of(const model::FieldSpec& field, const model::Value& value) {
  if (!model::is_set(value)) return {};
  return {model::words(value), ordinal_of(field, value), also_called(value), true};
}

model::Value declared_value(const model::Tool& tool, const model::FieldSpec& field) {
  model::Value value;
  for (const auto& claim : tool.claims) {
    if (claim.field == field.field) value = model::join(field, value, claim.value);
  }
  return value;
}

FactValue field_value(std::string_view name, const Assayed& assayed) {
  const bool effective = name.starts_with(kEffective);
  const bool declared = name.starts_with(kDeclared);
  if (effective) name.remove_prefix(kEffective.size());
  if (declared) name.remove_prefix(kDeclared.size());
  const auto* field = model::find_field(name);
  if (field == nullptr) return {};
  if (declared) return fact_of(*field, declared_value(assayed.tool, *field));
  if (!effective && !assayed.profile.stated(field->field)) return {};
  return fact_of(*field, assayed.profile[field->field].value);
}

FactValue one_word(std::string word, int ordinal) { return {{std::move(word)}, ordinal, {}, true}; }

FactValue alias_value(std::string_view name, const model::Tool& tool) {
  for (const bool meta : {false, true}) {
    for (const auto [key, value] : tool.json.find(meta ? "_meta" : "annotations").members()) {
      const auto spelled = key.as_string().value_or("");
      const auto* alias = meta ? model::find_meta_alias(spelled) : model::find_alias(spelled);
      if (alias == nullptr || alias->name != name) continue;
      if (const auto flag = value.as_bool()) return one_word(*flag ? "true" : "false", *flag);
      if (auto word = value.as_string()) return one_word(*word, model::level(*word) == true);
    }
  }
  return {};
}

FactValue text(std::string value) {
  if (value.empty()) return {};
  return one_word(std::move(value), 0);
}

FactValue legs_value(const model::Profile& profile) {
  const auto legs = model::legs_of(profile);
  FactValue value;
  if (legs.reads_private) value.words.emplace_back("readsPrivate");
  if (legs.reads_untrusted) value.words.emplace_back("readsUntrusted");
  if (legs.sends_out) value.words.emplace_back("sendsOut");
  value.ordinal = static_cast<int>(value.words.size()) - 1;
  value.known = !value.words.empty();
  return value;
}

FactValue findings_value(const Assayed& tool) {
  std::set<std::string> kinds;
  for (const auto& finding : tool.findings) kinds.emplace(model::name_of(finding.kind));
  return {{kinds.begin(), kinds.end()}, static_cast<int>(tool.findings.size()), {}, !kinds.empty()};
}

template <typename Enum>
FactValue ordered(Enum value) {
  return one_word(std::string(model::name_of(value)), static_cast<int>(value));
}

}  // namespace

const std::vector<FactSpec>& all_facts() {
  static const std::vector<FactSpec> kFacts = make_facts();
  return kFacts;
}

const FactSpec* find_fact(std::string_view name) {
  const auto wanted = base::lower_case(name);
  const auto found = std::ranges::find_if(all_facts(), [&](const FactSpec& fact) {
    const auto known = base::lower_case(fact.name);
    return known == wanted || known == wanted + "hint";
  });
  return found == all_facts().end() ? nullptr : &*found;
}

base::Error unknown_fact(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& fact : all_facts()) names.push_back(fact.name);
  const auto meant = base::closest(name, names);
  return {fmt::format("there is nothing called {:.60}", name), "",
          meant.empty() ? "touchstone fields lists the names"
                        : fmt::format("{}; touchstone fields lists the names", meant)};
}

FactValue value_of(const FactSpec& fact, const Assayed& tool) {
  const std::string_view name = fact.name;
  if (name == "name") return text(tool.tool.name);
  if (name == "server") return text(tool.tool.server);
  if (name == "description") {
    return text(tool.tool.json.find("description").as_string().value_or(""));
  }
  if (name == "tier") return ordered(model::tier_of(tool.profile));
  if (name == "risk") return ordered(model::risk_of(tool.profile));
  if (name == "legs") return legs_value(tool.profile);
  if (name == "findings") return findings_value(tool);
  if (name == "managedExecution") {
    const bool managed = model::explain_risk(tool.profile).managed_execution;
    return one_word(managed ? "true" : "false", managed ? 1 : 0);
  }
  if (name == "held") return one_word(tool.held.empty() ? "false" : "true", !tool.held.empty());
  if (model::find_alias(name) != nullptr) return alias_value(name, tool.tool);
  return field_value(name, tool);
}

}  // namespace touchstone::cli
