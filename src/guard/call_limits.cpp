#include "guard/call_limits.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/text.hpp"
#include "tree/units.hpp"

namespace touchstone::guard {
namespace {

using std::chrono::milliseconds;

// With lengths, so that no name can look like two.
std::string counted_as(const policy::Rule& rule, const CountedCall& call) {
  const auto key = [&](std::string_view whose, std::string_view what) {
    return fmt::format("{}:{}{}:{}{}:{}", rule.name.size(), rule.name, whose.size(), whose,
                       policy::name_of(rule.modifiers.limit->per), what);
  };
  switch (rule.modifiers.limit->per) {
    case policy::Per::kSession: return key(call.session, "");
    case policy::Per::kPrincipal: return key(call.principal, "");
    case policy::Per::kServer: return key(call.server, "");
    case policy::Per::kTool: return key(call.server, call.tool);
  }
  return {};
}

}  // namespace

// A clock that is set back stands still here until it has caught up.
void CallCounter::advance(const policy::Limit& limit, store::Time now) {
  if (window_ != limit.window) {
    *this = {};
    window_ = limit.window;
    part_ = std::max<std::int64_t>(1, (window_.count() + kParts - 1) / kParts);
  }
  const std::int64_t slot = std::max(slot_, now.time_since_epoch().count() / part_);
  const auto gone = std::min<std::int64_t>(slot - slot_, kSlots);
  for (std::int64_t i = 1; i <= gone; ++i)
    calls_[static_cast<std::size_t>((slot - gone + i) % static_cast<std::int64_t>(kSlots))] = 0;
  slot_ = slot;
}

milliseconds CallCounter::wait(const policy::Limit& limit, store::Time now) {
  advance(limit, now);
  std::uint64_t all = std::accumulate(calls_.begin(), calls_.end(), std::uint64_t{0});
  constexpr auto kAll = static_cast<std::int64_t>(kSlots);
  for (std::int64_t oldest = slot_ - kAll + 1; all >= limit.calls && oldest <= slot_; ++oldest) {
    all -= calls_[static_cast<std::size_t>((oldest + kAll) % kAll)];
    if (all >= limit.calls) continue;
    const milliseconds free_at((oldest + kAll) * part_);
    return std::max(milliseconds(1), free_at - now.time_since_epoch());
  }
  return milliseconds(0);
}

void CallCounter::count(const policy::Limit& limit, store::Time now) {
  advance(limit, now);
  ++calls_[static_cast<std::size_t>(slot_ % static_cast<std::int64_t>(kSlots))];
  last_ = now;
}

std::string OverLimit::text() const {
  const policy::Limit& limit = *rule->modifiers.limit;
  // Of a counter's coarseness (CallCounter) nobody needs to hear.
  const milliseconds told = std::min(wait, limit.window);
  const milliseconds in_seconds((told.count() + 999) / 1000 * 1000);
  return fmt::format("{}: no more than {} in {} for each {}; again in about {}",
                     rule->text_and_name(), base::counted(limit.calls, "call"),
                     tree::duration_text(limit.window), policy::name_of(limit.per),
                     tree::duration_text(in_seconds));
}

CallCounter& CallLimits::counter(const policy::Rule& rule, const CountedCall& call) {
  std::string key = counted_as(rule, call);
  const auto it = counters_.find(key);
  if (it != counters_.end()) return it->second;
  make_room();
  return counters_[std::move(key)];
}

void CallLimits::make_room() {
  if (counters_.size() < kMaxCounters) return;
  counters_.erase(std::ranges::min_element(counters_, {},
                                           [](const auto& entry) { return entry.second.last(); }));
}

std::optional<OverLimit> CallLimits::count(std::span<const policy::Rule* const> rules,
                                           const CountedCall& call, store::Time now) {
  for (const policy::Rule* rule : rules) {
    const auto& limit = rule->modifiers.limit;
    if (!limit) continue;
    const milliseconds wait = counter(*rule, call).wait(*limit, now);
    if (wait.count() > 0) return OverLimit{rule, wait};
  }
  for (const policy::Rule* rule : rules) {
    if (const auto& limit = rule->modifiers.limit) counter(*rule, call).count(*limit, now);
  }
  return std::nullopt;
}

}  // namespace touchstone::guard
