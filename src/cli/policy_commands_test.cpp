// touchstone policy …: what people see, and how scripts can tell.
#include <fstream>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/test_support.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::run;

bool is_json(const std::string& text) { return json::Parser().parse(json::Text(text)).has_value(); }

constexpr const char* kGoodPolicy =
    "rules: [{name: a, effect: block, conditions: {fact: tool.tier, equals: write}}]";

TEST(PolicyCheck, a_good_policy_is_clean_and_a_bad_one_names_its_place) {
  const auto good = run({"policy", "check", "-"}, kGoodPolicy);
  EXPECT_EQ(good.code, 0);
  EXPECT_EQ(good.out, "standard input: good; 1 rule, 0 remarks\n");
  const auto bad = run({"policy", "check", "-"}, "rules: [{name: a, effect: blok}]");
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.out, HasSubstr("standard input:1:27 (rule \"a\"): expected block"));
}

TEST(PolicyCheck, of_what_is_no_file_the_nearest_pack_is_named) {
  EXPECT_THAT(run({"policy", "check", "balancd"}).err,
              HasSubstr("did you mean balanced? Else name a file"));
  EXPECT_THAT(run({"policy", "check", "zzzzzz"}).err, HasSubstr("try: name a file, or a pack"));
}

TEST(PolicyCheck, remarks_are_found_by_scripts) {
  const auto odd = run({"policy", "check", "-", "--format", "json"},
                       "rules: [{name: a, effect: block}, {name: b, effect: redact, conditions: "
                       "{fact: tool.tier, equals: read}}]");
  EXPECT_EQ(odd.code, 1);
  EXPECT_TRUE(is_json(odd.out));
  EXPECT_THAT(odd.out, HasSubstr(R"("kind":"shadowed","rule":"b")"));
}

TEST(PolicyCheck, scripts_get_the_parts_of_what_is_wrong_and_need_not_read_prose) {
  const auto bad = run({"policy", "check", "-", "--format", "json"},
                       "rules:\n- {name: 'a \"b\"', effect: blok}\n- {effect: block}\n");
  EXPECT_TRUE(is_json(bad.out));
  EXPECT_THAT(bad.out, HasSubstr(R"("file":"standard input","line":2,"column":27,"rule":"a \"b\"",)"
                                 R"("expected":"block, escalate, quarantine, redact or allow",)"
                                 R"("found":"blok"})"));
  EXPECT_THAT(bad.out,
              HasSubstr(R"j("what":"has no name","where":"standard input:3:3 (rules[1])",)j"
                        R"("remedy":"add `name:`","file":"standard input","line":3,)"
                        R"("column":3})"));
  const auto odd =
      run({"policy", "check", "-", "--format", "json"},
          "rules:\n- {name: a, effect: block}\n- {name: b, effect: redact, conditions: {fact: "
          "tool.tier, equals: read}}\n");
  EXPECT_THAT(odd.out, HasSubstr(R"("rule":"b","where":"standard input:3","file":"standard input",)"
                                 R"("line":3,"other":"a")"));
}

TEST(PolicyCheck, more_problems_than_are_told_are_counted_in_json_too) {
  std::string rules = "rules:\n";
  for (int i = 0; i < 200; ++i) rules += fmt::format("- {{name: r{}, effect: no}}\n", i);
  const auto bad = run({"policy", "check", "-", "--format", "json"}, rules);
  EXPECT_TRUE(is_json(bad.out));
  EXPECT_THAT(bad.out, HasSubstr(R"({"what":"and 100 more","where":"standard input",)"
                                 R"("file":"standard input"})"));
}

TEST(PolicyCheck, packs_are_known_by_name_and_other_names_are_files) {
  for (const auto* pack :
       {"observe", "balanced", "strict", "readonly", "ai-governance", "regulated"}) {
    EXPECT_EQ(run({"policy", "check", pack}).code, 0) << pack;
  }
  const auto missing = run({"policy", "check", "no-such-file.yaml"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, HasSubstr("no-such-file.yaml"));
}

TEST(PolicyExplain, shows_what_fires_and_with_all_what_does_not) {
  const auto* facts = "tool.tier: destructive\nsession.label.untrusted: true";
  const auto some = run({"policy", "explain", "balanced", "-"}, facts);
  EXPECT_EQ(some.code, 0);
  EXPECT_THAT(some.out, HasSubstr("ask-untrusted-destructive fires: escalate"));
  EXPECT_THAT(some.out, Not(HasSubstr("block-held-tools")));
  const auto all = run({"policy", "explain", "balanced", "-", "--all", "--format", "json"}, facts);
  EXPECT_TRUE(is_json(all.out));
  EXPECT_THAT(all.out, HasSubstr(R"("rule":"block-held-tools","effect":"block","fired":false)"));
  EXPECT_EQ(run({"policy", "explain", "balanced", "-"}, "tool.teir: read").code, 2);
}

TEST(PolicyExplain, what_facts_say_cannot_paint_the_screen) {
  const auto nothing = ::testing::TempDir() + "no-facts.yaml";
  std::ofstream(nothing) << "{}";
  const auto ran = run({"policy", "explain", "-", nothing}, kGoodPolicy);
  EXPECT_EQ(ran.code, 0);
  const auto painted =
      run({"policy", "explain", "balanced", "-", "--all"}, "server.name: \"\\e[31mred\"");
  EXPECT_THAT(painted.out, Not(HasSubstr("\x1b")));
}

TEST(PolicyExplain, tells_where_a_value_was_in_doubt) {
  const auto* policy =
      "rules: [{name: a, effect: block, conditions: {fact: request.arguments.n, greaterThan: 9}}]";
  const auto file = ::testing::TempDir() + "doubtful-facts.yaml";
  std::ofstream(file) << "request.arguments: {n: '5,000'}";
  const auto text = run({"policy", "explain", "-", file}, policy);
  EXPECT_THAT(text.out, HasSubstr("yes request.arguments./n greaterThan 9  [\"5,000\"]  in doubt"));
  const auto json = run({"policy", "explain", "-", file, "--format", "json"}, policy);
  EXPECT_THAT(json.out, HasSubstr(R"("held":true,"doubt":true)"));
}

TEST(PolicyTest, points_out_a_rule_that_does_not_exist) {
  const auto ran = run({"policy", "test", "-", "--policy", "balanced"},
                       "tests: [{name: t, facts: {tool.pin.state: changed}, effect: block, rules: "
                       "[block-held-tool]}]");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, HasSubstr("the policy has no rule \"block-held-tool\"; did you mean "
                                 "block-held-tools?"));
}

TEST(PolicyTest, passes_fails_and_refuses) {
  const auto* table = "tests: [{name: t, facts: {tool.pin.state: changed}, effect: block}]";
  EXPECT_EQ(run({"policy", "test", "-", "--policy", "balanced"}, table).code, 0);
  const auto failed = run({"policy", "test", "-", "--policy", "observe"}, table);
  EXPECT_EQ(failed.code, 1);
  EXPECT_THAT(failed.out, HasSubstr("(t): expected block, found allow (none)\n1 test, 1 failed"));
  EXPECT_EQ(run({"policy", "test", "-"}, table).code, 2);
  EXPECT_EQ(run({"policy", "test", "-", "--policy", "balanced"}, "tests: 5").code, 2);
}

TEST(PolicyCheck, a_policy_that_decides_nothing_says_so) {
  const auto empty = run({"policy", "check", "-"}, "rules: []");
  EXPECT_EQ(empty.code, 1);
  EXPECT_THAT(empty.out, HasSubstr("standard input: empty: there are no rules"));
  const auto json = run({"policy", "check", "-", "--format", "json"}, "rules: []");
  EXPECT_TRUE(is_json(json.out));
  EXPECT_THAT(json.out, HasSubstr(R"("kind":"empty")"));
}

constexpr const char* kTooEarlyHint = "only the rules before the call were asked";

TEST(PolicyExplain, facts_of_a_result_before_the_call_bring_a_hint) {
  const auto* facts = "response.detections: [injection]";
  const auto early = run({"policy", "explain", "balanced", "-"}, facts);
  EXPECT_THAT(early.out, HasSubstr(kTooEarlyHint));
  EXPECT_THAT(early.out, HasSubstr("try: --phase response"));
  EXPECT_THAT(run({"policy", "explain", "balanced", "-", "--format", "json"}, facts).out,
              HasSubstr(kTooEarlyHint));
  const auto late = run({"policy", "explain", "balanced", "-", "--phase", "response"}, facts);
  EXPECT_THAT(late.out, Not(HasSubstr(kTooEarlyHint)));
  EXPECT_THAT(run({"policy", "explain", "balanced", "-"}, "tool.tier: read").out,
              Not(HasSubstr(kTooEarlyHint)));
}

TEST(PolicyTest, facts_of_a_result_before_the_call_bring_a_hint_even_if_it_passes) {
  const auto table = [](std::string_view phase) {
    return fmt::format(
        "tests: [{{name: t, {}facts: {{response.detections: [injection]}}, effect: allow}}]",
        phase);
  };
  const auto early = run({"policy", "test", "-", "--policy", "observe"}, table(""));
  EXPECT_EQ(early.code, 0);
  EXPECT_THAT(early.out, HasSubstr(kTooEarlyHint));
  const auto late = run({"policy", "test", "-", "--policy", "observe"}, table("phase: response, "));
  EXPECT_THAT(late.out, Not(HasSubstr(kTooEarlyHint)));
}

TEST(PolicyExplain, of_nothing_is_no_decision) {
  for (const auto* nothing : {"", " \n"}) {
    const auto ran = run({"policy", "explain", "strict", "-"}, nothing);
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("standard input: is empty"));
  }
  EXPECT_EQ(run({"policy", "explain", "strict", "-"}, "{}").code, 0);
}

TEST(PolicyTest, of_no_tests_is_no_good_news) {
  const auto ran = run({"policy", "test", "-"}, "policy: balanced\ntests: []\n");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "0 tests, 0 failed: nothing was tested\n");
}

TEST(PolicyDiff, counts_what_is_decided_differently) {
  const auto* records =
      "{\"tool.tier\": \"write\"}\n\n{\"facts\": {\"tool.tier\": \"read\"}, \"phase\": "
      "\"request\"}\n";
  const auto ran = run({"policy", "diff", "balanced", "readonly", "-"}, records);
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out,
            "record 1 (absent): allow -> block: +block-changes\nallow -> block: 1\n"
            "2 records, 1 decided differently\n");
  EXPECT_EQ(run({"policy", "diff", "strict", "strict", "-"}, records).code, 0);
  EXPECT_EQ(run({"policy", "diff", "strict", "strict", "-"}, "{\n").code, 2);
  EXPECT_TRUE(is_json(
      run({"policy", "diff", "balanced", "readonly", "-", "--format", "json"}, records).out));
}

TEST(PolicyFacts, are_listed_for_people_and_programs) {
  EXPECT_THAT(run({"policy", "facts"}).out, HasSubstr("request.arguments.<pointer>"));
  const auto listed = run({"policy", "facts", "--format", "json"});
  EXPECT_TRUE(is_json(listed.out));
  EXPECT_THAT(listed.out, HasSubstr(R"("name":"tool.annotations.readOnlyHint","type":"flag")"));
}

TEST(PolicyFacts, fit_a_terminal) {
  const auto listed = run({"policy", "facts"}, "", {.colour = false, .width = 100}).out;
  std::istringstream lines(listed);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  EXPECT_THAT(listed, HasSubstr("sampling/createMessage"));
}

TEST(PolicyShow, prints_a_pack_that_loads_again) {
  for (const auto* pack : {"balanced", "strict", "regulated"}) {
    EXPECT_EQ(run({"policy", "check", "-"}, run({"policy", "show", pack}).out).code, 0) << pack;
  }
  EXPECT_EQ(run({"policy", "show", "none"}).code, 2);
}

}  // namespace
}  // namespace touchstone::cli
