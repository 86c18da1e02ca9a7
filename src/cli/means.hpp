// What a gateway needs besides its config: the store, the policy, the detectors.
#pragma once

#include <memory>
#include <string>

#include "base/seal.hpp"
#include "config/config.hpp"
#include "guard/guard.hpp"
#include "store/store.hpp"

namespace touchstone::cli {

struct Means {
  std::unique_ptr<store::Store> store;
  guard::InForce policy;
  base::SealKey key;  // of the store
};

// As the config says. A policy with any problem is an error, and so is a store or its key that
// cannot be used:
// a gateway that cannot decide or remember does not start.
[[nodiscard]] base::Result<Means> open_means(const config::Config& config);
// For a gateway that is asked what there is and makes no call.
[[nodiscard]] base::Result<Means> passing_means();
// The policy that the config names, a pack or a file; none if it is off.
[[nodiscard]] base::Result<guard::InForce> policy_of(const config::Config& config);

}  // namespace touchstone::cli
