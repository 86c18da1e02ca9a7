#include "mcp/terms.hpp"

#include <gtest/gtest.h>

#include "mcp/test_support.hpp"

namespace touchstone::mcp {
namespace {

rpc::Message with_params(std::string_view params, std::string_view method = "m") {
  return message(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + R"(","params":)" +
                 std::string(params) + "}");
}

TEST(Era, knows_the_legacy_revisions_and_no_others) {
  for (const std::string_view version : kLegacyVersions) EXPECT_TRUE(is_legacy_version(version));
  EXPECT_FALSE(is_legacy_version(kModernVersion));
  EXPECT_FALSE(is_legacy_version(""));
  EXPECT_FALSE(is_legacy_version("2025-11-25 "));
}

TEST(Era, negotiates_what_both_know_or_the_latest) {
  EXPECT_EQ(negotiate("2024-11-05"), "2024-11-05");
  EXPECT_EQ(negotiate("2025-06-18"), "2025-06-18");
  EXPECT_EQ(negotiate("2025-03-26"), "2024-11-05");  // it has batches
  EXPECT_EQ(negotiate("2019-01-01"), kLatestLegacy);
  EXPECT_EQ(negotiate(kModernVersion), kLatestLegacy);  // it has no initialize
  EXPECT_EQ(negotiate(""), kLatestLegacy);
}

TEST(Era, is_told_by_the_version_in_meta) {
  const auto of = [](std::string_view version) {
    return era_of(with_params(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":)" +
                              std::string(version) + "}}"));
  };
  EXPECT_EQ(of(R"("2026-07-28")"), Era::kModern);
  EXPECT_EQ(of(R"("2099-01-01")"), Era::kModern);
  EXPECT_EQ(of("7"), Era::kModern);
  EXPECT_EQ(of(R"("2025-11-25")"), Era::kLegacy);
  EXPECT_EQ(of(R"("2025-11-\u0032\u0035")"), Era::kLegacy);
  EXPECT_EQ(era_of(with_params("{}")), Era::kLegacy);
  EXPECT_EQ(era_of(with_params(R"({"_meta":{}})")), Era::kLegacy);
  EXPECT_EQ(era_of(message(R"({"jsonrpc":"2.0","id":1,"method":"m"})")), Era::kLegacy);
}

ClientFeatures features(std::string_view capabilities) {
  const auto document = json::document(capabilities);
  return read_features(document.root());
}

TEST(ClientFeatures, are_read_from_capabilities_of_any_revision) {
  EXPECT_EQ(features("{}"), ClientFeatures{});
  EXPECT_FALSE(features("{}").can_be_asked());
  EXPECT_TRUE(features(R"({"sampling":{}})").sampling);
  EXPECT_TRUE(features(R"({"roots":{"listChanged":true}})").roots);
  EXPECT_FALSE(features(R"({"tasks":{}})").tasks);  // it can be asked by task
  EXPECT_TRUE(features(R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})").tasks);
  EXPECT_FALSE(features(R"({"extensions":{"other":{}}})").tasks);
  EXPECT_FALSE(features(R"({"tasks":{}})").can_be_asked());
}

TEST(ClientFeatures, an_elicitation_without_modes_means_forms) {
  const auto bare = features(R"({"elicitation":{}})");
  EXPECT_TRUE(bare.elicitation_form);
  EXPECT_FALSE(bare.elicitation_url);
  const auto url = features(R"({"elicitation":{"url":{}}})");
  EXPECT_FALSE(url.elicitation_form);
  EXPECT_TRUE(url.elicitation_url);
  const auto both = features(R"({"elicitation":{"url":{},"form":{}}})");
  EXPECT_TRUE(both.elicitation_form);
  EXPECT_TRUE(both.elicitation_url);
}

TEST(ClientFeatures, say_which_questions_can_be_answered) {
  const auto form = with_params("{}", "elicitation/create");
  const auto url = with_params(R"({"mode":"url"})", "elicitation/create");
  const auto sampling = with_params("{}", "sampling/createMessage");
  const auto roots = with_params("{}", "roots/list");
  ClientFeatures all = features(R"({"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}})");
  for (const auto* question : {&form, &url, &sampling, &roots}) {
    EXPECT_TRUE(can_answer(all, *question));
    EXPECT_FALSE(can_answer({}, *question));
    EXPECT_TRUE(is_question(question->method()));
  }
  EXPECT_FALSE(can_answer(features(R"({"elicitation":{}})"), url));
  EXPECT_FALSE(can_answer(features(R"({"elicitation":{"url":{}}})"), form));
  EXPECT_FALSE(can_answer(all, with_params("{}", "new/question")));
  EXPECT_FALSE(is_question("tools/call"));
}

TEST(Terms, of_initialize_are_negotiated_and_keep_their_bytes) {
  const Terms terms = terms_of_initialize(with_params(
      R"({"protocolVersion":"2025-06-18","capabilities":{"sampling":{ },"x":1.0},"clientInfo":{"name":"c"}})"));
  EXPECT_EQ(terms.era, Era::kLegacy);
  EXPECT_EQ(terms.version, "2025-06-18");
  EXPECT_EQ(terms.capabilities, R"({"sampling":{ },"x":1.0})");
  EXPECT_EQ(terms.client_info, R"({"name":"c"})");
  EXPECT_TRUE(terms.features.sampling);
}

std::string letters(std::string_view capabilities) {
  return letters_of(read_features(json::document(capabilities).root()));
}

TEST(Features, are_the_same_however_they_are_spelt_and_whatever_else_is_said) {
  EXPECT_EQ(letters("{}"), "");
  EXPECT_EQ(letters(R"({"roots":{"listChanged":true},"sampling":{}})"),
            letters(R"({ "sampling" : {}, "x-17" : [1], "roots" : {} })"));
  EXPECT_NE(letters(R"({"sampling":{}})"), letters(R"({"sampling":{"tools":{}}})"));
  EXPECT_NE(letters(R"({"elicitation":{}})"), letters(R"({"elicitation":{"url":{}}})"));
}

TEST(Features, tell_whether_there_is_more_than_they_have_names_for) {
  for (const char* known : {"{}", R"({"roots":{},"elicitation":{},"sampling":{},"tasks":{}})",
                            R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})"})
    EXPECT_FALSE(read_features(json::document(known).root()).others) << known;
  for (const char* more : {R"({"experimental":{}})", R"({"extensions":{"ui":{}}})"})
    EXPECT_TRUE(read_features(json::document(more).root()).others) << more;
}

TEST(Features, written_as_capabilities_read_the_same) {
  for (unsigned bits = 0; bits < 64; ++bits) {
    ClientFeatures features;
    bool* const all[] = {
        &features.elicitation_form, &features.elicitation_url, &features.roots,
        &features.sampling,         &features.sampling_tools,  &features.sampling_context};
    for (unsigned i = 0; i < 6; ++i) *all[i] = ((bits >> i) & 1U) != 0;
    if (!features.sampling && (features.sampling_tools || features.sampling_context)) continue;
    const auto written = json::document(capabilities_with(features));
    EXPECT_EQ(read_features(written.root()), features) << capabilities_with(features);
  }
}

TEST(Terms, of_a_sloppy_initialize_are_the_least) {
  const Terms terms = terms_of_initialize(
      with_params(R"({"protocolVersion":7,"capabilities":[],"clientInfo":"c"})"));
  EXPECT_EQ(terms.version, kLatestLegacy);
  EXPECT_EQ(terms.capabilities, "{}");
  EXPECT_EQ(terms.client_info, "");
  EXPECT_EQ(terms.features, ClientFeatures{});
}

TEST(Terms, of_a_modern_request_are_in_its_meta) {
  const auto terms = terms_of_request(with_params(
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}},"io.modelcontextprotocol/clientInfo":{"name":"c"},"io.modelcontextprotocol/logLevel":"info"}})"));
  ASSERT_TRUE(terms);
  EXPECT_EQ(terms->era, Era::kModern);
  EXPECT_EQ(terms->version, "2026-07-28");
  EXPECT_EQ(terms->capabilities, R"({"roots":{}})");
  EXPECT_EQ(terms->client_info, R"({"name":"c"})");
  EXPECT_EQ(terms->log_level, "info");
  EXPECT_TRUE(terms->features.roots);
}

TEST(Terms, of_a_modern_request_name_the_key_that_is_missing_or_wrong) {
  const auto fault = [](std::string_view params) {
    const auto terms = terms_of_request(with_params(params));
    return terms ? "" : terms.error().what;
  };
  constexpr std::string_view kNoVersion[] = {
      "{}", R"({"_meta":7})", R"({"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}})",
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{}}})"};
  for (const std::string_view params : kNoVersion)
    EXPECT_NE(fault(params).find(kMetaVersion), std::string::npos) << params;
  constexpr std::string_view kNoCapabilities[] = {
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})",
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":null}})"};
  for (const std::string_view params : kNoCapabilities)
    EXPECT_NE(fault(params).find(kMetaCapabilities), std::string::npos) << params;
}

}  // namespace
}  // namespace touchstone::mcp
