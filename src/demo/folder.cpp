#include "demo/folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "demo/samples.hpp"

namespace touchstone::demo {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_;
};

tl::unexpected<base::Error> fault(std::string_view path) {
  const int code = errno;
  if (code == ELOOP || code == ENOTDIR)
    return base::fail(fmt::format("{} leads through something that is no folder", path));
  if (code == ENOENT) return base::fail(fmt::format("there is no file {}", path));
  if (code == EISDIR) return base::fail(fmt::format("{} is a folder", path));
  return base::fail(fmt::format("{}: {}", path, std::strerror(code)));
}

base::Result<std::vector<std::string>> split(std::string_view path) {
  std::vector<std::string> names;
  if (path.starts_with('/'))
    return base::fail(fmt::format("{} is not below the folder: leave out the first slash", path));
  if (path.find('\0') != std::string_view::npos) return base::fail("a path has no zero bytes");
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view name = path.substr(begin, end - begin);
    begin = end + 1;
    if (name == "..") return base::fail(fmt::format("{} leads out of the folder", path));
    if (!name.empty() && name != ".") names.emplace_back(name);
  }
  if (names.empty()) return base::fail("the path of a file is missing");
  if (names.size() > static_cast<std::size_t>(Folder::kMaxDepth))
    return base::fail(fmt::format("{} is too deep", path));
  return names;
}

constexpr int kDirectory = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

Descriptor open_root(const std::string& root) {
  return Descriptor(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

// The directory that `names` but the last lead to.
Descriptor descend(const std::string& root, const std::vector<std::string>& names, bool make) {
  Descriptor here = open_root(root);
  for (std::size_t i = 0; here && i + 1 < names.size(); ++i) {
    if (make && ::mkdirat(here.get(), names[i].c_str(), 0700) != 0 && errno != EEXIST)
      return Descriptor();
    here = Descriptor(::openat(here.get(), names[i].c_str(), kDirectory));
  }
  return here;
}

bool is_file(int fd) {
  struct stat info {};
  return ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

void walk(Descriptor directory, const std::string& prefix, int depth,
          std::vector<std::string>& found) {
  DIR* const stream = ::fdopendir(directory.get());
  if (stream == nullptr) return;
  const int fd = directory.release();  // the stream's from here on
  while (const dirent* entry = ::readdir(stream)) {
    const std::string name = entry->d_name;
    struct stat info {};
    if (name == "." || name == ".." || found.size() >= Folder::kMaxEntries) continue;
    if (::fstatat(fd, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISREG(info.st_mode)) found.push_back(prefix + name);
    if (!S_ISDIR(info.st_mode) || depth >= Folder::kMaxDepth) continue;
    Descriptor below(::openat(fd, name.c_str(), kDirectory));
    if (below) walk(std::move(below), prefix + name + "/", depth + 1, found);
  }
  ::closedir(stream);
}

}  // namespace

base::Result<void> Folder::prepare() const {
  std::error_code failed;
  std::filesystem::create_directories(root_, failed);
  if (failed) return base::fail("cannot make the folder: " + failed.message(), root_);
  if (!std::filesystem::is_empty(root_, failed) || failed) return {};
  for (const auto& sample : kSamples) {
    if (auto written = write(sample.path, sample.text); !written) return written;
  }
  return {};
}

base::Result<std::vector<std::string>> Folder::files() const {
  Descriptor root = open_root(root_);
  if (!root) return fault(root_);
  std::vector<std::string> found;
  walk(std::move(root), "", 1, found);
  std::ranges::sort(found);
  return found;
}

base::Result<std::string> Folder::read(std::string_view path) const {
  const auto names = split(path);
  if (!names) return tl::unexpected(names.error());
  const Descriptor directory = descend(root_, *names, false);
  if (!directory) return fault(path);
  const Descriptor file(::openat(directory.get(), names->back().c_str(),
                                 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file) return fault(path);
  if (!is_file(file.get())) return base::fail(fmt::format("{} is no file", path));
  std::string text;
  std::array<char, 16'384> buffer;
  for (;;) {
    const ssize_t size = ::read(file.get(), buffer.data(), buffer.size());
    if (size < 0) return fault(path);
    if (size == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(size));
    if (text.size() > kMaxFile) return base::fail(fmt::format("{} is too long", path));
  }
}

base::Result<void> Folder::write(std::string_view path, std::string_view text) const {
  return put(path, text, O_TRUNC);
}

base::Result<void> Folder::append(std::string_view path, std::string_view text) const {
  return put(path, text, O_APPEND);
}

base::Result<void> Folder::put(std::string_view path, std::string_view text, int flags) const {
  if (text.size() > kMaxFile) return base::fail(fmt::format("the text for {} is too long", path));
  const auto names = split(path);
  if (!names) return tl::unexpected(names.error());
  const Descriptor directory = descend(root_, *names, true);
  if (!directory) return fault(path);
  const int how = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags;
  const Descriptor file(::openat(directory.get(), names->back().c_str(), how, 0600));
  if (!file) return fault(path);
  if (!is_file(file.get())) return base::fail(fmt::format("{} is no file", path));
  while (!text.empty()) {
    const ssize_t size = ::write(file.get(), text.data(), text.size());
    if (size < 0) return fault(path);
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return {};
}

base::Result<void> Folder::remove(std::string_view path) const {
  const auto names = split(path);
  if (!names) return tl::unexpected(names.error());
  const Descriptor directory = descend(root_, *names, false);
  if (!directory) return fault(path);
  if (::unlinkat(directory.get(), names->back().c_str(), 0) != 0) return fault(path);
  return {};
}

}  // namespace touchstone::demo
