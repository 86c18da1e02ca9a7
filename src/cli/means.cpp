#include "cli/means.hpp"

#include <istream>

#include "approval/binding.hpp"
#include "cli/key_file.hpp"
#include "cli/read_input.hpp"
#include "policy/packs.hpp"
#include "store/sqlite_store.hpp"

namespace touchstone::cli {
namespace {

base::Result<Means> means_of(const std::string& store, base::Result<guard::InForce> policy) {
  if (!policy) return tl::unexpected(policy.error());
  auto opened = store::open_sqlite({.path = store, .durability = store::Durability::kProcess});
  if (!opened) return tl::unexpected(opened.error());
  const auto key = key_of_store(store);
  if (!key) return tl::unexpected(key.error());
  return Means{std::move(*opened), std::move(*policy), *key};
}

}  // namespace

base::Result<guard::InForce> policy_of(const config::Config& config) {
  if (config.policy == config::kOff) return guard::InForce();
  std::istream nothing(nullptr);
  const auto* pack = policy::find_pack(config.policy);
  auto text = pack != nullptr ? base::Result<std::string>(std::string(pack->text))
                              : read_input(config.policy, nothing, policy::kFileLimits.max_bytes);
  if (!text) return tl::unexpected(text.error());
  auto loaded = policy::load(*text, pack != nullptr ? "pack " + config.policy : config.policy);
  if (!loaded.good()) return tl::unexpected(loaded.problems.front());
  return guard::InForce{std::move(loaded.policy), approval::policy_version(*text)};
}

base::Result<Means> open_means(const config::Config& config) {
  return means_of(config.store, policy_of(config));
}

base::Result<Means> passing_means() {
  return means_of(std::string(config::kInMemory), guard::InForce());
}

}  // namespace touchstone::cli
