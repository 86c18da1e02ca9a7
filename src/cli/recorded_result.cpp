#include "cli/recorded_result.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace touchstone::cli {
namespace {

struct ResultFact {
  std::string_view member;
  std::string_view fact;
};
constexpr std::array kResultFacts{ResultFact{"size", "response.size"},
                                  ResultFact{"isError", "response.isError"},
                                  ResultFact{"detections", "response.detections"}};
constexpr std::array kResultLabelFacts{
    ResultFact{"untrusted", "response.annotations.openWorldHint"},
    ResultFact{"private", "response.annotations.sensitiveDataHint"},
    ResultFact{"malicious", "response.annotations.maliciousActivityHint"},
    ResultFact{"attribution", "response.annotations.attribution"},
};

template <typename Members>
void take_members(const tree::Node& from, const Members& members, tree::Node& into) {
  for (const auto& [member, fact] : members) {
    if (const auto* value = from.find(member)) into.add(std::string(fact), *value);
  }
}

// {"regulated": {"scopes": […]}} as facts name it; see model::words().
void add_regulated(const tree::Node& regulated, std::vector<std::string>& into) {
  const auto* scopes = regulated.find("scopes");
  if (scopes == nullptr || scopes->children.empty()) return into.push_back("regulated");
  for (const auto& scope : scopes->children) into.push_back("regulated:" + scope.text);
}

std::vector<std::string> classes_recorded(const tree::Node& label) {
  std::vector<std::string> out;
  const auto* classes = label.find("classes");
  if (classes == nullptr) return out;
  for (const auto& one : classes->children) {
    if (const auto* regulated = one.find("regulated")) {
      add_regulated(*regulated, out);
    } else if (one.is_scalar()) {
      out.push_back(one.text);
    }
  }
  return out;
}

}  // namespace

std::optional<tree::Node> facts_of_result(const tree::Node& came) {
  const auto* label = came.find("label");
  if (label == nullptr || came.find("size") == nullptr) return std::nullopt;
  tree::Node facts = tree::map_node();
  take_members(came, kResultFacts, facts);
  take_members(*label, kResultLabelFacts, facts);
  const auto classes = classes_recorded(*label);
  if (!classes.empty())
    facts.add("response.annotations.returnMetadata.sensitivity", tree::list_node(classes));
  return facts;
}

}  // namespace touchstone::cli
