// AiUse: how often each principal has called tools that use AI (aiProcessingHint), since the start.
//
// The record of each such call has the count; so the last of them, of a principal since the start,
// tells how many there were. Principals beyond the bound share one. The loop's thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace touchstone::guard {

class AiUse {
 public:
  static constexpr std::size_t kMaxPrincipals = 10'000;  // then all others are counted as one

  // With this call.
  std::uint64_t count(std::string_view principal) {
    const auto it = counts_.find(principal);
    if (it != counts_.end()) return ++it->second;
    const bool full = counts_.size() >= kMaxPrincipals;
    return ++counts_[full ? std::string() : std::string(principal)];
  }

 private:
  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

}  // namespace touchstone::guard
