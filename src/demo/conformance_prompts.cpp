#include <array>

#include <fmt/format.h>

#include "demo/conformance.hpp"
#include "json/writer.hpp"

namespace touchstone::demo {
namespace {

constexpr std::string_view kSimple =
    R"json({"name":"test_simple_prompt","description":"A prompt without arguments."})json";
constexpr std::string_view kWithArguments =
    R"json({"name":"test_prompt_with_arguments","description":"A prompt with two arguments.","arguments":[{"name":"arg1","description":"The first argument","required":true},{"name":"arg2","description":"The second argument","required":true}]})json";
constexpr std::string_view kWithResource =
    R"json({"name":"test_prompt_with_embedded_resource","description":"A prompt that brings a resource.","arguments":[{"name":"resourceUri","description":"The resource's URI","required":true}]})json";
constexpr std::string_view kWithImage =
    R"json({"name":"test_prompt_with_image","description":"A prompt that brings an image."})json";
constexpr std::string_view kInRounds =
    R"json({"name":"test_input_required_result_prompt","description":"A prompt that asks for its context."})json";

constexpr std::string_view kContextSchema =
    R"json({"type":"object","properties":{"context":{"type":"string"}},"required":["context"]})json";

Task<Reply> in_rounds(Call& call) {
  const std::vector<Question> questions = {
      elicit("user_context", "What context should the prompt use?", kContextSchema)};
  Asked asked = co_await call.ask(questions);
  if (asked.reply) co_return std::move(*asked.reply);
  const json::View context = asked.answers[0].root().find("content").find("context");
  co_return messages({text_block("Prompt with context: " + context.as_string().value_or("none"))});
}

struct TestResource {
  std::string_view uri, name, description, mime_type;
};
constexpr std::array<TestResource, 3> kResources = {{
    {"test://static-text", "static-text", "A text that never changes.", "text/plain"},
    {"test://static-binary", "static-binary", "An image of one pixel.", "image/png"},
    {"test://watched-resource", "watched-resource", "A text to subscribe to.", "text/plain"},
}};
constexpr std::string_view kFixtureTemplate =
    R"json({"uriTemplate":"test://template/{id}/data","name":"template","description":"Data by id.","mimeType":"application/json"})json";

std::string definition(const TestResource& resource) {
  json::Writer w;
  w.begin_object().key("uri").string(resource.uri).key("name").string(resource.name);
  w.key("description").string(resource.description);
  w.key("mimeType").string(resource.mime_type).end_object();
  return std::move(w).take();
}

std::optional<Reply> read_template(std::string_view uri) {
  constexpr std::string_view kHead = "test://template/";
  constexpr std::string_view kTail = "/data";
  if (!uri.starts_with(kHead) || !uri.ends_with(kTail)) return std::nullopt;
  if (uri.size() <= kHead.size() + kTail.size()) return std::nullopt;
  const std::string id(uri.substr(kHead.size(), uri.size() - kHead.size() - kTail.size()));
  if (id.find('/') != std::string::npos) return std::nullopt;
  json::Writer w;
  w.begin_object().key("id").string(id).key("templateTest").boolean(true);
  w.key("data").string("Data for ID: " + id).end_object();
  return resource_text(uri, "application/json", w.text());
}

std::optional<Reply> read(std::string_view uri) {
  if (uri == "test://static-text")
    return resource_text(uri, "text/plain", "This is the content of the static text resource.");
  if (uri == "test://static-binary") return resource_blob(uri, "image/png", kPng);
  if (uri == "test://watched-resource")
    return resource_text(uri, "text/plain", "Watched resource content");
  return read_template(uri);
}

}  // namespace

void add_test_prompts(Parts& parts) {
  const auto add = [&](std::string_view definition, Function run) {
    parts.prompts.push_back({std::string(definition), std::move(run)});
  };
  add(kSimple, at_once([](Call&) {
        return messages({text_block("This is a simple prompt for testing.")});
      }));
  add(kWithArguments, at_once([](Call& call) {
        return messages({text_block(fmt::format("Prompt with arguments: arg1='{}', arg2='{}'",
                                                call.text("arg1"), call.text("arg2")))});
      }));
  add(kWithResource, at_once([](Call& call) {
        return messages({resource_block(call.text("resourceUri"), "text/plain",
                                        "Embedded resource content for testing."),
                         text_block("Please process the embedded resource above.")});
      }));
  add(kWithImage, at_once([](Call&) {
        return messages({media_block("image", "image/png", kPng),
                         text_block("Please analyze the image above.")});
      }));
  add(kInRounds, in_rounds);
}

ResourcePart test_resources() {
  ResourcePart part;
  part.list = [] {
    std::vector<std::string> definitions;
    for (const auto& resource : kResources) definitions.push_back(definition(resource));
    return definitions;
  };
  part.templates = {std::string(kFixtureTemplate)};
  part.read = read;
  return part;
}

}  // namespace touchstone::demo
