#include "json/writer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/canonical.hpp"
#include "json/ordered.hpp"
#include "json/string.hpp"
#include "json/test_support.hpp"

namespace touchstone::json {
namespace {

TEST(Writer, puts_commas_and_colons_where_they_belong) {
  Writer w;
  w.begin_object();
  w.key("name").string("a\"b");
  w.key("hints").begin_array().boolean(true).null().begin_object().end_object().end_array();
  w.key("raw").raw("1.0").key("n").integer(-7);
  w.end_object();
  EXPECT_EQ(w.text(), R"({"name":"a\"b","hints":[true,null,{}],"raw":1.0,"n":-7})");
}

TEST(Writer, breaks_lines_behind_the_comma_and_before_the_bracket) {
  Writer w;
  w.begin_array().newline().integer(1).newline().integer(2).newline().end_array();
  EXPECT_EQ(std::move(w).take(), "[\n1,\n2\n]");
}

TEST(Writer, writes_numbers_that_read_back_the_same) {
  Writer w;
  w.begin_array().number(0.1).number(1e300).number(-0.0).number(3).number(100'000).end_array();
  EXPECT_EQ(w.text(), "[0.1,1e+300,0,3,100000]");
}

RC_GTEST_PROP(Writer, writes_numbers_in_their_canonical_form, (double number)) {
  RC_PRE(std::isfinite(number));
  Writer w;
  w.number(number);
  RC_ASSERT(canonical(document(fmt::format("{}", number)).root()) == w.text());
}

TEST(Writer, copies_members_as_they_are_and_none) {
  Writer w;
  w.begin_object().members("").key("b").integer(1).members(R"("c":2,"d":3)").end_object();
  EXPECT_EQ(w.text(), R"({"b":1,"c":2,"d":3})");
}

// Short texts go into room that is there, long ones and what needs escapes are appended.
RC_GTEST_PROP(Writer, writes_texts_as_they_are_quoted_wherever_they_stand,
              (const std::vector<std::string>& texts)) {
  const auto length = *rc::gen::inRange<std::size_t>(0, 1'200);
  const auto plain = std::string(length, 'x');
  Writer w;
  w.reserve(*rc::gen::inRange<std::size_t>(0, 1'200));
  w.begin_object();
  std::string expected = "{";
  for (const auto& text : texts) {
    w.key(text).begin_array().string(plain).string(text).raw(plain).end_array();
    expected += fmt::format("{}{}:[{},{},{}]", expected == "{" ? "" : ",", json::quoted(text),
                            json::quoted(plain), json::quoted(text), plain);
  }
  w.end_object();
  RC_ASSERT(w.text() == expected + "}");
  RC_ASSERT(std::move(w).take() == expected + "}");
}

RC_GTEST_PROP(OrderedObject, has_its_members_in_the_order_of_their_names, ()) {
  const auto name = rc::gen::container<std::string>(rc::gen::element('A', 'a', 'b'));
  const auto names = *rc::gen::container<std::set<std::string>>(name);
  auto shuffled = std::vector<std::string>(names.begin(), names.end());
  std::ranges::reverse(shuffled);
  std::ranges::rotate(shuffled, shuffled.begin() + static_cast<std::ptrdiff_t>(names.size() / 2));
  OrderedObject out;
  for (const auto& one : shuffled) out.key(one).string(one);
  Writer expected;
  expected.begin_object();
  for (const auto& one : names) expected.key(one).string(one);
  expected.end_object();
  RC_ASSERT(std::move(out).take() == expected.text());
}

TEST(OrderedObject, has_its_members_in_order_whichever_came_first) {
  OrderedObject out;
  out.key("tool").string("x,y");
  out.key("effect").begin_object().key("a").integer(1).end_object();
  out.key("A").boolean(true);
  EXPECT_EQ(std::move(out).take(), R"({"A":true,"effect":{"a":1},"tool":"x,y"})");
  EXPECT_EQ(OrderedObject().take(), "{}");
}

TEST(Writer, writes_null_for_what_json_has_no_number_for) {
  Writer w;
  w.begin_array().number(std::nan("")).number(std::numeric_limits<double>::infinity()).end_array();
  EXPECT_EQ(w.text(), "[null,null]");
}

RC_GTEST_PROP(Writer, output_always_parses, (const std::string& bytes, double d, std::int64_t i)) {
  Writer w;
  w.begin_object().key(bytes).begin_array();
  w.string(bytes).number(d).newline().integer(i).end_array().end_object();
  RC_ASSERT(Parser().parse(Text::copy_of(w.text())).has_value());
}

}  // namespace
}  // namespace touchstone::json
