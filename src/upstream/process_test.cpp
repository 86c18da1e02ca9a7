#include "upstream/process.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include "upstream/test_support.hpp"

namespace touchstone::upstream {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

Program shell(std::string script) {
  return {"/bin/sh", {"-c", std::move(script)}, {"PATH=/usr/bin:/bin"}, "", "config:1"};
}

Task<std::string> read_to_end(net::Stream& stream) {
  std::string all;
  std::array<char, 4'096> buffer;
  for (;;) {
    const auto size = co_await stream.read_some(buffer);
    if (!size || *size == 0) co_return all;
    all.append(buffer.data(), *size);
  }
}

// What a script prints, with a fresh process.
std::string output_of(const Program& program) {
  World world;
  std::string output;
  const auto body = [&]() -> Task<void> {
    auto process = Process::start(world.loop, program, nullptr);
    EXPECT_TRUE(process) << (process ? "" : base::to_string(process.error()));
    if (process) output = co_await read_to_end((*process)->pipes());
  };
  world.run(body());
  return output;
}

TEST(Environment, holds_what_is_harmless_and_what_the_config_grants_and_nothing_else) {
  const char* const ours[] = {"PATH=/bin",      "HOME=/home/me", "LC_ALL=C",      "SECRET=s3",
                              "LD_PRELOAD=x",   "GRANTED=yes",   "TERM=() { :;}", "LANG=de",
                              "REPLACED=wrong", nullptr};
  config::Server server;
  server.inherit = {"GRANTED", "ABSENT"};
  server.env = {{"KEY", "a=b"}, {"LANG", "en"}};
  EXPECT_THAT(clean_environment(server, ours),
              testing::UnorderedElementsAre("PATH=/bin", "HOME=/home/me", "LC_ALL=C", "GRANTED=yes",
                                            "KEY=a=b", "LANG=en"));
}

TEST(Environment, is_all_that_a_child_sees) {
  ::setenv("TOUCHSTONE_TEST_SECRET", "s3cret", 1);
  config::Server server;
  server.env = {{"KEY", "value"}};
  Program program = shell("env");
  program.environment = clean_environment(server);
  const std::string seen = output_of(program);
  EXPECT_THAT(seen, HasSubstr("KEY=value"));
  EXPECT_THAT(seen, HasSubstr("PATH="));
  EXPECT_THAT(seen, Not(HasSubstr("s3cret")));
}

TEST(Process, inherits_no_descriptors_no_blocked_signals_and_no_terminal) {
  const std::string seen =
      output_of(shell("ls /proc/self/fd | tr '\\n' ' '; grep SigBlk /proc/self/status; "
                      "grep SigIgn /proc/self/status; cut -d' ' -f7 /proc/self/stat"));
  EXPECT_THAT(seen, testing::StartsWith("0 1 2 3 SigBlk"));  // 3: the folder that ls reads
  EXPECT_THAT(seen, HasSubstr("SigBlk:\t0000000000000000"));
  EXPECT_THAT(seen, HasSubstr("SigIgn:\t0000000000000000"));
  EXPECT_THAT(seen, testing::EndsWith("\n0\n"));
}

TEST(Process, starts_in_its_folder_and_finds_its_command_in_its_own_path) {
  Program program{"pwd", {}, {"PATH=relative:/nowhere:/usr/bin:/bin"}, "/usr", ""};
  EXPECT_EQ(output_of(program), "/usr\n");
}

TEST(Process, says_what_cannot_be_started_and_what_to_do) {
  World world;
  const auto error = [&](Program program) {
    auto process = Process::start(world.loop, program, nullptr);
    EXPECT_FALSE(process);
    return process ? "" : base::to_string(process.error());
  };
  EXPECT_THAT(
      error({"no-such-program", {}, {"PATH=/usr/bin:/bin"}, "", "f:3"}),
      testing::AllOf(HasSubstr("f:3"), HasSubstr("'no-such-program'"),
                     HasSubstr("not found in PATH (/usr/bin:/bin)"), HasSubstr("full path")));
  EXPECT_THAT(error({"/no/such", {}, {}, "", ""}), HasSubstr("no such file"));
  EXPECT_THAT(error({"/etc/passwd", {}, {}, "", ""}), HasSubstr("chmod +x"));
  EXPECT_THAT(error({"/bin/sh", {}, {}, "/no/folder", ""}), HasSubstr("/no/folder"));
  EXPECT_THAT(error({"", {}, {"PATH=/bin"}, "", ""}), HasSubstr("not found"));
}

TEST(Process, tells_how_it_ended_and_leaves_no_zombie) {
  World world;
  std::vector<std::string> ends;
  const auto body = [&]() -> Task<void> {
    for (const char* script : {"exit 3", "kill -9 $$", "exit 0"}) {
      const std::size_t before = ends.size();
      auto process = Process::start(world.loop, shell(script),
                                    [&](const Exit& exit) { ends.push_back(in_words(exit)); });
      EXPECT_TRUE(process);
      const pid_t pid = (*process)->pid();
      const auto told = [&] { return ends.size() > before; };
      EXPECT_TRUE(co_await world.until(told));
      EXPECT_EQ((*process)->pid(), 0);
      EXPECT_EQ(::waitpid(pid, nullptr, WNOHANG), -1);  // nothing is left to wait for
    }
  };
  world.run(body());
  EXPECT_THAT(ends, testing::ElementsAre("exited with status 3", "was ended by signal SIGKILL",
                                         "exited with status 0"));
}

TEST(Process, ends_in_order_when_asked) {
  World world;
  std::string how;
  const auto body = [&]() -> Task<void> {
    auto process = Process::start(world.loop, shell("cat; exit 7"),
                                  [&](const Exit& exit) { how = in_words(exit); });
    (*process)->end();
    const auto told = [&] { return !how.empty(); };
    EXPECT_TRUE(co_await world.until(told));
  };
  world.run(body());
  EXPECT_EQ(how, "exited with status 7") << "no signal was needed";
}

TEST(Process, that_ignores_every_polite_word_is_killed) {
  World world;
  std::string how;
  const auto body = [&]() -> Task<void> {
    auto process = Process::start(world.loop, shell("trap '' TERM; echo up; sleep 100; sleep 100"),
                                  [&](const Exit& exit) { how = in_words(exit); });
    std::array<char, 10> buffer;
    (void)co_await (*process)->pipes().read_some(buffer);
    (*process)->end();
    const auto told = [&] { return !how.empty(); };
    EXPECT_TRUE(co_await world.until(told));
  };
  world.run(body());
  EXPECT_EQ(how, "was ended by signal SIGKILL");
}

// The number that a script prints first.
Task<pid_t> first_number(net::Stream& stream) {
  std::array<char, 32> buffer;
  const auto size = co_await stream.read_some(buffer);
  co_return size ? static_cast<pid_t>(std::atoi(std::string(buffer.data(), *size).c_str())) : 0;
}

TEST(Process, takes_its_grandchildren_with_it_when_destroyed) {
  World world;
  const auto body = [&]() -> Task<void> {
    auto process = Process::start(world.loop, shell("sleep 100 & echo $!; wait"), nullptr);
    const pid_t child = (*process)->pid();
    const pid_t grandchild = co_await first_number((*process)->pipes());
    EXPECT_GT(grandchild, 0);
    EXPECT_FALSE(has_ended(grandchild));
    process->reset();
    EXPECT_TRUE(has_ended(grandchild, 10'000));
    const auto reaped = [&] { return ::waitpid(child, nullptr, WNOHANG) == -1; };
    // Only looks: as long as it is there to be waited for, it has not been reaped.
    const auto gone = [&] { return ::kill(child, 0) != 0; };
    EXPECT_TRUE(co_await world.until(gone));
    EXPECT_TRUE(reaped());
  };
  world.run(body());
}

TEST(Process, takes_its_grandchildren_with_it_when_it_ends_by_itself) {
  World world;
  bool gone = false;
  const auto body = [&]() -> Task<void> {
    auto process = Process::start(world.loop, shell("sleep 100 & echo $!; exit 0"),
                                  [&](const Exit&) { gone = true; });
    const pid_t grandchild = co_await first_number((*process)->pipes());
    const auto told = [&] { return gone; };
    EXPECT_TRUE(co_await world.until(told));
    EXPECT_TRUE(has_ended(grandchild, 10'000));
  };
  world.run(body());
}

TEST(Process, dies_with_us) {
  std::array<int, 2> report;
  ASSERT_EQ(::pipe(report.data()), 0);
  const pid_t helper = ::fork();
  if (helper == 0) {
    net::Loop loop;
    auto process = Process::start(loop, shell("sleep 100"), nullptr);
    const pid_t child = process ? (*process)->pid() : -1;
    [[maybe_unused]] const auto told = ::write(report[1], &child, sizeof child);
    for (;;) ::pause();
  }
  pid_t child = 0;
  ASSERT_EQ(::read(report[0], &child, sizeof child), static_cast<ssize_t>(sizeof child));
  ASSERT_GT(child, 0);
  EXPECT_FALSE(has_ended(child));
  ::kill(helper, SIGKILL);
  ::waitpid(helper, nullptr, 0);
  EXPECT_TRUE(has_ended(child, 10'000));
  ::close(report[0]), ::close(report[1]);
}

}  // namespace
}  // namespace touchstone::upstream
