#include <algorithm>
#include <iterator>

#include "config/config.hpp"

namespace touchstone::config {

std::vector<model::Evidence> Overrides::evidence_on(std::string_view tool_name) const {
  std::vector<model::Evidence> out;
  for (const auto& rule : rules) {
    if (rule.covers(tool_name)) std::ranges::move(rule.evidence(), std::back_inserter(out));
  }
  return out;
}

}  // namespace touchstone::config
