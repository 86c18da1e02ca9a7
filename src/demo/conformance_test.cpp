#include <gmock/gmock.h>

#include "demo/test_support.hpp"
#include "rpc/code.hpp"

namespace touchstone::demo {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

std::string content_of(Desk& desk, std::string_view tool) {
  const auto answer = desk.legacy("tools/call", fmt::format(R"("name":"{}")", tool));
  return std::string(result(answer).find("content").raw());
}

TEST(Conformance, every_kind_of_content_is_there) {
  Desk desk("conformance");
  EXPECT_EQ(content_of(desk, "test_simple_text"),
            R"([{"type":"text","text":"This is a simple text response for testing."}])");
  EXPECT_THAT(content_of(desk, "test_image_content"), HasSubstr(R"("mimeType":"image/png")"));
  EXPECT_THAT(content_of(desk, "test_audio_content"), HasSubstr(R"("mimeType":"audio/wav")"));
  EXPECT_EQ(content_of(desk, "test_embedded_resource"),
            R"([{"type":"resource","resource":{"uri":"test://embedded-resource","mimeType":)"
            R"("text/plain","text":"This is an embedded resource content."}}])");
  EXPECT_THAT(content_of(desk, "test_multiple_content_types"),
              HasSubstr(R"("text":"{\"test\":\"data\",\"value\":123}")"));
}

TEST(Conformance, a_failing_tool_says_so_in_its_result) {
  Desk desk("conformance");
  const auto answer = desk.modern("tools/call", call_of("test_error_handling"));
  EXPECT_TRUE(is_failure(answer));
  EXPECT_EQ(said(answer), "This tool intentionally returns an error for testing");
}

TEST(Conformance, log_messages_come_while_the_tool_runs) {
  Desk desk("conformance");
  (void)desk.initialize();
  const auto call = desk.send_legacy("tools/call", call_of("test_tool_with_logging"));
  (void)desk.finish(call);
  EXPECT_THAT(call->exchange.sent,
              ElementsAre(HasSubstr("Tool execution started"), HasSubstr("Tool processing data"),
                          HasSubstr("Tool execution completed")));
}

TEST(Conformance, the_first_tool_by_name_can_be_called_without_anything) {
  Desk desk("conformance");
  const auto list = desk.modern("tools/list");
  std::string first;
  for (const json::View tool : result(list).find("tools").elements()) {
    const auto name = tool.find("name").as_string().value_or("");
    if (first.empty() || name < first) first = name;
  }
  EXPECT_EQ(error_code(desk.modern("tools/call", call_of(first))), 0) << first;
}

TEST(Conformance, a_tool_that_needs_sampling_names_it) {
  Desk desk("conformance");
  const auto answer = desk.modern("tools/call", call_of("test_missing_capability"));
  EXPECT_EQ(error_code(answer), rpc::kMissingCapability);
  EXPECT_EQ(answer.root().find("error").find("data").raw(),
            R"({"requiredCapabilities":{"sampling":{}}})");
  EXPECT_EQ(error_code(desk.modern("tools/call", call_of("test_missing_capability"),
                                   R"({"sampling":{}})")),
            0);
}

TEST(Conformance, the_schema_of_2020_12_arrives_whole) {
  Desk desk("conformance");
  const auto list = desk.legacy("tools/list");
  for (const auto* keyword : {"$schema", "$defs", "$anchor", "$ref", "allOf", "anyOf", "\"if\"",
                              "\"then\"", "\"else\"", "additionalProperties"})
    EXPECT_THAT(list.text(), HasSubstr(keyword));
}

TEST(Conformance, resources_are_read_by_uri_and_by_template) {
  Desk desk("conformance");
  const auto read = [&](std::string_view uri) {
    return std::string(desk.legacy("resources/read", fmt::format(R"("uri":"{}")", uri)).text());
  };
  EXPECT_THAT(read("test://static-text"), HasSubstr("content of the static text resource"));
  EXPECT_THAT(read("test://static-binary"), HasSubstr(R"("blob":"iVBORw0KGgo)"));
  EXPECT_THAT(read("test://template/123/data"), HasSubstr(R"(\"id\":\"123\")"));
  EXPECT_THAT(read("test://watched-resource"), HasSubstr("Watched"));
  EXPECT_THAT(read("test://template//data"), HasSubstr("error"));
  EXPECT_THAT(read("test://template/1/2/data"), HasSubstr("error"));
}

TEST(Conformance, prompts_take_arguments_resources_and_images) {
  Desk desk("conformance");
  const auto get = [&](std::string_view name, std::string_view arguments) {
    return std::string(desk.legacy("prompts/get", call_of(name, arguments)).text());
  };
  EXPECT_THAT(get("test_simple_prompt", "{}"), HasSubstr("This is a simple prompt for testing."));
  EXPECT_THAT(get("test_prompt_with_arguments", R"({"arg1":"hello","arg2":"world"})"),
              HasSubstr("Prompt with arguments: arg1='hello', arg2='world'"));
  EXPECT_THAT(get("test_prompt_with_embedded_resource", R"({"resourceUri":"test://x"})"),
              HasSubstr(R"("uri":"test://x")"));
  EXPECT_THAT(get("test_prompt_with_image", "{}"), HasSubstr("Please analyze the image above."));
}

}  // namespace
}  // namespace touchstone::demo
