// Scratch: a folder of this process in the system's folder for such, removed at the end.
//
// Whoever makes one holds a lock on it until the process ends, however it ends: the system gives it
// back, and no number can be taken for another's as that of a process can. So a folder that can be
// locked is one whose owner was killed, and sweep_scratch() removes those. Folders of other users,
// links, and what has another name or other rights are never touched. One thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "base/error.hpp"

namespace touchstone::cli {

class Scratch {
 public:
  [[nodiscard]] static base::Result<std::shared_ptr<const Scratch>> make();
  ~Scratch();
  Scratch(const Scratch&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  Scratch(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::string path_;
  int lock_;  // a descriptor of the folder
};

inline constexpr std::size_t kMostLookedAt = 20'000;  // entries of the folder, at one start
inline constexpr std::size_t kMostSwept = 256;        // folders removed at one start
// Between being made and being locked a folder is nobody's for a moment.
inline constexpr std::chrono::seconds kLeastAge = std::chrono::minutes(1);

// Removes what killed processes left in `folder`; how many there were. What cannot be removed
// stays.
std::size_t sweep_scratch(const std::filesystem::path& folder,
                          std::chrono::seconds least_age = kLeastAge);
std::size_t sweep_scratch();  // in the system's folder

}  // namespace touchstone::cli
