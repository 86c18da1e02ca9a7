#include "cli/content_cache.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/load.hpp"

namespace touchstone::cli {
namespace {

constexpr mode_t kOwnerAlone = 0600;
constexpr std::size_t kMaxCache = std::size_t{64} << 20U;

class CacheFile {
 public:
  explicit CacheFile(int fd) : fd_(fd) {}
  ~CacheFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  CacheFile(const CacheFile&) = delete;
  CacheFile& operator=(const CacheFile&) = delete;

  // Nobody else may have written what is loaded as a database: it is trusted to be one.
  [[nodiscard]] std::optional<std::size_t> own_size() const {
    struct stat about {};
    if (fd_ < 0 || ::fstat(fd_, &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
    if (about.st_uid != ::geteuid() || (about.st_mode & 0022U) != 0) return std::nullopt;
    const auto size = static_cast<std::size_t>(about.st_size);
    return size <= kMaxCache ? std::optional(size) : std::nullopt;
  }
  [[nodiscard]] bool read(std::string& out) const {
    for (std::size_t have = 0; have < out.size();) {
      const auto got = ::read(fd_, out.data() + have, out.size() - have);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      have += static_cast<std::size_t>(got);
    }
    return true;
  }
  [[nodiscard]] bool write(std::string_view text) const {
    while (!text.empty()) {
      const auto wrote = ::write(fd_, text.data(), text.size());
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return ::fsync(fd_) == 0;
  }

 private:
  int fd_;
};

std::optional<detect::ContentEngine> load_cached(const std::string& path) {
  const CacheFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  const auto size = file.own_size();
  if (!size) return std::nullopt;
  std::string bytes(*size, '\0');
  if (!file.read(bytes)) return std::nullopt;
  auto engine = detect::ContentEngine::load(bytes);
  if (!engine) return std::nullopt;
  return *std::move(engine);
}

// A name of its own for each process, so that two that start together do not write into one file.
void keep(const std::string& path, const std::string& bytes) {
  std::error_code failed;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failed);
  if (failed) return;
  auto fresh = path + ".XXXXXX";
  const CacheFile file(::mkostemp(fresh.data(), O_CLOEXEC));  // mode 0600
  if (!file.own_size()) return;
  const bool is_there = file.write(bytes) && ::chmod(fresh.c_str(), kOwnerAlone) == 0 &&
                        ::rename(fresh.c_str(), path.c_str()) == 0;
  if (!is_there) ::unlink(fresh.c_str());
}

}  // namespace

std::string content_cache_path() {
  const auto sources = config::real_sources();
  auto folder = sources.environment("XDG_CACHE_HOME").value_or("");
  if (folder.starts_with('/')) return folder + "/touchstone/content.db";
  const auto home = sources.environment("HOME").value_or("");
  return home.starts_with('/') ? home + "/.cache/touchstone/content.db" : "";
}

base::Result<detect::ContentEngine> cached_content_engine(const std::string& path) {
  if (path.empty()) return detect::ContentEngine::compile();
  if (auto engine = load_cached(path)) return *std::move(engine);
  auto engine = detect::ContentEngine::compile();
  if (!engine) return engine;
  if (const auto bytes = engine->serialise()) keep(path, *bytes);
  return engine;
}

}  // namespace touchstone::cli
