#include "resolve/plan.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "base/text.hpp"
#include "base/word_list.hpp"
#include "resolve/http_method.hpp"
#include "resolve/path.hpp"
#include "resolve/words.hpp"

namespace touchstone::resolve {
namespace {

bool has_choices(Role role) { return role == Role::kAction || role == Role::kMethod; }

bool decides(Role role) { return has_choices(role) || role == Role::kSql || role == Role::kShell; }

// "true" of a flag counts as much as a text.
void read_fallback(json::View schema, Parameter& into) {
  const auto value = schema.find("default");
  if (!value || value.is(json::Kind::kNull)) return;
  into.has_fallback = true;
  into.fallback = value.as_string().value_or(std::string(value.raw()));
}

Parameter parameter_of(std::string name, json::View schema, const ToolWords& tool) {
  Parameter out;
  out.role = role_of(name, schema, tool);
  out.name = std::move(name);
  read_fallback(schema, out);
  if (!has_choices(out.role)) return out;
  for (auto& choice : choices_of(schema)) {
    auto says = out.role == Role::kMethod ? verdict_on_method(choice) : verdict_on_action(choice);
    out.choices.emplace_back(std::move(choice), std::move(says));
  }
  std::ranges::sort(out.choices, {}, &std::pair<std::string, Verdict>::first);
  return out;
}

// A word of one's own under `kind` or `type` is what is looked for, where all that a tool does is
// look: `list_items {kind: "delete"}`.
bool is_noun(std::string_view name) { return name == "kind" || name == "type"; }

bool says_it_reads(const model::Tool& tool) {
  return tool.json.find("annotations").find("readOnlyHint").as_bool().value_or(false);
}

// Composed schemas may have parameters that stand nowhere in `properties`.
std::string unusual_schema(json::View schema) {
  constexpr std::array kComposed{"oneOf", "anyOf", "allOf", "if", "$ref", "patternProperties"};
  for (const auto* key : kComposed) {
    if (schema.find(key)) return std::string("the schema is composed with ") + key;
  }
  return {};
}

// The command's program stands alone if no list of arguments belongs to it.
void settle_shell(std::vector<Parameter>& parameters) {
  const bool shell =
      std::ranges::any_of(parameters, [](const Parameter& p) { return p.role == Role::kShell; });
  for (auto& parameter : parameters) {
    if (parameter.role == Role::kArguments && !shell) parameter.role = Role::kCode;
  }
}

bool is_about_statements(std::string_view name) {
  constexpr base::WordList kWords(
      "database db exec execute mysql pg postgres postgresql queries query run sql sqlite "
      "statement statements write");
  return std::ranges::all_of(words_of(name), [&](const auto& word) { return kWords.has(word); });
}

// What the name of such a tool says anyway: one that takes a command runs it, one that takes a
// method sends a request. One that has nothing in its name but a statement (`write_query`, not
// `update_report`) does what the statement does. With a list of actions beside it the name has to
// be neutral.
std::span<const infer::Act> expected_acts(std::string_view tool,
                                          const std::vector<Parameter>& parameters) {
  static constexpr std::array kActs{infer::Act::kRun, infer::Act::kSend};
  static constexpr std::array kStatements{infer::Act::kRun, infer::Act::kChange};
  const auto has = [&](Role role) {
    return std::ranges::any_of(parameters, [&](const Parameter& p) { return p.role == role; });
  };
  if (has(Role::kAction)) return {};
  if (has(Role::kMethod)) return kActs;
  if (has(Role::kShell)) return std::span(kActs).first(1);
  if (!has(Role::kSql)) return {};
  return std::span(kStatements).first(is_about_statements(tool) ? 2 : 1);
}

}  // namespace

Settings prepared(Settings settings) {
  for (auto& root : settings.roots) root = normal_path(root);
  std::erase_if(settings.roots, [](const std::string& root) {
    return root.empty() || root == ".." || (!root.starts_with('/') && root.find(":/") != 1);
  });
  for (auto& domain : settings.domains) {
    domain = base::lower_case(domain);
    const auto begin = std::min(domain.find_first_not_of("*."), domain.size());
    domain = domain.substr(begin, domain.find_last_not_of('.') + 1 - begin);
  }
  std::erase(settings.domains, "");
  return settings;
}

const Parameter* Plan::find(std::string_view name) const {
  const auto it = std::ranges::lower_bound(parameters, name, {}, &Parameter::name);
  return it != parameters.end() && it->name == name ? &*it : nullptr;
}

Plan plan_for(const model::Tool& tool, const Settings& settings) {
  Plan plan;
  plan.tool = tool.name;
  for (std::size_t i = 0; i < settings.rules.size(); ++i) {
    if (settings.rules[i].covers(tool.name)) plan.rules.push_back(i);
  }
  const auto schema = tool.json.find("inputSchema");
  plan.doubt = unusual_schema(schema);
  const auto words = words_of_tool(tool.json, tool.name);
  const bool reads = says_it_reads(tool) && change_in_tool_name(tool.name, {}).empty();
  for (const auto [key, value] : schema.find("properties").members()) {
    if (plan.parameters.size() == kMaxParameters) {
      plan.doubt = "the tool has too many parameters";
      break;
    }
    auto parameter = parameter_of(key.as_string().value_or(""), value, words);
    const bool is_open = parameter.role == Role::kHint && choices_of(value).empty();
    if (is_open && reads && is_noun(parameter.name)) parameter.role = Role::kNone;
    plan.parameters.push_back(std::move(parameter));
  }
  settle_shell(plan.parameters);
  plan.decides =
      std::ranges::any_of(plan.parameters, [](const Parameter& p) { return decides(p.role); });
  plan.name_says = change_in_tool_name(tool.name, expected_acts(tool.name, plan.parameters));
  std::ranges::sort(plan.parameters, {}, &Parameter::name);
  return plan;
}

}  // namespace touchstone::resolve
