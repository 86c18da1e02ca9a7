// Folder: files below one directory, and nothing else.
//
// Paths are relative, with `/` between names. Each name is opened on its own and never through a
// symbolic link, so neither `..` nor a link that somebody puts there leads outside, not even one
// that is put there in the middle of a call.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace touchstone::demo {

class Folder {
 public:
  static constexpr std::size_t kMaxFile = std::size_t{1} << 20;  // bytes, read or written
  static constexpr std::size_t kMaxEntries = 1'000;              // listed
  static constexpr int kMaxDepth = 8;

  explicit Folder(std::string root) : root_(std::move(root)) {}

  // Creates the directory, and fills it if there is nothing in it.
  [[nodiscard]] base::Result<void> prepare() const;

  // Every file, by path, in order.
  [[nodiscard]] base::Result<std::vector<std::string>> files() const;
  [[nodiscard]] base::Result<std::string> read(std::string_view path) const;
  // Directories on the way are made.
  [[nodiscard]] base::Result<void> write(std::string_view path, std::string_view text) const;
  [[nodiscard]] base::Result<void> append(std::string_view path, std::string_view text) const;
  [[nodiscard]] base::Result<void> remove(std::string_view path) const;

 private:
  [[nodiscard]] base::Result<void> put(std::string_view path, std::string_view text,
                                       int flags) const;
  std::string root_;
};

}  // namespace touchstone::demo
