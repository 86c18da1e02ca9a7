// What of contents that were passed on unread is found in a later result.
#include "guard/passed_on.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "json/string.hpp"
#include "json/test_support.hpp"

namespace touchstone::guard {
namespace {

constexpr std::string_view kPlan =
    "The board will close the plant at Riverside in May and tell nobody before the vote.";

model::Label money() {
  model::Label label;
  label.classes.insert(model::DataClass::kFinancial);
  return label;
}

struct Passing {
  flow::Memory given{{.seed = 3}};
  PassedOn passed_on{3};

  void was_given(std::string_view text) {
    const auto source = given.intern({.uri = "mcp://web/fetch", .classes = {}});
    given.remember(text, source);
  }
  [[nodiscard]] PassedOn::Found in_json(std::string_view result) const {
    const auto document = json::document(result);
    return passed_on.in(document.root(), given);
  }
  [[nodiscard]] bool in(std::string_view text) const {
    return in_json(
               fmt::format(R"({{"content":[{{"type":"text","text":{}}}]}})", json::quoted(text)))
        .any;
  }
};

TEST(PassedOn, is_found_in_part_and_as_a_whole_with_its_label) {
  Passing one;
  one.passed_on.add(std::string(kPlan), money());
  EXPECT_TRUE(one.in(fmt::format("Notes: {}", kPlan)));
  EXPECT_TRUE(one.in("so they CLOSE the plant -- at\nRiverside in May, it says"));
  EXPECT_FALSE(one.in("The board will meet in May."));
  EXPECT_FALSE(one.in("done"));
  const auto found = one.in_json(fmt::format("[{}]", json::quoted(kPlan)));
  EXPECT_TRUE(found.label.classes.has(model::DataClass::kFinancial));
  EXPECT_EQ(one.in_json(R"({"a":"nothing of it"})").label, model::Label());
}

TEST(PassedOn, is_found_beside_what_the_session_has) {
  Passing one;
  const std::string page =
      "A long public page about ships and how they were built in the old days.";
  one.was_given(page);
  one.passed_on.add(std::string(kPlan), money());
  EXPECT_TRUE(one.in(fmt::format("{} {}", page, kPlan)));
  EXPECT_FALSE(one.in(page));
  one.was_given(kPlan);
  EXPECT_FALSE(one.in(fmt::format("{} {}", page, kPlan))) << "no news";
}

TEST(PassedOn, keys_count_as_text_does) {
  Passing one;
  const std::string key = "k900aZ17Qw8eR5tY2uI3oP4aS6dF7gH8jK9lZ0xC1vB2nM3qW4e";
  one.passed_on.add("the key of the vault is " + key + " so keep it", money());
  EXPECT_TRUE(one.in("key: " + key));
  Passing alone;
  alone.passed_on.add(key + key, money());
  EXPECT_TRUE(alone.in("id " + key + key + "."));
}

TEST(PassedOn, is_found_in_members_names_numbers_and_what_is_encoded) {
  Passing one;
  one.passed_on.add("swordfish-77", money());
  one.passed_on.add("4711 0815", money());
  EXPECT_TRUE(
      one.in_json(R"({"content":[{"text":"ok"}],"structuredContent":{"n":"pw swordfish-77 end"}})")
          .any);
  EXPECT_TRUE(one.in_json(R"({"swordfish-77":1})").any);
  EXPECT_TRUE(one.in_json(R"({"a":["x",{"b":"4711-0815"}]})").any);
  EXPECT_FALSE(one.in_json(R"({"a":"swordfish-778"})").any) << "a word is one as a whole";
  Passing number;
  number.passed_on.add("48151623", money());
  EXPECT_TRUE(number.in_json(R"({"pin":48151623})").any);
}

TEST(PassedOn, the_end_of_a_long_content_is_found_too) {
  Passing one;
  std::string text;
  for (int i = 0; text.size() < 600'000; ++i) text += fmt::format("line {} of {} ", i, i * 7919);
  one.passed_on.add(text + std::string(kPlan), money());
  EXPECT_TRUE(one.in(kPlan));
  EXPECT_TRUE(one.in(text.substr(250'000, 80)));
}

TEST(PassedOn, what_there_is_no_room_for_leaves_its_label_on_all) {
  Passing one;
  std::string text;
  for (int i = 0; text.size() < 2'000'000; ++i) text += fmt::format("line {} of {} ", i, i * 7919);
  one.passed_on.add(text, money());
  const auto found = one.in_json(R"({"a":"something else"})");
  EXPECT_FALSE(found.any);
  EXPECT_TRUE(found.label.classes.has(model::DataClass::kFinancial));
  EXPECT_LE(one.passed_on.bytes(), PassedOn::kBytes + 100'000);
}

TEST(PassedOn, lists_of_many_short_values_are_no_copies) {
  Passing one;
  one.passed_on.add(std::string(kPlan), money());
  std::string list = "[";
  for (int i = 0; i < 500; ++i) list += fmt::format(R"({{"path":"/srv/a{}"}},)", i);
  list.back() = ']';
  EXPECT_FALSE(one.in_json(list).any);
}

TEST(PassedOn, the_same_content_takes_room_once) {
  Passing one;
  one.passed_on.add("open sesame", money());
  for (std::size_t i = 0; i < 2 * PassedOn::kMostShort; ++i)
    one.passed_on.add(std::string(kPlan), money());
  EXPECT_TRUE(one.in("open sesame"));
}

}  // namespace
}  // namespace touchstone::guard
