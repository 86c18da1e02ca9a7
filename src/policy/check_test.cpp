#include "policy/check.hpp"

#include <chrono>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/test_support.hpp"

namespace touchstone::policy {
namespace {

std::string remarks(const std::string& rules) {
  const auto policy = testing::policy_of("rules: [" + rules + "]");
  std::string out;
  for (const auto& remark : check(*policy)) {
    out += fmt::format("{} {}{}\n", name_of(remark.kind), remark.rule->name,
                       remark.other == nullptr ? "" : " " + remark.other->name);
  }
  return out;
}

std::string rule(std::string_view name, std::string_view effect, std::string_view conditions) {
  return fmt::format("{{name: {}, effect: {}, conditions: {}}}", name, effect, conditions);
}

bool unreachable(const std::string& conditions) {
  return remarks(rule("a", "block", conditions)) == "unreachable a\n";
}

TEST(Check, finds_conditions_that_exclude_each_other) {
  EXPECT_TRUE(unreachable(
      "[{fact: tool.legs.sendsOut, equals: true}, {fact: tool.legs.sendsOut, equals: false}]"));
  EXPECT_TRUE(unreachable("[{fact: tool.tier, equals: read}, {fact: tool.tier, equals: write}]"));
  EXPECT_TRUE(unreachable("{fact: tool.tier, greaterThan: destructive}"));
  EXPECT_TRUE(unreachable("{fact: session.calls, greaterThan: 5, lessThan: 5}"));
  EXPECT_TRUE(unreachable("[{fact: tool.name, equals: a}, {fact: tool.name, startsWith: b}]"));
  EXPECT_TRUE(unreachable("[{fact: tool.name, exists: false}, {fact: tool.name, matches: x}]"));
  EXPECT_TRUE(unreachable(
      "[{fact: request.arguments.x, exists: false}, {fact: request.arguments.x, equals: 1}]"));
  EXPECT_TRUE(
      unreachable("{fact: tool.tier, equals: read, unless: {fact: tool.tier, lessThan: write}}"));
}

TEST(Check, finds_nothing_where_a_value_is_possible) {
  EXPECT_FALSE(unreachable("{fact: session.calls, greaterThan: 5, lessThan: 6}"));
  EXPECT_FALSE(
      unreachable("[{fact: tool.annotations.inputMetadata.destination, equals: user}, {fact: "
                  "tool.annotations.inputMetadata.destination, equals: public}]"));
  EXPECT_FALSE(unreachable(
      "[{fact: request.arguments.x, equals: a}, {fact: request.arguments.x, equals: b}]"));
  EXPECT_FALSE(unreachable("{not: {fact: tool.legs.sendsOut, equals: true}}"));
  EXPECT_FALSE(
      unreachable("{or: [{fact: tool.tier, equals: read}, {fact: tool.tier, equals: write}]}"));
}

TEST(Check, finds_rules_that_a_stronger_one_makes_needless) {
  const auto write = rule("w", "block", "{fact: tool.tier, greaterThan: read}");
  EXPECT_EQ(remarks(rule("a", "escalate", "{fact: tool.tier, equals: destructive}") + "," + write),
            "shadowed a w\n");
  EXPECT_EQ(remarks(rule("a", "block", "{fact: tool.tier, equals: destructive}") + "," +
                    rule("w", "escalate", "{fact: tool.tier, greaterThan: read}")),
            "");
  EXPECT_EQ(remarks(rule("a", "allow",
                         "[{fact: tool.name, equals: x}, {fact: tool.tier, equals: write}]") +
                    "," + write),
            "shadowed a w\n");
  EXPECT_EQ(
      remarks("{name: a, effect: escalate, audit: full, conditions: {fact: tool.tier, equals: "
              "write}}," +
              write),
      "");
  EXPECT_EQ(remarks("{name: all, effect: block}," +
                    rule("a", "redact", "{fact: tool.tier, equals: read}")),
            "shadowed a all\n");
}

TEST(Check, finds_numbers_that_a_fact_can_never_be) {
  EXPECT_TRUE(unreachable("{fact: time.hour, greaterThan: 23}"));
  EXPECT_TRUE(unreachable("{fact: flow.share, greaterThan: 1}"));
  EXPECT_TRUE(unreachable("{fact: session.calls, lessThan: 0}"));
  EXPECT_TRUE(unreachable("{fact: tool.evidence.readOnlyHint.confidence, in: [2, 3]}"));
  EXPECT_FALSE(unreachable("{fact: time.hour, greaterThanOrEqual: 23}"));
  EXPECT_FALSE(unreachable("{fact: flow.share, equals: 1}"));
  EXPECT_FALSE(unreachable("{fact: request.size, greaterThan: 1000000}"));
}

TEST(Check, finds_texts_that_exclude_each_other_and_what_is_neither_there_nor_absent) {
  EXPECT_TRUE(unreachable("[{fact: tool.name, startsWith: a}, {fact: tool.name, startsWith: b}]"));
  EXPECT_FALSE(
      unreachable("[{fact: tool.name, startsWith: a}, {fact: tool.name, startsWith: ab}]"));
  EXPECT_FALSE(
      unreachable("[{fact: flow.sources, startsWith: a}, {fact: flow.sources, startsWith: b}]"));
  EXPECT_TRUE(
      unreachable("{not: {or: [{fact: request.arguments.x, exists: true}, {fact: "
                  "request.arguments.x, exists: false}]}}"));
}

// Whether a rule that asks `inner` is needless beside one that asks `outer`.
bool shadowed(std::string_view inner, std::string_view outer) {
  const auto told = remarks(rule("a", "block", inner) + "," + rule("b", "block", outer));
  return told == "shadowed a b\n";
}

TEST(Check, one_name_in_a_list_is_that_name) {
  const auto beside_block = [](std::string_view conditions) {
    return remarks(rule("a", "escalate", conditions) + "," +
                   rule("b", "block", "{fact: tool.name, equals: x}"));
  };
  EXPECT_EQ(beside_block("{fact: tool.name, in: [x]}"), "contradictory a b\n");
  EXPECT_EQ(beside_block("{fact: tool.name, in: [x, y]}"), "");
}

TEST(Check, finds_rules_about_what_lies_within_what_another_is_about) {
  constexpr const char* kPath = "{fact: request.arguments.path, withinPath: ";
  const auto path = [&](std::string_view text) { return fmt::format("{}{}}}", kPath, text); };
  EXPECT_TRUE(shadowed(path("/etc/ssh"), path("/etc")));
  EXPECT_FALSE(shadowed(path("/etc"), path("/etc/ssh")));
  EXPECT_FALSE(shadowed(path("/etcetera"), path("/etc")));
  const auto network = [](std::string_view text) {
    return fmt::format("{{fact: request.arguments.host, cidr: {}}}", text);
  };
  EXPECT_TRUE(shadowed(network("10.1.0.0/16"), network("10.0.0.0/8")));
  EXPECT_FALSE(shadowed(network("10.0.0.0/8"), network("10.1.0.0/16")));
  EXPECT_FALSE(shadowed(network("10.1.0.0/16"), network("\"::/0\"")));
  const auto ends = [](std::string_view text) {
    return fmt::format("{{fact: request.arguments.to, endsWith: \"{}\"}}", text);
  };
  EXPECT_TRUE(shadowed(ends("@evil.example"), ends(".example")));
  EXPECT_FALSE(shadowed(ends(".example"), ends("@evil.example")));
  EXPECT_TRUE(
      shadowed("{fact: tool.name, startsWith: delete_}", "{fact: tool.name, contains: let}"));
  EXPECT_TRUE(shadowed("{fact: request.arguments.to, equals: a@evil.example}", ends(".example")));
  EXPECT_TRUE(shadowed("{fact: request.arguments.path, in: [/etc/ssh, /etc/x]}", path("/etc")));
  EXPECT_FALSE(shadowed("{fact: request.arguments.path, in: [/etc/ssh, /srv]}", path("/etc")));
}

TEST(Check, does_not_take_one_member_of_a_set_for_all_of_them) {
  EXPECT_FALSE(shadowed("{fact: request.arguments.to, endsWith: \"@evil.example\"}",
                        "{fact: request.arguments.to, endsWith: .example, every: true}"));
  EXPECT_TRUE(shadowed("{fact: request.arguments.to, endsWith: \"@evil.example\", every: true}",
                       "{fact: request.arguments.to, endsWith: .example}"));
  EXPECT_FALSE(
      shadowed("{fact: flow.sources, startsWith: mcp}", "{fact: flow.sources, contains: m}"));
  EXPECT_TRUE(shadowed("{fact: flow.sources, contains: \"mcp://a/b\"}",
                       "{fact: flow.sources, startsWith: \"mcp://\"}"));
}

TEST(Check, a_policy_without_rules_decides_nothing) {
  const auto told = check(*testing::policy_of("rules: []"));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].kind, RemarkKind::kEmpty);
  EXPECT_THAT(told[0].what, ::testing::HasSubstr("decides nothing"));
}

TEST(Check, finds_the_second_of_two_that_say_the_same) {
  const auto* same = "{fact: session.calls, greaterThan: 3}";
  EXPECT_EQ(remarks(rule("a", "block", same) + "," + rule("b", "block", same)), "shadowed b a\n");
}

TEST(Check, finds_rules_that_ask_the_same_and_say_something_else) {
  EXPECT_EQ(remarks(rule("a", "allow", "{fact: tool.name, equals: x}") + "," +
                    rule("b", "block", "{fact: tool.name, in: [x]}")),
            "contradictory a b\n");
}

TEST(Check, finds_rules_that_say_less_than_those_of_a_pack_whose_place_they_take) {
  const auto found = [](const std::string& text) {
    const auto policy = testing::policy_of(text);
    std::string out;
    for (const auto& remark : check(*policy))
      out += fmt::format("{}: {}\n", name_of(remark.kind), remark.what);
    return out;
  };
  const std::string condition =
      ", conditions: {and: [{fact: tool.name, equals: x}, {fact: request.size, equals: 3}]}}]";
  EXPECT_THAT(
      found("extends: balanced\nrules: [{name: ask-irreversible, effect: allow" + condition),
      ::testing::MatchesRegex("weaker: it takes the place of the rule of its name of pack "
                              "balanced:[0-9]+, which says escalate, and says allow\n"));
  EXPECT_THAT(
      found("extends: strict\nrules: [{name: ask-irreversible, effect: block, mode: shadow" +
            condition),
      ::testing::HasSubstr("which says escalate, and says block (shadow)"));
  // Nothing of observe counts.
  EXPECT_EQ(found("extends: observe\nrules: [{name: ask-irreversible, effect: allow" + condition),
            "");
  const auto policy =
      testing::policy_of("extends: strict\nrules: [{name: ask-irreversible, effect: redact}]");
  EXPECT_THAT(check(*policy).front().remedy, ::testing::HasSubstr("touchstone policy diff strict"));
}

TEST(Check, finds_rules_that_take_the_place_of_a_packs_and_ask_something_else) {
  const auto found = [](const std::string& pack, const std::string& more) {
    const auto policy = testing::policy_of("extends: " + pack +
                                           "\nrules: [{name: ask-irreversible, " + more + "}]");
    std::string out;
    for (const auto& remark : check(*policy)) {
      if (remark.kind == RemarkKind::kReplaced || remark.kind == RemarkKind::kWeaker)
        out += fmt::format("{}: {}\n", name_of(remark.kind), remark.what);
    }
    return out;
  };
  const std::string narrower =
      ", conditions: {and: [{fact: tool.name, equals: x}, {fact: request.size, equals: 3}]}";
  for (const auto* effect : {"effect: escalate", "effect: block"}) {
    EXPECT_THAT(found("balanced", effect + narrower),
                ::testing::MatchesRegex("replaced: it takes the place of the rule of its name of "
                                        "pack balanced:[0-9]+, and asks something else: .*\n"));
    EXPECT_EQ(found("balanced", effect), "") << "it fires always";
  }
  EXPECT_THAT(found("balanced", "effect: escalate, phase: response"),
              ::testing::StartsWith("replaced"))
      << "it is too late for the call";
  EXPECT_EQ(found("observe", "effect: escalate" + narrower), "") << "nothing of that one counts";
  EXPECT_THAT(found("balanced", "effect: allow" + narrower), ::testing::StartsWith("weaker"))
      << "and that is told alone";
}

TEST(Check, tells_nothing_of_rules_as_wide_as_a_packs_whose_place_they_take) {
  const auto found = [](const std::string& text) {
    const auto policy = testing::policy_of(text);
    std::string out;
    for (const auto& remark : check(*policy)) {
      if (remark.kind == RemarkKind::kReplaced) out += remark.rule->name + "\n";
    }
    return out;
  };
  const auto tier = [&](const std::string& conditions) {
    return found("extends: readonly\nrules: [{name: block-changes, effect: block, conditions: " +
                 conditions + "}]");
  };
  EXPECT_EQ(tier("{fact: tool.tier, greaterThan: read}"), "") << "the same";
  EXPECT_EQ(tier("{fact: tool.tier, greaterThanOrEqual: read}"), "") << "more of it";
  EXPECT_EQ(tier("{or: [{fact: tool.tier, greaterThan: read}, {fact: tool.name, equals: x}]}"), "");
  EXPECT_EQ(tier("{fact: tool.tier, greaterThan: write}"), "block-changes\n");
  EXPECT_EQ(tier("{and: [{fact: tool.tier, greaterThan: read}, {fact: tool.name, equals: x}]}"),
            "block-changes\n");
  EXPECT_EQ(tier("{fact: tool.tier, greaterThan: read, unless: {fact: tool.name, equals: x}}"), "")
      << "that is how an exception is written";
  EXPECT_EQ(tier("{fact: tool.tier, greaterThan: write, unless: {fact: tool.name, equals: x}}"),
            "block-changes\n");
  for (const auto& pack : packs()) {
    EXPECT_EQ(found(std::string(pack.text)), "") << pack.name;
    EXPECT_EQ(found(fmt::format("extends: {}\nrules: []", pack.name)), "") << pack.name;
  }
  // Each rule in its own place.
  EXPECT_EQ(found("extends: balanced\n" + std::string(kBalancedPack)), "");
}

TEST(Check, phases_and_modes_are_apart) {
  EXPECT_EQ(remarks("{name: a, effect: block}, {name: b, effect: redact, phase: response}"), "");
  EXPECT_EQ(remarks("{name: a, effect: block, mode: shadow}, {name: b, effect: redact}"), "");
}

TEST(Check, ten_thousand_rules_take_no_more_than_seconds) {
  std::string rules;
  for (int i = 0; i < 10'000; ++i) {
    rules +=
        rule(fmt::format("r{}", i), "block",
             fmt::format("[{{fact: tool.name, equals: t{}}}, {{fact: session.calls, greaterThan: "
                         "{}}}]",
                         i % 5'000, i)) +
        ",";
  }
  const auto policy = testing::policy_of("rules: [" + rules + "]", "p.json.yaml");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(check(*policy).size(), kMaxRemarks);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace touchstone::policy
