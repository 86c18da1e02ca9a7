#include "cli/recorded_result.hpp"

#include <algorithm>
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

// {"regulated": {"scopes": […]}} as facts name it; see policy::class_words().
void add_regulated(const tree::Node& regulated, std::vector<std::string>& into) {
  const auto* scopes = regulated.find("scopes");
  if (scopes == nullptr || scopes->children.empty()) {
    into.emplace_back("regulated");
    return;
  }
  for (const auto& scope : scopes->children) into.push_back("regulated:" + scope.text);
  into.emplace_back("regulated");
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

// Where it comes from: what somebody said of the tool, and that it is of the open world if it is.
std::vector<std::string> source_recorded(const tree::Node& label, const tree::Node& call) {
  std::vector<std::string> out;
  const auto* who = call.find("tool.evidence.returnMetadata.source.source");
  const auto* words = call.find("tool.annotations.returnMetadata.source");
  if (who != nullptr && who->text != "default" && words != nullptr) {
    for (const auto& word : words->children) out.push_back(word.text);
  }
  const auto* untrusted = label.find("untrusted");
  const bool is_open = untrusted != nullptr && untrusted->text == "true";
  if (is_open && std::ranges::find(out, "untrustedPublic") == out.end())
    out.emplace_back("untrustedPublic");
  return out;
}

}  // namespace

std::optional<tree::Node> facts_of_result(const tree::Node& came, const tree::Node& call) {
  const auto* label = came.find("label");
  if (label == nullptr || came.find("size") == nullptr) return std::nullopt;
  tree::Node facts = tree::map_node();
  take_members(came, kResultFacts, facts);
  take_members(*label, kResultLabelFacts, facts);
  const auto classes = classes_recorded(*label);
  if (!classes.empty())
    facts.add("response.annotations.returnMetadata.sensitivity", tree::list_node(classes));
  const auto source = source_recorded(*label, call);
  if (!source.empty())
    facts.add("response.annotations.returnMetadata.source", tree::list_node(source));
  return facts;
}

}  // namespace touchstone::cli
