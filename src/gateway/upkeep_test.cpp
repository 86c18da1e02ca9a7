#include "gateway/upkeep.hpp"

#include <gtest/gtest.h>

#include "store/test_support.hpp"

namespace touchstone::gateway {
namespace {

TEST(Upkeep, takes_away_what_has_expired) {
  const auto store = store::opened_store();
  store::Calls calls(*store);
  store::Memory memory;
  memory.values.push_back({.id = "abc",
                           .session = "s",
                           .bytes = "x",
                           .label = {},
                           .created = store::noon(),
                           .expires = store::noon(60)});
  store::must(calls.remember(std::move(memory)));
  ASSERT_TRUE(store::must(calls.value("abc", store::noon(1))));
  net::Loop loop;
  base::Log log(-1, base::Level::kOff);
  loop.spawn(keep_store_small(loop, *store, [] { return store::noon(120); }, log,
                              {.every = net::Duration(1), .when_behind = net::Duration(1)}));
  const auto until_gone = [](net::Loop& on, store::Calls& of) -> net::Task<void> {
    for (int i = 0; i < 2'000 && store::must(of.value("abc", store::noon(1))); ++i)
      co_await on.sleep(net::Duration(5));
    on.stop();
  };
  loop.spawn(until_gone(loop, calls));
  loop.run();
  EXPECT_FALSE(store::must(calls.value("abc", store::noon(1))));
  loop.end();
}

}  // namespace
}  // namespace touchstone::gateway
