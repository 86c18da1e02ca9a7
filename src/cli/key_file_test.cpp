#include "cli/key_file.hpp"

#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "config/config.hpp"
#include "store/test_support.hpp"

namespace touchstone::cli {
namespace {

using ::testing::HasSubstr;

class KeyOfStore : public ::testing::Test {
 protected:
  std::string refused() {
    const auto key = key_of_store(store);
    return key ? "" : base::to_string(key.error());
  }
  store::Folder folder;
  std::string store = folder.file();
  std::string file = store + ".key";
};

TEST_F(KeyOfStore, is_made_once_and_for_its_owner_alone) {
  const auto key = key_of_store(store);
  ASSERT_TRUE(key) << base::to_string(key.error());
  EXPECT_EQ(*key_of_store(store), *key);
  struct stat about {};
  ASSERT_EQ(::stat(file.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0600U);
  EXPECT_EQ(about.st_size, 32);
  const auto files = std::filesystem::directory_iterator(std::filesystem::path(file).parent_path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1) << "nothing is left lying about";
}

TEST_F(KeyOfStore, is_another_for_another_store) {
  EXPECT_NE(*key_of_store(store), *key_of_store(folder.file("other.db")));
  const std::string memory(config::kInMemory);
  EXPECT_NE(*key_of_store(memory), *key_of_store(memory));
  EXPECT_FALSE(std::filesystem::exists(memory + ".key"));
}

TEST_F(KeyOfStore, is_the_same_for_all_that_start_together) {
  std::vector<base::SealKey> keys(8);
  {
    std::vector<std::jthread> starting;
    for (auto& key : keys) starting.emplace_back([&] { key = *key_of_store(store); });
  }
  for (const auto& key : keys) EXPECT_EQ(key, keys.front());
}

TEST_F(KeyOfStore, that_others_may_read_is_refused) {
  ASSERT_TRUE(key_of_store(store));
  std::filesystem::permissions(file, std::filesystem::perms(0640));
  EXPECT_THAT(refused(), HasSubstr("chmod 600"));
}

TEST_F(KeyOfStore, that_is_no_key_is_refused_and_left_alone) {
  std::ofstream(file) << "too short";
  EXPECT_THAT(refused(), HasSubstr("32 bytes"));
  EXPECT_EQ(std::filesystem::file_size(file), 9U);
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);
  EXPECT_THAT(refused(), HasSubstr("no file"));
  std::filesystem::remove(file);
  std::filesystem::create_symlink("/dev/urandom", file);
  EXPECT_THAT(refused(), HasSubstr("cannot be read"));
}

TEST_F(KeyOfStore, that_cannot_be_made_is_an_error) {
  store = folder.file("no/such/folder/store.db");
  EXPECT_THAT(refused(), HasSubstr("cannot be made"));
}

}  // namespace
}  // namespace touchstone::cli
