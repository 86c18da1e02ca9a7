#include "cli/explain_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/fold.hpp"

namespace touchstone::cli {
namespace {

using model::Field;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

model::Evidence declared(Field field, model::Value value) {
  return {field, std::move(value), model::Source::kDeclared, 1.0F, "", "", true};
}

// A tool that only reads, in a world of its own.
model::Profile reader(std::vector<model::Evidence> more = {}) {
  more.push_back(declared(Field::kReadOnly, true));
  more.push_back(declared(Field::kOpenWorld, false));
  return model::fold(std::move(more), {});
}

TEST(Advice, only_what_is_harmless_may_run_unasked) {
  EXPECT_THAT(advice(reader()), ElementsAre("nothing: it can run unasked"));
  const auto secret = reader({declared(Field::kSensitiveData, true)});
  EXPECT_THAT(advice(secret), ElementsAre(HasSubstr("is private")));
  const auto agent = reader({declared(Field::kAgency, true)});
  EXPECT_THAT(advice(agent), Not(Contains(HasSubstr("unasked"))));
}

TEST(Advice, of_a_tool_about_which_nobody_says_anything_is_to_ask) {
  EXPECT_THAT(advice(model::fold({}, {})), Contains(HasSubstr("have a person agree")));
}

TEST(Legs, are_told_with_the_field_that_gives_them) {
  EXPECT_THAT(legs_explained(reader({declared(Field::kSensitiveData, true)})),
              ElementsAre("reads private data: sensitiveDataHint is true"));
  EXPECT_TRUE(legs_explained(reader()).empty());
}

}  // namespace
}  // namespace touchstone::cli
