// For the tests of this module: reading from literals, and generators of evidence and labels.
#pragma once

#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "json/parser.hpp"
#include "model/check.hpp"
#include "model/derive.hpp"
#include "model/label.hpp"
#include "model/tool.hpp"

namespace touchstone::model {

inline json::Document parsed(std::string_view text, json::Limits limits = {}) {
  auto document = json::Parser(limits).parse(json::Text::copy_of(text));
  if (!document) {
    ADD_FAILURE() << document.error().what << " at byte " << document.error().position.offset
                  << " of " << text;
    return parsed("null");
  }
  return std::move(*document);
}

struct ReadTool {
  json::Document document;
  Tool tool;
};

inline ReadTool tool_from(std::string_view text) {
  auto document = parsed(text);
  auto tool = read_tool(document.root(), "");
  return {std::move(document), std::move(tool)};
}

// A tool called `t` with these annotations and, after them, these further members.
inline std::string tool_text(std::string_view annotations, std::string_view more = {}) {
  return R"({"name":"t","annotations":)" + std::string(annotations) + std::string(more) + "}";
}
inline ReadTool annotated(std::string_view annotations, std::string_view more = {}) {
  return tool_from(tool_text(annotations, more));
}

inline Profile profile_from(std::string_view tool, Trust trust = Trust::kStandard) {
  return profile_of(tool_from(tool).tool, {.trust = trust});
}
inline Profile annotated_profile(std::string_view annotations, Trust trust = Trust::kStandard) {
  return profile_from(tool_text(annotations), trust);
}

inline std::vector<Finding> findings_of(const ReadTool& read, std::vector<Evidence> more = {},
                                        Trust trust = Trust::kStandard) {
  auto evidence = read.tool.claims;
  std::ranges::move(more, std::back_inserter(evidence));
  return check(read.tool, fold(std::move(evidence), {.trust = trust}));
}

inline Evidence says(Source source, Field field, Value value, float confidence = 1.0F) {
  return {field, std::move(value), source, confidence, "because", {}, true};
}

inline constexpr Trust kAllTrust[] = {Trust::kUntrusted, Trust::kStandard, Trust::kTrusted};

// Checks a property on many more cases than the library's hundred: the ones here are cheap, and the
// interesting cases are those where several sources meet on one field. RC_PARAMS still applies.
// A sanitizer looks for other faults than these and takes thirty times as long: it gets fewer.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr int kCasesDividedBy = 20;
#else
inline constexpr int kCasesDividedBy = 1;
#endif
template <typename Property>
testing::AssertionResult holds(Property property, int cases = 2000) {
  auto params = rc::detail::configuration().testParams;
  params.maxSuccess = std::max(params.maxSuccess, cases / kCasesDividedBy);
  const auto result = rc::detail::checkTestable(property, rc::detail::TestMetadata(), params);
  if (result.template is<rc::detail::SuccessResult>()) return testing::AssertionSuccess();
  std::ostringstream out;
  rc::detail::printResultMessage(result, out);
  return testing::AssertionFailure() << out.str();
}

// --- generators ---

inline DataClasses any_classes() {
  static const std::vector<std::string> kScopes{"GDPR", "HIPAA", "PCI-DSS"};
  static const std::vector<std::string> kLabels{"com.acme.project-x", "org.example.secret"};
  DataClasses out;
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    out.insert(static_cast<DataClass>(*rc::gen::inRange(0, 6)));
  }
  if (*rc::gen::arbitrary<bool>()) out.insert_scope(*rc::gen::elementOf(kScopes));
  if (*rc::gen::arbitrary<bool>()) out.insert_label(*rc::gen::elementOf(kLabels));
  return out;
}

inline Value any_value(const FieldSpec& field) {
  switch (field.type) {
    case Type::kText: return *rc::gen::element(std::string("one"), std::string("two"));
    case Type::kFlag: return *rc::gen::arbitrary<bool>();
    case Type::kChoices: {
      const auto all = 1U << choices(*field.vocabulary).size();
      return ChoiceSet(*field.vocabulary,
                       *rc::gen::inRange<std::uint8_t>(1, static_cast<std::uint8_t>(all)));
    }
    case Type::kClasses: {
      auto classes = any_classes();
      if (classes.empty()) classes.insert(DataClass::kNone);
      return classes;
    }
    case Type::kUris:
      return Uris(*rc::gen::container<std::vector<std::string>>(
          rc::gen::element<std::string>("mcp://a", "mcp://b", "mcp://c")));
  }
  return {};
}

inline const FieldSpec& any_field() {
  return kFields[*rc::gen::inRange<std::size_t>(0, kFieldCount)];
}

// The riskiest thing that can be said: for sets, everything at once.
inline Value risky_value(const FieldSpec& field) {
  if (field.type == Type::kFlag) return *field.risky;
  if (field.type == Type::kChoices) {
    const auto all = (1U << choices(*field.vocabulary).size()) - 1;
    return ChoiceSet(*field.vocabulary, static_cast<std::uint8_t>(all));
  }
  if (field.type != Type::kClasses) return {};
  DataClasses all;
  for (int i = 0; i < 6; ++i) all.insert(static_cast<DataClass>(i));
  for (const auto* scope : {"GDPR", "HIPAA", "PCI-DSS"}) all.insert_scope(scope);
  for (const auto* label : {"com.acme.project-x", "org.example.secret"}) all.insert_label(label);
  return all;
}

inline Source any_server_side_source() {
  return *rc::gen::element(Source::kInferred, Source::kDeclared, Source::kResolved,
                           Source::kObserved);
}

inline float any_confidence() { return *rc::gen::element(0.2F, 0.5F, 0.6F, 0.8F, 0.9F, 1.0F); }

inline Evidence any_evidence() {
  const auto& field = any_field();
  const auto source = *rc::gen::weightedElement<Source>({{8, Source::kInferred},
                                                         {8, Source::kDeclared},
                                                         {4, Source::kResolved},
                                                         {4, Source::kObserved},
                                                         {2, Source::kOperator}});
  return {field.field, any_value(field),           source, any_confidence(), "because",
          {},          *rc::gen::arbitrary<bool>()};
}

inline std::vector<Evidence> any_body_of_evidence() {
  std::vector<Evidence> out;
  for (int i = *rc::gen::inRange(0, 24); i > 0; --i) out.push_back(any_evidence());
  return out;
}

inline std::vector<Evidence> with_one_more(std::vector<Evidence> evidence, Evidence item) {
  const auto at =
      *rc::gen::inRange<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(evidence.size()) + 1);
  evidence.insert(evidence.begin() + at, std::move(item));
  return evidence;
}

inline void showValue(const Evidence& item, std::ostream& out) {
  out << name_of(item.source) << ' ' << spec(item.field).name << '=' << to_string(item.value) << '@'
      << item.confidence << (item.exact ? "" : "*");
}
inline void PrintTo(const Finding& finding, std::ostream* out) {
  *out << name_of(finding.severity) << ' ' << name_of(finding.kind) << ' ' << finding.pointer
       << ": " << finding.reason;
}
inline void PrintTo(const Value& value, std::ostream* out) { *out << to_string(value); }
inline void PrintTo(const Evidence& item, std::ostream* out) { showValue(item, *out); }

}  // namespace touchstone::model
