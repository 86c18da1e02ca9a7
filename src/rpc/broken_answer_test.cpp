#include "rpc/broken_answer.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "json/test_support.hpp"
#include "rpc/message.hpp"

namespace touchstone::rpc {
namespace {

tl::expected<Message, Message::Fault> read_text(std::string_view text) {
  json::Parser parser;
  return Message::parse(parser, json::Text::copy_of(text));
}

// Of a text that is no message.
std::string answered_by(std::string_view text) {
  const auto message = read_text(text);
  EXPECT_FALSE(message) << text;
  return message ? "a message" : message.error().answers;
}

// An answer to call 7 with this for its result.
std::string with_result(std::string_view result) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":7,"result":{}}})", result);
}

TEST(BrokenAnswer, is_told_by_its_id_whatever_is_wrong_with_its_words) {
  for (const std::string_view result :
       {R"({"a":1,"a":2})", "{\"a\":\"\xff\xfe\"}", "{\"a\":\"\x01\n\"}", R"({"a":"\x \u12"})",
        R"({"a":NaN})", R"({"a":-Infinity,"b":01.})", "undefined", R"({"content":[)",
        R"({"text":"cut o)", R"({"a":[1 2]})", "{'a':1}", "nul"}) {
    EXPECT_EQ(answered_by(with_result(result)), "7") << result;
  }
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_EQ(answered_by(with_result(deep)), "7");
}

TEST(BrokenAnswer, may_have_its_id_behind_a_word_that_cannot_be_read) {
  EXPECT_EQ(answered_by(R"({"result":{"a":NaN},"jsonrpc":"2.0","id":7})"), "7");
  EXPECT_EQ(answered_by("{\"error\":{\"message\":\"\xc3\x28\"},\"id\":7 , \"jsonrpc\":\"2.0\"}"),
            "7");
}

TEST(BrokenAnswer, may_be_json_that_is_no_message) {
  EXPECT_EQ(answered_by(R"({"jsonrpc":"2.0","id":7})"), "7");
  EXPECT_EQ(answered_by(R"({"jsonrpc":"2.0","id":"a","result":{},"error":{}})"), R"("a")");
  EXPECT_EQ(answered_by(R"({"jsonrpc":"2.0","id":7,"error":"no"})"), "7");
}

TEST(BrokenAnswer, keeps_the_type_and_spelling_of_the_id) {
  EXPECT_EQ(id_of_broken_answer(R"({"jsonrpc":"2.0","id":"7","result":)"), R"("7")");
  EXPECT_EQ(id_of_broken_answer(R"({"jsonrpc":"2.0","\u0069d":-7.0e0,"r\u0065sult":)"), "-7.0e0");
}

TEST(BrokenAnswer, an_id_inside_of_something_is_not_the_message_s) {
  for (const std::string_view text :
       {R"({"jsonrpc":"2.0","result":{"id":7,"a":NaN}})",
        R"({"jsonrpc":"2.0","result":[{"id":7}],"a":NaN})",
        R"({"jsonrpc":"2.0","result":{"text":",\"id\":7,"},"a":NaN})",
        R"({"jsonrpc":"2.0","result":"\\","a":"\",\"id\":7,","b":NaN})",
        R"({"jsonrpc":"2.0","result":/*,"id":7,*/{}})", R"({"jsonrpc":"2.0","result":1 //,"id":7,)",
        R"({"jsonrpc":"2.0","result":{"a":1],"id":7},"b":2})",
        R"({"jsonrpc":"2.0","result":[1},"id":7})", R"([{"jsonrpc":"2.0","id":7,"result":NaN}])",
        R"("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":NaN}" x)",
        R"(x {"jsonrpc":"2.0","id":7,"result":{}})"}) {
    EXPECT_EQ(answered_by(text), "") << text;
  }
}

TEST(BrokenAnswer, an_id_that_is_not_surely_whole_and_the_only_one_does_not_count) {
  for (const std::string_view text :
       {R"({"jsonrpc":"2.0","result":1,"id":7)", R"({"jsonrpc":"2.0","result":1,"id":"7)",
        R"({"jsonrpc":"2.0","id":7,"id":8,"result":{}})",
        R"({"jsonrpc":"2.0","id":7,"result":1,"i\u0064":7})",
        R"({"jsonrpc":"2.0","id":07,"result":1})", R"({"jsonrpc":"2.0","id":7x,"result":1})",
        R"({"jsonrpc":"2.0","id":7 8,"result":1})", R"({"jsonrpc":"2.0","id":null,"result":1,})",
        R"({"jsonrpc":"2.0","id":{"id":7},"result":NaN})",
        R"({"jsonrpc":"2.0","id":[7],"result":NaN})", R"({"jsonrpc":"2.0","id":,"result":1})",
        "{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"result\":1}"}) {
    EXPECT_EQ(answered_by(text), "") << text;
  }
}

TEST(BrokenAnswer, what_is_or_may_be_a_request_answers_nothing) {
  for (const std::string_view text :
       {R"({"jsonrpc":"2.0","id":7,"method":"roots/list","params":{"a":NaN}})",
        R"({"jsonrpc":"2.0","id":7,"m\u0065thod":7})",
        R"({"jsonrpc":"2.0","id":7,"params":{"a":NaN},"method":"m"})",
        R"({"jsonrpc":"2.0","id":7,"result":NaN,"method":"m"})", R"({"jsonrpc":"2.0","id":7,"par)",
        R"({"jsonrpc":"2.0","id":7,"params":{"a":1 2},"method":"m"})"}) {
    EXPECT_EQ(answered_by(text), "") << text;
  }
}

// Servers log to stdout though they must not, and some log JSON.
TEST(BrokenAnswer, what_does_not_say_that_it_is_json_rpc_is_none) {
  EXPECT_EQ(answered_by(R"({"level":"error","id":7,"error":"no","result":{}})"), "");
  EXPECT_EQ(answered_by(R"({"id":7,"result":NaN})"), "");
  for (const std::string_view version : {R"("1.0")", "2.0", "{}", "[\"2.0\"]", "null", "\"\""}) {
    EXPECT_EQ(answered_by(fmt::format(R"({{"jsonrpc":{},"id":7,"result":{{}}}})", version)), "");
  }
  EXPECT_EQ(answered_by(R"({"id":7,"result":NaN,"a":{"jsonrpc":"2.0"}})"), "");
}

TEST(BrokenAnswer, brackets_without_end_cost_no_more_than_their_bound) {
  const std::string open(std::size_t{16} << 20, '[');
  EXPECT_EQ(id_of_broken_answer(R"({"jsonrpc":"2.0","id":7,"result":)" + open), "7");
  EXPECT_EQ(id_of_broken_answer(R"({"jsonrpc":"2.0","result":)" + open + R"(,"id":7})"), "");
  EXPECT_EQ(id_of_broken_answer(std::string(std::size_t{16} << 20, '{')), "");
}

// Whatever comes in: an id that is told stands in the text, and is one.
void expect_sound(const std::string& text) {
  const std::string_view id = id_of_broken_answer(text);
  if (id.empty()) return;
  RC_ASSERT(id.data() >= text.data() && id.data() + id.size() <= text.data() + text.size());
  const auto document = json::Parser().parse(json::Text::copy_of(id));
  RC_ASSERT(document.has_value());
  const json::View root = document->root();
  RC_ASSERT(root.is(json::Kind::kString) || root.is(json::Kind::kNumber));
}

// Of what can be read it knows the id of responses, and nothing else.
void expect_agreement(const std::string& text) {
  expect_sound(text);
  const auto message = read_text(text);
  if (!message) {
    RC_ASSERT(message.error().answers == id_of_broken_answer(text));
    return;
  }
  const bool names_call =
      message->is_response() && !message->id().is(json::Kind::kNull) && message->raw_id() != "null";
  RC_ASSERT(id_of_broken_answer(text) == (names_call ? message->raw_id() : std::string_view()));
}

// Members of messages in any order, with any values.
std::string message_of(const std::vector<std::uint8_t>& order,
                       const std::vector<std::uint8_t>& choices) {
  constexpr std::string_view kMembers[] = {
      R"("jsonrpc":"2.0")", R"("id":12)",          R"("id" : "a\"")", R"("i\u0064":-1e3)",
      R"("result":)",       R"("error":{"id":3})", R"("method":"m")", R"("params":{})",
      R"("other":)",        R"("id":null)",        R"("jsonrpc":)"};
  std::string out = "{";
  for (const std::uint8_t each : order) {
    const std::string_view member = kMembers[each % std::size(kMembers)];
    out += (out.size() > 1 ? "," : "") + std::string(member);
    if (member.ends_with(':')) out += json::TextMaker(choices).make();
  }
  return out + "}";
}

RC_GTEST_PROP(BrokenAnswer, is_sound_for_any_bytes, (const std::string& bytes)) {
  expect_sound(bytes);
  expect_sound(R"({"jsonrpc":"2.0","id":7,"result":)" + bytes);
  expect_sound(R"({"jsonrpc":"2.0","result":")" + bytes + R"(","id":7})");
  expect_sound(R"({"jsonrpc":"2.0","result":1,"id":)" + bytes + "}");
}

RC_GTEST_PROP(BrokenAnswer, agrees_with_the_parser_where_that_can_read,
              (const std::vector<std::uint8_t>& order, const std::vector<std::uint8_t>& choices)) {
  expect_agreement(message_of(order, choices));
  const std::string result = json::TextMaker(choices).make();
  expect_agreement(with_result(result));
  expect_agreement(R"({"result":)" + result + R"(,"id":"x","jsonrpc":"2.0"})");
}

RC_GTEST_PROP(BrokenAnswer, knows_no_other_id_where_a_byte_is_changed_or_the_end_is_cut,
              (const std::vector<std::uint8_t>& choices, std::uint16_t where, char byte)) {
  const std::string result = R"({"id":3,"r":)" + json::TextMaker(choices).make() + "}";
  const std::string whole = with_result(result);
  const std::size_t begin = whole.size() - result.size() - 1;
  std::string changed = whole;
  changed[begin + where % result.size()] = byte;
  RC_ASSERT(id_of_broken_answer(changed) == "7");
  RC_ASSERT(id_of_broken_answer(whole.substr(0, begin + where % result.size())) == "7");
  expect_agreement(changed);
}

}  // namespace
}  // namespace touchstone::rpc
