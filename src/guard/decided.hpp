// Decided: what was decided on a call that goes on as a task, and counts when its outcome is
// fetched.
//
// A rule about a call may want its result changed, what it reads is known by the places it names,
// and what it brings unread may come back. None of that can be told from the request that fetches
// the outcome. Immutable, kept with the task (gateway/task_origin.hpp), and gone with the process.
#pragma once

#include <memory>
#include <vector>

#include "guard/brought.hpp"
#include "guard/places.hpp"
#include "policy/policy.hpp"

namespace touchstone::guard {

struct Case;

struct Decided {
  static constexpr std::size_t kMaxPlacesKept = 16;  // of one task; more: too many
  static constexpr std::size_t kMaxBroughtKept = std::size_t{16}
                                                 << 10;  // bytes of contents of one task

  std::shared_ptr<const policy::Policy> policy;  // whose rules these are
  std::vector<const policy::Rule*> fired;        // that change what the client gets
  Places places;
  std::vector<Brought> brought;
  bool repeats = false;  // as far as anybody knows: what it brought is too large to be kept
};
using DecidedPtr = std::shared_ptr<const Decided>;

[[nodiscard]] DecidedPtr decided_on(const Case& one);
// Of a task that nobody saw begin: every rule that may change a result does.
[[nodiscard]] DecidedPtr decided_on_unknown(std::shared_ptr<const policy::Policy> policy);

}  // namespace touchstone::guard
