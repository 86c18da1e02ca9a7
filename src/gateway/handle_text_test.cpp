// Where handles stand, and what takes their place.
#include "gateway/handle_text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/test_support.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kOne(guard::kHandleDigits, '1');
const std::string kTwo(guard::kHandleDigits, '2');

std::string handle_of(std::string_view id) { return std::string(guard::kHandle) + std::string(id); }

TEST(HandlesIn, are_found_in_every_string_and_told_once) {
  const auto arguments = json::document(
      fmt::format(R"({{"a":"{0}","b":[{{"c/d":"see {1}, {0}"}}],"e":7,"f":"plain"}})",
                  handle_of(kOne), handle_of(kTwo)));
  const auto found = handles_in(arguments.root());
  EXPECT_EQ(found.fault, "");
  EXPECT_THAT(found.ids, ElementsAre(kOne, kTwo));
  ASSERT_EQ(found.holders.size(), 2U);
  EXPECT_EQ(found.holders[0].pointer, "/a");
  EXPECT_EQ(found.holders[1].pointer, "/b/0/c~1d");
}

TEST(HandlesIn, a_word_without_an_id_is_only_a_word) {
  for (const auto* text : {"touchstone://value/", "touchstone://value/ x", "touchstone://value/…",
                           "touchstone:", "Touchstone: a gateway"}) {
    const auto arguments = json::document(fmt::format(R"({{"a":"{}"}})", text));
    const auto found = handles_in(arguments.root());
    EXPECT_EQ(found.fault, "") << text;
    EXPECT_THAT(found.holders, IsEmpty()) << text;
  }
}

TEST(HandlesIn, a_shorter_id_is_nobodys) {
  for (const std::string& id : {std::string("1"), kOne.substr(1), kOne.substr(1) + "-"}) {
    const auto arguments = json::document(fmt::format(R"({{"a":"{}"}})", handle_of(id)));
    EXPECT_EQ(handles_in(arguments.root()).fault, kNoSuchHandle) << id;
  }
}

TEST(PutIn, a_content_stands_where_its_handle_stood_and_knows_its_share) {
  const auto arguments = json::document(
      fmt::format(R"({{"a":"{0}","b":"<{0}{1}> {0}"}})", handle_of(kOne), handle_of(kTwo) + "."));
  const auto found = handles_in(arguments.root());
  std::vector<guard::Brought> contents(2);
  contents[0].id = kOne;
  contents[0].text = "say " + handle_of(kTwo);  // is put in as it is
  contents[1].id = kTwo;
  ASSERT_EQ(found.holders.size(), 2U);
  const auto size = size_with(found.holders, contents);
  const auto a = put_in(found.holders[0], contents);
  const auto b = put_in(found.holders[1], contents);
  EXPECT_EQ(a, contents[0].text);
  EXPECT_EQ(b, fmt::format("<{0}.> {0}", contents[0].text));
  EXPECT_GE(size, a.size() + b.size());
  ASSERT_EQ(contents[0].to.size(), 2U);
  EXPECT_EQ(contents[0].to[0].share, 1.0);
  EXPECT_NEAR(contents[0].to[1].share,
              2.0 * static_cast<double>(contents[0].text.size()) / static_cast<double>(b.size()),
              1e-9);
  EXPECT_EQ(contents[1].to[0].pointer, "/b");
}

}  // namespace
}  // namespace touchstone::gateway
