#include "policy/recorded.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "json/test_support.hpp"
#include "model/fold.hpp"
#include "policy/policy.hpp"

namespace touchstone::policy {
namespace {

std::string text_of_facts(const Facts& facts) {
  json::Writer out;
  facts.write(out);
  return std::string(out.text());
}

TEST(RecordedFacts, are_the_same_again_when_defaults_are_put_back) {
  Texts texts;
  Facts facts;
  const model::Evidence said{.field = model::Field::kReadOnly,
                             .value = model::Value(true),
                             .source = model::Source::kDeclared,
                             .confidence = 1.0F};
  const model::Evidence guessed{.field = model::Field::kOpenWorld,
                                .value = model::Value(true),
                                .source = model::Source::kInferred,
                                .confidence = 0.9F};
  fill_profile(facts, model::fold({said, guessed}, {.trust = model::Trust::kTrusted}), texts);
  const auto whole = text_of_facts(facts);
  leave_out_defaults(facts);
  const auto written = text_of_facts(facts);
  EXPECT_LT(written.size(), whole.size());
  EXPECT_NE(written.find("tool.evidence.readOnlyHint.source"), std::string::npos);
  EXPECT_NE(written.find("tool.evidence.openWorldHint.confidence"), std::string::npos);
  EXPECT_EQ(written.find("tool.evidence.readOnlyHint.confidence"), std::string::npos);
  put_back_defaults(facts);
  EXPECT_EQ(text_of_facts(facts), whole);
}

TEST(RecordedFacts, of_a_call_are_the_same_again_whatever_is_usual) {
  for (const bool came_back : {false, true}) {
    Facts facts;
    facts.set("request.size", Value(7.0));
    for (const auto name :
         {"flow.untrusted", "flow.private", "flow.malicious", "flow.destination.untrusted",
          "flow.links.untrusted", "flow.directed", "session.label.untrusted",
          "session.label.private", "session.legs.readsPrivate", "session.legs.readsUntrusted",
          "session.legs.sendsOut", "request.annotations.openWorldHint",
          "request.annotations.sensitiveDataHint", "request.annotations.maliciousActivityHint",
          "principal.authenticated"})
      facts.set(name, Value(false));
    facts.set("flow.complete", Value(true));
    facts.set("session.label.malicious", Value(true));
    facts.set("flow.share", Value(0.0));
    facts.set("flow.directed.share", Value(0.5));
    if (came_back) {
      facts.set("response.size", Value(0.0));
      for (const auto name :
           {"response.annotations.openWorldHint", "response.annotations.sensitiveDataHint",
            "response.annotations.maliciousActivityHint", "response.isError"})
        facts.set(name, Value(false));
    }
    const auto whole = text_of_facts(facts);
    leave_out_usual(facts);
    EXPECT_EQ(text_of_facts(facts),
              fmt::format(R"({{"flow.directed.share":0.5,"request.size":7,{}"session.label.)"
                          R"(malicious":true}})",
                          came_back ? R"("response.size":0,)" : ""));
    put_back_defaults(facts);
    EXPECT_EQ(text_of_facts(facts), whole);
  }
}

TEST(RecordedFacts, have_a_confidence_as_people_write_it) {
  const model::Evidence guessed{.field = model::Field::kOpenWorld,
                                .value = model::Value(true),
                                .source = model::Source::kInferred,
                                .confidence = 0.85F};
  const auto profile = model::fold({guessed}, {});
  Facts facts;
  Texts texts;
  fill_profile(facts, profile, texts);
  json::Writer out;
  facts.write(out);
  EXPECT_NE(out.text().find(R"("tool.evidence.openWorldHint.confidence":0.85,)"),
            std::string::npos);
}

TEST(RecordedFacts, of_no_tool_get_no_evidence) {
  Facts facts;
  facts.set("tool.name", Value("file:///a"));
  const auto whole = text_of_facts(facts);
  put_back_defaults(facts);
  EXPECT_EQ(text_of_facts(facts), whole);
}

// What a rule with this condition says of a record without values of the arguments.
std::optional<bool> without_values(const std::string& condition, const Facts& facts,
                                   Kept arguments = Kept::kNone) {
  const auto loaded =
      load(fmt::format("rules: [{{name: r, effect: block, conditions: {}}}]", condition), "p.yaml");
  EXPECT_TRUE(loaded.good()) << condition;
  if (!loaded.good()) return std::nullopt;
  return holds_as_recorded(loaded.policy->rules().front().condition, facts, arguments);
}

TEST(RecordedFacts, leave_untold_only_what_hangs_on_values_that_were_not_recorded) {
  Facts facts;
  facts.set("tool.name", Value("send"));
  const std::string yes = "{fact: tool.name, equals: send}", no = "{fact: tool.name, equals: x}",
                    unknown = "{fact: request.arguments.to, equals: eve}";
  const auto two = [](const char* how, const std::string& a, const std::string& b) {
    return fmt::format("{{{}: [{}, {}]}}", how, a, b);
  };
  EXPECT_EQ(without_values(unknown, facts), std::nullopt);
  EXPECT_EQ(without_values(two("and", no, unknown), facts), false);
  EXPECT_EQ(without_values(two("and", unknown, no), facts), false);
  EXPECT_EQ(without_values(two("and", yes, unknown), facts), std::nullopt);
  EXPECT_EQ(without_values(two("or", unknown, yes), facts), true);
  EXPECT_EQ(without_values(two("or", no, unknown), facts), std::nullopt);
  EXPECT_EQ(without_values("{not: " + unknown + "}", facts), std::nullopt);
  EXPECT_EQ(without_values("{not: " + two("and", no, unknown) + "}", facts), true);
  EXPECT_EQ(without_values(no + ", unless: " + unknown, facts), false);
  EXPECT_EQ(without_values(yes + ", unless: " + unknown, facts), std::nullopt);
  EXPECT_EQ(without_values(yes + ", unless: " + two("or", unknown, yes), facts), false);
}

TEST(RecordedFacts, with_digests_tell_what_has_none) {
  const auto arguments = json::document(R"({"to":"eve","key":"Bearer sha256:00","n":3})");
  Facts facts;
  facts.set_arguments(arguments.root());
  const std::vector<std::string_view> values{"sha256:00"};
  facts.set("flow.links.values", Words(values));
  const auto some = [&](const char* fact, const char* asked) {
    return without_values(fmt::format("{{fact: {}, {}}}", fact, asked), facts, Kept::kSome);
  };
  EXPECT_EQ(some("request.arguments.to", "equals: eve"), true);
  EXPECT_EQ(some("request.arguments.n", "equals: 4"), false);
  EXPECT_EQ(some("request.arguments.cc", "equals: eve"), false);
  EXPECT_EQ(some("request.arguments.key", "endsWith: eve"), std::nullopt);
  EXPECT_EQ(some("request.arguments.key", "exists: true"), true);
  EXPECT_EQ(some("flow.links.values", "contains: eve"), std::nullopt);
  EXPECT_EQ(some("flow.links.values", "exists: true"), true);
  EXPECT_EQ(some("flow.directed.values", "contains: eve"), false);
}

}  // namespace
}  // namespace touchstone::policy
