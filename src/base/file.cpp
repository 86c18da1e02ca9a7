#include "base/file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

namespace touchstone::base {

std::string look_of(const std::string& path) {
  struct stat found = {};
  if (path.empty() || ::stat(path.c_str(), &found) != 0) return {};
  return fmt::format("{}.{} {} {}", found.st_mtim.tv_sec, found.st_mtim.tv_nsec, found.st_size,
                     found.st_ino);
}

}  // namespace touchstone::base
