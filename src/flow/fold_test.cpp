#include "flow/fold.hpp"

#include "flow/test_support.hpp"

namespace touchstone::flow {
namespace {

TEST(Fold, drops_case_layout_and_punctuation) {
  EXPECT_EQ(folded("Hello,   World!\n\t- **bold** _x_"), "hello world bold x ");
  EXPECT_EQ(folded(""), "");
  EXPECT_EQ(folded("...\n"), "");
}

TEST(Fold, takes_typographic_marks_for_what_they_stand_for) {
  EXPECT_EQ(folded("it\xE2\x80\x99s \xE2\x80\x9Cso\xE2\x80\x9D"), folded("it's \"so\""));
  EXPECT_EQ(folded("a\xC2\xA0"
                   "b"),
            "a b ");
}

TEST(Fold, sees_through_characters_without_width) {
  EXPECT_EQ(folded("pass\xE2\x80\x8Bword"), "password ");
  EXPECT_EQ(folded("pass\xC2\xADword"), "password ");
}

TEST(Fold, keeps_other_scripts) { EXPECT_EQ(folded("für 東京"), "für 東京 "); }

TEST(Fold, takes_a_break_that_is_written_out_for_a_break) {
  EXPECT_EQ(folded("one\\ntwo"), "one two ");
  EXPECT_EQ(folded("C:\\Users"), "c users ");
}

TEST(Fold, sees_ascii_in_any_dress) {
  EXPECT_EQ(folded("Ｆｕｌｌ－ｗｉｄｔｈ　７"),
            "full width\xE3\x80\x80"
            "7 ");
  EXPECT_EQ(folded("𝐁𝐨𝐥𝐝 𝑖𝑡𝑎𝑙𝑖𝑐 𝓈𝒸𝓇𝒾𝓅𝓉 𝚖𝚘𝚗𝚘 𝟕𝟠𝟵"), "bold italic script mono 789 ");
  std::string tags;
  for (const char c : std::string_view("Hi, Bob 7")) {
    const auto low = static_cast<unsigned char>(c);
    tags += {'\xF3', '\xA0', static_cast<char>(0x80 | low >> 6U),
             static_cast<char>(0x80 | (low & 0x3FU))};
  }
  EXPECT_EQ(folded(tags), "hi bob 7 ");
  EXPECT_EQ(folded("\xEF\xBB\xBFone ＼ｎ two"), "one n two ");
  EXPECT_EQ(folded("𝛼 😀 ﷺ"), "𝛼 😀 ﷺ ") << "what looks like no letter of ASCII stays";
}

TEST(Fold, survives_half_a_character) {
  EXPECT_EQ(folded("a\xF0\x9D\x90"), "a\xF0\x9D\x90 ");
  EXPECT_EQ(folded("a\xEF\xBC"), "a\xEF\xBC ");
  EXPECT_EQ(folded("a\xE2\x80"), "a \x80 ");
  EXPECT_EQ(folded("a\xC2"), "a ");
}

// Blocks are folded as a whole; byte by byte the same must come of it.
RC_GTEST_PROP(Fold, of_long_texts_is_that_of_their_bytes, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::weightedElement<char>(
      {{20, 'a'}, {5, 'Z'}, {3, '7'}, {6, ' '}, {1, ','}, {1, '\n'}}));
  std::string bytewise;
  for (const char c : text) {
    const bool blank = c == ' ' || c == ',' || c == '\n';
    const bool second = blank && (bytewise.empty() || bytewise.back() == ' ');
    if (!second) bytewise += blank ? ' ' : c == 'Z' ? 'z' : c;
  }
  if (!bytewise.empty() && bytewise.back() != ' ') bytewise += ' ';
  RC_ASSERT(folded(text) == bytewise);
}

RC_GTEST_PROP(Fold, of_what_is_folded_changes_nothing, (const std::string& text)) {
  RC_ASSERT(folded(folded(text)) == folded(text));
}

RC_GTEST_PROP(Fold, of_hostile_bytes_changes_nothing_twice, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::element(
      '\xE2', '\x80', '\x81', '\xC2', '\xAD', '\xA0', '\x8B', '\\', 'n', ' ', 'A'));
  RC_ASSERT(folded(folded(text)) == folded(text));
}

RC_GTEST_PROP(Fold, goes_word_by_word, (const std::string& a, const std::string& b)) {
  auto out = folded(a);
  append_folded(out, b);
  RC_ASSERT(out == folded(a + " " + b));
}

RC_GTEST_PROP(Fold, squeezed_is_folded_without_blanks, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::weightedElement<char>(
      {{20, 'a'}, {5, 'Z'}, {3, '7'}, {6, ' '}, {1, ','}, {1, '\xE2'}, {1, '\x80'}, {1, '\xAD'}}));
  auto expected = folded(text);
  std::erase(expected, ' ');
  RC_ASSERT(squeezed(text) == expected);
}

}  // namespace
}  // namespace touchstone::flow
