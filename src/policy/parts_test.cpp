#include "policy/parts.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::policy {
namespace {

using Strings = std::vector<std::string>;

Strings in_order(const Strings& parts) {
  const std::set<std::string> sorted(parts.begin(), parts.end());
  return {sorted.begin(), sorted.end()};
}

// In the order they are found in.
Strings found(const Strings& sorted, std::string_view text) {
  Strings out;
  Parts(sorted).find_in(text, [&](std::uint32_t part) { out.push_back(sorted[part]); });
  return out;
}

TEST(Parts, none_are_in_no_text) {
  EXPECT_EQ(found({}, "abc"), Strings());
  Parts().find_in("abc", [](std::uint32_t) { FAIL(); });
  EXPECT_EQ(found({"a"}, ""), Strings());
}

TEST(Parts, those_inside_others_are_found_too) {
  EXPECT_EQ(found({"a", "aa", "aab", "b"}, "aab"), Strings({"a", "aa", "aab", "b"}));
  EXPECT_EQ(found({"he", "hers", "his", "she"}, "ushers"), Strings({"she", "he", "hers"}));
}

TEST(Parts, a_part_that_breaks_off_gives_way_to_one_within_it) {
  EXPECT_EQ(found({"abcabd", "bca", "cabx"}, "abcabx"), Strings({"bca", "cabx"}));
}

TEST(Parts, each_is_told_once_however_often_it_is_there) {
  EXPECT_EQ(found({"a", "aa"}, std::string(100'000, 'a')), Strings({"a", "aa"}));
}

TEST(Parts, bytes_are_bytes) {
  const auto parts = in_order({"\xC3\xA9", "\xA9", std::string("\0x", 2), "\xFF"});
  EXPECT_EQ(found(parts, "caf\xC3\xA9"), Strings({"\xC3\xA9", "\xA9"}));
  EXPECT_EQ(found(parts, std::string_view("a\0x", 3)), Strings({std::string("\0x", 2)}));
}

TEST(Parts, as_many_as_there_may_be_are_told_apart) {
  Strings all;
  for (std::size_t i = 0; i < Parts::kMost; ++i) all.push_back(fmt::format("{:05}", i));
  const Parts parts(all);
  Strings out;
  parts.find_in("00000_65535_6553", [&](std::uint32_t part) { out.push_back(all[part]); });
  EXPECT_EQ(out, Strings({"00000", "65535"}));
}

// Of two letters, so that they overlap in all ways.
rc::Gen<std::string> narrow_text() {
  return rc::gen::container<std::string>(rc::gen::element('a', 'b', '\xFF'));
}

RC_GTEST_PROP(Parts, what_is_found_is_what_a_search_for_each_finds, ()) {
  auto drawn = *rc::gen::container<Strings>(narrow_text());
  std::erase_if(drawn,
                [](const auto& part) { return part.empty() || part.size() > Parts::kLongest; });
  const auto parts = in_order(drawn);
  const auto text = *narrow_text();
  Strings expected;
  std::ranges::copy_if(parts, std::back_inserter(expected),
                       [&](const auto& part) { return text.find(part) != std::string::npos; });
  auto told = found(parts, text);
  std::ranges::sort(told);
  RC_ASSERT(told == expected);
}

}  // namespace
}  // namespace touchstone::policy
