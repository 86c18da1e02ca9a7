#include "house/files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace touchstone::house {
namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::vector<File> files_in_src() {
  const std::filesystem::path root = TOUCHSTONE_SRC;
  std::vector<File> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const auto extension = entry.path().extension();
    if (extension != ".hpp" && extension != ".cpp") continue;
    const auto path = entry.path().lexically_relative(root).generic_string();
    files.push_back({path, content_of(entry.path())});
  }
  std::ranges::sort(files, {}, &File::path);
  return files;
}

std::string list(const std::vector<std::string>& faults) {
  return fmt::format("{}", fmt::join(faults, "\n"));
}

}  // namespace touchstone::house
