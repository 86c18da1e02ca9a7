// check(): what is odd about a policy that is otherwise good. Nothing here stops it from loading.
//
//   unreachable    its conditions can never hold together
//   shadowed       another rule fires whenever it does, and is at least as strong
//   contradictory  two rules ask the same and say something else
//   loose          its exception asks for a part of an argument, which may have anything beside it
//   weaker         it takes the place of a pack's rule of its name, and says less than that
//   replaced       it takes the place of a pack's rule of its name, asks something else, and may
//                  not fire where that one would
//   empty          there are no rules: nothing is decided
//
// Found by trying: a fact that has few values (flags, words, numbers around the rules' own) is
// given each of them and the rules' own questions are asked, so what is reported is true. What
// would take too long to try is not reported, but for replaced. A value that is in doubt (leaf.hpp)
// is not tried.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/policy.hpp"

namespace touchstone::policy {

enum class RemarkKind : std::uint8_t {
  kUnreachable,
  kShadowed,
  kContradictory,
  kLoose,
  kWeaker,
  kReplaced,
  kEmpty
};

[[nodiscard]] std::string_view name_of(RemarkKind kind);

struct Remark {
  RemarkKind kind;
  const Rule* rule;             // none: it is about the whole policy
  const Rule* other = nullptr;  // of shadowed and contradictory
  std::string what;             // a sentence without a full stop
  std::string remedy;
};

inline constexpr std::size_t kMaxRemarks = 1'000;
[[nodiscard]] std::vector<Remark> check(const Policy& policy);

}  // namespace touchstone::policy
