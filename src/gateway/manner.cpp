#include "gateway/manner.hpp"

#include <algorithm>

namespace touchstone::gateway {
namespace {

using model::Field;

// 0 is none: the longest.
std::chrono::milliseconds longer(std::chrono::milliseconds one, std::chrono::milliseconds other) {
  return one.count() == 0 || other.count() == 0 ? std::chrono::milliseconds(0)
                                                : std::max(one, other);
}

// A guess is not enough to do something twice.
bool is_surely(const model::Profile& profile, Field field) {
  return profile.is_true(field) && profile[field].source > model::Source::kInferred;
}

}  // namespace

Manner manner_of(std::string_view method, const model::Profile* profile,
                 const config::Server& server, std::optional<std::chrono::milliseconds> at_most) {
  Manner manner;
  manner.at_most = at_most;
  if (method != "tools/call") return manner;
  Want& want = manner.want.emplace();
  want.writes = server.writes;
  want.most_heavy = server.max_heavy;
  want.changes = profile == nullptr || !profile->is_true(Field::kReadOnly);
  if (profile == nullptr) return manner;
  want.heavy = profile->is_true(Field::kResourceIntensive);
  manner.is_slow = profile->is_true(Field::kSlowExecution);
  manner.may_repeat =
      is_surely(*profile, Field::kReadOnly) || is_surely(*profile, Field::kIdempotent);
  manner.is_sensitive = profile->is_true(Field::kSensitiveData);
  if (manner.is_slow) manner.silence = longer(server.call_timeout, server.slow_timeout);
  return manner;
}

}  // namespace touchstone::gateway
