// Aliases: hints from older drafts and from practice, read as claims on the fields of field.hpp.
//
// On the wire an alias stays as it was sent. As a claim it counts like any other declaration.
// Where an alias says less than a field can (what does `privateHint: false` rule out?), it makes no
// claim rather than a guess; and no alias ever makes a server trusted by its own word.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/field.hpp"

namespace touchstone::model {

struct AliasSpec {
  std::string_view name;
  bool has_levels;  // also takes "low", "medium", "high"
  std::string_view meaning;
};

inline constexpr std::array<AliasSpec, 6> kAliases{{
    {"egressHint", false, "can send data outside the system"},
    {"sensitiveHint", true, "handles sensitive data"},
    {"privateHint", false, "returns private data"},
    {"secretHint", false, "output may contain secrets"},
    {"unsafeOutputHint", false, "output may carry injected instructions"},
    {"trustedHint", false, "the tool itself is trusted"},
}};

// One consequence of an alias: when it has the value `when`, `field` is claimed to be `value`.
struct AliasRule {
  std::string_view alias;
  bool when;
  Field field;
  Value value;
};

[[nodiscard]] const AliasSpec* find_alias(std::string_view name);
// Also "SecretHint", as some servers write it in _meta.
[[nodiscard]] const AliasSpec* find_meta_alias(std::string_view name);

// "high" and "medium" say yes, "low" says no; nothing for any other word.
[[nodiscard]] std::optional<bool> level(std::string_view word);

[[nodiscard]] std::span<const AliasRule> alias_rules();

}  // namespace touchstone::model
