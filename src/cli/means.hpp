// What a gateway needs besides its config: the store, the policy, the detectors.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/seal.hpp"
#include "config/config.hpp"
#include "guard/guard.hpp"
#include "store/store.hpp"

namespace touchstone::cli {

struct Means {
  std::unique_ptr<store::Store> store;
  guard::InForce policy;
  base::SealKey key;  // of the store
  std::vector<base::Error> warnings = {};
};

// As the config says. A policy with any problem is an error, and so is a store or its key that
// cannot be used: a gateway that cannot decide or remember does not start. `where` as in
// policy_of().
[[nodiscard]] tl::expected<Means, std::vector<base::Error>> open_means(const config::Config& config,
                                                                       const std::string& where);
// For a gateway that is asked what there is and makes no call.
[[nodiscard]] base::Result<Means> passing_means();

// The policy that a config names, a pack or a file; none if it is off, or if there are problems.
struct NamedPolicy {
  guard::InForce in_force;
  std::vector<base::Error> problems;
  // Channels that its rules notify and the config does not have: each once, at the first such rule.
  std::vector<base::Error> warnings = {};
  [[nodiscard]] bool good() const { return problems.empty(); }
};
// `where` the config names it (config::Loaded::policy_where), for messages.
[[nodiscard]] NamedPolicy policy_of(const config::Config& config, const std::string& where);
// Its file, if it is one.
[[nodiscard]] std::string policy_file(const config::Config& config);

}  // namespace touchstone::cli
