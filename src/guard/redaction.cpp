// Guard, where a result is delivered without what the detectors found: what it is labelled with.
#include <utility>

#include "guard/guard.hpp"

namespace touchstone::guard {
namespace {

constexpr model::DataClass kFoundClasses[] = {
    model::DataClass::kUser, model::DataClass::kPii, model::DataClass::kFinancial,
    model::DataClass::kCredentials, model::DataClass::kRegulated};

}  // namespace

// Where there is doubt the label stays: if not all was looked at, and for a class of which
// something merely possible is left. An attack stays one, since what the detectors know of it may
// not be all.
void Guard::note_redacted(Case& one, json::View delivered) {
  const auto left = scanner_.scan(delivered, detect::Confidence::kPossible);
  if (!one.besides || one.found_out.is_partial || left.is_partial) return;
  const model::DataClasses found = one.found_out.classes();
  const model::DataClasses still = left.classes();
  model::Label label = std::move(*one.besides);
  for (const auto one_class : kFoundClasses) {
    if (!found.has(one_class)) continue;
    if (still.has(one_class)) label.classes.insert(one_class);
    if (!label.classes.has(one_class)) one.redacted.insert(one_class);
  }
  label.is_private = label.is_private || !label.classes.empty();
  label.malicious = label.malicious || one.label.malicious;
  label.untrusted = label.untrusted || one.label.untrusted;
  one.reached = std::move(label);
}

}  // namespace touchstone::guard
