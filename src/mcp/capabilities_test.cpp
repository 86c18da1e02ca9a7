#include "mcp/capabilities.hpp"

#include <gtest/gtest.h>

#include "json/test_support.hpp"

namespace touchstone::mcp {
namespace {

std::string united(const std::vector<std::string_view>& texts) {
  std::vector<json::Document> documents;
  std::vector<json::View> views;
  for (const std::string_view text : texts) {
    documents.push_back(json::document(text));
    views.push_back(documents.back().root());
  }
  return unite(views);
}

TEST(Unite, of_nothing_is_nothing) {
  EXPECT_EQ(united({}), "{}");
  EXPECT_EQ(united({"{}", "{}"}), "{}");
  EXPECT_EQ(unite({json::View()}), "{}");  // a server that said nothing
}

TEST(Unite, keeps_what_any_server_has_in_the_order_of_first_mention) {
  EXPECT_EQ(united({R"({"tools":{}})", R"({"logging":{},"tools":{"listChanged":true}})",
                    R"({"prompts":{}})"}),
            R"({"tools":{"listChanged":true},"logging":{},"prompts":{}})");
}

TEST(Unite, a_flag_is_true_if_one_says_so) {
  EXPECT_EQ(united({R"({"r":{"subscribe":false}})", R"({"r":{"subscribe":true}})"}),
            R"({"r":{"subscribe":true}})");
  EXPECT_EQ(united({R"({"r":{"subscribe":false}})", R"({"r":{"subscribe":false}})"}),
            R"({"r":{"subscribe":false}})");
}

TEST(Unite, of_what_cannot_be_united_the_first_counts) {
  EXPECT_EQ(united({R"({"x":1.0,"y":[1]})", R"({"x":true,"y":[2]})"}), R"({"x":1.0,"y":[1]})");
  EXPECT_EQ(united({R"({"x":{"a":1}})", R"({"x":false})"}), R"({"x":{"a":1}})");
  EXPECT_EQ(united({"[]", "7", R"({"a":{}})"}), R"({"a":{}})");  // not objects: not there
}

}  // namespace
}  // namespace touchstone::mcp
