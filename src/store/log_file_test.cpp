// That gathering loses nothing is what the crash test and all others of the store show; here is
// that it gathers, and that what is written can be read by whoever knows nothing of it.
#include "store/log_file.hpp"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sqlite3.h>

#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

// A connection with SQLite's own layer, as any other program has.
class Stranger {
 public:
  explicit Stranger(const std::string& path) { sqlite3_open(path.c_str(), &handle_); }
  ~Stranger() { sqlite3_close(handle_); }
  Stranger(const Stranger&) = delete;
  Stranger& operator=(const Stranger&) = delete;

  std::int64_t number(const std::string& sql) {
    std::int64_t out = -1;
    const auto take = [](void* into, int, char** values, char**) {
      *static_cast<std::int64_t*>(into) = std::stoll(values[0]);
      return 0;
    };
    EXPECT_EQ(sqlite3_exec(handle_, sql.c_str(), take, &out, nullptr), SQLITE_OK);
    return out;
  }

 private:
  sqlite3* handle_ = nullptr;
};

// What this process has asked the kernel to write, in calls (Linux counts).
std::uint64_t writes_so_far() {
  std::ifstream in("/proc/thread-self/io");
  std::string name;
  std::uint64_t count = 0;
  while (in >> name >> count) {
    if (name == "syscw:") return count;
  }
  return 0;
}

Database opened(const std::string& path) {
  auto database = Database::open(path, Span(1'000));
  must(
      database->script("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; "
                       "PRAGMA wal_autocheckpoint = 0; "
                       "CREATE TABLE IF NOT EXISTS t (n INTEGER PRIMARY KEY, bytes BLOB)"));
  return std::move(*database);
}

std::string empty_file(const Folder& folder) {
  std::ofstream(folder.file(), std::ios::binary).flush();
  return folder.file();
}

void add_rows(Database& database, int rows, int bytes) {
  must(database.script("BEGIN IMMEDIATE"));
  for (int i = 0; i < rows; ++i)
    must(database.run("INSERT INTO t (bytes) VALUES (zeroblob(?))", bytes));
  must(database.script("COMMIT"));
}

TEST(LogFile, is_written_once_for_a_transaction_of_many_pages) {
  const Folder folder;
  auto database = opened(empty_file(folder));
  const auto before = writes_so_far();
  add_rows(database, 40, 2'000);  // more than 20 pages
  EXPECT_LE(writes_so_far() - before, 2U);
}

TEST(LogFile, shows_each_transaction_to_others_as_soon_as_it_is_committed) {
  const Folder folder;
  auto database = opened(empty_file(folder));
  Stranger other(folder.file());
  for (int n = 1; n <= 20; ++n) {
    add_rows(database, n, 3'000);
    EXPECT_EQ(other.number("SELECT count(*) FROM t"), n * (n + 1) / 2);
  }
}

TEST(LogFile, has_nothing_of_a_transaction_that_was_undone) {
  const Folder folder;
  auto database = opened(empty_file(folder));
  add_rows(database, 1, 100);
  must(database.script("PRAGMA cache_size = 5; BEGIN IMMEDIATE"));  // pages spill into the log
  for (int i = 0; i < 200; ++i) must(database.run("INSERT INTO t (bytes) VALUES (zeroblob(3000))"));
  EXPECT_EQ(must(database.number("SELECT count(*) FROM t")), 201);
  must(database.script("ROLLBACK"));
  add_rows(database, 2, 100);
  Stranger other(folder.file());
  EXPECT_EQ(other.number("SELECT count(*) FROM t"), 3);
  EXPECT_EQ(
      other.number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"), 1);
}

TEST(LogFile, takes_transactions_larger_than_it_gathers) {
  const Folder folder;
  auto database = opened(empty_file(folder));
  add_rows(database, 5, static_cast<int>(kMaxGathered));
  add_rows(database, 1, 1);
  Stranger other(folder.file());
  EXPECT_EQ(other.number("SELECT count(*) FROM t"), 6);
}

TEST(LogFile, gives_back_what_a_checkpoint_moves) {
  const Folder folder;
  auto database = opened(empty_file(folder));
  for (int n = 0; n < 5; ++n) {
    add_rows(database, 50, 2'000);
    must(database.script("PRAGMA wal_checkpoint(TRUNCATE)"));
  }
  EXPECT_EQ(std::filesystem::file_size(folder.file() + "-wal"), 0U);
  Stranger other(folder.file());
  EXPECT_EQ(other.number("SELECT count(*) FROM t"), 250);
}

}  // namespace
}  // namespace touchstone::store
