#include "mcp/tasks.hpp"

#include <gtest/gtest.h>

#include "json/test_support.hpp"

namespace touchstone::mcp {
namespace {

TEST(TaskState, is_read_from_either_form_and_written_in_either) {
  const auto legacy = json::document(
      R"({"task":{"taskId":"7","status":"working","createdAt":"a","lastUpdatedAt":"b","ttl":null,"pollInterval":5}})");
  const auto modern = json::document(
      R"({"resultType":"task","taskId":"7","status":"working","createdAt":"a","lastUpdatedAt":"b","ttlMs":null,"pollIntervalMs":5})");
  for (const auto* form : {&legacy, &modern}) {
    const auto task = begun_task(form->root());
    ASSERT_TRUE(task);
    EXPECT_EQ(write_task(*task, Era::kLegacy), legacy.root().find("task").raw());
    EXPECT_EQ(
        write_task(*task, Era::kModern, R"("x":1)"),
        R"({"taskId":"7","status":"working","createdAt":"a","lastUpdatedAt":"b","ttlMs":null,"pollIntervalMs":5,"x":1})");
  }
}

TEST(TaskState, is_none_where_no_task_is_named) {
  for (const char* other :
       {"{}", R"({"task":{}})", R"({"task":7})", R"({"resultType":"task"})",
        R"({"taskId":"7","status":"working"})", R"({"resultType":"task","taskId":7,"status":"x"})"})
    EXPECT_FALSE(begun_task(json::document(other).root())) << other;
}

TEST(ModernCapabilities, have_the_extension_exactly_if_it_is_meant) {
  const std::string_view said =
      R"({"roots":{},"tasks":{"list":{}},"extensions":{"io.modelcontextprotocol/tasks":{},"ui":{"a":1.0}}})";
  EXPECT_EQ(modern_capabilities(said, false), R"({"roots":{},"extensions":{"ui":{"a":1.0}}})");
  EXPECT_EQ(modern_capabilities(said, true),
            R"({"roots":{},"extensions":{"ui":{"a":1.0},"io.modelcontextprotocol/tasks":{}}})");
  EXPECT_EQ(modern_capabilities("{}", true),
            R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})");
  EXPECT_EQ(modern_capabilities(R"({ "roots": {} })", false), R"({ "roots": {} })");
}

TEST(RelatedTask, joins_what_meta_there_is) {
  EXPECT_EQ(with_related_task("{}", "7"),
            R"({"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"7"}}})");
  EXPECT_EQ(with_related_task(R"({"_meta":{"a":1}})", "7"),
            R"({"_meta":{"a":1,"io.modelcontextprotocol/related-task":{"taskId":"7"}}})");
}

TEST(CoreTasks, are_of_one_revision) {
  Terms client;
  EXPECT_TRUE(has_core_tasks(client));
  for (const char* version : {"2025-06-18", "2025-03-26", "2024-11-05"}) {
    client.version = version;
    EXPECT_FALSE(has_core_tasks(client)) << version;
  }
  client.era = Era::kModern;
  client.version = std::string(kModernVersion);
  EXPECT_FALSE(has_core_tasks(client));
}

TEST(CoreTasks, are_served_by_who_says_so_of_tools_in_the_words_of_its_era) {
  const auto core = json::document(kCoreTasks);
  const auto extension = json::document(R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})");
  EXPECT_TRUE(serves_tasks(Era::kLegacy, core.root()));
  EXPECT_FALSE(serves_tasks(Era::kModern, core.root()));
  EXPECT_TRUE(serves_tasks(Era::kModern, extension.root()));
  EXPECT_FALSE(serves_tasks(Era::kLegacy, extension.root()));
  for (const char* other : {"{}", R"({"tasks":{}})", R"({"tasks":{"list":{},"requests":{}}})",
                            R"({"tasks":{"requests":{"tools":{}}}})", R"({"tasks":7})"})
    EXPECT_FALSE(serves_tasks(Era::kLegacy, json::document(other).root())) << other;
}

}  // namespace
}  // namespace touchstone::mcp
