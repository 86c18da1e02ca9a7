#include "upstream/pin_file.hpp"

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace touchstone::upstream {
namespace {

class PinFile : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] base::Result<pin::Book> hold(const std::string& name) const {
    return update_pins(path_, [&](pin::Book& book) {
      return book.hold("s", {pin::Subject::kTool, name, digest_, "{}"}, pin::Grade::kRisky, "now");
    });
  }

  // Of {}.
  std::string digest_ = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
  std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ("pin_file_test-" + std::to_string(::getpid()));
  std::string path_ = (folder_ / "state" / "pins.json").string();
};

TEST_F(PinFile, is_made_with_its_folder_for_its_owner_alone) {
  EXPECT_TRUE(read_pins(path_)->servers().empty());
  ASSERT_TRUE(hold("a")) << base::to_string(hold("a").error());
  struct stat found = {};
  ASSERT_EQ(::stat(path_.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
  EXPECT_EQ(read_pins(path_)->find("s")->pending.size(), 1U);
}

TEST_F(PinFile, loses_nobodys_change) {
  constexpr int kWriters = 4;
  constexpr int kChanges = 10;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([this, writer] {
      for (int i = 0; i < kChanges; ++i) {
        EXPECT_TRUE(hold(std::to_string(writer) + "/" + std::to_string(i)));
      }
    });
  }
  for (auto& writer : writers) writer.join();
  EXPECT_EQ(read_pins(path_)->find("s")->pending.size(), std::size_t{kWriters} * kChanges);
}

TEST_F(PinFile, a_damaged_file_stays_as_it_is) {
  ASSERT_TRUE(hold("a"));
  std::ofstream(path_) << "{\"version\":1,";
  EXPECT_FALSE(read_pins(path_));
  EXPECT_FALSE(hold("b"));
  EXPECT_EQ(std::filesystem::file_size(path_), 13U);
}

TEST_F(PinFile, what_does_not_change_is_not_written) {
  ASSERT_TRUE(hold("a"));
  const auto time = std::filesystem::last_write_time(path_);
  ASSERT_TRUE(update_pins(path_, [](pin::Book&) { return base::Result<void>(); }));
  const auto refused = update_pins(path_, [](pin::Book& book) -> base::Result<void> {
    book.forget("s");
    return base::fail("no");
  });
  EXPECT_FALSE(refused);
  EXPECT_EQ(std::filesystem::last_write_time(path_), time);
  EXPECT_NE(read_pins(path_)->find("s"), nullptr);
}

TEST_F(PinFile, a_link_stays_a_link) {
  ASSERT_TRUE(hold("a"));
  const auto link = folder_ / "link.json";
  std::filesystem::create_symlink(path_, link);
  path_ = link.string();
  ASSERT_TRUE(hold("b"));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_pins(path_)->find("s")->pending.size(), 2U);
}

TEST_F(PinFile, times_are_utc) {
  EXPECT_EQ(pin_time(std::chrono::system_clock::time_point()), "1970-01-01T00:00:00Z");
}

}  // namespace
}  // namespace touchstone::upstream
