#include "gateway/answer_parts.hpp"

#include <gtest/gtest.h>

#include "json/test_support.hpp"

namespace touchstone::gateway {
namespace {

json::Document answer(std::string_view members) {
  return json::document(R"({"jsonrpc":"2.0","id":1,)" + std::string(members) + "}");
}

TEST(AnswerParts, a_result_is_content_whatever_it_calls_itself) {
  for (const auto* text :
       {R"("result":{"a":1})", R"("result":{"resultType":"input_required","content":[]})",
        R"("result":{"resultType":"input_required","requestState":"s","more":1})"}) {
    const auto document = answer(text);
    const AnswerParts parts = parts_of(document, "tools/call");
    EXPECT_EQ(parts.content, document.root().find("result")) << text;
    EXPECT_FALSE(parts.question) << text;
    EXPECT_TRUE(parts.besides.empty()) << text;
  }
}

TEST(AnswerParts, a_question_asks_and_says_nothing_else) {
  const auto document =
      answer(R"("result":{"resultType":"input_required","inputRequests":{},"_meta":{}})");
  EXPECT_TRUE(parts_of(document, "prompts/get").question);
  EXPECT_FALSE(parts_of(document, "prompts/get").content);
  EXPECT_TRUE(parts_of(document, "completion/complete").content);
  EXPECT_TRUE(parts_of(document, "custom/read").content);
}

TEST(AnswerParts, what_no_response_has_stands_besides) {
  const auto document = answer(R"("result":{},"note":"x","error":{"message":"y"})");
  EXPECT_EQ(parts_of(document, "tools/call").besides,
            R"([{"note":"x"},{"error":{"message":"y"}}])");
  const auto failed = answer(R"("error":{"code":1,"message":"y"})");
  EXPECT_TRUE(parts_of(failed, "tools/call").besides.empty());
  EXPECT_TRUE(parts_of(failed, "tools/call").is_error);
}

TEST(AnswerParts, of_a_task_its_outcome_is_content_and_its_state_is_nothing) {
  const auto working = answer(R"("result":{"taskId":"t","status":"working","ttl":null})");
  EXPECT_FALSE(parts_of(working, "tasks/get").content);
  EXPECT_TRUE(parts_of(working, "tasks/get").besides.empty());
  const auto over =
      answer(R"("result":{"taskId":"t","status":"completed","result":{"a":1},"x":2})");
  EXPECT_EQ(parts_of(over, "tasks/get").content.raw(), R"({"a":1})");
  EXPECT_EQ(parts_of(over, "tasks/get").besides, R"([{"x":2}])");
  const auto failed = answer(R"("result":{"taskId":"t","status":"failed","error":{"code":1}})");
  EXPECT_TRUE(parts_of(failed, "tasks/get").is_error);
}

TEST(AnswerParts, a_state_that_has_blanks_or_is_long_is_a_text) {
  for (const std::string& odd : {std::string("in my own words"), std::string(100, 'x')}) {
    const auto document =
        answer(R"("result":{"taskId":"t","status":")" + odd + R"(","createdAt":"now"})");
    const AnswerParts parts = parts_of(document, "tasks/get");
    EXPECT_EQ(parts.content, parts.task);
    const std::string bare = bare_task(parts.task, {}, "why");
    EXPECT_EQ(bare, R"({"taskId":"t","createdAt":"now","statusMessage":"why"})");
  }
}

}  // namespace
}  // namespace touchstone::gateway
