#include "detect/look_alike.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::detect {
namespace {

// How "b"'s tool resembles "a"'s, or "-".
std::string likeness(std::string_view first, std::string_view second) {
  const NamedTool tools[] = {{"a", first}, {"b", second}};
  const auto found = look_alikes(tools);
  return found.empty() ? "-" : std::string(name_of(found.front().likeness));
}

TEST(LookAlikes, the_closest_likeness_is_told) {
  EXPECT_EQ(likeness("read_file", "read_file"), "same");
  EXPECT_EQ(likeness("read_file", "Read-File"), "writing");
  EXPECT_EQ(likeness("read_file", "readFile"), "writing");
  EXPECT_EQ(likeness("read_file", "reаd_file"), "homoglyph");  // Cyrillic а
  EXPECT_EQ(likeness("read_flle", "read_fIIe"), "homoglyph");
  EXPECT_EQ(likeness("read_file", "read_files"), "spelling");
  EXPECT_EQ(likeness("read_file", "raed_file"), "spelling");
  EXPECT_EQ(likeness("read_file", "read_fine"), "spelling");
  EXPECT_EQ(likeness("read_file", "write_file"), "-");
}

TEST(LookAlikes, short_names_and_numbers_are_not_misspelt) {
  EXPECT_EQ(likeness("add", "and"), "-");
  EXPECT_EQ(likeness("search_v1", "search_v2"), "-");
}

TEST(LookAlikes, one_server_may_name_its_tools_as_it_likes) {
  const NamedTool tools[] = {{"a", "read_file"}, {"a", "read_files"}, {"a", "readFile"}};
  EXPECT_TRUE(look_alikes(tools).empty());
}

TEST(LookAlikes, the_reason_is_safe_to_print) {
  const NamedTool tools[] = {{"a", "read_file"}, {"b\x1b[2J", "read_file"}};
  const auto found = look_alikes(tools);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].reason,
            "\"read_file\" of b\\u{1b}[2J has the same name as \"read_file\" of a");
}

TEST(LookAlikes, every_later_tool_is_told_once) {
  const NamedTool tools[] = {
      {"a", "x_read"}, {"a", "x_read"}, {"b", "x_read"}, {"c", "x_read"}, {"a", "x_read"}};
  const auto found = look_alikes(tools);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[2].first, 2U);
  EXPECT_EQ(found[2].second, 4U);
}

// All of them have the form `sendinvoic` with one letter left out.
TEST(LookAlikes, a_server_cannot_hide_an_imitation_behind_names_of_its_own) {
  std::vector<std::string> fillers;
  for (char c = 'a'; fillers.size() < 20; ++c) {
    if (c != 'e' && c != 'z') fillers.push_back(std::string("send_invoic") + c);
  }
  std::vector<NamedTool> tools;
  for (const auto& name : fillers) tools.push_back({"evil", name});
  tools.push_back({"good", "send_invoice"});
  tools.push_back({"evil", "send_invoicz"});
  const auto found = look_alikes(tools);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.back().first, fillers.size());
  EXPECT_EQ(found.back().second, fillers.size() + 1);
}

RC_GTEST_PROP(LookAlikes, any_two_names_one_letter_apart_meet, ()) {
  const auto name = *rc::gen::container<std::string>(12, rc::gen::inRange('a', 'k'));
  const auto at = *rc::gen::inRange<std::size_t>(0, name.size());
  auto other = name;
  other[at] = 'z';
  RC_ASSERT(likeness(name, other) == "spelling");
  RC_ASSERT(likeness(name, name.substr(0, at) + 'z' + name.substr(at)) == "spelling");
}

TEST(LookAlikes, ten_thousand_names_are_compared_quickly) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < 10'000; ++i)
    names.push_back(fmt::format("tool_{:x}_action", i * 2654435761U));
  std::vector<NamedTool> tools;
  for (std::size_t i = 0; i < names.size(); ++i)
    tools.push_back({i % 2 == 0 ? "a" : "b", names[i]});
  EXPECT_LE(look_alikes(tools).size(), tools.size());
}

}  // namespace
}  // namespace touchstone::detect
