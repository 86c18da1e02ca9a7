#include "store/log_keeper.hpp"

#include <atomic>
#include <filesystem>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

constexpr std::size_t kPage = 4'096 + 24;  // in a log

Memory piece_of(const std::string& key, std::size_t bytes) {
  auto memory = seen(key, {});
  memory.session->calls = 1;
  memory.session->flow.assign(bytes, 'f');
  return memory;
}

// Sixteen in flight all the time, so that there is always something left to be moved.
TEST(LogKeeper, keeps_the_log_short_while_others_write_and_loses_nothing) {
  const Folder folder;
  auto options = at(folder.file());
  options.log_pages = 64;
  auto store = opened_store(options);
  std::atomic<int> in_flight = 0;
  std::uintmax_t longest = 0;
  constexpr int kWrites = 4'000;
  for (int i = 0; i < kWrites; ++i) {
    while (in_flight >= 16) std::this_thread::yield();
    ++in_flight;
    store->remember(piece_of(fmt::format("s{}", i % 7), 1'000), [&](const auto& result) {
      EXPECT_TRUE(result);
      --in_flight;
    });
    if (i % 100 == 0)
      longest = std::max(longest, std::filesystem::file_size(folder.file() + "-wal"));
  }
  while (in_flight > 0) std::this_thread::yield();
  EXPECT_LT(longest, (LogKeeper::kMostLogs * options.log_pages + 200) * kPage);
  EXPECT_GT(std::filesystem::file_size(folder.file()), 500'000U) << "nothing was moved";
  store.reset();
  store = opened_store(options);
  std::uint64_t calls = 0;
  for (const auto& session : must(Calls(*store).sessions())) calls += session.calls;
  EXPECT_EQ(calls, static_cast<std::uint64_t>(kWrites));
}

TEST(LogKeeper, leaves_all_to_the_writer_if_it_has_no_connection) {
  LogKeeper keeper([]() -> base::Result<Database> { return base::fail("none"); }, 10);
  EXPECT_FALSE(keeper.tell(9));
  for (int times = 0; times < 3; ++times) EXPECT_TRUE(keeper.tell(40)) << "waits, and is told so";
  EXPECT_FALSE(keeper.tell(9));
}

}  // namespace
}  // namespace touchstone::store
