#include "policy/pattern_parts.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <re2/re2.h>

#include "policy/leaf.hpp"

namespace touchstone::policy {
namespace {

using Strings = std::vector<std::string>;

TEST(PatternParts, plain_text_is_needed_as_it_stands) {
  EXPECT_EQ(parts_of_pattern("delete_user"), Strings({"delete_user"}));
  EXPECT_EQ(parts_of_pattern("^a\\.b$"), Strings({"a.b"}));
  EXPECT_EQ(parts_of_pattern("x_[0-9]+\\.pem$"), Strings({"x_", ".pem"}));
  EXPECT_EQ(parts_of_pattern("caf\xC3\xA9"), Strings({"caf\xC3\xA9"}));
}

TEST(PatternParts, what_is_repeated_is_not_needed_as_a_whole_character) {
  EXPECT_EQ(parts_of_pattern("abc*d"), Strings({"ab", "d"}));
  EXPECT_EQ(parts_of_pattern("abc{0,2}d"), Strings({"ab", "d"}));
  EXPECT_EQ(parts_of_pattern("caf\xC3\xA9?s"), Strings({"caf", "s"}));
  EXPECT_EQ(parts_of_pattern("a\\.?b"), Strings({"a", "b"}));
}

TEST(PatternParts, groups_and_classes_are_passed_over) {
  EXPECT_EQ(parts_of_pattern("^(get|list)_users"), Strings({"_users"}));
  EXPECT_EQ(parts_of_pattern("a(?:b(c|\\)d)[)])*e"), Strings({"a", "e"}));
  EXPECT_EQ(parts_of_pattern("a[]b]c[^]\\]]d"), Strings({"a", "c", "d"}));
}

TEST(PatternParts, where_it_is_not_plain_nothing_is_needed) {
  for (const char* pattern : {"a|b", "(?i)abc", "a(?i:b)c", "\\Qa.b\\E", "a[[:alpha:]]b", "ab\\x41",
                              "a{b}", "abc(d(?i)e)f", "(\\Q(\\E)a", ""}) {
    EXPECT_EQ(parts_of_pattern(pattern), Strings()) << pattern;
  }
}

// All alike, however early: a plain range begins with what stands first.
int drawn_below(int bound) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, bound));
}

const std::string& piece(const Strings& pieces) {
  return pieces[static_cast<std::size_t>(drawn_below(static_cast<int>(pieces.size())))];
}

// Mostly RE2 takes it.
std::string draw_pattern() {
  static const Strings kAtoms{"a",      "b",           "ab",   "\xC3\xA9", ".",        "^",
                              "$",      "[ab]",        "[^a]", "[]a]",     "[\\]a]",   "(a|b)",
                              "(?:ab)", "((a)?b)",     "(?i)", "(?i:a)",   "([)]|a)",  "(\\)|a)",
                              "\\.",    "\\b",         "\\d",  "\\x61",    "\\Qa*\\E", "\\C",
                              "{",      "[[:alpha:]]", "|",    "(?P<n>a)"};
  static const Strings kRepeats{"",  "",    "",      "",     "*",    "+",
                                "?", "{0}", "{0,2}", "{1,}", "{,1}", "*?"};
  std::string pattern;
  for (int i = 1 + drawn_below(5); i > 0; --i) pattern += piece(kAtoms) + piece(kRepeats);
  return pattern;
}

std::string draw_short_text() {
  static const Strings kPieces{"a", "b", "a", "b", "A", "\xC3\xA9", ".", "1", "]", ")", "{", "*"};
  std::string text;
  for (int i = drawn_below(6); i > 0; --i) text += piece(kPieces);
  return text;
}

RC_GTEST_PROP(PatternParts, whatever_a_pattern_is_found_in_has_all_its_parts, ()) {
  for (int drawn = 0; drawn < 20; ++drawn) {
    const auto pattern = draw_pattern();
    std::string why;
    const auto compiled = compile_pattern(pattern, why);
    if (!compiled) continue;
    const auto parts = parts_of_pattern(pattern);
    RC_ASSERT(std::ranges::none_of(parts, &std::string::empty));
    for (int i = 0; i < 20; ++i) {
      const auto text = draw_short_text();
      if (!RE2::PartialMatch(text, *compiled)) continue;
      for (const auto& part : parts) RC_ASSERT(text.find(part) != std::string::npos);
    }
  }
}

}  // namespace
}  // namespace touchstone::policy
