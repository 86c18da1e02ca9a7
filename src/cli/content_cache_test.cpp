#include "cli/content_cache.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/file.hpp"

namespace touchstone::cli {
namespace {

class ContentCache : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_ = std::filesystem::path(::testing::TempDir()) /
                                  ::testing::UnitTest::GetInstance()->current_test_info()->name();
  std::string path_ = (folder_ / "deep" / "content.db").string();
};

bool finds_mail(const detect::ContentEngine& engine) {
  auto scratch = engine.make_scratch();
  return engine.scan("to j.roe@host.dev", scratch).has(detect::ContentKind::kPersonal);
}

TEST_F(ContentCache, the_first_start_keeps_what_the_second_loads) {
  const auto first = cached_content_engine(path_);
  ASSERT_TRUE(first.has_value());
  struct stat about {};
  ASSERT_EQ(::stat(path_.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0600U);
  const auto look = base::look_of(path_);
  const auto second = cached_content_engine(path_);
  ASSERT_TRUE(second.has_value());
  EXPECT_TRUE(finds_mail(*second));
  EXPECT_EQ(base::look_of(path_), look);
}

TEST_F(ContentCache, what_is_damaged_is_replaced) {
  ASSERT_TRUE(cached_content_engine(path_).has_value());
  const auto size = std::filesystem::file_size(path_);
  std::filesystem::resize_file(path_, size / 2);
  const auto engine = cached_content_engine(path_);
  ASSERT_TRUE(engine.has_value());
  EXPECT_TRUE(finds_mail(*engine));
  EXPECT_EQ(std::filesystem::file_size(path_), size);
}

TEST_F(ContentCache, what_others_could_have_written_is_not_loaded) {
  ASSERT_TRUE(cached_content_engine(path_).has_value());
  ASSERT_EQ(::chmod(path_.c_str(), 0666), 0);
  ASSERT_TRUE(cached_content_engine(path_).has_value());
  struct stat about {};
  ASSERT_EQ(::stat(path_.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0600U);
}

TEST_F(ContentCache, a_folder_that_cannot_be_made_is_no_error) {
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ / "deep") << "a file";
  const auto engine = cached_content_engine(path_);
  ASSERT_TRUE(engine.has_value());
  EXPECT_TRUE(finds_mail(*engine));
}

}  // namespace
}  // namespace touchstone::cli
