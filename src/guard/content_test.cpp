// What stands in an argument for a withheld result.
#include "guard/content.hpp"

#include <gtest/gtest.h>

#include "json/test_support.hpp"

namespace touchstone::guard {
namespace {

struct TextCase {
  std::string_view result, text;
};

TEST(TextOf, is_what_a_model_would_have_read) {
  constexpr TextCase kCases[] = {
      {R"({"content":[{"type":"text","text":"one"}]})", "one"},
      {R"({"content":[{"type":"text","text":"a \"b\"\n"},{"type":"text","text":"\u20ac"}]})",
       "a \"b\"\n\n\u20ac"},
      {R"({"content":[{"type":"text","text":""}],"structuredContent":{"a":1}})", ""},
      {R"({"content":[{"type":"image","data":"aGk="},{"type":"text","text":"a picture"}]})",
       "a picture"},
      {R"({"content":[{"type":"resource","resource":{"uri":"a:b","text":"inside"}}]})", "inside"},
      {R"({"content":[],"structuredContent":{"a": 1.50}})", R"({"a": 1.50})"},
      {R"({"contents":[{"uri":"a:b","text":"x"},{"uri":"a:c","text":"y"}]})", "x\ny"},
      {R"({"messages":[{"role":"user","content":{"type":"text","text":"hello"}}]})", "hello"},
      {R"({"code":-32000,"message":"it broke"})", "it broke"},
      {R"({"content":[{"type":"image","data":"aGk="}]})",
       R"({"content":[{"type":"image","data":"aGk="}]})"},
  };
  for (const auto& [result, text] : kCases) {
    const auto document = json::document(result);
    EXPECT_EQ(text_of(document.root()), text) << result;
  }
}

}  // namespace
}  // namespace touchstone::guard
