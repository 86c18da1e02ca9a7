#include "cli/find_tool.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/printable.hpp"

namespace touchstone::cli {
namespace {

base::Error not_found(const Assay& assay, const std::string& wanted) {
  std::vector<std::string> full_names;
  for (const auto& tool : assay.tools()) full_names.push_back(full_name(tool));
  std::vector<std::string_view> names(full_names.begin(), full_names.end());
  for (const auto& tool : assay.tools()) names.push_back(tool.tool.name);
  const auto meant = base::closest(wanted, names);
  return {fmt::format("has no tool called {}", printable(wanted)), assay.name(),
          meant.empty() ? fmt::format("touchstone tools {} --columns name", assay.name())
                        : printable(meant)};
}

}  // namespace

std::string full_name(const Assayed& tool) {
  return tool.tool.server.empty() ? tool.tool.name
                                  : fmt::format("{}/{}", tool.tool.server, tool.tool.name);
}

base::Result<const Assayed*> find_tool(const Assay& assay, const std::string& wanted) {
  std::vector<const Assayed*> found;
  std::vector<std::string> names;
  for (const auto& tool : assay.tools()) {
    // A tool without a name is shown as "(tool 4)", and so it can be asked for.
    const bool named = tool.tool.name == wanted || full_name(tool) == wanted;
    if (wanted.empty() || (!named && tool.display_name != wanted)) continue;
    found.push_back(&tool);
    names.push_back(printable(full_name(tool)));
  }
  if (found.empty()) return tl::unexpected(not_found(assay, wanted));
  if (found.size() > 1 && names.front() != names.back()) {
    return base::fail(fmt::format("several servers have a tool called {}", printable(wanted)),
                      assay.name(), base::list_in_words(names, "or"));
  }
  return found.front();
}

}  // namespace touchstone::cli
