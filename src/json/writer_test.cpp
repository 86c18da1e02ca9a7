#include "json/writer.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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
  w.begin_array().number(0.1).number(1e300).number(-0.0).number(3).end_array();
  EXPECT_EQ(w.text(), "[0.1,1e+300,-0,3]");
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
