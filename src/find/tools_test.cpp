#include "find/tools.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/parser.hpp"
#include "model/tool.hpp"

namespace touchstone::find {
namespace {

using model::Tier;

json::Document parsed(std::string_view text) {
  auto document = json::Parser().parse(json::Text::copy_of(text));
  EXPECT_TRUE(document.has_value()) << text;
  return document ? std::move(*document) : *json::Parser().parse(json::Text::copy_of("null"));
}

std::string text_in(const json::Document& result) {
  for (const auto block : result.root().find("content").elements()) {
    if (block.find("type").equals("text")) return block.find("text").as_string().value_or("");
  }
  return {};
}

// Of a refusal, which says that it is one.
std::string refusal_text(const std::string& result) {
  const auto document = parsed(result);
  EXPECT_EQ(document.root().find("isError").as_bool(), true) << result;
  return text_in(document);
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

TEST(RouterTools, definitions_are_tools_without_problems) {
  for (const auto tool : kRouterTools) {
    const auto document = parsed(definition_of(tool));
    const auto read = model::read_tool(document.root(), "");
    EXPECT_EQ(read.name, name_of(tool));
    EXPECT_TRUE(read.problems.empty()) << read.name;
    EXPECT_TRUE(document.root().find("inputSchema").find("type").equals("object"));
    EXPECT_FALSE(document.root().find("inputSchema").find("required").elements().empty());
    EXPECT_EQ(router_tool(name_of(tool)), tool);
  }
  EXPECT_EQ(router_tool("call_tool"), std::nullopt);
}

TEST(RouterTools, declare_the_tier_that_they_call) {
  const auto tier_of_tool = [](RouterTool tool) {
    const auto document = parsed(definition_of(tool));
    return model::tier_of(model::profile_of(model::read_tool(document.root(), ""),
                                            {.trust = model::Trust::kTrusted}));
  };
  EXPECT_EQ(tier_of_tool(RouterTool::kFind), Tier::kRead);
  EXPECT_EQ(tier_of_tool(RouterTool::kDescribe), Tier::kRead);
  for (const auto tier : {Tier::kRead, Tier::kWrite, Tier::kDestructive}) {
    EXPECT_EQ(tier_of_tool(call_tool_for(tier)), tier);
  }
}

TEST(RouterTools, each_calls_its_tier_and_those_below) {
  EXPECT_TRUE(may_call(RouterTool::kCallRead, Tier::kRead));
  EXPECT_FALSE(may_call(RouterTool::kCallRead, Tier::kWrite));
  EXPECT_FALSE(may_call(RouterTool::kCallRead, Tier::kDestructive));
  EXPECT_TRUE(may_call(RouterTool::kCallWrite, Tier::kRead));
  EXPECT_TRUE(may_call(RouterTool::kCallWrite, Tier::kWrite));
  EXPECT_FALSE(may_call(RouterTool::kCallWrite, Tier::kDestructive));
  for (const auto tier : {Tier::kRead, Tier::kWrite, Tier::kDestructive}) {
    EXPECT_TRUE(may_call(RouterTool::kCallDestructive, tier));
    EXPECT_FALSE(may_call(RouterTool::kFind, tier));
    EXPECT_FALSE(may_call(RouterTool::kDescribe, tier));
  }
}

TEST(ReadFind, takes_what_the_schema_says) {
  const auto some = parsed(R"({"query":"list books","limit":3,"tier":"write"})");
  const auto request = read_find(some.root());
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->query, "list books");
  EXPECT_EQ(request->limit, 3U);
  EXPECT_EQ(request->at_most, Tier::kWrite);
  const auto plain = parsed(R"({"query":"x"})");
  EXPECT_EQ(read_find(plain.root())->limit, kDefaultHits);
  EXPECT_EQ(read_find(plain.root())->at_most, Tier::kDestructive);
  const auto many = parsed(R"({"query":"x","limit":1e6})");
  EXPECT_EQ(read_find(many.root())->limit, kMostHits);
}

TEST(ReadFind, says_which_argument_is_wrong) {
  const auto wrong = [](std::string_view text) {
    const auto arguments = parsed(text);
    const auto request = read_find(arguments.root());
    return request ? "" : request.error().what;
  };
  EXPECT_TRUE(has(wrong("{}"), "`query`"));
  EXPECT_TRUE(has(wrong(R"({"query":""})"), "`query`"));
  EXPECT_TRUE(has(wrong(R"({"query":["a"]})"), "`query`"));
  EXPECT_TRUE(has(wrong(R"({"query":"a","limit":0})"), "`limit`"));
  EXPECT_TRUE(has(wrong(R"({"query":"a","limit":"5"})"), "`limit`"));
  EXPECT_TRUE(has(wrong(R"({"query":"a","tier":"all"})"), "`tier`"));
  EXPECT_TRUE(has(wrong(R"({"q":"a"})"), "`q`"));
  EXPECT_TRUE(has(wrong("[]"), "object"));
  EXPECT_FALSE(read_find({}).has_value());
}

TEST(ReadCall, keeps_the_spelling_of_the_arguments) {
  const auto some = parsed(R"({"arguments":{ "a":1.0 },"name":"shelf__list"})");
  const auto request = read_call(some.root());
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->name, "shelf__list");
  EXPECT_EQ(request->arguments, R"({ "a":1.0 })");
  const auto none = parsed(R"({"name":"x"})");
  EXPECT_EQ(read_call(none.root())->arguments, "{}");
}

TEST(ReadCall, refuses_what_is_no_call) {
  const std::string longest(kMaxRequestedName + 1, 'x');
  for (const auto& text :
       {std::string("{}"), std::string(R"({"name":7})"),
        std::string(R"({"name":"x","arguments":"{}"})"),
        std::string(R"({"name":"x","arguments":null})"), std::string(R"({"name":"x","args":{}})"),
        R"({"name":")" + longest + R"("})"}) {
    const auto arguments = parsed(text);
    EXPECT_FALSE(read_call(arguments.root()).has_value()) << text;
  }
  const auto named = parsed(R"({"name":"x"})");
  EXPECT_EQ(read_describe(named.root()).value_or(""), "x");
  EXPECT_FALSE(read_describe({}).has_value());
}

TEST(FoundResult, has_the_hits_for_models_and_for_programs) {
  const Found hits[] = {
      {"shelf__list_books", "List", "List the books. Sorted by title.", Tier::kRead, 2.5},
      {"shelf__burn", "", "Burn a\n  book", Tier::kDestructive, 1}};
  const auto result = parsed(found_result("books", hits));
  const auto text = text_in(result);
  EXPECT_TRUE(has(text, "`shelf__list_books` (read, call_tool_read): List the books.\n")) << text;
  EXPECT_TRUE(has(text, "`shelf__burn` (destructive, call_tool_destructive): Burn a book")) << text;
  EXPECT_FALSE(has(text, "Sorted"));
  EXPECT_FALSE(result.root().find("isError"));
  const auto first = *result.root().find("structuredContent").find("tools").elements().begin();
  EXPECT_EQ(first.raw(), R"({"name":"shelf__list_books","title":"List",)"
                         R"("description":"List the books.","tier":"read","score":2.5})");
}

TEST(FoundResult, says_so_when_nothing_fits) {
  const auto result = parsed(found_result("books", {}));
  EXPECT_TRUE(has(text_in(result), "No tool fits"));
  EXPECT_TRUE(result.root().find("structuredContent").find("tools").elements().empty());
}

TEST(DescribedResult, passes_the_definition_on_as_it_is) {
  constexpr std::string_view kDefinition = R"({"name":"x", "n":1.0,"description":"\"q\""})";
  const auto result = parsed(described_result("x", Tier::kWrite, kDefinition));
  EXPECT_EQ(result.root().find("structuredContent").find("definition").raw(), kDefinition);
  EXPECT_TRUE(result.root().find("structuredContent").find("callWith").equals("call_tool_write"));
  EXPECT_TRUE(has(text_in(result), kDefinition));
}

TEST(Refusals, tell_what_to_do_instead) {
  const auto tier = refusal_text(wrong_tier("x", Tier::kDestructive, RouterTool::kCallRead));
  EXPECT_TRUE(has(tier, "`x` is of tier destructive")) << tier;
  EXPECT_TRUE(has(tier, "use call_tool_destructive")) << tier;
  const std::string_view nearest[] = {"list_books", "list_pages"};
  EXPECT_TRUE(
      has(refusal_text(unknown_tool("list_boks", nearest)), "`list_books` or `list_pages`"));
  EXPECT_TRUE(has(refusal_text(unknown_tool("z", {})), "find_tools"));
  EXPECT_TRUE(has(refusal_text(called_directly("x", Tier::kRead)), "call_tool_read"));
  EXPECT_TRUE(has(refusal_text(refused({"the argument `name` is too long", "", ""})), "`name`"));
}

TEST(Summary, is_the_first_sentence_on_one_line) {
  EXPECT_EQ(summary_of("\n Lists\tbooks,\n e.g. novels. Then more."), "Lists books, e.g. novels.");
  EXPECT_EQ(summary_of("Reads v1. 2 and more"), "Reads v1. 2 and more");
  EXPECT_EQ(summary_of(""), "");
  EXPECT_EQ(summary_of(" \n "), "");
}

RC_GTEST_PROP(Summary, any_bytes_give_a_bounded_line_and_valid_results, (const std::string& text)) {
  std::string longer;
  for (int i = 0; i < 50; ++i) longer += text;
  for (const auto& from : {text, longer}) {
    const auto summary = summary_of(from);
    RC_ASSERT(summary.size() <= kMaxSummary);
    RC_ASSERT(summary.find('\n') == std::string::npos);
    const Found hit{from, from, from, Tier::kRead, 1};
    for (const auto& result : {found_result(from, {&hit, 1}), unknown_tool(from, {}),
                               wrong_tier(from, Tier::kWrite, RouterTool::kCallRead)}) {
      RC_ASSERT(json::Parser().parse(json::Text::copy_of(result)).has_value());
    }
  }
}

}  // namespace
}  // namespace touchstone::find
