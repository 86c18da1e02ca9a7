#include "http/form.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::http {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

Fields read(std::string_view body) {
  const auto form = Form::parse(body);
  EXPECT_TRUE(form) << body;
  return form ? form->fields() : Fields{};
}

TEST(Form, has_its_fields_decoded_and_in_order) {
  EXPECT_EQ(read("decision=allow_once&confirm=send+%C3%A9%2Bx%26y%3D"),
            (Fields{{"decision", "allow_once"}, {"confirm", "send \xC3\xA9+x&y="}}));
  EXPECT_EQ(read("a=b=c"), (Fields{{"a", "b=c"}}));
  EXPECT_EQ(read("a%3Db=%3d"), (Fields{{"a=b", "="}}));
}

TEST(Form, may_be_empty_or_have_empty_fields) {
  EXPECT_EQ(read(""), Fields{});
  EXPECT_EQ(read("&&"), Fields{});
  EXPECT_EQ(read("a"), (Fields{{"a", ""}}));
  EXPECT_EQ(read("a=&=b"), (Fields{{"a", ""}, {"", "b"}}));
}

TEST(Form, is_found_by_name_and_only_by_the_whole_of_it) {
  const auto form = Form::parse("decision=deny");
  ASSERT_TRUE(form);
  EXPECT_EQ(form->find("decision"), "deny");
  EXPECT_EQ(form->find("decisio"), std::nullopt);
}

TEST(Form, with_a_name_twice_a_broken_escape_or_too_much_is_none) {
  for (const std::string_view body :
       {"a=1&a=2", "decision=deny&%64ecision=allow_once", "a=%", "a=%4", "a=%4g", "%=1", "a=%-1"}) {
    EXPECT_FALSE(Form::parse(body)) << body;
  }
  std::string many;
  for (std::size_t i = 0; i < Form::kMaxFields; ++i) many += "&f" + std::to_string(i) + "=";
  EXPECT_TRUE(Form::parse(many));
  EXPECT_FALSE(Form::parse(many + "&one=more"));
}

}  // namespace
}  // namespace touchstone::http
