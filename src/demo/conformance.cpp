#include "demo/conformance.hpp"

#include "demo/servers.hpp"
#include "json/writer.hpp"

namespace touchstone::demo {
namespace {

// The words that an argument of test_prompt_with_arguments may begin with.
std::vector<std::string> suggest(std::string_view ref, std::string_view typed) {
  if (ref != "test_prompt_with_arguments") return {};
  std::vector<std::string> values = {"hello", "paris", "park", "party", "world"};
  std::erase_if(values, [&](const std::string& value) { return !value.starts_with(typed); });
  return values;
}

}  // namespace

std::string plain_tool(std::string_view name, std::string_view description) {
  json::Writer w;
  w.begin_object().key("name").string(name).key("description").string(description);
  w.key("inputSchema").raw(R"({"type":"object","properties":{}})").end_object();
  return std::move(w).take();
}

Parts conformance_server() {
  Parts parts;
  parts.name = "conformance";
  parts.title = "Conformance fixture";
  parts.instructions = "Has what the conformance suite of MCP asks for, in both eras.";
  parts.changes = true;
  // Some clients try the first tool that they see, and a gateway may sort by name.
  parts.tools.push_back({plain_tool("about", "Says what this server is for."), at_once([](Call&) {
                           return text("A server for tests of the protocol.");
                         })});
  add_content_tools(parts);
  add_question_tools(parts);
  add_round_tools(parts);
  add_task_tools(parts);
  add_test_prompts(parts);
  parts.resources = test_resources();
  parts.complete = [](std::string_view ref, std::string_view, std::string_view typed) {
    return suggest(ref, typed);
  };
  return parts;
}

}  // namespace touchstone::demo
