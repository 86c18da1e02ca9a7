#include "guard/annotation_facts.hpp"

#include <gtest/gtest.h>

#include "guard/sessions.hpp"
#include "json/parser.hpp"
#include "model/request_wire.hpp"

namespace touchstone::guard {
namespace {

model::DataClaims claims_in(const std::string& annotations) {
  const auto document =
      json::Parser().parse(json::Text(R"({"_meta":{"annotations":)" + annotations + "}}"));
  EXPECT_TRUE(document.has_value()) << annotations;
  return model::read_result(document->root()).claims;
}

std::string seen(const CallFacts& facts, std::string_view name) {
  return facts.facts.text_of(*policy::find_fact(name));
}

class Annotations : public ::testing::Test {
 protected:
  // What `fact` of a result is that says this of itself.
  std::string of_result(std::string_view fact, const std::string& said, bool believed,
                        const model::Label& label = {}) {
    CallFacts facts;
    const auto claims = claims_in(said);
    fill_outcome(facts, {.label = label, .found = nothing_, .said = &claims, .believed = believed});
    return seen(facts, fact);
  }
  std::string of_request(std::string_view fact, const std::string& said) {
    refresh_label_facts(session_);
    CallFacts facts;
    fill_context(facts, {session_, flows_, nothing_, claims_in(said), {}});
    return seen(facts, fact);
  }

  base::SystemRandom random_;
  Session session_{.name = {}, .memory = flow::Memory(), .log = {random_, {}, {}}};
  flow::Flows flows_;
  detect::ResultDetections nothing_;
};

constexpr const char* kSource = "response.annotations.returnMetadata.source";
constexpr const char* kSensitivity = "response.annotations.returnMetadata.sensitivity";

TEST_F(Annotations, of_a_result_are_what_it_says_as_far_as_its_server_is_believed) {
  const std::string open =
      R"({"returnMetadata":{"source":"untrustedPublic","sensitivity":"financial"}})";
  EXPECT_EQ(of_result(kSource, open, false), "untrustedPublic");
  const std::string tame = R"({"returnMetadata":{"source":"system","sensitivity":"none"},)"
                           R"("reversibleHint":true,"agencyHint":true})";
  EXPECT_EQ(of_result(kSource, tame, false), "absent");
  EXPECT_EQ(of_result(kSource, tame, true), "system");
  EXPECT_EQ(of_result(kSensitivity, tame, false), "absent");
  EXPECT_EQ(of_result(kSensitivity, tame, true), "none");
  EXPECT_EQ(of_result("response.annotations.reversibleHint", tame, false), "absent");
  EXPECT_EQ(of_result("response.annotations.reversibleHint", tame, true), "true");
  EXPECT_EQ(of_result("response.annotations.agencyHint", tame, false), "true");
}

TEST_F(Annotations, of_a_result_that_we_know_to_be_untrusted_say_so_whatever_it_says) {
  model::Label label{.untrusted = true};
  EXPECT_EQ(of_result(kSource, R"({"returnMetadata":{"source":"system","sensitivity":"none"}})",
                      true, label),
            "system, untrustedPublic");
  EXPECT_EQ(of_result(kSource, "{}", false, label), "untrustedPublic");
  label.classes.insert_scope("GDPR");
  EXPECT_EQ(of_result(kSensitivity, "{}", false, label), "regulated:GDPR, regulated");
}

TEST_F(Annotations, of_a_result_that_says_nothing_are_what_its_tool_is_said_to_return) {
  const std::array<std::string_view, 1> internal{"internal"};
  CallFacts facts;
  facts.facts.set("tool.annotations.returnMetadata.source", policy::Words(internal));
  facts.facts.set("tool.evidence.returnMetadata.source.source", std::string_view("declared"));
  fill_outcome(facts, {.label = {}, .found = nothing_});
  EXPECT_EQ(seen(facts, kSource), "internal");
}

TEST_F(Annotations, of_a_request_join_the_clients_word_with_the_sessions_label) {
  constexpr const char* kClasses = "request.annotations.returnMetadata.sensitivity";
  const std::string said =
      R"({"returnMetadata":{"source":"system","sensitivity":"financial"},"agencyHint":true})";
  EXPECT_EQ(of_request(kClasses, "{}"), "absent");
  EXPECT_EQ(of_request(kClasses, said), "financial");
  session_.label.classes.insert_scope("GDPR");
  EXPECT_EQ(of_request(kClasses, "{}"), "regulated:GDPR, regulated");
  EXPECT_EQ(of_request(kClasses, said), "financial, regulated:GDPR, regulated");
  EXPECT_EQ(of_request("request.annotations.agencyHint", said), "true");
  EXPECT_EQ(of_request("request.annotations.returnMetadata.source", said), "absent");
  session_.label.untrusted = true;
  EXPECT_EQ(of_request("request.annotations.returnMetadata.source", said), "untrustedPublic");
}

// The pack `regulated` and others ask for `regulated`, whatever the scope is.
TEST_F(Annotations, and_labels_of_sessions_tell_regulated_data_by_scope_and_as_such) {
  session_.label.classes.insert_scope("GDPR");
  refresh_label_facts(session_);
  CallFacts facts;
  const Subject subject{.method = "tools/call", .server = "s", .name = "t"};
  FactBook().fill(facts, subject, {session_, flows_, nothing_, {}, {}});
  EXPECT_EQ(seen(facts, "session.label.classes"), "regulated:GDPR, regulated");
}

}  // namespace
}  // namespace touchstone::guard
