// Nothing that was acknowledged is missing after kill -9, at whatever moment it comes.
//
// A child writes what calls leave behind, many in flight, and reports through a pipe each write
// that the store has acknowledged. It is killed after a random time; then the file is opened and
// held against the reports. The moments come from a seed, which is printed.
#include <atomic>
#include <csignal>
#include <iostream>
#include <random>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

// A sanitizer looks for other faults than these and takes ten times as long: it gets fewer.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr int kKills = 20;
#else
constexpr int kKills = 200;
#endif
constexpr int kKillsOfOneFile = 20;
constexpr int kInFlight = 32;
constexpr int kSessions = 4;
constexpr std::uint32_t kMostWrites = 200;     // of one child, so that each name is kept in a label
constexpr std::uint32_t kReady = kMostWrites;  // reported when the store is open
constexpr std::size_t kMostAwaited = 100;      // reports before a kill
constexpr std::chrono::microseconds kLongest{5'000};

std::string key_of_write(int round, std::uint32_t number) {
  return fmt::format("r{}s{}", round, number % kSessions);
}
std::string uri_of_write(std::uint32_t number) { return fmt::format("mcp://server/{}", number); }
Location location_of_write(int round, std::uint32_t number) {
  return {"files", "path", fmt::format("/{}/{}", round, number)};
}

Memory memory_of_write(int round, std::uint32_t number) {
  auto memory = seen(key_of_write(round, number), label_from(uri_of_write(number)));
  memory.session->calls = 1;
  memory.session->flow = "piece";
  memory.locations.push_back(
      {location_of_write(round, number), label_from(uri_of_write(number)), noon()});
  memory.decisions.push_back({.at = noon(),
                              .kind = "call",
                              .effect = "allow",
                              .session = key_of_write(round, number),
                              .tool = uri_of_write(number)});
  return memory;
}

// Whoever is killed cleans up nothing, so nothing here does.
[[noreturn]] void write_until_killed(const std::string& path, int round, int report) {
  auto options = at(path);
  if (round % 2 == 0) options.durability = Durability::kMachine;
  if (round % 3 != 0) options.log_pages = 8;  // it is moved all the time
  const auto store = open_sqlite(options);
  if (!store || ::write(report, &kReady, sizeof kReady) != sizeof kReady) ::_exit(1);
  std::atomic<int> in_flight = 0;
  for (std::uint32_t number = 0; number < kMostWrites; ++number) {
    while (in_flight >= kInFlight) std::this_thread::yield();
    ++in_flight;
    (*store)->remember(memory_of_write(round, number), [&, number](const auto& result) {
      if (!result) ::_exit(2);
      if (::write(report, &number, sizeof number) != sizeof number) ::_exit(3);
      --in_flight;
    });
  }
  while (true) ::pause();
}

struct Child {
  pid_t pid = -1;
  int reports = -1;
};

Child start(const std::string& path, int round) {
  int ends[2];
  if (::pipe(ends) != 0) return {};
  const auto pid = ::fork();
  if (pid == 0) {
    ::close(ends[0]);
    write_until_killed(path, round, ends[1]);
  }
  ::close(ends[1]);
  return {pid, ends[0]};
}

// Reads on until there are so many reports, or no more.
void read_reports(int reports, std::size_t most, std::vector<std::uint32_t>& into) {
  std::uint32_t number = 0;
  while (into.size() < most && ::read(reports, &number, sizeof number) == sizeof number) {
    into.push_back(number);
  }
}

// A write is there with all its parts, or with none.
bool is_whole(const Calls& calls, int round, std::uint32_t number, bool& there) {
  const auto session = must(calls.session(key_of_write(round, number)));
  const bool labelled = session && session->label.covers(label_from(uri_of_write(number)));
  const auto place = must(calls.labels({location_of_write(round, number)}));
  const auto records =
      must(calls.decisions({.session = key_of_write(round, number), .tool = uri_of_write(number)}));
  there = labelled;
  return labelled == !place[0].attribution.empty() && labelled == (records.size() == 1);
}

// How many of the writes that were acknowledged are missing; every write is whole.
int missing_of(const std::string& path, int round, const std::vector<std::uint32_t>& reported) {
  const auto store = open_sqlite(at(path));
  if (!store) {
    ADD_FAILURE() << base::to_string(store.error());
    return static_cast<int>(reported.size());
  }
  const Calls calls(**store);
  int missing = 0;
  const auto last = reported.empty() ? 0 : reported.back() + kInFlight;
  for (std::uint32_t number = 0; number <= last; ++number) {
    bool there = false;
    EXPECT_TRUE(is_whole(calls, round, number, there)) << number;
    if (!there && std::ranges::find(reported, number) != reported.end()) ++missing;
  }
  return missing;
}

TEST(StoreCrash, nothing_acknowledged_is_missing_however_often_it_is_killed) {
  const auto seed = std::random_device()();
  std::cout << "seed " << seed << '\n';
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::int64_t> delay(0, kLongest.count());
  std::uniform_int_distribution<std::size_t> awaited(1, kMostAwaited);
  std::size_t writes = 0;
  int missing = 0;
  std::optional<Folder> folder;
  for (int round = 0; round < kKills; ++round) {
    if (round % kKillsOfOneFile == 0) folder.emplace();
    const auto child = start(folder->file(), round);
    ASSERT_GT(child.pid, 0);
    // Every fourth is killed whatever it is doing, also while it makes or opens the file.
    std::vector<std::uint32_t> reported;
    if (round % 4 != 0) read_reports(child.reports, awaited(random), reported);
    ::usleep(static_cast<useconds_t>(delay(random)));
    ::kill(child.pid, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child.pid, &status, 0), child.pid);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it ended by itself with " << WEXITSTATUS(status);
    read_reports(child.reports, kMostWrites + 1, reported);
    ::close(child.reports);
    std::erase(reported, kReady);
    writes += reported.size();
    missing += missing_of(folder->file(), round, reported);
    ASSERT_EQ(missing, 0) << "seed " << seed << ", round " << round;
  }
  std::cout << kKills << " kills, " << writes << " acknowledged writes, " << missing
            << " missing\n";
  EXPECT_GT(writes, std::size_t{kKills}) << "it is killed before anything happens";
}

}  // namespace
}  // namespace touchstone::store
