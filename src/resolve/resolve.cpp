#include "resolve/resolve.hpp"

#include <algorithm>
#include <bitset>
#include <utility>

#include "model/lattice.hpp"
#include "resolve/examination.hpp"

namespace touchstone::resolve {
namespace {

using model::Evidence;
using model::Source;

bool reassures(const Evidence& item) {
  return !model::is_set(model::telling_part(model::spec(item.field), item.value));
}

bool within(const model::Profile& bound, const Evidence& item) {
  return model::narrows(model::spec(item.field), bound[item.field].value, item.value);
}

// `keep` says which of the resolution's evidence counts.
template <typename Keep>
model::Profile folded(const model::Profile& bound, const Resolution& resolution,
                      const model::FoldOptions& options, Keep keep) {
  std::vector<Evidence> evidence;
  evidence.reserve(bound.evidence().size() + resolution.evidence.size());
  std::bitset<model::kFieldCount> narrowed;
  for (const auto& item : resolution.evidence) {
    if (keep(item) && item.source == Source::kResolved && reassures(item)) {
      narrowed.set(static_cast<std::size_t>(item.field));
    }
  }
  for (const auto& item : bound.evidence()) {
    const bool gives_way = item.source == Source::kInferred &&
                           narrowed[static_cast<std::size_t>(item.field)] &&
                           options.trust != model::Trust::kUntrusted;
    if (!gives_way) evidence.push_back(item);
  }
  for (const auto& item : resolution.evidence) {
    if (keep(item)) evidence.push_back(item);
  }
  return model::fold(std::move(evidence), options);
}

}  // namespace

Resolution resolve(const Plan& plan, const Settings& settings, json::View arguments) {
  return Examination(plan, settings, arguments).run();
}

model::Profile profile_for_call(const model::Profile& static_profile, const Resolution& resolution,
                                const model::FoldOptions& options) {
  return folded(static_profile, resolution, options, [&](const Evidence& item) {
    return item.source == Source::kOperator || !reassures(item) || within(static_profile, item);
  });
}

model::Profile answer_for_client(const model::Profile& static_profile, const Resolution& resolution,
                                 const model::FoldOptions& options) {
  return folded(static_profile, resolution, options,
                [&](const Evidence& item) { return within(static_profile, item); });
}

}  // namespace touchstone::resolve
