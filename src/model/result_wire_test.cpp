#include "model/result_wire.hpp"

#include <fmt/format.h>

#include "model/parse_value.hpp"
#include "model/request_wire.hpp"
#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

ResultClaims claims_from(std::string_view result) { return read_result(parsed(result).root()); }
DataClaims meta(std::string_view json) {
  const auto read = claims_from(R"({"content":[],"_meta":)" + std::string(json) + "}");
  EXPECT_TRUE(read.problems.empty()) << json;
  return read.claims;
}
std::string annotated_result(std::string_view result, const Label& label) {
  const auto document = parsed(result);
  json::Splice splice(document);
  annotate_result(splice, document.root(), label);
  return splice.apply();
}

TEST(ResultClaims, are_read_from_sep_1913) {
  const auto claims = meta(R"({"annotations":{"openWorldHint":true,"maliciousActivityHint":false,
      "attribution":["mcp://file-server.acme.local/hr/salaries.xlsx"],
      "returnMetadata":{"source":"internal","sensitivity":["financial","com.acme.x"]}}})");
  EXPECT_EQ(claims.untrusted, true);
  EXPECT_EQ(claims.malicious, false);
  EXPECT_EQ(claims.is_private, true);
  EXPECT_TRUE(claims.classes.has(DataClass::kFinancial));
  EXPECT_TRUE(claims.classes.has_word("com.acme.x"));
  EXPECT_EQ(claims.attribution, Uris({"mcp://file-server.acme.local/hr/salaries.xlsx"}));
}

TEST(ResultClaims, are_read_from_trust_annotations) {
  const auto claims = meta(R"({"io.modelcontextprotocol/trust-annotations":
      {"sensitive":true,"untrusted":false,"evidenceRef":{"type":"x"}}})");
  EXPECT_EQ(claims.is_private, true);
  EXPECT_EQ(claims.untrusted, false);
  EXPECT_EQ(claims.malicious, std::nullopt);
}

TEST(ResultClaims, are_read_from_ifc) {
  EXPECT_EQ(meta(R"({"ifc":{"integrity":"untrusted","confidentiality":"private"}})"),
            (DataClaims{true, true, {}, {}, {}}));
  EXPECT_EQ(meta(R"({"ifc":{"integrity":"trusted","confidentiality":"public"}})"),
            (DataClaims{false, false, {}, {}, {}}));
  EXPECT_EQ(meta(R"({"ifc":{"confidentiality":["alice"]}})").is_private, true);
  EXPECT_EQ(meta(R"({"ifc":{"integrity":"trusted"}})").is_private, std::nullopt);
}

TEST(ResultClaims, silence_claims_nothing) {
  for (const auto* text : {"{}", R"({"content":[{"type":"text","text":"x"}],"_meta":{}})"}) {
    EXPECT_EQ(claims_from(text).claims, DataClaims());
    EXPECT_TRUE(claims_from(text).problems.empty());
  }
}

TEST(ResultClaims, unite_over_all_forms_and_blocks) {
  const auto claims = claims_from(R"({"isError":true,"content":[
      {"type":"text","text":"a","_meta":{"io.modelcontextprotocol/trust-annotations":
        {"untrusted":true}}},
      {"type":"text","text":"b","_meta":{"annotations":{"attribution":["u:b","u:a"],
        "maliciousActivityHint":true}}},
      {"type":"text","text":"c","_meta":{"ifc":{"confidentiality":"private"}}}],
      "_meta":{"annotations":{"openWorldHint":false,"attribution":["u:a"]}}})")
                          .claims;
  EXPECT_EQ(claims, (DataClaims{true, true, true, {}, Uris({"u:a", "u:b"})}));
}

TEST(ResultClaims, a_block_never_speaks_for_the_others_when_it_denies) {
  const auto claims = claims_from(R"({"content":[
      {"type":"text","text":"clean","_meta":{"io.modelcontextprotocol/trust-annotations":
        {"untrusted":false,"sensitive":false}}},
      {"type":"text","text":"unknown"}]})")
                          .claims;
  EXPECT_EQ(claims.untrusted, std::nullopt);
  EXPECT_EQ(claims.is_private, std::nullopt);
}

TEST(ResultClaims, a_block_never_weakens_the_result) {
  const auto claims = claims_from(R"({"_meta":{"annotations":{"openWorldHint":true}},"content":[
      {"type":"text","text":"x","_meta":{"ifc":{"integrity":"trusted"}}}]})")
                          .claims;
  EXPECT_EQ(claims.untrusted, true);
}

TEST(ResultClaims, are_read_from_resource_contents_too) {
  const auto claims = claims_from(R"({"contents":[{"uri":"u","text":"x",
      "_meta":{"ifc":{"integrity":"untrusted"}}}]})")
                          .claims;
  EXPECT_EQ(claims.untrusted, true);
}

TEST(ResultClaims, are_read_from_messages_of_prompts_and_from_embedded_resources) {
  for (const std::string_view text : {
           R"({"messages":[{"role":"user","content":{"type":"text","text":"a"}},{"role":"user",
               "content":{"type":"text","text":"b","_meta":{"annotations":{"openWorldHint":true}}}}]})",
           R"({"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text",
               "text":"b","_meta":{"annotations":{"openWorldHint":true}}}]}]})",
           R"({"messages":[{"role":"user","_meta":{"annotations":{"openWorldHint":true}}}]})",
           R"({"messages":[{"content":{"type":"resource","resource":{"uri":"u","text":"x",
               "_meta":{"annotations":{"openWorldHint":true}}}}}]})",
           R"({"content":[{"type":"text","text":"a"},{"type":"resource","resource":{"uri":"u",
               "text":"x","_meta":{"annotations":{"openWorldHint":true}}}}]})",
       }) {
    EXPECT_EQ(claims_from(text).claims.untrusted, true) << text;
  }
  const auto denied = claims_from(R"({"messages":[{"content":{"type":"resource","_meta":{},
      "resource":{"uri":"u","text":"x","_meta":{"annotations":{"openWorldHint":false}}}}}]})");
  EXPECT_EQ(denied.claims.untrusted, std::nullopt);
  const auto wrong = claims_from(
      R"({"messages":[{"content":{"resource":{"_meta":{"ifc":{"integrity":"maybe"}}}}}]})");
  ASSERT_EQ(wrong.problems.size(), 1U);
  EXPECT_EQ(wrong.problems[0].pointer, "/messages/0/content/resource/_meta/ifc/integrity");
}

TEST(ResultClaims, malformed_ones_are_reported_and_claim_nothing) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {R"({"_meta":7})", "/_meta"},
      {R"({"_meta":{"annotations":[]}})", "/_meta/annotations"},
      {R"({"_meta":{"annotations":{"openWorldHint":"true"}}})", "/_meta/annotations/openWorldHint"},
      {R"({"_meta":{"annotations":{"returnMetadata":{"source":"user"}}}})",
       "/_meta/annotations/returnMetadata"},
      {R"({"_meta":{"io.modelcontextprotocol/trust-annotations":true}})",
       "/_meta/io.modelcontextprotocol~1trust-annotations"},
      {R"({"content":[{},{"_meta":{"io.modelcontextprotocol/trust-annotations":{"sensitive":1}}}]})",
       "/content/1/_meta/io.modelcontextprotocol~1trust-annotations/sensitive"},
      {R"({"_meta":{"ifc":{"integrity":"maybe"}}})", "/_meta/ifc/integrity"},
      {R"({"_meta":{"ifc":{"confidentiality":{}}}})", "/_meta/ifc/confidentiality"},
  };
  for (const auto& [text, pointer] : cases) {
    const auto read = claims_from(text);
    ASSERT_EQ(read.problems.size(), 1U) << text;
    EXPECT_EQ(read.problems[0].pointer, pointer);
    EXPECT_EQ(read.problems[0].kind, FindingKind::kMalformed);
    EXPECT_EQ(read.claims, DataClaims()) << text;
  }
}

TEST(ResultClaims, an_attribution_that_is_wrong_takes_nothing_from_the_others) {
  const auto read = claims_from(
      R"({"_meta":{"annotations":{"attribution":["https://s.example/1",5,"u:a",["u:b"]]}}})");
  EXPECT_EQ(read.claims.attribution, Uris({"https://s.example/1", "u:a"}));
  ASSERT_EQ(read.problems.size(), 1U);
  EXPECT_EQ(read.problems.front().kind, FindingKind::kMalformed);
}

TEST(ResultClaims, attributions_of_one_part_that_are_more_than_a_claim_may_have_all_count) {
  std::string text = R"({"_meta":{"annotations":{"attribution":["u:0")";
  for (std::size_t i = 1; i <= kMaxUris; ++i) text += fmt::format(R"(,"u:{}")", i);
  EXPECT_EQ(claims_from(text + "]}}}").claims.attribution.all().size(), kMaxUris + 1);
}

TEST(ResultClaims, very_many_attributions_take_no_very_long_time) {
  std::string text = R"({"content":[)";
  for (int block = 0; block < 2'000; ++block) {
    text += R"({"_meta":{"annotations":{"attribution":[)";
    for (int i = 0; i < 100; ++i) text += fmt::format("\"u:{}\",", block * 100 + i);
    text.back() = ']';
    text += "}}},";
  }
  text.back() = ']';
  EXPECT_EQ(claims_from(text + "}").claims.attribution.all().size(), 200'000U);
}

TEST(ResultLabel, hears_only_what_claims_say_yes_to) {
  EXPECT_EQ(label_of({false, false, false, DataClasses(DataClass::kNone), {}}), Label());
  const auto label = label_of({{}, {}, true, DataClasses(DataClass::kPii), Uris({"u:a"})});
  EXPECT_TRUE(label.malicious);
  EXPECT_TRUE(label.untrusted) << "malicious content is not to be trusted";
  EXPECT_TRUE(label.is_private) << "a sensitive class is private";
  EXPECT_EQ(label.attribution.uris(), std::vector<std::string>{"u:a"});
}

// --- writing ---

Label tainted() {
  Label label;
  label.untrusted = label.is_private = label.malicious = true;
  label.attribution.insert("u:b");
  label.attribution.insert("u:a");
  return label;
}

TEST(AnnotateResult, writes_both_forms) {
  EXPECT_EQ(annotated_result(R"({"content":[]})", tainted()),
            R"({"content":[],"_meta":{"annotations":{"openWorldHint":true,)"
            R"("maliciousActivityHint":true,"attribution":["u:a","u:b"]},)"
            R"("io.modelcontextprotocol/trust-annotations":{"sensitive":true,"untrusted":true}}})");
}

TEST(AnnotateResult, with_nothing_to_say_changes_nothing) {
  constexpr std::string_view kText = R"({ "content" : [], "_meta":{"annotations":{} } })";
  EXPECT_EQ(annotated_result(kText, {}), kText);
}

TEST(AnnotateResult, keeps_what_the_server_said_byte_for_byte) {
  EXPECT_EQ(
      annotated_result(R"({"_meta": {"x": 1.0, "annotations": {"attribution": ["u:z", "u:a"],)"
                       R"( "custom": 1E5}, "y":[ ]}, "isError": true})",
                       tainted()),
      R"({"_meta": {"x": 1.0, "annotations": {"attribution": ["u:z", "u:a","u:b"],)"
      R"( "custom": 1E5,"openWorldHint":true,"maliciousActivityHint":true}, "y":[ ],)"
      R"("io.modelcontextprotocol/trust-annotations":{"sensitive":true,"untrusted":true}},)"
      R"( "isError": true})");
}

TEST(AnnotateResult, overrules_a_denial) {
  const auto out =
      annotated_result(R"({"_meta":{"annotations":{"openWorldHint":false}}})", tainted());
  EXPECT_EQ(claims_from(out).claims.untrusted, true);
}

TEST(AnnotateResult, is_not_blocked_by_nonsense) {
  for (const auto* text : {R"({"_meta":null})", R"({"_meta":{"annotations":"x"}})",
                           R"({"_meta":{"annotations":{"attribution":"u"}}})"}) {
    const auto out = annotated_result(text, tainted());
    EXPECT_TRUE(label_of(claims_from(out).claims).covers(tainted())) << out;
  }
}

TEST(AnnotateResult, says_at_least_the_label_and_twice_is_once) {
  EXPECT_TRUE(holds(
      [] {
        Label label;
        label.malicious = *rc::gen::arbitrary<bool>();
        label.untrusted = label.malicious || *rc::gen::arbitrary<bool>();
        label.is_private = *rc::gen::arbitrary<bool>();
        for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
          label.attribution.insert(fmt::format("u:{}", *rc::gen::inRange(0, 9)));
        }
        const std::string text = *rc::gen::element<std::string>(
            "{}", R"({"_meta":{}})",
            R"({"_meta":{"annotations":{"attribution":["u:1","u:\u0032"]}}})",
            R"({"_meta":{"annotations":{"openWorldHint":false}},"content":[]})");
        const auto once = annotated_result(text, label);
        RC_ASSERT(label_of(claims_from(once).claims).covers(label));
        RC_ASSERT(annotated_result(once, label) == once);
      },
      300));
}

TEST(ResultClaims, keep_what_is_said_of_any_field_and_a_block_only_warns) {
  const auto claims = claims_from(R"({"_meta":{"annotations":{"agencyHint":false,"title":"a",)"
                                  R"("inputMetadata":{"destination":"user","sensitivity":"none",)"
                                  R"("outcomes":"benign"}}},"content":[)"
                                  R"({"_meta":{"annotations":{"agencyHint":true,"title":"b",)"
                                  R"("reversibleHint":true,"inputMetadata":{"destination":)"
                                  R"("public","sensitivity":"pii","outcomes":"benign"}}}}]})")
                          .claims;
  const auto said = [&](Field field) {
    const auto* value = claims.find(field);
    return value == nullptr ? std::string("nothing") : to_string(*value);
  };
  EXPECT_EQ(said(Field::kAgency), "true");
  EXPECT_EQ(said(Field::kTitle), "nothing");
  EXPECT_EQ(said(Field::kReversible), "nothing");
  EXPECT_EQ(said(Field::kDestination), "user, public");
  EXPECT_EQ(said(Field::kInputSensitivity), "none, pii");
  EXPECT_EQ(said(Field::kOpenWorld), "nothing");  // is in `untrusted`
}

// --- requests ---

std::string annotated_request(std::string_view params, const Label& label) {
  const auto document = parsed(params);
  json::Splice splice(document);
  annotate_request(splice, document.root(), label);
  return splice.apply();
}

TEST(RequestClaims, are_the_clients_annotations) {
  const auto document = parsed(R"({"name":"send_email","arguments":{"to":"external@example.com"},
      "_meta":{"progressToken":1,"annotations":{"openWorldHint":true,
      "attribution":["mcp://file-server.acme.local/hr/salaries.xlsx"]}}})");
  const auto read = read_request(document.root());
  EXPECT_TRUE(read.problems.empty());
  EXPECT_EQ(read.claims.untrusted, true);
  EXPECT_EQ(read.claims.attribution, Uris({"mcp://file-server.acme.local/hr/salaries.xlsx"}));
}

TEST(AnnotateRequest, unites_the_clients_word_with_the_sessions_and_tells_nothing_else) {
  EXPECT_EQ(annotated_request(R"({"name":"t","_meta":{"progressToken":1E0,"annotations":)"
                              R"({"attribution":["u:c"]}}})",
                              tainted()),
            R"({"name":"t","_meta":{"progressToken":1E0,"annotations":)"
            R"({"attribution":["u:c","u:a","u:b"],"openWorldHint":true}}})");
  EXPECT_EQ(
      annotated_request(R"({"name":"t"})", tainted()),
      R"({"name":"t","_meta":{"annotations":{"openWorldHint":true,"attribution":["u:a","u:b"]}}})");
  EXPECT_EQ(annotated_request(R"({"name":"t"})", {}), R"({"name":"t"})");
}

// Each block with a label of its own: quadratic work would take minutes here.
TEST(ResultClaims, of_very_many_blocks_are_read_in_linear_time_and_bounded) {
  std::string text = R"({"content":[)";
  for (int i = 0; i < 100'000; ++i) {
    text +=
        R"({"_meta":{"annotations":{"returnMetadata":{"source":"user","sensitivity":"com.acme.p)" +
        std::to_string(i) + R"("}}}},)";
  }
  text.back() = ']';
  auto document = json::Parser().parse(json::Text(text + "}"));
  ASSERT_TRUE(document.has_value());
  const auto read = read_result(document->root());
  EXPECT_EQ(read.claims.classes.labels().size(), kMaxResultNames);
  EXPECT_EQ(read.claims.is_private, true);
  EXPECT_LE(read.problems.size(), kMaxProblems);
}

Label with_classes(DataClasses classes, bool untrusted) {
  Label label;
  label.untrusted = untrusted;
  label.is_private = !classes.empty();
  label.classes = std::move(classes);
  return label;
}

TEST(AnnotatedResults, tell_their_data_classes_and_a_source) {
  DataClasses classes(DataClass::kFinancial);
  classes.insert_scope("GDPR");
  EXPECT_THAT(
      annotated_result("{}", with_classes(classes, false)),
      ::testing::HasSubstr(
          R"("returnMetadata":{"source":"internal","sensitivity":["financial",{"regulated":{"scopes":["GDPR"]}}]})"));
  EXPECT_THAT(
      annotated_result(
          R"({"_meta":{"annotations":{"returnMetadata":{"source":"user","sensitivity":"none"}}}})",
          with_classes(DataClass::kPii, false)),
      ::testing::HasSubstr(R"("returnMetadata":{"source":"user","sensitivity":"pii"})"));
}

TEST(AnnotatedResults, do_not_keep_a_source_that_the_label_denies) {
  constexpr std::string_view kLie =
      R"({"_meta":{"annotations":{"returnMetadata":{"source":"system","sensitivity":"none"}}}})";
  EXPECT_THAT(annotated_result(kLie, with_classes({}, true)),
              ::testing::HasSubstr(
                  R"("returnMetadata":{"source":"untrustedPublic","sensitivity":"none"})"));
  EXPECT_THAT(annotated_result(kLie, with_classes({}, false)),
              ::testing::HasSubstr(R"("source":"system")"));
  EXPECT_THAT(annotated_result("{}", with_classes({}, true)),
              ::testing::Not(::testing::HasSubstr("returnMetadata")));
}

}  // namespace
}  // namespace touchstone::model
