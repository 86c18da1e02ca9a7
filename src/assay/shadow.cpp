#include "assay/shadow.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "detect/excerpt.hpp"
#include "detect/look_alike.hpp"
#include "detect/mention.hpp"
#include "json/pointer.hpp"

namespace touchstone::assay {
namespace {

using model::Finding;
using model::FindingKind;
using model::Severity;

// Two servers may well have a `search`, and write it as they like; nobody types a Cyrillic letter
// by accident. In the order of Likeness.
constexpr std::array<Severity, 4> kSeverities{Severity::kNote, Severity::kNote, Severity::kError,
                                              Severity::kWarning};

Finding finding_of(detect::LookAlike alike, const model::Tool& tool) {
  const json::View name = tool.json.find("name");
  return {FindingKind::kShadow,
          kSeverities[static_cast<std::size_t>(alike.likeness)],
          "",
          std::move(alike.reason),
          json::pointer(tool.pointer, "name"),
          name ? name.begin_offset() : tool.json.begin_offset()};
}

Finding finding_of(detect::Mention mention) {
  return {FindingKind::kShadow,
          Severity::kWarning,
          "",
          fmt::format("a text names `{}`, which is a tool of another server",
                      detect::excerpt(mention.name, 0, mention.name.size())),
          std::move(mention.pointer),
          mention.offset};
}

}  // namespace

std::vector<Finding> mentions_in(const detect::Definition& definition,
                                 const detect::KnownTools& everybody) {
  std::vector<Finding> out;
  for (auto& mention : detect::mentions(definition, everybody)) {
    if (out.size() == kMaxMentions) break;
    out.push_back(finding_of(std::move(mention)));
  }
  return out;
}

std::vector<std::vector<Finding>> shadows(std::span<const model::Tool* const> tools,
                                          const detect::KnownTools& everybody) {
  std::vector<std::vector<Finding>> out(tools.size());
  std::vector<detect::NamedTool> named;
  named.reserve(tools.size());
  for (const auto* tool : tools) named.push_back({tool->server, tool->name});
  for (auto& alike : detect::look_alikes(named)) {
    const auto at = alike.second;
    out[at].push_back(finding_of(std::move(alike), *tools[at]));
  }
  for (std::size_t i = 0; i < tools.size(); ++i) {
    auto found = mentions_in({tools[i]->json, tools[i]->pointer, tools[i]->server}, everybody);
    std::ranges::move(found, std::back_inserter(out[i]));
  }
  return out;
}

}  // namespace touchstone::assay
