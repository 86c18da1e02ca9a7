// Sessions: which session a request belongs to, and the ones in use.
//
// The store has them all; here are those that were used lately, so that a call reads nothing from a
// disk; a session that left is read again, with all that it was given (flow_log.hpp). A key belongs
// to the principal and route that first used it (store/session.hpp) and is refused to anybody else.
// A session that nothing but its principal names ends when it was idle for `idle`, or labels would
// pile up for ever; all others last until somebody ends them.
//
// On the loop's thread.
#pragma once

#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/log.hpp"
#include "base/random.hpp"
#include "guard/session.hpp"
#include "guard/subject.hpp"
#include "net/loop.hpp"
#include "store/store.hpp"

namespace touchstone::guard {

struct SessionLimits {
  std::chrono::milliseconds idle = std::chrono::hours(1);
  std::size_t memory = std::size_t{256} << 10;      // of one, for what it was given
  std::size_t all_memory = std::size_t{128} << 20;  // of those in use; the others are reloaded
};

class Sessions {
 public:
  static constexpr std::size_t kMaxInUse = 20'000;
  // What a person or another gateway changes in the store counts here after this time at most.
  static constexpr store::Span kFreshFor = std::chrono::seconds(1);

  // `key` seals what sessions were given.
  Sessions(net::Loop& loop, store::Store& store, base::Random& random, const base::SealKey& key,
           const base::Log& log, SessionLimits limits)
      : loop_(loop), store_(store), random_(random), key_(key), log_(log), limits_(limits) {}
  void set_limits(SessionLimits limits) { limits_ = limits; }
  // May what a client opened its session with be written down? If not, it does not go on after a
  // restart.
  void keep_openings_if(std::function<bool(std::string_view)> may) { may_keep_ = std::move(may); }

  // Not there: it cannot be read, or it is somebody else's.
  net::Task<base::Result<SessionPtr>> open(const Subject& subject, store::Time now);
  // One that is in use; none: open() must find it.
  [[nodiscard]] SessionPtr in_use(const store::SessionName& name);
  // As the store has it, without its flow memory; it costs one indexed read.
  net::Task<base::Result<std::optional<store::Session>>> look_up(std::string key);
  net::Task<base::Result<void>> end(std::string key, store::Time now);
  // What the store says it is now, after something was written: labels of replicas come in, and
  // what was declassified goes.
  static void update(Session& session, const store::Remembered& now);
  // Something was written from this one. If it is no longer the one in use, that one is stale.
  void note_written(const SessionPtr& session);

 private:
  struct Entry {
    SessionPtr session;
    std::list<std::string>::iterator place;
  };
  // Compares it with the store: it is stale if that has another one, or more of its memory.
  net::Task<base::Result<void>> look(SessionPtr session, store::Time now);
  net::Task<base::Result<SessionPtr>> load(store::SessionName name, store::Time now);
  // What it may have passed on, if anything was withheld from it.
  net::Task<base::Result<std::shared_ptr<PassedOn>>> passed_on_by(const store::Session& stored,
                                                                  std::uint64_t seed,
                                                                  store::Time now);
  [[nodiscard]] SessionPtr find(const std::string& key);
  void keep(const SessionPtr& session);
  void drop_oldest();
  void drop(const std::string& key);

  net::Loop& loop_;
  store::Store& store_;
  base::Random& random_;
  base::SealKey key_;
  const base::Log& log_;
  SessionLimits limits_;
  std::function<bool(std::string_view)> may_keep_ = [](std::string_view) { return true; };
  std::unordered_map<std::string, Entry> in_use_;
  std::list<std::string> order_;  // the latest used first
};

// Why open() failed: the session is somebody else's, or of another route. That is the caller's
// fault and not the store's.
[[nodiscard]] bool is_not_yours(const base::Error& error);

// The facts of its label, made again.
void refresh_label_facts(Session& session);

void note_passed_on(Session& session, BroughtAll brought);

}  // namespace touchstone::guard
