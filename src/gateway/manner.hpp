// Manner: how a call is made, from what is known of it. Pure.
//
// The hints behind it: readOnlyHint, idempotentHint, resourceIntensiveHint, slowExecutionHint,
// sensitiveDataHint, as they are in effect for this call. Nothing known: it may change things, and
// is never made twice.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "config/config.hpp"
#include "gateway/turns.hpp"
#include "model/profile.hpp"

namespace touchstone::gateway {

struct Manner {
  std::optional<Want> want;   // none: it is no tool's call, and waits for nobody
  bool has_begun = false;     // made before, it goes on: whatever the time is by now
  bool is_slow = false;       // the client hears of it while its server is silent
  bool may_repeat = false;    // once, if the server broke off
  bool is_sensitive = false;  // clients must not keep its result
  std::optional<std::chrono::milliseconds> silence;  // that ends it; none: the server's callTimeout
  std::optional<std::chrono::milliseconds> at_most;  // by the policy, whatever is heard

  // It may change something each time it is made. What was asked for once may then be done twice.
  [[nodiscard]] bool may_do_more() const { return want && want->changes && !may_repeat; }
  // The silence that ends it, where nobody looks at `at_most`. 0 is none.
  [[nodiscard]] std::chrono::milliseconds bounded(std::chrono::milliseconds time) const {
    const bool is_shorter = at_most && (time.count() == 0 || *at_most < time);
    return is_shorter ? *at_most : time;
  }
};

// `at_most` is what the policy allows. `profile` may be none.
[[nodiscard]] Manner manner_of(std::string_view method, const model::Profile* profile,
                               const config::Server& server,
                               std::optional<std::chrono::milliseconds> at_most);

}  // namespace touchstone::gateway
