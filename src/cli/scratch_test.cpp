#include "cli/scratch.hpp"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace touchstone::cli {
namespace {

namespace fs = std::filesystem;
constexpr std::chrono::seconds kAnyAge{0};

class ScratchFolders : public ::testing::Test {
 protected:
  ScratchFolders() {
    std::string pattern = (fs::path(::testing::TempDir()) / "sweep-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    ::setenv("TMPDIR", folder_.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): one thread
  }
  ~ScratchFolders() override {
    ::unsetenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): one thread
    fs::remove_all(folder_);
  }
  // What a process that was killed left behind, with something in it.
  [[nodiscard]] std::string left_behind() const {
    const pid_t child = ::fork();
    if (child == 0) {
      const auto made = Scratch::make();
      fs::create_directories((*made)->path() + "/a/b");
      std::ofstream((*made)->path() + "/a/b/c") << "x";
      ::_exit(0);  // as if killed: nothing is cleaned up
    }
    ::waitpid(child, nullptr, 0);
    for (const auto& entry : fs::directory_iterator(folder_)) return entry.path().string();
    return {};
  }
  fs::path folder_;
};

TEST_F(ScratchFolders, one_is_removed_with_its_owner) {
  std::string path;
  {
    const auto made = Scratch::make();
    ASSERT_TRUE(made) << made.error().what;
    path = (*made)->path();
    EXPECT_TRUE(fs::is_directory(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(ScratchFolders, what_a_killed_process_left_is_swept_and_what_lives_stays) {
  const auto dead = left_behind();
  ASSERT_TRUE(fs::exists(dead + "/a/b/c"));
  const auto alive = Scratch::make();
  EXPECT_EQ(sweep_scratch(folder_, kAnyAge), 1U);
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists((*alive)->path()));
}

TEST_F(ScratchFolders, what_is_young_stays_for_now) {
  const auto dead = left_behind();
  EXPECT_EQ(sweep_scratch(), 0U);
  EXPECT_TRUE(fs::exists(dead));
}

TEST_F(ScratchFolders, what_was_made_as_a_second_began_is_not_of_the_future) {
  using Clock = std::chrono::system_clock;
  const auto begin = std::chrono::ceil<std::chrono::seconds>(Clock::now());
  std::this_thread::sleep_until(begin);
  // For longer than a tick of any kernel: only then is a clock that ticks behind.
  do {
    const auto path = folder_ / "touchstone-scratch-abcdef";
    ASSERT_EQ(::mkdir(path.c_str(), S_IRWXU), 0);
    ASSERT_EQ(sweep_scratch(folder_, kAnyAge), 1U);
  } while (Clock::now() < begin + std::chrono::milliseconds(12));
}

TEST_F(ScratchFolders, links_and_what_is_not_ours_alone_or_has_another_name_stay) {
  fs::create_directories(folder_ / "target");
  std::ofstream(folder_ / "target" / "precious") << "x";
  fs::create_directory_symlink(folder_ / "target", folder_ / "touchstone-scratch-abcdef");
  fs::create_directories(folder_ / "touchstone-scratch-other7");  // 0755
  ::chmod((folder_ / "touchstone-scratch-other7").c_str(), 0755);
  fs::create_directories(folder_ / "touchstone-demo-aaaaaa");
  ::chmod((folder_ / "touchstone-demo-aaaaaa").c_str(), 0700);
  std::ofstream(folder_ / "touchstone-scratch-afile0") << "x";
  EXPECT_EQ(sweep_scratch(folder_, kAnyAge), 0U);
  EXPECT_TRUE(fs::exists(folder_ / "target" / "precious"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "touchstone-scratch-abcdef"));
}

TEST_F(ScratchFolders, a_link_inside_is_not_followed) {
  const auto dead = left_behind();
  fs::create_directories(folder_ / "target");
  std::ofstream(folder_ / "target" / "precious") << "x";
  fs::create_directory_symlink(folder_ / "target", dead + "/link");
  EXPECT_EQ(sweep_scratch(folder_, kAnyAge), 1U);
  EXPECT_TRUE(fs::exists(folder_ / "target" / "precious"));
}

TEST_F(ScratchFolders, sweeping_is_bounded) {
  for (std::size_t i = 0; i < kMostSwept + 5; ++i) {
    const auto path = folder_ / ("touchstone-scratch-" + std::to_string(100'000 + i));
    fs::create_directory(path);
    ::chmod(path.c_str(), 0700);
  }
  EXPECT_EQ(sweep_scratch(folder_, kAnyAge), kMostSwept);
  EXPECT_EQ(sweep_scratch(folder_, kAnyAge), 5U);
}

}  // namespace
}  // namespace touchstone::cli
