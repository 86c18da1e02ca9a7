#include <fmt/format.h>

#include "demo/conformance.hpp"
#include "demo/line.hpp"

namespace touchstone::demo {
namespace {

using namespace std::chrono_literals;
constexpr auto kStep = 50ms;

constexpr std::string_view kSchemaTool =
    R"json({"name":"json_schema_2020_12_tool","description":"Has an input schema with keywords of JSON Schema 2020-12, all of which must arrive.","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},"then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false}})json";

constexpr std::string_view kHeaderTool =
    R"json({"name":"test_x_mcp_header","description":"Has a parameter that modern HTTP repeats in the header Mcp-Param-Region.","inputSchema":{"type":"object","properties":{"region":{"type":"string","description":"Any text","x-mcp-header":"Region"}}}})json";

Reply all_kinds() {
  return content({text_block("Multiple content types test:"),
                  media_block("image", "image/png", kPng),
                  resource_block("test://mixed-content-resource", "application/json",
                                 R"({"test":"data","value":123})")});
}

Task<Reply> with_logging(Call& call) {
  call.log("info", "Tool execution started");
  (void)co_await call.sleep(kStep);
  call.log("info", "Tool processing data");
  (void)co_await call.sleep(kStep);
  call.log("info", "Tool execution completed");
  co_return text("Tool with logging executed successfully");
}

Task<Reply> with_progress(Call& call) {
  for (const int done : {0, 50, 100}) {
    if (done > 0) (void)co_await call.sleep(kStep);
    call.progress(done, 100, fmt::format("Completed step {} of 100", done));
  }
  const json::View token = call.message().meta("progressToken");
  co_return text(token ? token.as_string().value_or(std::string(token.raw())) : "0");
}

// The answer takes its time, so that a client may lose the stream and come back for it.
Task<Reply> reconnect(Call& call) {
  (void)co_await call.sleep(2 * kStep);
  co_return text("Reconnection test completed successfully.");
}

Reply log_once(Call& call) {
  call.log("info", "test_logging_tool was called");
  return text("Logged if the request asked for it.");
}

Reply needs_sampling(const Call& call) {
  if (!call.terms().features.sampling) return missing_capability(R"({"sampling":{}})");
  return text("The client offers sampling.");
}

void add(Parts& parts, std::string_view name, std::string_view description, Function run) {
  parts.tools.push_back({plain_tool(name, description), std::move(run)});
}

}  // namespace

void add_content_tools(Parts& parts) {
  const auto listeners = parts.listeners;
  add(parts, "test_simple_text", "Returns one text.",
      at_once([](Call&) { return text("This is a simple text response for testing."); }));
  add(parts, "test_image_content", "Returns one image.",
      at_once([](Call&) { return content({media_block("image", "image/png", kPng)}); }));
  add(parts, "test_audio_content", "Returns one sound.",
      at_once([](Call&) { return content({media_block("audio", "audio/wav", kWav)}); }));
  add(parts, "test_embedded_resource", "Returns one embedded resource.", at_once([](Call&) {
        return content({resource_block("test://embedded-resource", "text/plain",
                                       "This is an embedded resource content.")});
      }));
  add(parts, "test_multiple_content_types", "Returns a text, an image and a resource.",
      at_once([](Call&) { return all_kinds(); }));
  add(parts, "test_error_handling", "Always fails.", at_once([](Call&) {
        return failure("This tool intentionally returns an error for testing");
      }));
  add(parts, "test_tool_with_logging", "Writes three log messages while it runs.", with_logging);
  add(parts, "test_tool_with_progress", "Reports its progress three times.", with_progress);
  add(parts, "test_streaming_elicitation", "Reports its progress and asks nothing.", with_progress);
  add(parts, "test_reconnection", "Answers after a while.", reconnect);
  add(parts, "test_logging_tool", "Writes a log message if the request asks for them.",
      at_once(log_once));
  add(parts, "test_missing_capability", "Needs a client that offers sampling.",
      at_once(needs_sampling));
  add(parts, "test_trigger_tool_change", "Says that the list of tools has changed.",
      at_once([listeners](Call&) {
        listeners->list_changed(List::kTools);
        return text("Told everybody who listens.");
      }));
  add(parts, "test_trigger_prompt_change", "Says that the list of prompts has changed.",
      at_once([listeners](Call&) {
        listeners->list_changed(List::kPrompts);
        return text("Told everybody who listens.");
      }));
  parts.tools.push_back({std::string(kSchemaTool), at_once([](Call& call) {
                           const json::View given = call.arguments();
                           return text(fmt::format("Called with {}", given ? given.raw() : "{}"));
                         })});
  parts.tools.push_back({std::string(kHeaderTool), at_once([](Call& call) {
                           return text("Region: " + call.text("region"));
                         })});
}

}  // namespace touchstone::demo
