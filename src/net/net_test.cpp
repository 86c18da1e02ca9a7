#include <array>
#include <csignal>
#include <filesystem>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "net/dial.hpp"
#include "net/listen.hpp"
#include "net/loop.hpp"
#include "net/promise.hpp"

namespace touchstone::net {
namespace {

using namespace std::chrono_literals;

// Runs a task to its end; the loop stops with it.
void run(Loop& loop, Task<void> task) {
  const auto wrap = [](Loop& loop, Task<void> task) -> Task<void> {
    co_await std::move(task);
    loop.stop();
  };
  loop.spawn(wrap(loop, std::move(task)));
  loop.run();
}

Task<std::string> read_all(Stream& stream) {
  std::string all;
  std::array<char, 100> buffer;
  for (;;) {
    const auto size = co_await stream.read_some(buffer);
    if (!size || *size == 0) co_return all;
    all.append(buffer.data(), *size);
  }
}

Task<void> echo(StreamPtr stream) {
  std::array<char, 100> buffer;
  for (;;) {
    const auto size = co_await stream->read_some(buffer);
    if (!size || *size == 0) co_return;
    (void)co_await stream->write({buffer.data(), *size}, "!");
  }
}

TEST(Loop, rings_alarms_in_order_and_not_those_called_off) {
  Loop loop;
  std::string heard;
  const Alarm b = loop.after(120ms, [&] { heard += 'b'; });
  const Alarm a = loop.after(10ms, [&] { heard += 'a'; });
  Alarm never = loop.after(20ms, [&] { heard += 'x'; });
  never.reset();
  loop.run();  // ends when there is nothing left to do
  EXPECT_EQ(heard, "ab");
}

TEST(Loop, an_early_alarm_is_not_kept_waiting_by_a_late_one) {
  Loop loop;
  const auto start = Clock::now();
  Alarm late = loop.after(60s, [] {});
  const Alarm early = loop.after(10ms, [&] { late.reset(), loop.stop(); });
  loop.run();
  EXPECT_LT(Clock::now() - start, 5s);
}

TEST(Loop, does_what_other_threads_post_all_of_it_and_each_in_its_order) {
  constexpr int kEach = 2'000;
  Loop loop;
  std::array<std::vector<int>, 3> heard;
  const auto post = [&](std::size_t who) {
    for (int i = 0; i < kEach; ++i) loop.post([&heard, who, i] { heard[who].push_back(i); });
  };
  // The alarm keeps the loop busy until nobody posts any more.
  const Alarm late = loop.after(24h, [] {});
  std::thread runs([&] { loop.run(); });
  std::vector<std::thread> posters;
  for (std::size_t who = 0; who < heard.size(); ++who) posters.emplace_back(post, who);
  for (auto& poster : posters) poster.join();
  loop.post([&] { loop.stop(); });
  runs.join();
  std::vector<int> all(kEach);
  std::iota(all.begin(), all.end(), 0);
  for (const auto& one : heard) EXPECT_EQ(one, all);
}

TEST(Loop, frees_at_its_end_what_others_posted_unheard) {
  const auto held = std::make_shared<int>(1);
  {
    Loop loop;
    std::thread([&] { loop.post([held] { FAIL() << "after the end"; }); }).join();
    loop.end();
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST(Promise, brings_the_first_value_to_whoever_waits_before_or_after) {
  Loop loop;
  std::string got;
  Promise<std::string> before(loop.executor()), after(loop.executor());
  after.keep("kept");
  after.keep("too late");
  const auto waiter = [&]() -> Task<void> {
    got += co_await after.wait();
    got += co_await before.wait();
  };
  const Alarm alarm = loop.after(10ms, [&] { before.keep(" later"); });
  run(loop, waiter());
  EXPECT_EQ(got, "kept later");
}

TEST(Promise, whoever_waits_in_vain_goes_with_the_loop) {
  const auto mark = std::make_shared<int>(0);
  const auto waiter = [](Loop& loop, std::shared_ptr<int>) -> Task<void> {
    Promise<bool> never(loop.executor());
    (void)co_await never.wait();
  };
  const auto sleeper = [](Loop& loop, std::shared_ptr<int>) -> Task<void> {
    co_await loop.sleep(1h);
  };
  {
    Loop loop;
    loop.spawn(waiter(loop, mark));
    loop.spawn(sleeper(loop, mark));
    loop.spawn(waiter(loop, mark));
    loop.context().poll();
    EXPECT_EQ(mark.use_count(), 4);
  }
  EXPECT_EQ(mark.use_count(), 1);
}

TEST(Loop, frees_at_its_end_whoever_still_waits_and_calls_nobody) {
  Loop loop;
  struct Owner {
    ~Owner() { *told = true; }
    bool* told;
  };
  bool freed = false, rang = false, woke = false;
  const auto sleeper = [&](std::shared_ptr<Owner>) -> Task<void> {
    co_await loop.sleep(10ms);
    woke = true;
  };
  loop.spawn(sleeper(std::make_shared<Owner>(Owner{&freed})));
  const Alarm alarm = loop.after(10ms, [&] { rang = true; });
  loop.context().poll();
  freed = false;  // of the temporary
  loop.end();
  EXPECT_TRUE(freed);
  loop.run();
  EXPECT_FALSE(rang || woke);
}

TEST(Sockets, carry_bytes_both_ways) {
  Loop loop;
  auto listener =
      listen_tcp(loop, "127.0.0.1", 0, [&](StreamPtr s) { loop.spawn(echo(std::move(s))); });
  ASSERT_TRUE(listener);
  const auto client = [&]() -> Task<void> {
    Dialler dialler(loop);
    auto stream = co_await dialler.tcp("localhost", (*listener)->port(), false, 5s);
    EXPECT_TRUE(stream);
    (void)co_await (*stream)->write("hello ", "world");
    std::array<char, 100> buffer;
    const auto size = co_await (*stream)->read_some(buffer);
    EXPECT_EQ(std::string_view(buffer.data(), *size), "hello world!");
  };
  run(loop, client());
}

TEST(Sockets, a_taken_port_is_an_error_with_a_remedy) {
  Loop loop;
  const auto first = listen_tcp(loop, "127.0.0.1", 0, [](StreamPtr) {});
  const auto second = listen_tcp(loop, "127.0.0.1", (*first)->port(), [](StreamPtr) {});
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().remedy.find("--listen"), std::string::npos);
  EXPECT_FALSE(listen_tcp(loop, "example.org", 0, [](StreamPtr) {}));
}

TEST(Sockets, nobody_there_is_an_error_and_not_a_wait) {
  Loop loop;
  const auto client = [&]() -> Task<void> {
    Dialler dialler(loop);
    const auto refused = co_await dialler.tcp("127.0.0.1", 1, false, 5s);
    EXPECT_FALSE(refused);
  };
  run(loop, client());
}

TEST(Sockets, a_watch_sees_the_peer_go_and_takes_no_bytes) {
  Loop loop;
  bool gone = false;
  bool false_alarm = false;
  std::string got;
  const auto serve = [&](StreamPtr stream) -> Task<void> {
    stream->watch([&] { false_alarm = true; });
    stream->unwatch();
    std::array<char, 100> buffer;
    const auto size = co_await stream->read_some(buffer);
    got.assign(buffer.data(), *size);
    Promise<bool> over(loop.executor());
    stream->watch([&] { over.keep(true); });
    gone = co_await over.wait();
    loop.stop();
  };
  auto listener =
      listen_tcp(loop, "127.0.0.1", 0, [&](StreamPtr s) { loop.spawn(serve(std::move(s))); });
  const auto client = [&]() -> Task<void> {
    Dialler dialler(loop);
    auto stream = co_await dialler.tcp("127.0.0.1", (*listener)->port(), false, 5s);
    (void)co_await (*stream)->write("bytes");
    co_await loop.sleep(100ms);
    (*stream)->close();
  };
  loop.spawn(client());
  loop.run();
  EXPECT_TRUE(gone);
  EXPECT_FALSE(false_alarm);
  EXPECT_EQ(got, "bytes");
}

TEST(UnixSockets, are_for_their_owner_alone_and_replace_what_is_dead) {
  Loop loop;
  const std::string path =
      std::filesystem::temp_directory_path() / ("ts" + std::to_string(::getpid()));
  {
    const auto listener = listen_unix(loop, path, [](StreamPtr) {});
    ASSERT_TRUE(listener);
    struct stat found = {};
    ASSERT_EQ(::stat(path.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777U, 0600U);
    EXPECT_FALSE(listen_unix(loop, path, [](StreamPtr) {}));  // in use
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(listen_unix(loop, std::string(200, 'x'), [](StreamPtr) {}));
}

TEST(UnixSockets, of_another_user_are_not_trusted) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs a second user";
  const std::string path =
      std::filesystem::temp_directory_path() / ("other" + std::to_string(::getpid()));
  int ready[2];
  ASSERT_EQ(::pipe2(ready, O_CLOEXEC), 0);
  const pid_t other = ::fork();
  if (other == 0) {
    if (::setuid(65'534) != 0) ::_exit(1);
    Loop loop;
    const auto listener = listen_unix(loop, path, [](StreamPtr) {});
    [[maybe_unused]] const auto told = ::write(ready[1], listener ? "y" : "n", 1);
    loop.run();
    ::_exit(0);
  }
  char up = 0;
  ASSERT_EQ(::read(ready[0], &up, 1), 1);
  ASSERT_EQ(up, 'y');
  Loop loop;
  const auto client = [&]() -> Task<void> {
    Dialler dialler(loop);
    const auto refused = co_await dialler.unix_socket(path);
    EXPECT_FALSE(refused);
    if (!refused) EXPECT_EQ(refused.error().what, "another user listens on this socket");
  };
  run(loop, client());
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  ::unlink(path.c_str());
  ::close(ready[0]), ::close(ready[1]);
}

TEST(Pipes, carry_bytes_until_the_end) {
  Loop loop;
  int there[2], back[2];
  ASSERT_EQ(::pipe2(there, O_CLOEXEC), 0);
  ASSERT_EQ(::pipe2(back, O_CLOEXEC), 0);
  auto near = pipe_stream(loop, back[0], there[1]);
  auto far = pipe_stream(loop, there[0], back[1]);
  std::string got;
  const auto talk = [&]() -> Task<void> {
    (void)co_await near->write("one\n", "two\n");
    near->close_write();
    got = co_await read_all(*far);
  };
  run(loop, talk());
  EXPECT_EQ(got, "one\ntwo\n");
}

}  // namespace
}  // namespace touchstone::net
