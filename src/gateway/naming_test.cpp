#include "gateway/naming.hpp"

#include <gtest/gtest.h>

namespace touchstone::gateway {
namespace {

TEST(Naming, joins_server_and_tool) {
  EXPECT_EQ(exposed_name("files", "__", "read"), "files__read");
  EXPECT_EQ(exposed_name("files", ".", "read"), "files.read");
  EXPECT_EQ(exposed_name("", "__", "read"), "read");
}

TEST(Naming, stays_within_the_limit_and_tells_long_names_apart) {
  const std::string long_name(80, 'a');
  const std::string one = exposed_name("s", "__", long_name + "1");
  const std::string two = exposed_name("s", "__", long_name + "2");
  EXPECT_EQ(one.size(), kMaxName);
  EXPECT_NE(one, two);
  EXPECT_EQ(one, exposed_name("s", "__", long_name + "1"));
  // Exactly at the limit nothing is cut.
  EXPECT_EQ(exposed_name("s", "__", std::string(61, 'b')), "s__" + std::string(61, 'b'));
}

TEST(Naming, never_cuts_inside_a_character) {
  std::string umlauts;
  for (int i = 0; i < 40; ++i) umlauts += "ä";
  const std::string name = exposed_name("s", "__", umlauts);
  EXPECT_LE(name.size(), kMaxName);
  EXPECT_GE(name.size(), kLeastShortened);
  EXPECT_EQ(name.find("ä_"), name.size() - 11);
}

TEST(Naming, the_same_name_from_two_servers_becomes_two_names) {
  EXPECT_EQ(exposed_name("a", "__", "b__c"), exposed_name("a__b", "__", "c"));
  EXPECT_NE(distinct_name("a", "a", "__", "b__c"), distinct_name("a__b", "a__b", "__", "c"));
}

TEST(Naming, servers_that_share_a_prefix_or_have_none_are_told_apart) {
  EXPECT_NE(distinct_name("one", "", "__", "same"), distinct_name("two", "", "__", "same"));
  EXPECT_NE(distinct_name("one", "p", "__", "same"), distinct_name("two", "p", "__", "same"));
  const std::string long_name(80, 'a');
  EXPECT_NE(exposed_name("p", "__", long_name), distinct_name("p", "p", "__", long_name));
}

TEST(Naming, uris_find_their_way_back) {
  EXPECT_EQ(distinct_uri("files", "file:///a"), "files+file:///a");
  EXPECT_EQ(plain_uri("files", "files+file:///a"), "file:///a");
  EXPECT_EQ(plain_uri("file", "files+file:///a"), "");
  EXPECT_EQ(plain_uri("files", "file:///a"), "");
}

TEST(Naming, without_a_prefix_long_names_are_shortened_too) {
  const std::string long_name(80, 'a');
  EXPECT_EQ(exposed_name("", "__", long_name).size(), kMaxName);
  EXPECT_EQ(exposed_name("", "__", "short"), "short");
}

}  // namespace
}  // namespace touchstone::gateway
