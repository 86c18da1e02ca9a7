// The shape of `touchstone tools --format json`. Scripts and evaluations rely on it: a change here
// is a breaking change and belongs in the CHANGELOG.
#include "cli/tool_json.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "cli/test_support.hpp"
#include "json/test_support.hpp"
#include "model/field.hpp"

namespace touchstone::cli {
namespace {

std::vector<std::string> keys(json::View object) {
  std::vector<std::string> out;
  for (const auto [key, value] : object.members()) out.push_back(*key.as_string());
  return out;
}

using Keys = std::vector<std::string>;

constexpr auto kTool =
    R"({"name":"t","server":"s","annotations":{"readOnlyHint":true,"openWorldHint":false,)"
    R"("returnMetadata":{"source":"user","sensitivity":["pii",{"regulated":{"scopes":["GDPR"]}},"com.acme.x"]},"oddHint":1}})";

TEST(ToolJson, is_an_array_of_tools_with_these_members) {
  const auto document = json::document(testing::run({"tools", "-", "--format", "json"}, kTool).out);
  ASSERT_TRUE(document.root().is(json::Kind::kArray));
  const auto tool = *document.root().elements().begin();
  EXPECT_EQ(keys(tool), (Keys{"name", "server", "profile", "tier", "legs", "risk", "findings"}));
  EXPECT_EQ(keys(tool.find("legs")), (Keys{"readsPrivate", "readsUntrusted", "sendsOut"}));
  Keys fields;
  for (const auto& field : model::kFields) fields.emplace_back(field.name);
  EXPECT_EQ(keys(tool.find("profile")), fields);
}

TEST(ToolJson, tells_value_source_and_confidence_of_each_field) {
  const auto document = json::document(testing::run({"tools", "-", "--format", "json"}, kTool).out);
  const auto profile = (*document.root().elements().begin()).find("profile");
  EXPECT_EQ(profile.find("readOnlyHint").raw(),
            R"({"value":true,"source":"declared","confidence":1})");
  // Nobody says so, but a tool that is declared to read only destroys nothing.
  EXPECT_EQ(profile.find("destructiveHint").raw(),
            R"({"value":false,"source":"declared","confidence":1})");
  EXPECT_EQ(profile.find("agencyHint").raw(), R"({"value":null,"source":"default"})");
  EXPECT_EQ(profile.find("returnMetadata.source").find("value").raw(), R"(["user"])");
  EXPECT_EQ(profile.find("returnMetadata.sensitivity").find("value").raw(),
            R"(["pii",{"regulated":{"scopes":["GDPR"]}},"com.acme.x"])");
}

TEST(ToolJson, lists_findings_with_kind_severity_field_and_reason) {
  const auto document = json::document(testing::run({"tools", "-", "--format", "json"}, kTool).out);
  const auto findings = (*document.root().elements().begin()).find("findings");
  const auto finding = *findings.elements().begin();
  EXPECT_EQ(keys(finding), (Keys{"kind", "severity", "field", "reason"}));
  EXPECT_TRUE(finding.find("kind").equals("unknown"));
  EXPECT_TRUE(finding.find("field").equals("oddHint"));
}

TEST(ToolJson, leaves_out_the_server_where_none_is_known) {
  const auto document =
      json::document(testing::run({"tools", "-", "--format", "json"}, R"({"name":"t"})").out);
  EXPECT_FALSE((*document.root().elements().begin()).find("server"));
}

TEST(ToolJson, as_lines_is_one_tool_a_line) {
  const auto out = testing::run({"tools", "@demo", "--format", "jsonl"}).out;
  std::istringstream lines(out);
  std::string line;
  int count = 0;
  while (std::getline(lines, line)) {
    EXPECT_TRUE(json::document(line).root().find("name"));
    ++count;
  }
  EXPECT_EQ(count, 11);
}

TEST(ToolJson, of_nothing_is_an_empty_array) {
  EXPECT_TRUE(json::document(testing::run({"tools", "-", "--format", "json"}, "[]").out)
                  .root()
                  .elements()
                  .empty());
}

}  // namespace
}  // namespace touchstone::cli
