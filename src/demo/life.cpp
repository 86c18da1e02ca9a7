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

net::Task<bool> Life::sleep(net::Duration delay) {
  if (ended_) co_return false;
  net::Promise<bool> woken(loop_.executor());
  wake_ = [&woken] { woken.keep(true); };
  const bool early = co_await net::within(loop_, delay, woken);
  wake_ = nullptr;
  co_return !early;
}

net::Task<void> Life::pause() {
  if (ended_) co_return;
  net::Promise<bool> over(loop_.executor());
  wake_ = [&over] { over.keep(false); };
  (void)co_await over.wait();
}

}  // namespace touchstone::demo
