#include "assay/examine.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "detect/poison.hpp"
#include "infer/infer.hpp"
#include "model/check.hpp"

namespace touchstone::assay {
namespace {

using model::Evidence;
using model::Field;
using model::Finding;
using model::Severity;

const infer::Siblings& siblings_in(const Surroundings& around) {
  static const infer::Siblings kNobody;
  return around.siblings != nullptr ? *around.siblings : kNobody;
}

std::vector<Finding> poison_in(const model::Tool& tool, const detect::KnownTools* everybody,
                               detect::NamesAsked& asked) {
  std::vector<Finding> found;
  for (const auto& poison : detect::poison(tool, everybody, &asked))
    found.push_back(to_finding(poison));
  return found;
}

// Words against the user are a sign of malice, whoever wrote them.
void add_malice(const std::vector<Finding>& poison, std::vector<Evidence>& into) {
  constexpr float kSure = 0.9F;
  const auto worst = std::ranges::find(poison, Severity::kError, &Finding::severity);
  if (worst == poison.end()) return;
  into.push_back({Field::kMaliciousActivity, true, model::Source::kInferred, kSure, worst->reason,
                  worst->pointer});
}

}  // namespace

bool Asked::holds(const model::Tool& tool, const Surroundings& around) const {
  return names.holds(tool.server, around.everybody) &&
         siblings.holds(infer::Words::of_name(tool.name), siblings_in(around));
}

Examined examine(const model::Tool& tool, const Surroundings& around,
                 const model::FoldOptions& options, std::vector<Evidence> more) {
  auto evidence = tool.claims;
  const auto add = [&](auto&& items) { std::ranges::move(items, std::back_inserter(evidence)); };
  Examined out;
  add(infer::infer(tool, siblings_in(around), &out.asked.siblings));
  add(std::move(more));
  auto poison = poison_in(tool, around.everybody, out.asked.names);
  add_malice(poison, evidence);

  out.profile = model::fold(std::move(evidence), options);
  out.findings = std::move(poison);
  std::ranges::move(model::check(tool, out.profile), std::back_inserter(out.findings));
  std::ranges::stable_sort(out.findings, std::greater(), &Finding::severity);
  return out;
}

}  // namespace touchstone::assay
