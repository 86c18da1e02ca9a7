// What is kept of a call that goes on as a task, and what counts when that is too much.
#include "guard/decided.hpp"

#include <gtest/gtest.h>

#include "guard/case.hpp"

namespace touchstone::guard {
namespace {

Case with_places(std::size_t count) {
  Case one;
  for (std::size_t i = 0; i < count; ++i)
    one.places.all.push_back({"files", "path", std::to_string(i)});
  return one;
}

TEST(Decided, keeps_a_few_places_and_of_more_that_it_may_be_any) {
  const auto few = decided_on(with_places(Decided::kMaxPlacesKept));
  EXPECT_EQ(few->places.all.size(), Decided::kMaxPlacesKept);
  EXPECT_FALSE(few->places.too_many);
  const auto many = decided_on(with_places(Decided::kMaxPlacesKept + 1));
  EXPECT_TRUE(many->places.all.empty());
  EXPECT_TRUE(many->places.too_many);
}

TEST(Decided, keeps_a_little_of_what_was_brought_and_of_more_that_any_outcome_repeats_it) {
  std::vector<Brought> contents(2);
  contents[0] = {.id = "a", .label = {}, .text = std::string(Decided::kMaxBroughtKept - 1, 'x')};
  contents[1] = {.id = "b", .label = {}, .text = "y"};
  contents[1].label.is_private = true;
  Case one;
  one.subject.brought = contents;
  const auto little = decided_on(one);
  ASSERT_EQ(little->brought.size(), 2U);
  EXPECT_EQ(little->brought[1].text, "y");
  EXPECT_FALSE(little->repeats);
  contents[1].text = "yy";
  const auto much = decided_on(one);
  EXPECT_TRUE(much->repeats);
  ASSERT_EQ(much->brought.size(), 2U) << "the labels stay";
  EXPECT_TRUE(much->brought[1].label.is_private);
  EXPECT_TRUE(much->brought[0].text.empty());
  EXPECT_TRUE(much->brought[1].text.empty());
}

}  // namespace
}  // namespace touchstone::guard
