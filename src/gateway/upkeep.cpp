#include "gateway/upkeep.hpp"

#include "approval/store_call.hpp"

namespace touchstone::gateway {

net::Task<void> keep_store_small(net::Loop& loop, store::Store& store,
                                 std::function<store::Time()> now, const base::Log& log,
                                 UpkeepTimes times) {
  auto pause = times.every;
  while (true) {
    co_await loop.sleep(pause);
    auto asked = approval::done_of<store::Pruned>(loop, [&](store::Done<store::Pruned> done) {
      store.prune(now(), store::Retention(), std::move(done));
    });
    const auto pruned = co_await std::move(asked);
    if (!pruned) log.error("the store is not kept small: {}", base::to_line(pruned.error()));
    pause = pruned && pruned->more ? times.when_behind : times.every;
  }
}

}  // namespace touchstone::gateway
