#include "upstream/interrupt.hpp"

#include "net/within.hpp"

namespace touchstone::upstream {

Task<bool> pause(net::Loop& loop, net::Duration time, Interrupt& interrupt) {
  if (interrupt.fired()) co_return false;
  net::Promise<bool> broken_off(loop.executor());
  interrupt.set([&broken_off] { broken_off.keep(true); });
  const bool early = co_await net::within(loop, time, broken_off);
  interrupt.clear();
  co_return !early;
}

}  // namespace touchstone::upstream
