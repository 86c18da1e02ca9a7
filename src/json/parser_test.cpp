#include "json/parser.hpp"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/grammar.hpp"
#include "json/test_support.hpp"

namespace touchstone::json {
namespace {

ParseError error_of(std::string_view text, Limits limits = {}) {
  auto parsed = Parser(limits).parse(Text::copy_of(text));
  if (parsed) {
    ADD_FAILURE() << "accepted: " << text.substr(0, 80);
    return {};
  }
  return parsed.error();
}

std::string nested(std::size_t depth, std::string_view core = "") {
  return std::string(depth, '[') + std::string(core) + std::string(depth, ']');
}

std::string many_keys(std::size_t count, std::string_view last) {
  std::string text = "{";
  for (std::size_t i = 0; i < count; ++i) text += "\"key" + std::to_string(i) + "\":0,";
  return text + std::string(last) + ":1}";
}

TEST(Parser, names_line_column_and_reason) {
  const ParseError error = error_of("{\n  \"é\": 1,\n  \"é\": x\n}");
  EXPECT_EQ(error.position, (Position{21, 3, 8}));
  EXPECT_EQ(error.what, "expected a value, found 'x'");
  const base::Error shown = to_error(error, "tools.json");
  EXPECT_EQ(to_string(shown), "tools.json:3:8: expected a value, found 'x' (byte 21)");
}

TEST(Parser, reads_one_text_after_another) {
  Parser parser;
  for (const char* text : {"[1]", "[", "{\"a\":\"\\ud800\"}", "", "1e999", "\"x", "[1,2]"}) {
    const auto parsed = parser.parse(Text::copy_of(text));
    EXPECT_EQ(parsed.has_value(), !find_fault(text, 128)) << text;
    if (parsed) {
      EXPECT_EQ(parsed->root().raw(), text);
    }
  }
}

TEST(Parser, can_be_moved) {
  Parser first;
  Parser second = std::move(first);
  EXPECT_TRUE(second.parse(Text::copy_of("[]")));
}

TEST(Parser, does_not_copy_the_text) {
  Text text = Text::copy_of("[1,2]");
  const char* before = text.data();
  EXPECT_EQ(Parser().parse(std::move(text))->text().data(), before);
}

TEST(Parser, keeps_values_that_do_not_fit_a_machine_word) {
  const Document doc = document(R"([1e999, 123456789012345678901234567890 ,"\ud800",-0.0])");
  std::string raw;
  for (const View element : doc.root().elements()) raw += std::string(element.raw()) + ' ';
  EXPECT_EQ(raw, R"(1e999 123456789012345678901234567890 "\ud800" -0.0 )");
}

TEST(Parser, says_that_nothing_is_there) {
  EXPECT_EQ(error_of("").what, "the text is empty");
  EXPECT_EQ(error_of(" \n ").what, "the text is nothing but white space");
}

TEST(Parser, refuses_a_text_above_the_size_limit_without_reading_it) {
  const ParseError error = error_of("[1,\n2,3]", {.max_bytes = 5});
  EXPECT_EQ(error.what, "larger than the limit of 5 bytes");
  EXPECT_EQ(error.position, (Position{5, 2, 2}));
  EXPECT_TRUE(Parser({.max_bytes = 5}).parse(Text::copy_of("[1,2]")));
  const std::string large((std::size_t{32} << 20) + 1, ' ');
  EXPECT_EQ(error_of(large).what, "larger than the limit of 16 MiB");
  EXPECT_EQ(error_of(large, {.max_bytes = 2048}).what, "larger than the limit of 2 KiB");
}

TEST(Parser, counts_open_brackets_exactly_with_and_without_content) {
  Parser parser;
  for (const char* core : {"", "1", "{}", "1e999"}) {
    const std::size_t inner = core[0] == '{' ? 1 : 0;
    EXPECT_TRUE(parser.parse(Text::copy_of(nested(128 - inner, core)))) << core;
    const ParseError error = error_of(nested(129 - inner, core));
    EXPECT_EQ(error.what, "nested deeper than the limit of 128") << core;
    EXPECT_EQ(error.position.offset, 128U) << core;
  }
}

TEST(Parser, refuses_nesting_without_end) {
  for (const char* text : {"[", "{\"a\":"}) {
    std::string hostile;
    for (int i = 0; i < 10000; ++i) hostile += text;
    EXPECT_EQ(error_of(hostile).what, "nested deeper than the limit of 128");
  }
  EXPECT_TRUE(Parser({.max_depth = 10000}).parse(Text::copy_of(nested(10000))));
}

TEST(Parser, refuses_a_key_that_occurs_twice) {
  const ParseError error = error_of("{\"a\":1,\n \"b\":2, \"a\":3}");
  EXPECT_EQ(error.what, "duplicate key \"a\"");
  EXPECT_EQ(error.position, (Position{16, 2, 9}));
  EXPECT_EQ(error_of(R"([{"x":{"":0,"":0}}])").what, "duplicate key \"\"");
  EXPECT_EQ(error_of(R"({"a\nb":1,"a\nb":2})").what, R"(duplicate key "a\nb")");
}

TEST(Parser, compares_keys_decoded) {
  EXPECT_EQ(error_of(R"({"a":1,"\u0061":2})").what, "duplicate key \"a\"");
  EXPECT_EQ(error_of(R"({"some/long/key/with/slashes":1,"some\/long/key/with/slashes":2})").what,
            "duplicate key \"some/long/key/with/slashes\"");
  EXPECT_EQ(error_of(R"({"\ud800":1,"\ud801":2})").what, "duplicate key \"\uFFFD\"");
  EXPECT_TRUE(Parser().parse(Text::copy_of(R"({"a":1,"\\u0061":2,"A":3})")));
}

TEST(Parser, allows_the_same_key_in_different_objects) {
  EXPECT_TRUE(Parser().parse(Text::copy_of(R"({"a":{"a":{"a":[{"a":1},{"a":1}]}}})")));
}

TEST(Parser, tells_apart_keys_that_share_beginning_end_and_length) {
  std::string text = "{\"x\":0";
  for (char c = 'a'; c <= 'z'; ++c) text += std::string(",\"beginning ") + c + " the ending\":0";
  EXPECT_TRUE(Parser().parse(Text::copy_of(text + "}")));
  EXPECT_EQ(error_of(text + ",\"beginning k the ending\":0}").what,
            "duplicate key \"beginning k the ending\"");
}

TEST(Parser, blames_the_second_of_two_keys_in_objects_of_every_size) {
  for (std::size_t count = 1; count < 60; ++count) {
    const std::string text = many_keys(count, "\"key0\"");
    const ParseError error = error_of(text);
    EXPECT_EQ(error.what, "duplicate key \"key0\"");
    EXPECT_EQ(error.position.offset, text.size() - 9);
    EXPECT_TRUE(Parser().parse(Text::copy_of(many_keys(count, "\"other\""))));
  }
}

TEST(Parser, blames_the_first_repetition_of_several) {
  EXPECT_EQ(error_of(R"({"a":1,"b":1,"c":1,"c":1,"b":1,"a":1})").what, "duplicate key \"c\"");
}

// Keys of a few letters, long enough to differ in the middle only, and half of them escaped.
std::string key_of(std::uint8_t choice) {
  constexpr std::string_view kSpelled[] = {"a", "\\u0061", "b", "\\u0062", "c", "\\u0063"};
  const std::string middle(kSpelled[choice % 6]);
  return choice % 4 == 0 ? middle
                         : "beginning" + std::string(choice % 4, middle[0]) + middle + "ending";
}

RC_GTEST_PROP(Parser, refuses_an_object_exactly_if_two_decoded_keys_are_equal,
              (const std::vector<std::uint8_t>& choices)) {
  std::string text = "{";
  std::set<std::string> keys;
  for (const std::uint8_t choice : choices) {
    const std::string key = key_of(choice);
    text += (keys.empty() ? "\"" : ",\"") + key + "\" : {\"a\":0}";
    std::string decoded;
    append_decoded(decoded, key);
    if (!keys.insert(decoded).second) break;
  }
  const bool distinct = keys.size() == choices.size();
  RC_ASSERT(Parser().parse(Text::copy_of(text + "}")).has_value() == distinct);
}

TEST(Parser, shortens_a_long_key_between_characters) {
  const std::string key = '"' + std::string(59, 'k') + "é and more\"";
  EXPECT_EQ(error_of("{" + key + ":1," + key + ":2}").what,
            "duplicate key \"" + std::string(59, 'k') + "\" (shortened)");
}

TEST(Parser, finds_one_duplicate_among_a_million_keys) {
  constexpr std::size_t kMany = 1000000;
  EXPECT_EQ(error_of(many_keys(kMany, "\"key4711\"")).what, "duplicate key \"key4711\"");
  EXPECT_TRUE(Parser().parse(Text(many_keys(kMany, "\"other\""))));
}

TEST(Parser, refuses_every_beginning_of_a_document) {
  const std::string text = R"({"a":[1.5e+3,true,{"b\n":null}],"é😀":"\u0041","c":-0.1})";
  Parser parser;
  ASSERT_TRUE(parser.parse(Text::copy_of(text)));
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(parser.parse(Text::copy_of(std::string_view(text).substr(0, size)))) << size;
  }
}

TEST(Parser, refuses_invalid_utf8_wherever_it_stands) {
  EXPECT_EQ(error_of("[\"ok\",\"\xC0\x80\"]").position.offset, 7U);
  EXPECT_EQ(error_of("{\"\xED\xA0\x80\":1}").position.offset, 2U);
  EXPECT_EQ(error_of("[1,\xFF]").position.offset, 3U);
  EXPECT_EQ(error_of("[1]\x80").position.offset, 3U);
}

TEST(Parser, reads_a_large_text_and_small_ones_after_it) {
  Parser parser;
  std::string text = "[0";
  for (int i = 0; i < 2000000; ++i) text += ",\"x\"";
  const auto large = parser.parse(Text(text + "]"));
  ASSERT_TRUE(large);
  std::size_t count = 0;
  for (const View element : large->root().elements()) count += element.raw().size();
  EXPECT_EQ(count, 6000001U);
  EXPECT_TRUE(parser.parse(Text::copy_of("{}")));
}

}  // namespace
}  // namespace touchstone::json
