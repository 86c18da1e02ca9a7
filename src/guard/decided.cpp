#include "guard/decided.hpp"

#include <utility>

#include "guard/case.hpp"

namespace touchstone::guard {
namespace {

bool changes_results(const policy::Rule& rule) {
  return rule.effect == policy::Effect::kRedact || rule.effect == policy::Effect::kQuarantine;
}

}  // namespace

DecidedPtr decided_on(const Case& one) {
  Decided out{.policy = one.policy, .fired = {}, .places = one.places, .brought = {}};
  for (const policy::Rule* rule : one.decision.fired) {
    if (changes_results(*rule)) out.fired.push_back(rule);
  }
  if (out.places.all.size() > Decided::kMaxPlacesKept) {
    out.places.all.clear();
    out.places.too_many = true;
  }
  std::size_t bytes = 0;
  for (const Brought& content : one.subject.brought) {
    bytes += content.text.size();
    out.brought.push_back({.id = content.id, .label = content.label, .text = {}});
  }
  out.repeats = bytes > Decided::kMaxBroughtKept;
  for (std::size_t i = 0; !out.repeats && i < out.brought.size(); ++i)
    out.brought[i].text = one.subject.brought[i].text;
  return std::make_shared<const Decided>(std::move(out));
}

DecidedPtr decided_on_unknown(std::shared_ptr<const policy::Policy> policy) {
  Decided out{.policy = std::move(policy), .fired = {}, .places = {}, .brought = {}};
  out.places.too_many = true;
  for (const policy::Rule& rule : out.policy->rules()) {
    const bool counts =
        rule.phase == policy::Phase::kRequest && rule.mode == policy::Mode::kEnforce;
    if (counts && changes_results(rule)) out.fired.push_back(&rule);
  }
  return std::make_shared<const Decided>(std::move(out));
}

}  // namespace touchstone::guard
