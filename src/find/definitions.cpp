// The definitions of the router tools, as models read them.
#include <algorithm>
#include <array>

#include "find/tools.hpp"
#include "json/writer.hpp"

namespace touchstone::find {
namespace {

struct Row {
  RouterTool tool;
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view input;   // a JSON Schema
  std::string_view output;  // the same, or empty
  bool reads;
  bool destroys;
  bool open_world;  // what is called may reach anywhere
};

constexpr std::string_view kFindInput =
    R"json({"type":"object","properties":{)json"
    R"json("query":{"type":"string","minLength":1,"description":"What the tool should do, for example: list open pull requests of a repository"},)json"
    R"json("limit":{"type":"integer","minimum":1,"maximum":25,"default":5,"description":"How many tools to return at most"},)json"
    R"json("tier":{"type":"string","enum":["read","write","destructive"],"default":"destructive","description":"The highest tier wanted: read gives only tools that read, write also those that add or change something, destructive all"}},)json"
    R"json("required":["query"],"additionalProperties":false})json";

constexpr std::string_view kFindOutput =
    R"json({"type":"object","properties":{"tools":{"type":"array","items":{"type":"object","properties":{)json"
    R"json("name":{"type":"string"},"title":{"type":"string"},"description":{"type":"string"},)json"
    R"json("tier":{"type":"string","enum":["read","write","destructive"]},"score":{"type":"number"}},)json"
    R"json("required":["name","description","tier","score"]}}},"required":["tools"]})json";

constexpr std::string_view kDescribeInput =
    R"json({"type":"object","properties":{)json"
    R"json("name":{"type":"string","minLength":1,"description":"The tool's name, exactly as find_tools gave it"}},)json"
    R"json("required":["name"],"additionalProperties":false})json";

constexpr std::string_view kDescribeOutput =
    R"json({"type":"object","properties":{"name":{"type":"string"},)json"
    R"json("tier":{"type":"string","enum":["read","write","destructive"]},"callWith":{"type":"string"},)json"
    R"json("definition":{"type":"object"}},"required":["name","tier","callWith","definition"]})json";

constexpr std::string_view kCallInput =
    R"json({"type":"object","properties":{)json"
    R"json("name":{"type":"string","minLength":1,"description":"The tool's name, exactly as find_tools gave it"},)json"
    R"json("arguments":{"type":"object","description":"The tool's own arguments, as its inputSchema says; describe_tool shows it"}},)json"
    R"json("required":["name"],"additionalProperties":false})json";

constexpr auto kRows = std::to_array<Row>({
    {RouterTool::kFind, "find_tools", "Find tools",
     "Search the tools of all connected servers. Say in a few plain words what should be done; the "
     "tools that fit best come first, each with its tier: read, write or destructive. Search again "
     "with other words if none fits. Then look at one with describe_tool, and call it with "
     "call_tool_read, call_tool_write or call_tool_destructive.",
     kFindInput, kFindOutput, true, false, false},
    {RouterTool::kDescribe, "describe_tool", "Describe a tool",
     "The whole definition of one tool: what it does, its inputSchema, its annotations, and which "
     "call tool may call it.",
     kDescribeInput, kDescribeOutput, true, false, false},
    {RouterTool::kCallRead, "call_tool_read", "Call a tool that reads",
     "Call a tool of tier read: it looks things up and changes nothing. Tools of a higher tier are "
     "refused.",
     kCallInput, "", true, false, true},
    {RouterTool::kCallWrite, "call_tool_write", "Call a tool that writes",
     "Call a tool of tier write, which adds or changes something, or one of tier read. Destructive "
     "tools are refused.",
     kCallInput, "", false, false, true},
    {RouterTool::kCallDestructive, "call_tool_destructive", "Call a tool that may destroy",
     "Call a tool of tier destructive, which may delete or overwrite something for good. Any other "
     "tool can be called with it, too, but needs no more than call_tool_read or call_tool_write.",
     kCallInput, "", false, true, true},
});

static_assert(std::ranges::equal(kRows, kRouterTools, {}, &Row::tool));

const Row& row_of(RouterTool tool) { return kRows[static_cast<std::size_t>(tool)]; }

void write_hints(json::Writer& w, const Row& row) {
  w.begin_object().key("title").string(row.title);
  w.key("readOnlyHint").boolean(row.reads).key("destructiveHint").boolean(row.destroys);
  w.key("idempotentHint").boolean(row.reads);
  w.key("openWorldHint").boolean(row.open_world).end_object();
}

}  // namespace

std::string_view name_of(RouterTool tool) { return row_of(tool).name; }

std::string definition_of(RouterTool tool) {
  const auto& row = row_of(tool);
  json::Writer w;
  w.begin_object().key("name").string(row.name).key("title").string(row.title);
  w.key("description").string(row.description).key("inputSchema").raw(row.input);
  if (!row.output.empty()) w.key("outputSchema").raw(row.output);
  write_hints(w.key("annotations"), row);
  w.end_object();
  return std::move(w).take();
}

std::optional<RouterTool> router_tool(std::string_view name) {
  const auto* found = std::ranges::find(kRows, name, &Row::name);
  return found == kRows.end() ? std::nullopt : std::optional(found->tool);
}

RouterTool call_tool_for(model::Tier tier) {
  switch (tier) {
    case model::Tier::kRead: return RouterTool::kCallRead;
    case model::Tier::kWrite: return RouterTool::kCallWrite;
    case model::Tier::kDestructive: break;
  }
  return RouterTool::kCallDestructive;
}

bool may_call(RouterTool tool, model::Tier tier) { return call_tool_for(tier) <= tool; }

}  // namespace touchstone::find
