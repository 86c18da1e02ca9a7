#include "detect/mention.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "json/parser.hpp"

namespace touchstone::detect {
namespace {

KnownTools mail_and_sums() {
  KnownTools known;
  for (const auto* name : {"send_mail", "readMail", "search"}) known.add("mail", name);
  known.add("sums", "add_up");
  return known;
}

std::vector<Mention> mentions_in(const std::string& text, const std::string& server) {
  const auto document = json::Parser().parse(json::Text::copy_of(text));
  return mentions({document->root(), "/tools/0", server}, mail_and_sums());
}

TEST(Mention, of_another_servers_tool_is_found_with_its_place) {
  const std::string text = R"({"name":"add_up","description":"\u0041dds. Not for send_mail."})";
  const auto found = mentions_in(text, "sums");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "send_mail");
  EXPECT_EQ(found[0].pointer, "/tools/0/description");
  EXPECT_EQ(text.substr(found[0].offset, 9), "send_mail");
}

TEST(Mention, of_ones_own_tools_and_of_plain_words_is_none) {
  EXPECT_TRUE(mentions_in(R"({"description":"See add_up. A search."})", "sums").empty());
  EXPECT_TRUE(mentions_in(R"({"description":"Then send_mail or readMail."})", "mail").empty());
}

TEST(Mention, is_found_in_keys_and_schemas_and_told_once) {
  const auto found = mentions_in(
      R"({"inputSchema":{"properties":{"readMail":{"description":"readMail, (send_mail)-"}}}})",
      "sums");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].pointer, "/tools/0/inputSchema/properties/readMail");
  EXPECT_EQ(found[1].name, "send_mail");
}

TEST(Mention, is_found_behind_many_others) {
  KnownTools known;
  std::string text = R"({"description":")";
  for (int i = 0; i < 100; ++i) {
    known.add("other", "tool_" + std::to_string(i));
    text += " tool_" + std::to_string(i);
  }
  const auto document = json::Parser().parse(json::Text::copy_of(text + "\"}"));
  const auto found = mentions({document->root(), "", "mine"}, known);
  ASSERT_EQ(found.size(), 100U);
  EXPECT_EQ(found.back().name, "tool_99");
  EXPECT_EQ(found[kMaxPlaced - 1].pointer, "/description");
  EXPECT_EQ(found[kMaxPlaced].pointer, "");  // only the first have a place
}

}  // namespace
}  // namespace touchstone::detect
