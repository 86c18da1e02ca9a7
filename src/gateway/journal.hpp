// Journal: puts on record what decides which calls pass (settings.hpp), whenever that has changed:
// at the start of a gateway against what its store has, and at each reload.
//
// A decision of the kind `config`: who runs the gateway, each change with its value before and
// after, and all that is in force, so that the next start can compare; the rules of the policy as
// well, so that what they decide can be explained when they have changed. One record at a time, in
// the order of the reloads; of several that come while one is written only the last counts. What
// cannot be written is told in the log and tried again with the next. Owned by the gateway and by
// what it has under way; the loop's thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/log.hpp"
#include "config/config.hpp"
#include "gateway/settings.hpp"
#include "guard/guard.hpp"
#include "net/loop.hpp"
#include "store/store.hpp"

namespace touchstone::gateway {

class Journal : public std::enable_shared_from_this<Journal> {
 public:
  Journal(net::Loop& loop, store::Store& store, const base::Log& log, std::string user)
      : loop_(loop), store_(store), log_(log), user_(std::move(user)) {}

  static constexpr std::size_t kMaxRulesKept = std::size_t{128} << 10;  // bytes of a policy

  void note(const config::Config& config, const guard::InForce& policy, store::Time now);

 private:
  struct Entry {
    std::string config;  // the file it is from
    Settings settings;
    std::shared_ptr<const policy::Policy> policy;  // none: nothing is decided
    store::Time at;
  };
  static net::Task<void> run(std::shared_ptr<Journal> self);
  net::Task<base::Result<void>> keep(Entry entry);
  net::Task<base::Result<Settings>> last_of(std::string config);
  [[nodiscard]] store::DecisionRecord record_of(const Entry& entry, const Settings& before) const;

  net::Loop& loop_;
  store::Store& store_;
  const base::Log& log_;
  std::string user_;
  std::optional<Settings> kept_;  // the last on record
  std::optional<Entry> next_;
  bool running_ = false;
};

}  // namespace touchstone::gateway
