// For tests of the `eval` commands: a folder with rows.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace touchstone::cli::testing {

// A folder with one file of rows, removed at the end.
class Folder {
 public:
  explicit Folder(const std::string& rows, const std::string& name = "rows.jsonl")
      : path_(std::filesystem::temp_directory_path() /
              ("eval_" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    std::filesystem::create_directories(path_);
    std::ofstream(path_ / name) << rows;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace touchstone::cli::testing
