#include "store/sqlite_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.hpp"
#include "store/schema.hpp"

namespace touchstone::store {
namespace {

constexpr mode_t kOwnerOnly = 0600;
constexpr mode_t kFolderOfOwner = 0700;
constexpr std::string_view kMagic{"SQLite format 3\0", 16};

tl::unexpected<base::Error> fail_with_errno(std::string_view what, const std::string& path) {
  const auto reason = std::error_code(errno, std::generic_category()).message();
  return base::fail(fmt::format("{}: {}", what, reason), path,
                    "see that the folder is yours, or name another file with `store`");
}

base::Result<void> make_folders(const std::filesystem::path& folder) {
  if (folder.empty() || std::filesystem::exists(folder)) return {};
  if (auto above = make_folders(folder.parent_path()); !above) return above;
  if (::mkdir(folder.c_str(), kFolderOfOwner) == 0 || errno == EEXIST) return {};
  return fail_with_errno("the folder cannot be made", folder.string());
}

base::Result<void> fill_new(const std::string& path) {
  const int made = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly);
  if (made < 0) return fail_with_errno("the store cannot be made", path);
  ::close(made);  // before SQLite opens it: closing it later would drop locks
  auto database = Database::open(path, std::chrono::seconds(1));
  if (!database) return tl::unexpected(database.error());
  return create_schema(*database);
}

// Somebody else may have made one meanwhile; that one stays.
base::Result<void> put_in_place(const std::string& made, const std::string& path) {
  if (::renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) != 0) {
    if (errno != EEXIST) return fail_with_errno("the store cannot be made", path);
    ::unlink(made.c_str());
  }
  const auto folder = std::filesystem::path(path).parent_path();
  const int entry = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (entry >= 0) {
    ::fsync(entry);
    ::close(entry);
  }
  return {};
}

// The header says how large a page is (bytes 16 and 17), and how many there are (28 to 31).
struct Size {
  std::uint64_t page;
  std::uint64_t file;
};
Size size_by_header(std::string_view header) {
  const auto at = [&](std::size_t i) -> std::uint64_t {
    return static_cast<unsigned char>(header[i]);
  };
  const auto said = at(16) << 8U | at(17);
  const auto page = said == 1 ? std::uint64_t{65'536} : std::max<std::uint64_t>(said, 1);
  return {page, page * (at(28) << 24U | at(29) << 16U | at(30) << 8U | at(31))};
}

tl::unexpected<base::Error> cut_off(const std::string& path) {
  return base::fail("the store was cut off: part of it is missing", path,
                    "put back a copy; to begin with an empty one, move the file away");
}

base::Result<void> check_pages(Database& database, const std::string& path) {
  auto check = database.query("PRAGMA quick_check(1)");
  if (check.next() && check.bytes(0) == "ok") return {};
  auto error = check.error().value_or(base::Error{
      "the store is damaged", path,
      "put back a copy; to begin with an empty one, move the file and those beside it away"});
  return tl::unexpected(std::move(error));
}

}  // namespace

base::Result<void> make_file(const std::string& path) {
  std::error_code failed;
  if (std::filesystem::exists(path, failed)) return {};
  if (failed) return base::fail(failed.message(), path);
  const auto log = path + "-wal";
  if (std::filesystem::exists(log, failed) && std::filesystem::file_size(log, failed) > 0) {
    return base::fail("the store is gone, but its log is still there", log,
                      "put the file back; to begin with an empty store, move the log away");
  }
  if (auto folder = make_folders(std::filesystem::path(path).parent_path()); !folder) return folder;
  const auto made = fmt::format("{}.new-{}", path, base::SystemRandom().hex(8));
  if (auto filled = fill_new(made); !filled) {
    ::unlink(made.c_str());
    return filled;
  }
  return put_in_place(made, path);
}

base::Result<void> check_file(Database& database, const std::string& path) {
  const auto start = database.start_of_file(100);
  if (!start) return tl::unexpected(start.error());
  if (start->bytes.size() < 100) return cut_off(path);
  if (!start->bytes.starts_with(kMagic)) {
    return base::fail("not a store: it is no SQLite database, or a damaged one", path,
                      "name another file with `store`, or put back a copy of this one");
  }
  const auto size = size_by_header(start->bytes);
  if (start->file_size % size.page != 0) return cut_off(path);  // pages are written whole
  // While another process moves its log into the file, the header may be ahead of the size; then
  // the pages tell.
  const bool short_of = start->file_size < size.file;
  if (!short_of && start->file_size > kCheckedWhenOpened) return {};
  return check_pages(database, path);
}

}  // namespace touchstone::store
