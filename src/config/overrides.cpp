#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "config/config.hpp"
#include "json/writer.hpp"

namespace touchstone::config {

std::vector<model::Evidence> Overrides::evidence_on(std::string_view tool_name) const {
  std::vector<model::Evidence> out;
  for (const auto& rule : rules) {
    if (rule.covers(tool_name)) std::ranges::move(rule.evidence(), std::back_inserter(out));
  }
  return out;
}

std::vector<std::string> Overrides::lines() const {
  std::vector<std::string> out;
  for (const auto& rule : rules) {
    std::string says;
    for (const auto& [field, value] : rule.then) {
      json::Writer word;
      write(word, value);
      says +=
          fmt::format("{}{} {}", says.empty() ? "" : ", ", model::spec(field).name, word.text());
    }
    out.push_back(fmt::format("`{}`: {} ({})", rule.tool, says, rule.where));
  }
  return out;
}

}  // namespace touchstone::config
