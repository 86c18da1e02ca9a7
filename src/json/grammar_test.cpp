#include "json/grammar.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace touchstone::json {
namespace {

constexpr std::uint32_t kDeepest = 128;

struct Case {
  std::string text;
  std::size_t offset;
  std::string what;
};

void expect_faults(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const auto fault = find_fault(c.text, kDeepest);
    ASSERT_TRUE(fault) << c.text;
    EXPECT_EQ(fault->offset, c.offset) << c.text;
    EXPECT_EQ(fault->what, c.what) << c.text;
  }
}

TEST(Grammar, accepts_every_kind_of_value) {
  for (const char* text :
       {"null", " true ", "false", "0", "-0", "-0.0e-0", "1E+9", "\"\"", "[]", "{ }", "[1, [2]]",
        R"({"a":{"b":[]},"":null})", R"("\"\\\/\b\f\n\r\t\u12aF")", "\"é€😀\x7F\"", "\t\r\n1"}) {
    EXPECT_FALSE(find_fault(text, kDeepest)) << text;
  }
}

TEST(Grammar, accepts_what_the_fast_reader_cannot_convert) {
  for (const char* text : {"1e999", "-1e-999", "123456789012345678901234567890", R"("\ud800")",
                           R"("\udc00\ud800")", R"({"\ud83d":1})"}) {
    EXPECT_FALSE(find_fault(text, kDeepest)) << text;
  }
}

TEST(Grammar, says_what_it_expected_and_what_it_found) {
  expect_faults({
      {R"({"a":1 "b":2})", 7, "expected ',' or '}' after a member, found '\"'"},
      {"[1 2]", 3, "expected ',' or ']' after an element, found '2'"},
      {R"({"a" 1})", 5, "expected ':' after a key, found '1'"},
      {R"({"a"})", 4, "expected ':' after a key, found '}'"},
      {R"({"b":1,"a"})", 10, "expected ':' after a key, found '}'"},
      {"{a:1}", 1, "expected a key in double quotes, found 'a'"},
      {"[1}", 2, "expected ',' or ']' after an element, found '}'"},
      {"[,1]", 1, "expected a value, found ','"},
      {R"({"a":})", 5, "expected a value, found '}'"},
      {"{} {}", 3, "expected nothing after the value, found '{'"},
      {"\xE2\x80\x9Cx", 0, "expected a value, found U+201C"},
      {"[\xFF]", 1, "expected a value, found byte 0xFF"},
      {std::string("1\0", 2), 1, "expected nothing after the value, found U+0000"},
  });
}

TEST(Grammar, recognises_what_people_write_instead_of_json) {
  expect_faults({
      {"[1,]", 3, "a trailing comma is not JSON"},
      {"{\"a\":1,\n}", 8, "a trailing comma is not JSON"},
      {"// x\n1", 0, "comments are not JSON"},
      {"[1 /* x */]", 3, "comments are not JSON"},
      {"{} # x", 3, "comments are not JSON"},
      {"{'a':1}", 1, "single quotes are not JSON; strings and keys take double quotes"},
      {"[NaN]", 1, "NaN is not JSON; write null"},
      {"[nan]", 1, "NaN is not JSON; write null"},
      {"-Infinity", 0, "Infinity is not JSON; write null"},
      {"[True]", 1, "True is not JSON; write true"},
      {"[None]", 1, "None is not JSON; write null"},
      {"+1", 0, "a number cannot start with '+'"},
      {".5", 0, "a number cannot start with '.'"},
      {"\xEF\xBB\xBF{}", 0, "the text starts with a byte order mark, which JSON does not allow"},
      {"", 0, "the text is empty"},
      {" \n", 2, "the text is nothing but white space"},
  });
}

TEST(Grammar, checks_numbers_and_literals_to_the_last_byte) {
  expect_faults({
      {"01", 1, "a number cannot have a leading zero"},
      {"-a", 1, "expected a digit after '-', found 'a'"},
      {"1.e5", 2, "expected a digit after the decimal point, found 'e'"},
      {"1e+x", 3, "expected a digit in the exponent, found 'x'"},
      {"1.", 2, "the text ends inside a number"},
      {"-", 1, "the text ends inside a number"},
      {"trux", 3, "expected 'true', found 'x'"},
      {"nul", 3, "the text ends inside 'null'"},
      {"nulll", 4, "expected nothing after the value, found 'l'"},
  });
}

TEST(Grammar, checks_strings_to_the_last_byte) {
  expect_faults({
      {"\"a\nb\"", 2, "a line break in a string must be written as \\n"},
      {"\"\x01\"", 1, "a control character in a string must be escaped, found U+0001"},
      {R"("\x41")", 2, "a backslash cannot be followed by 'x'"},
      {R"("\u12g4")", 5, "expected four hexadecimal digits after \\u, found 'g'"},
      {"\"\xC0\x80\"", 1, "invalid UTF-8 in a string, found byte 0xC0"},
      {"\"\xED\xA0\x80\"", 1, "invalid UTF-8 in a string, found byte 0xED"},
      {"\"\xF4\x90\x80\x80\"", 1, "invalid UTF-8 in a string, found byte 0xF4"},
      {"\"\xE2\x82\"", 1, "invalid UTF-8 in a string, found byte 0xE2"},
      {"\"abc", 4, "the text ends inside a string"},
      {"\"\\", 2, "the text ends inside a string"},
      {"\"\\u1", 4, "the text ends inside a string"},
      {"{\"a", 3, "the text ends inside a string"},
  });
}

TEST(Grammar, counts_open_brackets_exactly) {
  const std::string at_limit = std::string(kDeepest, '[') + std::string(kDeepest, ']');
  EXPECT_FALSE(find_fault(at_limit, kDeepest));
  const auto fault = find_fault('[' + at_limit + ']', kDeepest);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->offset, kDeepest);
  EXPECT_EQ(fault->what, "nested deeper than the limit of 128");
  EXPECT_FALSE(find_fault("1", 0));
  EXPECT_TRUE(find_fault("[]", 0));
}

TEST(Grammar, blames_the_end_wherever_a_text_is_cut_off) {
  const std::string text = R"( {"a" : [1.5e+3, true, {"b\n\u0041": null}] , "c":-0.1 } )";
  ASSERT_FALSE(find_fault(text, kDeepest));
  for (std::size_t size = 2; size < text.size() - 1; ++size) {
    const auto fault = find_fault(std::string_view(text).substr(0, size), kDeepest);
    ASSERT_TRUE(fault) << size;
    EXPECT_EQ(fault->offset, size);
    EXPECT_NE(fault->what.find("the text ends inside"), std::string::npos) << fault->what;
  }
}

}  // namespace
}  // namespace touchstone::json
