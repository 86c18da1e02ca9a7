// Packs: policies that ship with the program, in the YAML that people write.
//
// `touchstone policy show NAME` prints one, a policy file builds on it with `extends: NAME`.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace touchstone::policy {

struct Pack {
  std::string_view name;
  std::string_view meaning;
  std::string_view text;
};

[[nodiscard]] std::span<const Pack> packs();
[[nodiscard]] const Pack* find_pack(std::string_view name);
[[nodiscard]] std::vector<std::string_view> pack_names();

// Each in its file, pack_*.cpp.
extern const std::string_view kObservePack;
extern const std::string_view kBalancedPack;
extern const std::string_view kStrictPack;
extern const std::string_view kReadonlyPack;
extern const std::string_view kAiGovernancePack;
extern const std::string_view kRegulatedPack;

}  // namespace touchstone::policy
