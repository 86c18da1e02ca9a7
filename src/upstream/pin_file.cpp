#include "upstream/pin_file.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace touchstone::upstream {
namespace {

constexpr mode_t kOwnerOnly = 0600;

// Closes with its scope, which also gives up a lock on it.
class OwnedFd {
 public:
  explicit OwnedFd(int fd) : fd_(fd) {}
  ~OwnedFd() {
    if (fd_ >= 0) ::close(fd_);
  }
  OwnedFd(const OwnedFd&) = delete;
  OwnedFd& operator=(const OwnedFd&) = delete;
  OwnedFd(OwnedFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  OwnedFd& operator=(OwnedFd&&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_;
};

tl::unexpected<base::Error> fail_at(std::string_view what, const std::string& path) {
  const auto reason = std::error_code(errno, std::generic_category()).message();
  return base::fail(fmt::format("{}: {}", what, reason), path,
                    "see that the folder is yours, or name another file with `pins`");
}

// A link to a file elsewhere stays a link.
std::string target_of(const std::string& path) {
  std::error_code failed;
  const auto target = std::filesystem::weakly_canonical(path, failed);
  return failed ? path : target.string();
}

base::Result<std::string> read_text(const OwnedFd& file, const std::string& path) {
  std::string text;
  std::string part(std::size_t{64} << 10, '\0');
  while (true) {
    const auto got = ::read(file.get(), part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_at("cannot be read", path);
    if (got == 0) return text;
    text.append(part, 0, static_cast<std::size_t>(got));
    if (text.size() > pin::kMaxBookBytes) {
      return base::fail(fmt::format("larger than {} MiB", pin::kMaxBookBytes >> 20U), path);
    }
  }
}

base::Result<pin::Book> read_book_at(const std::string& path) {
  const OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file && errno == ENOENT) return pin::Book();
  if (!file) return fail_at("cannot be opened", path);
  const auto text = read_text(file, path);
  if (!text) return tl::unexpected(text.error());
  return pin::Book::load(*text, path);
}

base::Result<OwnedFd> take_lock(const std::string& path) {
  const auto name = path + ".lock";
  OwnedFd lock(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kOwnerOnly));
  if (!lock) return fail_at("cannot be opened", name);
  const auto until = std::chrono::steady_clock::now() + kPinLockWait;
  while (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return fail_at("cannot be locked", name);
    if (std::chrono::steady_clock::now() > until) {
      return base::fail("another program has held the lock for too long", name, "try again");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return lock;
}

base::Result<void> write_synced(const OwnedFd& file, std::string_view text,
                                const std::string& path) {
  while (!text.empty()) {
    const auto wrote = ::write(file.get(), text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return fail_at("cannot be written", path);
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  if (::fsync(file.get()) != 0) return fail_at("cannot be written", path);
  return {};
}

// Only whoever holds the lock gets here, so that one name is enough for the new file.
base::Result<void> replace_file(const std::string& path, const std::string& text) {
  const auto fresh = path + ".new";
  ::unlink(fresh.c_str());  // left over from a crash
  const OwnedFd file(
      ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kOwnerOnly));
  if (!file) return fail_at("cannot be made", fresh);
  if (auto wrote = write_synced(file, text, fresh); !wrote) return wrote;
  if (::rename(fresh.c_str(), path.c_str()) != 0) return fail_at("cannot be replaced", path);
  const auto folder = std::filesystem::path(path).parent_path().string();
  const OwnedFd entry(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (entry) ::fsync(entry.get());
  return {};
}

base::Result<void> make_folder(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  std::error_code failed;
  if (folder.empty() || std::filesystem::is_directory(folder, failed)) return {};
  std::filesystem::create_directories(folder, failed);
  if (failed) return base::fail(failed.message(), folder.string(), "make the folder yourself");
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all, failed);
  return {};
}

}  // namespace

base::Result<pin::Book> read_pins(const std::string& path) { return read_book_at(path); }

base::Result<pin::Book> update_pins(const std::string& path, const PinChange& change) {
  const auto target = target_of(path);
  if (auto made = make_folder(target); !made) return tl::unexpected(made.error());
  const auto lock = take_lock(target);
  if (!lock) return tl::unexpected(lock.error());
  auto book = read_book_at(target);
  if (!book) return book;
  const auto before = *book;
  if (auto changed = change(*book); !changed) return tl::unexpected(changed.error());
  if (*book == before) return book;
  const auto text = book->write();
  if (text.size() > pin::kMaxBookBytes) {
    return base::fail(fmt::format("would be larger than {} MiB", pin::kMaxBookBytes >> 20U), target,
                      "forget servers that are gone, or give configs stores of their own");
  }
  if (auto wrote = replace_file(target, text); !wrote) {
    return tl::unexpected(wrote.error());
  }
  return book;
}

std::string pin_time(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

}  // namespace touchstone::upstream
