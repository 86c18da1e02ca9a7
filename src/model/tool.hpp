// Tool: one tool definition as a server sent it, and what it claims. ToolList: many of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "json/document.hpp"
#include "model/claims.hpp"
#include "model/evidence.hpp"
#include "model/finding.hpp"
#include "model/fold.hpp"
#include "model/profile.hpp"

namespace touchstone::model {

struct Tool {
  json::View json;      // the definition itself; its Document must outlive the Tool
  std::string name;     // empty if it has none, which is among the problems
  std::string server;   // empty if unknown
  std::string pointer;  // where it stands in its document
  std::vector<Evidence> claims;
  std::vector<Finding> problems;  // what could not be read
};

// Reads one definition. `json` may be any value; what is not a tool is a problem, not an error.
[[nodiscard]] Tool read_tool(json::View json, std::string pointer,
                             std::size_t max_problems = kMaxProblems);

// Ten times what a large fleet of servers offers together. A list of a million empty tools is not
// a list of tools, and would take gigabytes to examine.
inline constexpr std::size_t kMaxTools = 20'000;
// Problems listed for a whole list; tools beyond it only count theirs.
inline constexpr std::size_t kMaxListProblems = 10'000;

struct ToolList {
  std::vector<Tool> tools;
  bool has_more = false;  // the list carries a nextCursor: this is one page of several
};

// Reads any of the shapes in which people keep tool lists:
//   {"tools":[…]}                    a tools/list result
//   {"jsonrpc":"2.0","result":{…}}   the response it came in
//   […]                              the bare array
//   {"name":…}                       one tool
//   {"server":…,"tool":"name",…}     one labelled tool, as evaluation sets have it
// A "server" beside the name says whose tool it is, so that lists of several can be kept together.
// Fails if the value is none of these.
[[nodiscard]] base::Result<ToolList> read_tool_list(json::View root);

// The tool's declared claims folded into its profile.
[[nodiscard]] Profile profile_of(const Tool& tool, FoldOptions options = {});

}  // namespace touchstone::model
