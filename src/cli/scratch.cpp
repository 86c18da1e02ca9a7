#include "cli/scratch.hpp"

#include <cstdlib>
#include <ctime>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace touchstone::cli {
namespace {

constexpr std::string_view kScratchName = "touchstone-scratch-";
constexpr std::string_view kScratchEnd = "XXXXXX";  // mkdtemp() puts letters and digits there
constexpr mode_t kOnlyOurs = S_IRWXU;

class Descriptor {
 public:
  explicit Descriptor(const std::string& folder)
      : number_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;

  [[nodiscard]] bool lock() const {
    return number_ >= 0 && ::flock(number_, LOCK_EX | LOCK_NB) == 0;
  }
  void lock_in_time() const {
    if (number_ >= 0) ::flock(number_, LOCK_EX);
  }
  [[nodiscard]] int number() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

bool is_scratch_name(const std::string& name) {
  return name.size() == kScratchName.size() + kScratchEnd.size() && name.starts_with(kScratchName);
}

// Not time(): that one is as of the last tick, and files may be stamped finer. A folder that is
// made as a second begins would be of the future.
std::time_t this_second() {
  return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
}

// Of this user alone, old enough, and still what stands at this path.
bool is_left_behind(const std::string& path, const Descriptor& opened,
                    std::chrono::seconds least_age) {
  struct stat here = {};
  struct stat there = {};
  if (::fstat(opened.number(), &here) != 0 || ::lstat(path.c_str(), &there) != 0) return false;
  const bool same = here.st_dev == there.st_dev && here.st_ino == there.st_ino;
  return same && here.st_uid == ::geteuid() && (here.st_mode & ALLPERMS) == kOnlyOurs &&
         here.st_mtime + least_age.count() <= this_second();
}

}  // namespace

base::Result<std::shared_ptr<const Scratch>> Scratch::make() {
  std::error_code failed;
  const auto folder = std::filesystem::temp_directory_path(failed);
  std::string path = (folder / (std::string(kScratchName) + std::string(kScratchEnd))).string();
  if (failed || ::mkdtemp(path.data()) == nullptr)
    return base::fail("cannot make a scratch folder", path, "set TMPDIR to a writable folder");
  Descriptor opened(path);
  opened.lock_in_time();  // where there are no locks nothing is swept either
  return std::shared_ptr<const Scratch>(new Scratch(std::move(path), opened.release()));
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

std::size_t sweep_scratch(const std::filesystem::path& folder, std::chrono::seconds least_age) {
  std::size_t swept = 0;
  std::size_t looked_at = 0;
  std::error_code failed;
  for (std::filesystem::directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    if (++looked_at > kMostLookedAt || swept == kMostSwept) break;
    if (!is_scratch_name(at->path().filename().string())) continue;
    const std::string path = at->path().string();
    const Descriptor opened(path);
    // Before the lock, lest one that is being made finds it taken; and again, now that it is ours.
    if (!is_left_behind(path, opened, least_age) || !opened.lock() ||
        !is_left_behind(path, opened, least_age))
      continue;
    std::error_code kept;
    std::filesystem::remove_all(path, kept);
    if (!kept) ++swept;
  }
  return swept;
}

std::size_t sweep_scratch() {
  std::error_code failed;
  const auto folder = std::filesystem::temp_directory_path(failed);
  return failed ? 0 : sweep_scratch(folder);
}

}  // namespace touchstone::cli
