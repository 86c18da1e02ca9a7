#include "json/string.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/grammar.hpp"
#include "json/utf8.hpp"

namespace touchstone::json {
namespace {

std::string decoded(std::string_view body) {
  std::string out;
  append_decoded(out, body);
  return out;
}

TEST(String, decodes_every_short_escape) {
  EXPECT_EQ(decoded(R"(\"\\\/\b\f\n\r\t)"), "\"\\/\b\f\n\r\t");
}

TEST(String, decodes_unicode_escapes_of_every_length) {
  EXPECT_EQ(decoded(R"(\u0041\u00e9\u20AC\ud83d\ude00)"), "Aé€😀");
  EXPECT_EQ(decoded(R"(\u0000)"), std::string(1, '\0'));
}

TEST(String, decodes_lone_surrogates_to_the_replacement_character) {
  EXPECT_EQ(decoded(R"(\ud83d)"), "\uFFFD");
  EXPECT_EQ(decoded(R"(\ude00x)"), "\uFFFDx");
  EXPECT_EQ(decoded(R"(\ud83d\ud83d\ude00)"), "\uFFFD😀");
  EXPECT_EQ(decoded(R"(\ud83d\n)"), "\uFFFD\n");
}

TEST(String, decodes_what_is_cut_off_without_reading_on) {
  for (const char* body : {"\\", "a\\", "\\u", "\\u12", "\\ud83d\\u", "\\ud83d\\"}) {
    EXPECT_LE(decoded(body).size(), 8U) << body;
  }
}

TEST(String, quotes_what_must_be_escaped_and_nothing_else) {
  EXPECT_EQ(quoted("a\"b\\c\n\x01/é\x7F"), "\"a\\\"b\\\\c\\n\\u0001/é\\u007f\"");
}

TEST(String, quotes_what_would_act_on_a_terminal_or_hide_text_as_escapes) {
  EXPECT_EQ(quoted("\u009b\u202e\u200b\ufeff\u2066"), R"("\u009b\u202e\u200b\ufeff\u2066")");
  EXPECT_EQ(quoted("\u00a0é日😀"), "\"\u00a0é日😀\"");
}

TEST(String, quotes_bytes_that_are_not_utf8_as_replacement_characters) {
  EXPECT_EQ(quoted("a\xFFz\xC3"), "\"a\uFFFDz\uFFFD\"");
}

TEST(String, quotes_a_short_text_as_it_does_in_a_long_one) {
  const std::string before = "sixteen bytes and more";
  for (std::size_t size = 1; size < 20; ++size) {
    for (std::size_t place = 0; place < size; ++place) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(size, 'x');
        text[place] = static_cast<char>(byte);
        ASSERT_EQ(json::quoted(before + text), "\"" + before + json::quoted(text).substr(1));
      }
    }
  }
  EXPECT_EQ(quoted(""), "\"\"");
}

RC_GTEST_PROP(String, quoting_any_bytes_gives_a_json_string, (const std::string& bytes)) {
  RC_ASSERT(!find_fault(json::quoted(bytes), 1));
}

RC_GTEST_PROP(String, decoding_takes_back_quoting, (const std::vector<std::uint32_t>& numbers)) {
  std::string text;
  for (const std::uint32_t number : numbers) append_utf8(text, number % 0x110000);
  RC_PRE(is_utf8(text));
  const std::string json = json::quoted(text);
  RC_ASSERT(decoded(std::string_view(json).substr(1, json.size() - 2)) == text);
}

TEST(Utf8, accepts_the_first_and_last_character_of_each_length) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8(std::string_view("\x00\x7F", 2)));
  EXPECT_TRUE(is_utf8("\xC2\x80\xDF\xBF"));
  EXPECT_TRUE(is_utf8("\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF"));
  EXPECT_TRUE(is_utf8("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"));
}

TEST(Utf8, refuses_overlong_forms_surrogates_and_what_is_too_large) {
  for (const char* bad : {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80",
                          "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF",
                          "\xC3", "\xE2\x82", "\xF0\x9F\x98", "\xE2\x28\xA1"}) {
    EXPECT_FALSE(is_utf8(bad)) << json::quoted(bad);
  }
}

TEST(Utf8, names_the_first_bad_byte) {
  std::size_t bad = 0;
  EXPECT_FALSE(is_utf8("é\xFFx", &bad));
  EXPECT_EQ(bad, 2U);
}

}  // namespace
}  // namespace touchstone::json
