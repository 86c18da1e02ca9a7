// CallLimits: how many calls a policy's rules let pass in a time (`limit` of a rule).
//
// Never more than the rule says in any window of its length. For that a call counts for its window
// and up to a sixtieth more, so that a counter has a size of its own, however many calls it
// counts. Counted is what the policy does not block, whether a person says yes to it later or not:
// a limit also bounds how often people are asked. Kept in memory: it begins anew with the gateway.
// Reads no clock; the loop's thread.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "policy/rule.hpp"
#include "store/time.hpp"

namespace touchstone::guard {

class CallCounter {
 public:
  // How long until one more may be made; zero if it may now.
  [[nodiscard]] std::chrono::milliseconds wait(const policy::Limit& limit, store::Time now);
  void count(const policy::Limit& limit, store::Time now);
  [[nodiscard]] store::Time last() const { return last_; }

 private:
  static constexpr std::int64_t kParts = 60;  // of a window
  static constexpr std::size_t kSlots = kParts + 1;

  void advance(const policy::Limit& limit, store::Time now);

  std::array<std::uint32_t, kSlots> calls_{};  // by slot % kSlots, of the slots up to slot_
  std::chrono::milliseconds window_{0};        // that the slots are parts of
  std::int64_t part_ = 1;                      // milliseconds of a slot
  std::int64_t slot_ = 0;
  store::Time last_{};
};

// Whose calls are counted together.
struct CountedCall {
  std::string_view session, principal, server, tool;
};

// A rule whose limit is reached.
struct OverLimit {
  const policy::Rule* rule = nullptr;
  std::chrono::milliseconds wait{0};

  [[nodiscard]] std::string text() const;  // for the client
};

class CallLimits {
 public:
  static constexpr std::size_t kMaxCounters = 10'000;  // then the one unused longest goes

  // Counts the call for all rules that have limits, or for none if one of them is reached.
  std::optional<OverLimit> count(std::span<const policy::Rule* const> rules,
                                 const CountedCall& call, store::Time now);
  [[nodiscard]] std::size_t size() const { return counters_.size(); }

 private:
  CallCounter& counter(const policy::Rule& rule, const CountedCall& call);
  void make_room();

  std::map<std::string, CallCounter> counters_;
};

}  // namespace touchstone::guard
