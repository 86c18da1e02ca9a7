// The store of a gateway, as the commands see it: its file, waited for.
//
// approvals, decisions and sessions work on the file while the gateway runs or does not; what must
// be atomic is so between processes. One thread.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "store/store.hpp"

namespace touchstone::cli {

// The store that the options name, directly or by a config. Fails if it is kept in memory, where no
// other program sees it, and if there is none yet.
[[nodiscard]] base::Result<std::unique_ptr<store::Store>> open_store(const StoreOptions& options);

// When a session that nothing but its principal names is over (`sessionIdle`). None: it is not
// known which config the store belongs to.
[[nodiscard]] std::optional<store::Span> session_idle(const StoreOptions& options);

// Calls, and waits until `done` is: settled<bool>([&](auto done) { store.end_session(…, done); }).
template <typename T, typename Call>
[[nodiscard]] base::Result<T> settled(const Call& call) {
  std::promise<base::Result<T>> promise;
  call(store::Done<T>([&](base::Result<T> result) { promise.set_value(std::move(result)); }));
  return promise.get_future().get();
}

[[nodiscard]] store::Time now();
[[nodiscard]] std::string who();  // who sits here: the name of the user, for the record

// " --store FILE" or " --config FILE" if that was given, for commands to copy.
[[nodiscard]] std::string store_words(const StoreOptions& options);

// A time that a person typed: "2h" is two hours ago, or "2026-03-01" or "2026-03-01T12:00:00Z".
[[nodiscard]] base::Result<store::Time> parse_since(const std::string& text, store::Time now);

}  // namespace touchstone::cli
