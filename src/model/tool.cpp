#include "model/tool.hpp"

#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "json/pointer.hpp"
#include "model/claims.hpp"

namespace touchstone::model {
namespace {

void malformed(Tool& tool, json::View where, std::string reason, const std::string& at = {}) {
  tool.problems.push_back({FindingKind::kMalformed,
                           Severity::kError,
                           {},
                           std::move(reason),
                           tool.pointer + at,
                           where.begin_offset()});
}

void read_name(Tool& tool) {
  const bool row = is_labelled_row(tool.json);
  const std::string key = row ? "tool" : "name";
  const auto name = tool.json.find(key);
  tool.name = name.as_string().value_or("");
  tool.server = tool.json.find("server").as_string().value_or("");
  if (!name) {
    malformed(tool, tool.json, "the tool has no name");
  } else if (!name.is(json::Kind::kString)) {
    malformed(tool, name,
              fmt::format("the name must be a string, found {}", json::with_article(name.kind())),
              '/' + key);
  } else if (tool.name.empty()) {
    malformed(tool, name, "the name is empty", '/' + key);
  }
}

void check_holder(Tool& tool, std::string_view key) {
  const auto holder = tool.json.find(key);
  if (!holder || holder.is(json::Kind::kObject)) return;
  malformed(tool, holder,
            fmt::format("{} must be an object, found {}", key, json::with_article(holder.kind())),
            json::pointer("", key));
}

bool looks_like_a_tool(json::View value) {
  return value.find("name") || value.find("inputSchema") || value.find("annotations") ||
         is_labelled_row(value);
}

void report_repeated_names(std::vector<Tool>& tools) {
  std::unordered_set<std::string> seen;
  for (auto& tool : tools) {
    if (tool.name.empty()) continue;
    if (!seen.insert(tool.server + '\n' + tool.name).second) {
      malformed(tool, tool.json, fmt::format("the name {} is used twice in this list", tool.name));
    }
  }
}

base::Result<ToolList> read_array(json::View array, const std::string& pointer) {
  ToolList list;
  const auto elements = array.elements();
  if (std::distance(elements.begin(), elements.end()) > static_cast<std::ptrdiff_t>(kMaxTools)) {
    return base::fail(fmt::format("more than {} tools in one list", kMaxTools), pointer,
                      "examine one server's list at a time");
  }
  std::size_t index = 0;
  std::size_t room = kMaxListProblems;
  for (const auto element : elements) {
    list.tools.push_back(
        read_tool(element, json::pointer(pointer, index++), std::min(room, kMaxProblems)));
    room -= std::min(room, list.tools.back().problems.size());
  }
  report_repeated_names(list.tools);
  return list;
}

base::Result<ToolList> read_result(json::View result, const std::string& pointer) {
  const auto tools = result.find("tools");
  if (!tools.is(json::Kind::kArray)) {
    return base::fail(
        fmt::format("\"tools\" must be an array, found {}", json::with_article(tools.kind())),
        pointer + "/tools");
  }
  auto list = read_array(tools, pointer + "/tools");
  if (list) list->has_more = result.find("nextCursor").is(json::Kind::kString);
  return list;
}

base::Error not_a_list(json::View root) {
  return {fmt::format("no tools here: found {}",
                      root.is(json::Kind::kObject) ? "an object with neither \"tools\" nor \"name\""
                                                   : json::with_article(root.kind())),
          "", "give a tools/list result ({\"tools\":[…]}), an array of tools, or one tool"};
}

}  // namespace

Tool read_tool(json::View json, std::string pointer, std::size_t max_problems) {
  Tool tool;
  tool.json = json;
  tool.pointer = std::move(pointer);
  if (!json.is(json::Kind::kObject)) {
    malformed(tool, json,
              fmt::format("a tool must be an object, found {}", json::with_article(json.kind())));
    return tool;
  }
  read_name(tool);
  check_holder(tool, "annotations");
  check_holder(tool, "_meta");
  auto claims = read_tool_claims(json, tool.pointer, max_problems);
  tool.claims = std::move(claims.evidence);
  std::ranges::move(claims.problems, std::back_inserter(tool.problems));
  return tool;
}

base::Result<ToolList> read_tool_list(json::View root) {
  if (root.is(json::Kind::kArray)) return read_array(root, "");
  if (!root.is(json::Kind::kObject)) return tl::unexpected(not_a_list(root));
  if (root.find("tools")) return read_result(root, "");
  if (const auto result = root.find("result"); result.find("tools")) {
    return read_result(result, "/result");
  }
  if (!looks_like_a_tool(root)) return tl::unexpected(not_a_list(root));
  ToolList list;
  list.tools.push_back(read_tool(root, ""));
  return list;
}

Profile profile_of(const Tool& tool, FoldOptions options) {
  if (options.tool_name.empty()) options.tool_name = tool.name;
  return fold(tool.claims, options);
}

}  // namespace touchstone::model
