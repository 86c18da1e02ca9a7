// Router tools: what `routing: search` offers to a model instead of every server's tools.
//
//   find_tools             words in, the tools that fit best out
//   describe_tool          one tool's whole definition
//   call_tool_read         calls a tool that only reads
//   call_tool_write        calls a tool that reads or writes
//   call_tool_destructive  calls any tool
//
// Pure text: definitions, arguments read, results and refusals written. Who may see which tool, and
// the call itself, are the gateway's. Three call tools, because a client grants permission by name:
// "always allow call_tool_read" must not allow more than that.
//
// Names. These five are offered without a prefix, and with `routing: search` they are the whole
// list, so nothing that a server offers can stand beside them. In `tools/call` the five always mean
// ours. In the argument `name` they never do: it is looked up among the servers' tools only. So a
// server's own `find_tools` (one without a prefix) is called with call_tool_read, and the call
// tools cannot be made to call each other. A direct `tools/call` of a server's tool must be refused
// (called_directly), or the permission of the call tools would mean nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "json/document.hpp"
#include "model/derive.hpp"

namespace touchstone::find {

enum class RouterTool : std::uint8_t { kFind, kDescribe, kCallRead, kCallWrite, kCallDestructive };

inline constexpr RouterTool kRouterTools[] = {RouterTool::kFind, RouterTool::kDescribe,
                                              RouterTool::kCallRead, RouterTool::kCallWrite,
                                              RouterTool::kCallDestructive};

[[nodiscard]] std::string_view name_of(RouterTool tool);
[[nodiscard]] std::optional<RouterTool> router_tool(std::string_view name);
// The whole definition as it stands in tools/list: one JSON object.
[[nodiscard]] std::string definition_of(RouterTool tool);
// The call tool that just suffices.
[[nodiscard]] RouterTool call_tool_for(model::Tier tier);
// Whether this call tool may call a tool of that tier. find_tools and describe_tool call nothing.
[[nodiscard]] bool may_call(RouterTool tool, model::Tier tier);

// Arguments, as the schemas of the definitions say. Absent arguments are an empty object. The error
// tells the model what to send; write it with refused().
inline constexpr std::size_t kDefaultHits = 5;
inline constexpr std::size_t kMostHits = 25;
inline constexpr std::size_t kMaxRequestedName = 256;  // bytes

struct FindRequest {
  std::string query;
  std::size_t limit = kDefaultHits;
  model::Tier at_most = model::Tier::kDestructive;  // only tools up to this tier
};
struct CallRequest {
  std::string name;
  std::string_view arguments;  // the raw object, "{}" if absent; lives as long as the View
};
[[nodiscard]] base::Result<FindRequest> read_find(json::View arguments);
[[nodiscard]] base::Result<std::string> read_describe(json::View arguments);  // the name
[[nodiscard]] base::Result<CallRequest> read_call(json::View arguments);

// A tool that was found. Texts are the server's, hence untrusted: one sentence of bounded length is
// passed on, on one line.
struct Found {
  std::string_view name;  // as clients call it
  std::string_view title;
  std::string_view description;
  model::Tier tier = model::Tier::kDestructive;
  double score = 0;
};
inline constexpr std::size_t kMaxSummary = 240;  // bytes of a description in the hits

// Each of these is a whole CallToolResult.
[[nodiscard]] std::string found_result(std::string_view query, std::span<const Found> tools);
// `definition` is one JSON object, passed on as it is.
[[nodiscard]] std::string described_result(std::string_view name, model::Tier tier,
                                           std::string_view definition);

// Refusals: results with isError, so that the model reads them and can do better.
[[nodiscard]] std::string refused(const base::Error& error);
// `nearest` are names that a search for the name gives; may be empty.
[[nodiscard]] std::string unknown_tool(std::string_view name,
                                       std::span<const std::string_view> nearest);
// `used` may not call a tool of this tier; see may_call().
[[nodiscard]] std::string wrong_tier(std::string_view name, model::Tier tier, RouterTool used);
// A server's tool was called by its own name.
[[nodiscard]] std::string called_directly(std::string_view name, model::Tier tier);

// The first sentence, at most kMaxSummary bytes, white space as single spaces.
[[nodiscard]] std::string summary_of(std::string_view description);

}  // namespace touchstone::find
