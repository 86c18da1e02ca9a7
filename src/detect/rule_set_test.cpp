#include "detect/rule_set.hpp"

#include <gtest/gtest.h>

namespace touchstone::detect {
namespace {

constexpr WordClass kClasses[] = {{"user", "user users"}};

// The spans at which the one rule holds.
std::vector<std::string> matches(std::string_view pattern, std::string_view text,
                                 const WhoseTool& whose = {}) {
  const PhraseRule rules[] = {{Family::kSecrecy, 5, pattern}};
  const RuleSet set(kClasses, rules);
  Marks marks;
  set.find(cut(text, set.vocabulary()), whose, marks);
  std::vector<std::string> out;
  for (const auto& mark : marks) out.emplace_back(text.substr(mark.begin, mark.end - mark.begin));
  return out;
}

using Spans = std::vector<std::string>;

TEST(RuleSet, words_stand_next_to_each_other_unless_a_gap_is_allowed) {
  EXPECT_EQ(matches("never tell", "Never tell anyone"), Spans{"Never tell"});
  EXPECT_EQ(matches("never tell", "never ever tell"), Spans{});
  EXPECT_EQ(matches("never ~1 tell", "never ever tell"), Spans{"never ever tell"});
  EXPECT_EQ(matches("never ~1 tell", "never ever again tell"), Spans{});
}

TEST(RuleSet, a_match_stays_inside_one_sentence) {
  EXPECT_EQ(matches("never ~5 tell", "Never. Do tell."), Spans{});
  EXPECT_EQ(matches("never ~5 tell", "never\n- tell"), Spans{});
  EXPECT_EQ(matches("never ~5 tell", "never\n  tell"), Spans{"never\n  tell"});
  EXPECT_EQ(matches("never ~5 tell", "never, e.g.x, tell"), Spans{"never, e.g.x, tell"});
}

TEST(RuleSet, alternatives_classes_and_forms_all_count) {
  EXPECT_EQ(matches("call+|use $user", "calling users"), Spans{"calling users"});
  EXPECT_EQ(matches("execute+", "executing"), Spans{"executing"});
  EXPECT_EQ(matches("modify+", "modifies"), Spans{"modifies"});
  EXPECT_EQ(matches("push+", "pushes"), Spans{"pushes"});
  EXPECT_EQ(matches("call|use $user", "calling users"), Spans{});
}

TEST(RuleSet, capitals_in_a_pattern_ask_for_capitals) {
  EXPECT_EQ(matches("SYSTEM ~1 UPDATE", "SYSTEM UPDATE"), Spans{"SYSTEM UPDATE"});
  EXPECT_EQ(matches("SYSTEM ~1 UPDATE", "system update"), Spans{});
  EXPECT_EQ(matches("system update", "SYSTEM Update"), Spans{"SYSTEM Update"});
}

TEST(RuleSet, a_caret_asks_for_the_beginning_of_a_clause) {
  EXPECT_EQ(matches("^dump", "Dump it, dump it."), Spans{"Dump"});
  EXPECT_EQ(matches("^dump", "a memory dump"), Spans{});
}

TEST(RuleSet, a_stop_asks_for_the_end_of_a_clause) {
  EXPECT_EQ(matches("not know .", "They must not know."), Spans{"not know"});
  EXPECT_EQ(matches("not know .", "They must not know, he said"), Spans{"not know"});
  EXPECT_EQ(matches("not know .", "They do not know the way"), Spans{});
}

TEST(RuleSet, names_are_identifiers_or_single_words_in_quotes) {
  EXPECT_EQ(matches("call @name", "call read_file"), Spans{"call read_file"});
  EXPECT_EQ(matches("call @name", "call readFile"), Spans{"call readFile"});
  EXPECT_EQ(matches("call @name", "call `fetch`"), Spans{"call `fetch"});
  EXPECT_EQ(matches("call @name", "call 'fetch' now"), Spans{"call 'fetch"});
  EXPECT_EQ(matches("call @name", "call home"), Spans{});
}

TEST(RuleSet, whose_tool_a_name_is_decides_the_rest) {
  const auto own = [](const Word&) { return Whose::kOwn; };
  const auto foreign = [](const Word&) { return Whose::kForeign; };
  EXPECT_EQ(matches("call @other", "call read_file", own), Spans{});
  EXPECT_EQ(matches("call @other", "call read_file"), Spans{"call read_file"});
  EXPECT_EQ(matches("call @foreign", "call read_file"), Spans{});
  EXPECT_EQ(matches("@foreign now", "read_file now", foreign), Spans{"read_file now"});
}

TEST(RuleSet, disguised_words_are_read) {
  EXPECT_EQ(matches("ignore rules", "іgnоre r\u200bules").size(), 1U);
}

TEST(RuleSet, a_rule_counts_once_a_sentence) {
  EXPECT_EQ(matches("tell", "tell tell tell. Tell!").size(), 2U);
}

TEST(RuleSet, a_later_word_may_serve_when_the_first_leads_nowhere) {
  EXPECT_EQ(matches("do ~3 not tell", "do not ever not tell").size(), 1U);
}

}  // namespace
}  // namespace touchstone::detect
