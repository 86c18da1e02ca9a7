#include "rpc/message.hpp"

#include <gtest/gtest.h>

#include "rpc/code.hpp"
#include "rpc/write.hpp"

namespace touchstone::rpc {
namespace {

tl::expected<Message, Message::Fault> parse(std::string_view text) {
  json::Parser parser;
  return Message::parse(parser, json::Text::copy_of(text));
}

TEST(Message, tells_the_four_kinds_apart) {
  EXPECT_EQ(parse(R"({"jsonrpc":"2.0","id":1,"method":"ping"})")->kind(), Kind::kRequest);
  EXPECT_EQ(parse(R"({"jsonrpc":"2.0","method":"x"})")->kind(), Kind::kNotification);
  EXPECT_EQ(parse(R"({"jsonrpc":"2.0","id":1,"result":{}})")->kind(), Kind::kResult);
  EXPECT_EQ(parse(R"({"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":""}})")->kind(),
            Kind::kError);
}

TEST(Message, keeps_the_type_and_spelling_of_an_id) {
  EXPECT_EQ(parse(R"({"jsonrpc":"2.0","id":"1","method":"ping"})")->raw_id(), R"("1")");
  EXPECT_EQ(parse(R"({"jsonrpc":"2.0","id":1.0,"method":"ping"})")->raw_id(), "1.0");
  EXPECT_EQ(parse(R"({"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"})")->raw_id(),
            "12345678901234567890");
}

TEST(Message, sees_through_escaped_keys) {
  const auto message = parse(R"({"jsonrpc":"2.0","id":1,"m\u0065thod":"m","par\u0061ms":{"a":1}})");
  EXPECT_EQ(message->method(), "m");
  EXPECT_EQ(message->param("a").as_int(), 1);
}

struct Bad {
  std::string_view text;
  int code;
  std::string_view id;
};

TEST(Message, refuses_what_is_no_message_and_saves_the_id_for_the_answer) {
  constexpr Bad kBad[] = {
      {"", kParseError, "null"},
      {"{", kParseError, "null"},
      {"[]", kInvalidRequest, "null"},
      {"7", kInvalidRequest, "null"},
      {"{}", kInvalidRequest, "null"},
      {R"({"id":5,"method":"x"})", kInvalidRequest, "5"},
      {R"({"jsonrpc":"1.0","id":5,"method":"x"})", kInvalidRequest, "5"},
      {R"({"jsonrpc":"2.0","id":"a","method":7})", kInvalidRequest, R"("a")"},
      {R"({"jsonrpc":"2.0","id":{},"method":"x"})", kInvalidRequest, "null"},
      {R"({"jsonrpc":"2.0","id":null,"method":"x"})", kInvalidRequest, "null"},
      {R"({"jsonrpc":"2.0","id":1,"method":"x","params":[]})", kInvalidRequest, "1"},
      {R"({"jsonrpc":"2.0","id":1,"method":"x","result":{}})", kInvalidRequest, "1"},
      {R"({"jsonrpc":"2.0","id":1,"result":{},"error":{}})", kInvalidRequest, "1"},
      {R"({"jsonrpc":"2.0","id":1,"error":"no"})", kInvalidRequest, "1"},
      {R"({"jsonrpc":"2.0","result":{}})", kInvalidRequest, "null"},
      {R"({"jsonrpc":"2.0","id":1,"id":2,"method":"x"})", kParseError, "null"},
  };
  for (const Bad& bad : kBad) {
    const auto message = parse(bad.text);
    ASSERT_FALSE(message) << bad.text;
    EXPECT_EQ(message.error().code, bad.code) << bad.text;
    EXPECT_EQ(message.error().id, bad.id) << bad.text;
    EXPECT_FALSE(message.error().what.empty());
  }
}

TEST(Message, reads_params_and_meta) {
  const auto message =
      parse(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"k":7},"name":"n"}})");
  EXPECT_TRUE(message->param("name").equals("n"));
  EXPECT_EQ(message->meta("k").as_int(), 7);
  EXPECT_FALSE(message->meta("other"));
  EXPECT_FALSE(parse(R"({"jsonrpc":"2.0","method":"m"})")->meta("k"));
}

TEST(Write, what_it_writes_reads_back) {
  EXPECT_EQ(request("7", "tools/list"), R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})");
  EXPECT_EQ(parse(request("7", "a\"b", "{}"))->method(), "a\"b");
  EXPECT_EQ(parse(notification("n", R"({"a":1})"))->params().raw(), R"({"a":1})");
  EXPECT_EQ(parse(result(R"("x")", "{}"))->raw_id(), R"("x")");
  EXPECT_EQ(parse(error("1", kInvalidParams, "no \"such\" tool", R"({"a":1})"))->error_code(),
            kInvalidParams);
}

TEST(Write, another_id_changes_no_other_byte) {
  const auto message =
      parse(R"({ "id" : 1 , "result":{"n":1.0,"big":1e400}, "jsonrpc":"2.0","x":0})");
  EXPECT_EQ(with_id(*message, R"("abc")"),
            R"({ "id" : "abc" , "result":{"n":1.0,"big":1e400}, "jsonrpc":"2.0","x":0})");
}

}  // namespace
}  // namespace touchstone::rpc
