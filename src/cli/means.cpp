#include "cli/means.hpp"

#include <istream>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "approval/binding.hpp"
#include "base/text.hpp"
#include "cli/key_file.hpp"
#include "cli/read_input.hpp"
#include "policy/packs.hpp"
#include "store/sqlite_store.hpp"

namespace touchstone::cli {
namespace {

base::Result<Means> means_of(const std::string& store, guard::InForce policy) {
  auto opened = store::open_sqlite({.path = store, .durability = store::Durability::kConsent});
  if (!opened) return tl::unexpected(opened.error());
  const auto key = key_of_store(store);
  if (!key) return tl::unexpected(key.error());
  return Means{std::move(*opened), std::move(policy), *key};
}

bool is_file(const std::string& policy) { return policy.find('/') != std::string::npos; }

base::Error no_pack(const std::string& name, const std::string& where) {
  const auto names = policy::pack_names();
  const auto near = base::closest(name, names);
  return {fmt::format("there is no policy pack {}", name), where,
          near.empty() ? "touchstone policy show lists them; a file has a '/' or an ending: "
                         "./policy.yaml"
                       : fmt::format("did you mean {}?", near)};
}

NamedPolicy compiled(std::string_view text, const std::string& source) {
  auto loaded = policy::load(text, source);
  if (!loaded.good()) return {{}, std::move(loaded.problems)};
  auto version = approval::policy_version(*loaded.policy);
  return {{std::move(loaded.policy), std::move(version)}, {}};
}

// Rules in shadow tell nobody.
std::vector<base::Error> missing_channels(const policy::Policy& policy,
                                          const config::Config& config) {
  std::vector<base::Error> out;
  std::set<std::string_view> told;
  for (const auto& channel : config.channels) told.insert(channel.name);
  for (const auto& rule : policy.rules()) {
    if (rule.mode != policy::Mode::kEnforce) continue;
    for (const auto& name : rule.modifiers.notify) {
      if (!told.insert(name).second) continue;
      out.push_back(
          {fmt::format("the rule {} notifies the channel {}, which the config does not have: its "
                       "decisions are recorded, but nobody is told",
                       rule.name, name),
           rule.where, fmt::format("in the config: channels: {{{}: {{url: …}}}}", name)});
    }
  }
  return out;
}

NamedPolicy policy_in(const config::Config& config, const std::string& where) {
  if (config.policy == config::kOff) return {};
  if (const auto* pack = policy::find_pack(config.policy))
    return compiled(pack->text, "pack " + config.policy);
  if (!is_file(config.policy)) return {{}, {no_pack(config.policy, where)}};
  std::istream nothing(nullptr);
  const auto text = read_input(config.policy, nothing, policy::kFileLimits.max_bytes);
  if (text) return compiled(*text, config.policy);
  const auto& why = text.error();
  return {
      {},
      {{fmt::format("the policy {} {}", config.policy, why.what), where,
        fmt::format("mend the path, or name a pack: {}", fmt::join(policy::pack_names(), ", "))}}};
}

}  // namespace

std::string policy_file(const config::Config& config) {
  return is_file(config.policy) ? config.policy : std::string();
}

NamedPolicy policy_of(const config::Config& config, const std::string& where) {
  auto named = policy_in(config, where);
  if (named.in_force.policy) named.warnings = missing_channels(*named.in_force.policy, config);
  return named;
}

tl::expected<Means, std::vector<base::Error>> open_means(const config::Config& config,
                                                         const std::string& where) {
  auto policy = policy_of(config, where);
  if (!policy.good()) return tl::unexpected(std::move(policy.problems));
  auto means = means_of(config.store, std::move(policy.in_force));
  if (!means) return tl::unexpected(std::vector{means.error()});
  means->warnings = std::move(policy.warnings);
  return std::move(*means);
}

base::Result<Means> passing_means() {
  return means_of(std::string(config::kInMemory), guard::InForce());
}

}  // namespace touchstone::cli
