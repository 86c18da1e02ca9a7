#include "policy/rule.hpp"

#include <algorithm>
#include <span>

namespace touchstone::policy {
namespace {

template <typename Enum>
std::string_view name_among(std::span<const Named<Enum>> names, Enum value) {
  const auto it = std::ranges::find(names, value, &Named<Enum>::value);
  return it == names.end() ? std::string_view() : it->name;
}

}  // namespace

std::string_view name_of(Effect effect) { return name_among<Effect>(kEffects, effect); }
std::string_view name_of(Mode mode) { return name_among<Mode>(kModes, mode); }
std::string_view name_of(Audit audit) { return name_among<Audit>(kAudits, audit); }
std::string_view name_of(Confirm confirm) { return name_among<Confirm>(kConfirms, confirm); }
std::string_view name_of(Per per) { return name_among<Per>(kPers, per); }

}  // namespace touchstone::policy
