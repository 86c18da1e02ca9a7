#include <fmt/format.h>

#include "demo/conformance.hpp"

namespace touchstone::demo {
namespace {

constexpr std::string_view kSampling =
    R"json({"name":"test_sampling","description":"Lets the client's model answer a prompt.","inputSchema":{"type":"object","properties":{"prompt":{"type":"string","description":"What to ask the model"}},"required":["prompt"]}})json";

constexpr std::string_view kElicitation =
    R"json({"name":"test_elicitation","description":"Asks the user a question.","inputSchema":{"type":"object","properties":{"message":{"type":"string","description":"What to ask the user"}},"required":["message"]}})json";

constexpr std::string_view kResponseSchema =
    R"json({"type":"object","properties":{"response":{"type":"string","description":"The user's answer"}},"required":["response"]})json";

constexpr std::string_view kDefaultsSchema =
    R"json({"type":"object","properties":{"name":{"type":"string","description":"A name","default":"John Doe"},"age":{"type":"integer","description":"An age","default":30},"score":{"type":"number","description":"A score","default":95.5},"status":{"type":"string","description":"A status","enum":["active","inactive","pending"],"default":"active"},"verified":{"type":"boolean","description":"Verified or not","default":true}},"required":[]})json";

constexpr std::string_view kEnumsSchema =
    R"json({"type":"object","properties":{"untitledSingle":{"type":"string","description":"One option","enum":["option1","option2","option3"]},"titledSingle":{"type":"string","description":"One option with titles","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},"legacyEnum":{"type":"string","description":"One option, the old way","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},"untitledMulti":{"type":"array","description":"Several options","minItems":1,"maxItems":3,"items":{"type":"string","enum":["option1","option2","option3"]}},"titledMulti":{"type":"array","description":"Several options with titles","minItems":1,"maxItems":3,"items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}},"required":[]})json";

std::string describe(std::string_view head, json::View answer) {
  const json::View content = answer.find("content");
  return fmt::format("{}: action={}, content={}", head,
                     answer.find("action").as_string().value_or(""),
                     content ? content.raw() : "{}");
}

Task<Reply> sampling(Call& call) {
  const std::vector<Question> questions = {sample("sampling", call.text("prompt"))};
  Asked asked = co_await call.ask(questions);
  if (asked.reply) co_return std::move(*asked.reply);
  const json::View content = asked.answers[0].root().find("content");
  co_return text("LLM response: " + content.find("text").as_string().value_or("(no text)"));
}

Task<Reply> elicitation(Call& call) {
  const std::vector<Question> questions = {
      elicit("elicitation", call.text("message"), kResponseSchema)};
  Asked asked = co_await call.ask(questions);
  if (asked.reply) co_return std::move(*asked.reply);
  co_return text(describe("User response", asked.answers[0].root()));
}

Function form(std::string_view message, std::string_view schema) {
  return [message, schema](Call& call) -> Task<Reply> {
    const std::vector<Question> questions = {elicit("form", message, schema)};
    Asked asked = co_await call.ask(questions);
    if (asked.reply) co_return std::move(*asked.reply);
    co_return text(describe("Elicitation completed", asked.answers[0].root()));
  };
}

}  // namespace

void add_question_tools(Parts& parts) {
  parts.tools.push_back({std::string(kSampling), sampling});
  parts.tools.push_back({std::string(kElicitation), elicitation});
  parts.tools.push_back({plain_tool("test_elicitation_sep1034_defaults",
                                    "Asks with a form whose fields have defaults."),
                         form("Please review and update the form fields", kDefaultsSchema)});
  parts.tools.push_back({plain_tool("test_elicitation_sep1330_enums",
                                    "Asks with a form that has every kind of choice."),
                         form("Please select options from the enum fields", kEnumsSchema)});
}

}  // namespace touchstone::demo
