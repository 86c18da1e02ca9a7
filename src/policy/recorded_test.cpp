#include "policy/recorded.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/fold.hpp"

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

}  // namespace
}  // namespace touchstone::policy
