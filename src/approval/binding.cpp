#include "approval/binding.hpp"

#include <set>
#include <string>
#include <utility>

#include "json/canonical.hpp"
#include "mcp/ourselves.hpp"
#include "policy/version.hpp"

namespace touchstone::approval {

std::string arguments_digest(json::View arguments) {
  return arguments ? json::digest(arguments) : json::digest_of_canonical("{}");
}

std::string shape_digest(std::string_view shape_text) {
  return json::digest_of_canonical(shape_text);
}

std::string policy_version(const policy::Policy& policy) {
  return json::digest_of_canonical(
      std::string(mcp::kOurselves).append("\n").append(policy::text_of_rules(policy)));
}

void bind_to_result(store::Binding& binding, json::View result) {
  binding.tool += " (its result)";
  binding.arguments += ' ' + arguments_digest(result);
  binding.shape = binding.arguments;
}

void bind_to_rules(store::Binding& binding, const policy::Decision& decision) {
  std::set<std::string> names;
  for (const policy::Rule* rule : decision.fired) {
    if (rule->effect == policy::Effect::kEscalate) names.insert(rule->name);
  }
  binding.rules.clear();
  for (const auto& name : names) binding.rules.append(name).append("\n");
}

store::Binding bind(CallName call, json::View arguments, std::string_view shape_text,
                    std::string pin, std::string policy) {
  return {.principal = std::move(call.principal),
          .session = std::move(call.session),
          .server = std::move(call.server),
          .tool = std::move(call.tool),
          .arguments = arguments_digest(arguments),
          .shape = shape_digest(shape_text),
          .pin = std::move(pin),
          .policy = std::move(policy)};
}

}  // namespace touchstone::approval
