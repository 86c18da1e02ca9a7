#include "gateway/knowledge.hpp"

namespace touchstone::gateway {
namespace {

bool is_same(const Beliefs& a, const Beliefs& b) {
  return a.options.trust == b.options.trust &&
         a.options.inference_trust == b.options.inference_trust && a.settings == b.settings &&
         a.overrides == b.overrides;
}

}  // namespace

KnownPtr with_observed(const Known& known, std::string_view tool,
                       std::span<const model::Evidence> observed) {
  auto out = std::make_shared<Known>(known);
  const auto before = known.profile.evidence();
  std::vector<model::Evidence> evidence(before.begin(), before.end());
  evidence.insert(evidence.end(), observed.begin(), observed.end());
  model::FoldOptions options = known.beliefs->options;
  options.tool_name = tool;
  out->profile = model::fold(std::move(evidence), options);
  out->tier = model::tier_of(out->profile);
  return out;
}

BeliefsPtr Knowledge::beliefs_on(const config::Server& server, const config::Config& config) {
  Beliefs now{{.trust = config::word_of(server.trust), .inference_trust = server.inference_trust},
              resolve::prepared({server.roots, config.domains, server.rules}),
              server.overrides};
  std::erase_if(beliefs_, [](const auto& held) { return held.expired(); });
  for (const auto& held : beliefs_) {
    if (auto beliefs = held.lock(); beliefs && is_same(*beliefs, now)) return beliefs;
  }
  auto beliefs = std::make_shared<const Beliefs>(std::move(now));
  beliefs_.push_back(beliefs);
  return beliefs;
}

// Who is found holds its beliefs, so that no others can have come to stand at their address.
KnownPtr Knowledge::look(const std::string& digest, const model::Tool& tool,
                         const assay::Surroundings& around, const BeliefsPtr& beliefs) {
  if (definitions_.size() >= kMaxDefinitions) make_room();
  auto& held = definitions_[{beliefs.get(), digest}];
  if (auto known = held.lock(); known && known->asked.holds(tool, around)) return known;
  ++examined_;
  auto known = examine(tool, around, beliefs);
  held = known;
  return known;
}

KnownPtr Knowledge::examine(const model::Tool& tool, const assay::Surroundings& around,
                            const BeliefsPtr& beliefs) {
  const std::shared_ptr<Known> known(new Known);  // its memory goes with it, whoever remembers it
  model::FoldOptions options = beliefs->options;
  options.tool_name = tool.name;
  auto [profile, findings, asked] =
      assay::examine(tool, around, options, beliefs->overrides.evidence_on(tool.name));
  for (auto& finding : findings) finding.offset -= tool.json.begin_offset();
  known->profile = std::move(profile);
  known->tier = model::tier_of(known->profile);
  known->findings = std::move(findings);
  known->plan = resolve::plan_for(tool, beliefs->settings);
  known->asked = std::move(asked);
  known->beliefs = beliefs;
  return known;
}

void Knowledge::make_room() {
  std::erase_if(definitions_, [](const auto& entry) { return entry.second.expired(); });
  if (definitions_.size() >= kMaxDefinitions) definitions_.clear();
}

}  // namespace touchstone::gateway
