#include "model/tool.hpp"

#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

struct ReadList {
  json::Document document;
  base::Result<ToolList> list;
};

ReadList list_from(std::string_view text) {
  auto document = parsed(text);
  auto list = read_tool_list(document.root());
  return {std::move(document), std::move(list)};
}

TEST(ToolList, is_found_in_every_shape_people_keep) {
  const std::pair<std::string_view, std::string_view> shapes[] = {
      {R"({"tools":[{"name":"a"}]})", "/tools/0"},
      {R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}})", "/result/tools/0"},
      {R"([{"name":"a"}])", "/0"},
      {R"({"name":"a"})", ""},
      {R"({"server":"s","tool":"a","annotations":{}})", ""},
  };
  for (const auto& [text, pointer] : shapes) {
    const auto read = list_from(text);
    ASSERT_TRUE(read.list) << text;
    ASSERT_EQ(read.list->tools.size(), 1U) << text;
    EXPECT_EQ(read.list->tools[0].name, "a") << text;
    EXPECT_EQ(read.list->tools[0].pointer, pointer) << text;
    EXPECT_FALSE(read.list->has_more);
    EXPECT_TRUE(read.list->tools[0].problems.empty());
  }
}

TEST(ToolList, a_server_beside_the_name_says_whose_tool_it_is) {
  EXPECT_EQ(list_from(R"({"server":"s","tool":"a"})").list->tools[0].server, "s");
  EXPECT_EQ(list_from(R"({"name":"a","server":"s"})").list->tools[0].server, "s");
  EXPECT_EQ(list_from(R"({"name":"a","server":7})").list->tools[0].server, "");
}

TEST(ToolList, of_too_many_tools_is_refused_before_they_are_read) {
  std::string text = "[";
  for (std::size_t i = 0; i < kMaxTools; ++i) text += "{},";
  text.back() = ']';
  EXPECT_TRUE(list_from(text).list);
  text.back() = ',';
  EXPECT_FALSE(list_from(text + "{}]").list);
}

TEST(ToolList, a_labelled_row_may_have_a_null_title_but_a_tool_may_not) {
  EXPECT_TRUE(list_from(R"({"tool":"a","title":null})").list->tools[0].problems.empty());
  EXPECT_EQ(list_from(R"({"name":"a","title":null})").list->tools[0].problems[0].pointer, "/title");
}

TEST(ToolList, that_is_none_says_what_it_wants) {
  for (const auto* text : {"{}", "7", "\"x\"", "null", R"({"result":{}})", R"({"tool":{}})"}) {
    const auto read = list_from(text);
    ASSERT_FALSE(read.list) << text;
    EXPECT_FALSE(read.list.error().remedy.empty()) << text;
  }
  EXPECT_EQ(list_from(R"({"tools":{}})").list.error().where, "/tools");
  EXPECT_EQ(list_from(R"({"result":{"tools":1}})").list.error().where, "/result/tools");
}

TEST(ToolList, knows_that_it_is_one_page_of_several) {
  EXPECT_TRUE(list_from(R"({"tools":[],"nextCursor":""})").list->has_more)
      << "an empty cursor is a cursor";
  EXPECT_FALSE(list_from(R"({"tools":[],"nextCursor":null})").list->has_more);
}

TEST(ToolList, reports_a_name_used_twice) {
  const auto read = list_from(R"([{"name":"a"},{"name":"b"},{"name":"a"}])");
  EXPECT_TRUE(read.list->tools[0].problems.empty());
  ASSERT_EQ(read.list->tools[2].problems.size(), 1U);
  EXPECT_EQ(read.list->tools[2].problems[0].pointer, "/2");
}

TEST(Tool, without_a_name_is_read_all_the_same) {
  const auto read = tool_from(R"({"annotations":{"readOnlyHint":true}})");
  EXPECT_EQ(read.tool.name, "");
  ASSERT_EQ(read.tool.problems.size(), 1U);
  EXPECT_EQ(read.tool.problems[0].reason, "the tool has no name");
  EXPECT_EQ(read.tool.claims.size(), 1U);
  EXPECT_FALSE(is_set(profile_of(read.tool)[Field::kTitle].value));
}

TEST(Tool, with_a_bad_name_says_where_it_stands) {
  EXPECT_EQ(tool_from(R"({"name":7})").tool.problems[0].pointer, "/name");
  EXPECT_EQ(tool_from(R"({"name":""})").tool.problems[0].pointer, "/name");
  EXPECT_EQ(tool_from(R"({"tool":""})").tool.problems[0].pointer, "/tool");
}

TEST(Tool, that_is_no_object_is_a_problem_and_claims_nothing) {
  const auto read = list_from(R"([null,7,"x",[],{"name":"a"}])");
  ASSERT_EQ(read.list->tools.size(), 5U);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& tool = read.list->tools[i];
    ASSERT_EQ(tool.problems.size(), 1U);
    EXPECT_EQ(tool.problems[0].pointer, "/" + std::to_string(i));
    EXPECT_TRUE(tool.claims.empty());
    const auto profile = profile_of(tool);
    EXPECT_EQ(tier_of(profile), Tier::kDestructive);
    EXPECT_EQ(check(tool, profile), tool.problems);
  }
}

TEST(Tool, annotations_that_are_no_object_claim_nothing) {
  for (const auto* annotations : {"[]", "null", "\"readOnlyHint\"", "true", "0"}) {
    const auto read = annotated(annotations);
    EXPECT_TRUE(read.tool.claims.empty());
    ASSERT_EQ(read.tool.problems.size(), 1U) << annotations;
    EXPECT_EQ(read.tool.problems[0].pointer, "/annotations");
    EXPECT_EQ(findings_of(read).size(), 1U) << "malformed, not missing: " << annotations;
  }
  EXPECT_EQ(annotated("{}", R"(,"_meta":[])").tool.problems[0].pointer, "/_meta");
}

}  // namespace
}  // namespace touchstone::model
