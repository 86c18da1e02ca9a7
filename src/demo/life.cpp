#include "demo/life.hpp"

#include <utility>

#include "net/within.hpp"

namespace touchstone::demo {

void Life::end() {
  ended_ = true;
  wake();
}

void Life::wake() {
  if (const auto wake = std::exchange(wake_, nullptr)) wake();
}

// Nobody is woken who is gone, also if that is because the loop has ended.
struct Life::Waking {
  Waking(Life& of, std::function<void()> how) : life(of) { life.wake_ = std::move(how); }
  ~Waking() { life.wake_ = nullptr; }
  Waking(const Waking&) = delete;
  Waking& operator=(const Waking&) = delete;
  Life& life;
};

net::Task<bool> Life::sleep(net::Duration delay) {
  if (ended_) co_return false;
  net::Promise<bool> woken(loop_.executor());
  const Waking waking(*this, [&woken] { woken.keep(true); });
  const bool early = co_await net::within(loop_, delay, woken);
  co_return !early;
}

net::Task<void> Life::pause() {
  if (ended_) co_return;
  net::Promise<bool> over(loop_.executor());
  const Waking waking(*this, [&over] { over.keep(false); });
  (void)co_await over.wait();
}

}  // namespace touchstone::demo
