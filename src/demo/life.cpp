#include "demo/life.hpp"

#include <utility>

#include "net/promise.hpp"

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
  net::Promise<bool> over(loop_.executor());
  const net::Alarm alarm = loop_.after(delay, [&over] { over.keep(true); });
  wake_ = [&over] { over.keep(false); };
  const bool slept = co_await over.wait();
  wake_ = nullptr;
  co_return slept;
}

net::Task<void> Life::pause() {
  if (ended_) co_return;
  net::Promise<bool> over(loop_.executor());
  wake_ = [&over] { over.keep(false); };
  (void)co_await over.wait();
}

}  // namespace touchstone::demo
