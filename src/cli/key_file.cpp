#include "cli/key_file.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/config.hpp"

namespace touchstone::cli {
namespace {

constexpr mode_t kKeyMode = 0600;
constexpr mode_t kNotOwner = 077;

class KeyFd {
 public:
  explicit KeyFd(int fd) : fd_(fd) {}
  ~KeyFd() {
    if (fd_ >= 0) ::close(fd_);
  }
  KeyFd(const KeyFd&) = delete;
  KeyFd& operator=(const KeyFd&) = delete;
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

tl::unexpected<base::Error> key_failed(std::string_view what, const std::string& path) {
  const auto reason = std::error_code(errno, std::generic_category()).message();
  return base::fail(fmt::format("{}: {}", what, reason), path,
                    "see that the file and its folder are yours");
}

tl::unexpected<base::Error> no_key(std::string_view why, const std::string& path) {
  return base::fail(fmt::format("this is not the key of a store: {}", why), path,
                    "put back a copy; or move it away, and what sessions were given is lost");
}

base::Result<void> check_key(int fd, const std::string& path) {
  struct stat about {};
  if (::fstat(fd, &about) != 0) return key_failed("the key cannot be read", path);
  if (!S_ISREG(about.st_mode)) return no_key("it is no file", path);
  if (about.st_size != std::tuple_size_v<base::SealKey>) return no_key("it is no 32 bytes", path);
  if (about.st_uid == ::geteuid() && (about.st_mode & kNotOwner) == 0) return {};
  return base::fail("others may read the key of the store, or it is theirs", path,
                    fmt::format("chmod 600 {}, and see that it is yours", path));
}

// Nothing if there is none.
base::Result<std::optional<base::SealKey>> read_key(const std::string& path) {
  const KeyFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (file.get() < 0 && errno == ENOENT) return std::nullopt;
  if (file.get() < 0) return key_failed("the key cannot be read", path);
  if (auto good = check_key(file.get(), path); !good) return tl::unexpected(good.error());
  base::SealKey key{};
  if (::read(file.get(), key.data(), key.size()) != static_cast<ssize_t>(key.size()))
    return no_key("it ends too early", path);
  return key;
}

base::Result<void> write_new(const std::string& path, const base::SealKey& key) {
  const KeyFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kKeyMode));
  const bool done =
      file.get() >= 0 &&
      ::write(file.get(), key.data(), key.size()) == static_cast<ssize_t>(key.size()) &&
      ::fsync(file.get()) == 0;
  if (done) return {};
  return key_failed("the key of the store cannot be made", path);
}

// Whole or not at all. Somebody else may have made one meanwhile; that one stays.
base::Result<void> make_key(const std::string& path) {
  base::SystemRandom random;
  const auto fresh = fmt::format("{}.new-{}", path, random.hex(8));
  auto made = write_new(fresh, base::made_key(random));
  if (made && ::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) != 0 &&
      errno != EEXIST) {
    made = key_failed("the key of the store cannot be made", path);
  }
  ::unlink(fresh.c_str());
  const auto folder = std::filesystem::path(path).parent_path();
  const KeyFd entry(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (entry.get() >= 0) ::fsync(entry.get());
  return made;
}

}  // namespace

base::Result<base::SealKey> key_of_store(const std::string& store) {
  if (store == config::kInMemory) {
    base::SystemRandom random;
    return base::made_key(random);
  }
  const auto path = store + ".key";
  auto key = read_key(path);
  if (key && !*key) {
    if (auto made = make_key(path); !made) return tl::unexpected(made.error());
    key = read_key(path);
  }
  if (!key) return tl::unexpected(key.error());
  if (!*key) return base::fail("the key of the store is gone again", path, "start again");
  return **key;
}

}  // namespace touchstone::cli
