#include "policy/packs.hpp"

#include <algorithm>
#include <array>

namespace touchstone::policy {

std::span<const Pack> packs() {
  static const std::array kPacks{
      Pack{"observe", "decides nothing, and reports what balanced would have done", kObservePack},
      Pack{"balanced", "asks where harm is likely, blocks where it is certain; the default",
           kBalancedPack},
      Pack{"strict", "balanced, and asks before every write and every way out", kStrictPack},
      Pack{"readonly", "nothing that changes anything", kReadonlyPack},
      Pack{"ai-governance",
           "balanced, with AI behind tools recorded, limited and kept from "
           "sensitive data",
           kAiGovernancePack},
      Pack{"regulated", "strict, with regulated, financial and personal data kept inside",
           kRegulatedPack}};
  return kPacks;
}

const Pack* find_pack(std::string_view name) {
  const auto all = packs();
  const auto it = std::ranges::find(all, name, &Pack::name);
  return it == all.end() ? nullptr : &*it;
}

std::vector<std::string_view> pack_names() {
  std::vector<std::string_view> names;
  for (const auto& pack : packs()) names.push_back(pack.name);
  return names;
}

}  // namespace touchstone::policy
