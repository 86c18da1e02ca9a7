#include "infer/infer.hpp"

#include "infer/conduct.hpp"
#include "infer/effect.hpp"
#include "infer/reach.hpp"
#include "infer/reading.hpp"

namespace touchstone::infer {

std::vector<model::Evidence> infer(const model::Tool& tool, const Siblings& siblings,
                                   SiblingsAsked* asked) {
  if (!tool.json.is(json::Kind::kObject)) return {};
  const Reading reading(tool, siblings);
  const auto effect = weigh_effect(reading);
  std::vector<model::Evidence> out;
  for (const auto rule : {infer_effect, infer_reach, infer_data, infer_conduct}) {
    rule(reading, effect, out);
  }
  if (asked != nullptr) *asked = reading.siblings.asked();
  return out;
}

void Families::gather(const Names& names) {
  for (const auto& [server, members] : names) by_server_.emplace(server, Siblings(members, server));
}

const Siblings& Families::of(const model::Tool& tool) const {
  const auto found = by_server_.find(tool.server);
  return found == by_server_.end() ? nobody_ : found->second;
}

}  // namespace touchstone::infer
