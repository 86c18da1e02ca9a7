#include "resolve/resolve.hpp"

#include <algorithm>
#include <bitset>
#include <iterator>
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

// An address inside tells which of all places it is.
bool names_place(const Evidence& item) {
  const bool place =
      item.field == model::Field::kDestination || item.field == model::Field::kSource;
  const auto* set = std::get_if<model::ChoiceSet>(&item.value);
  return place && set != nullptr && *set != set->with_risky();
}

// Folds what is known of the tool with what is known of the call.
class Narrowing {
 public:
  Narrowing(const model::Profile& bound, const model::FoldOptions& options)
      : bound_(bound), options_(options) {}

  // `keep` says which of the resolution's evidence counts.
  template <typename Keep>
  model::Profile fold(const Resolution& resolution, Keep keep) && {
    for (const auto& item : resolution.evidence) {
      if (keep(item)) look_at(item);
    }
    if (options_.trust == model::Trust::kTrusted) {
      for (const auto& item : resolution.claimed) {
        if (keep(item)) look_at(item);
      }
    }
    evidence_.reserve(bound_.evidence().size() + resolution.evidence.size() +
                      resolution.claimed.size());
    const auto stays = [&](const Evidence& item) { return !gives_way(item); };
    std::ranges::copy_if(bound_.evidence(), std::back_inserter(evidence_), stays);
    std::ranges::copy_if(resolution.evidence, std::back_inserter(evidence_), keep);
    std::ranges::copy_if(resolution.claimed, std::back_inserter(evidence_), keep);
    return model::fold(std::move(evidence_), options_);
  }

 private:
  void look_at(const Evidence& item) {
    if (item.source == Source::kResolved && (reassures(item) || names_place(item)))
      narrowed_.set(static_cast<std::size_t>(item.field));
  }
  [[nodiscard]] bool gives_way(const Evidence& item) const {
    return item.source == Source::kInferred && narrowed_[static_cast<std::size_t>(item.field)] &&
           options_.trust != model::Trust::kUntrusted;
  }

  const model::Profile& bound_;
  const model::FoldOptions& options_;
  std::vector<Evidence> evidence_;
  std::bitset<model::kFieldCount> narrowed_;
};

}  // namespace

Resolution resolve(const Plan& plan, const Settings& settings, json::View arguments) {
  return Examination(plan, settings, arguments).run();
}

model::Profile profile_for_call(const model::Profile& static_profile, const Resolution& resolution,
                                const model::FoldOptions& options) {
  return Narrowing(static_profile, options).fold(resolution, [&](const Evidence& item) {
    return item.source == Source::kOperator || !reassures(item) || within(static_profile, item);
  });
}

model::Profile answer_for_client(const model::Profile& static_profile, const Resolution& resolution,
                                 const model::FoldOptions& options) {
  return Narrowing(static_profile, options).fold(resolution, [&](const Evidence& item) {
    return within(static_profile, item);
  });
}

}  // namespace touchstone::resolve
