// Knowledge: what is known of tools, found out once for each definition.
//
// A tool that is shown again, in a list in which another one changed or by another server, is not
// examined again: it is found by the digest of its definition, if the same is believed of its
// server, and if its siblings and everybody else's tools would tell an examination nothing else
// than they did (assay/examine.hpp). What nobody shows any more, and nobody else has kept (the
// facts of tools that were called: guard/facts.hpp), is forgotten. On the loop's thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/examine.hpp"
#include "config/config.hpp"
#include "model/derive.hpp"
#include "resolve/plan.hpp"

namespace touchstone::gateway {

// What the operator says of a server, as far as it changes what its tools are.
struct Beliefs {
  model::FoldOptions options;
  resolve::Settings settings;
  config::Overrides overrides;
};
using BeliefsPtr = std::shared_ptr<const Beliefs>;

// All that follows from a definition and its surroundings. Immutable and shared.
struct Known {
  model::Profile profile;  // static: the worst that any call may be
  model::Tier tier = model::Tier::kDestructive;
  std::vector<model::Finding> findings;  // their offsets count from the definition's first byte
  resolve::Plan plan;
  assay::Asked asked;
  BeliefsPtr beliefs;
};
using KnownPtr = std::shared_ptr<const Known>;

// The same with what was observed of the tool, which can only raise it.
[[nodiscard]] KnownPtr with_observed(const Known& known, std::string_view tool,
                                     std::span<const model::Evidence> observed);

class Knowledge {
 public:
  static constexpr std::size_t kMaxDefinitions = 65'536;

  // One object for all servers of which the same is believed.
  [[nodiscard]] BeliefsPtr beliefs_on(const config::Server& server, const config::Config& config);
  // Of this definition, whose digest the caller knows: as it was found out before, or now.
  [[nodiscard]] KnownPtr look(const std::string& digest, const model::Tool& tool,
                              const assay::Surroundings& around, const BeliefsPtr& beliefs);
  // How many examinations there were, for tests and benchmarks.
  [[nodiscard]] std::size_t examined() const { return examined_; }

 private:
  struct Key {
    const Beliefs* beliefs;
    std::string digest;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const { return std::hash<std::string>()(key.digest); }
  };
  [[nodiscard]] static KnownPtr examine(const model::Tool& tool, const assay::Surroundings& around,
                                        const BeliefsPtr& beliefs);
  void make_room();

  std::unordered_map<Key, std::weak_ptr<const Known>, Hash> definitions_;
  std::vector<std::weak_ptr<const Beliefs>> beliefs_;
  std::size_t examined_ = 0;
};

}  // namespace touchstone::gateway
