#include "infer/effect.hpp"

#include <fmt/format.h>

namespace touchstone::infer {
namespace {

using model::Field;

void infer_read_only(const Effect& effect, Findings& out) {
  const auto& writes = effect.writes;
  if (writes.empty()) return;
  out.push_back(inferred(Field::kReadOnly, !writes.carried(), writes.confidence(),
                         writes.reason(writes.carried() ? "does more than look" : "only looks"),
                         writes.pointer()));
}

void infer_destructive(const Effect& effect, Findings& out) {
  if (effect.reads() || effect.destroys.empty()) return;
  const auto& destroys = effect.destroys;
  out.push_back(inferred(Field::kDestructive, destroys.carried(), destroys.confidence(),
                         destroys.reason(destroys.carried() ? "takes away or overwrites"
                                                            : "adds or adjusts, destroys nothing"),
                         destroys.pointer()));
}

}  // namespace

void infer_effect(const Reading& reading, const Effect& effect, Findings& out) {
  (void)reading;
  infer_read_only(effect, out);
  infer_destructive(effect, out);
}

}  // namespace touchstone::infer
