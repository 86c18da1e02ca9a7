#include "approval/spelling.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "flow/fold.hpp"
#include "json/string.hpp"
#include "json/test_support.hpp"

namespace touchstone::approval {
namespace {

std::string spelled(const std::string& argument, const std::string& value) {
  const auto arguments = json::document(R"({"a":[)" + argument + "]}");
  return as_spelled(arguments.root(), "/a/0", value);
}

TEST(Spelling, of_a_value_is_that_of_the_argument) {
  EXPECT_EQ(spelled(R"("Tessa K.")", "tessa k"), "Tessa K.");
  EXPECT_EQ(spelled(R"(" E-118\n")", "e 118"), "E-118");
  EXPECT_EQ(spelled(R"("+49 30 1234-567")", "49301234567"), "+49 30 1234-567");
  EXPECT_EQ(spelled("118", "118"), "118");
}

TEST(Spelling, of_a_value_in_a_longer_text_is_that_of_its_words) {
  EXPECT_EQ(spelled(R"("pay it to Acme & Lantern, please")", "acme lantern"), "Acme & Lantern");
  EXPECT_EQ(spelled(R"("to DE89 3704 0044, now")", "DE8937040044"), "DE89 3704 0044");
  EXPECT_EQ(spelled(R"("an Ann-Ann")", "ann ann"), "Ann-Ann");
}

TEST(Spelling, stays_as_it_was_where_the_argument_says_something_else) {
  EXPECT_EQ(spelled(R"("Tessa Kay")", "tessa k"), "tessa k");
  EXPECT_EQ(spelled(R"({"b":"tessa"})", "tessa"), "tessa");
  EXPECT_EQ(spelled("true", "true"), "true");
  EXPECT_EQ(as_spelled({}, "/a", "b 15"), "b 15");
  EXPECT_EQ(spelled('"' + std::string(kMaxSpelled, ' ') + R"(B-15")", "b 15"), "b 15");
}

RC_GTEST_PROP(Spelling, never_says_anything_else, ()) {
  const auto any =
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("abAB12 .-&@/\n\"")));
  const std::string value = *any;
  const std::string text = *any + value + *any;
  const auto shown = spelled(json::quoted(text), value);
  RC_ASSERT(flow::squeezed(shown) == flow::squeezed(value));
}

}  // namespace
}  // namespace touchstone::approval
