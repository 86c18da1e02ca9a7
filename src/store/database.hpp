// Database: one connection to SQLite, its statements kept ready, its errors in words.
//
// Query is one run of a statement: made with its arguments, then stepped through. Text and bytes
// that a column gives are valid until the next step. What fails does so once: after that next() is
// false and error() says why.
//
//   auto found = db.query("SELECT label FROM sessions WHERE key = ?", key);
//   while (found.next()) use(found.bytes(0));
//   if (found.error()) return tl::unexpected(*found.error());
//
// Owned by one thread at a time. The only way to SQLite there is.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/error.hpp"
#include "store/time.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace touchstone::store {

// Bytes that are no text.
struct Blob {
  std::string_view bytes;
};
using Argument = std::variant<std::monostate, std::int64_t, std::string_view, Blob>;

[[nodiscard]] inline Argument argument(std::string_view text) { return text; }
[[nodiscard]] inline Argument argument(Blob blob) { return blob; }
[[nodiscard]] inline Argument argument(Time time) { return to_ms(time); }
template <std::integral T>
[[nodiscard]] Argument argument(T number) {
  return static_cast<std::int64_t>(number);
}
template <typename T>
[[nodiscard]] Argument argument(const std::optional<T>& value) {
  return value ? argument(*value) : Argument();
}

class Query {
 public:
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  Query(Query&&) = delete;
  Query& operator=(Query&&) = delete;
  ~Query();

  [[nodiscard]] bool next();  // there is another row, and it is the current one
  [[nodiscard]] const std::optional<base::Error>& error() const { return error_; }

  // Of the current row.
  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] std::uint64_t count(int column) const;  // a number that is never negative
  [[nodiscard]] std::string_view bytes(int column) const;
  [[nodiscard]] std::string text(int column) const { return std::string(bytes(column)); }
  [[nodiscard]] Time time(int column) const { return from_ms(number(column)); }
  [[nodiscard]] std::optional<Time> time_if(int column) const;

 private:
  friend class Database;
  Query(class Database& database, std::string_view sql, std::span<const Argument> arguments);
  [[nodiscard]] bool prepare(std::string_view sql);

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  bool is_kept_ = false;  // by the database, for the next time
  std::optional<base::Error> error_;
};

class Database {
 public:
  // What one row may hold.
  static constexpr int kMaxRowBytes = 20 << 20;
  static constexpr std::size_t kMaxStatements = 128;

  // The file must be there, unless the path is ":memory:".
  [[nodiscard]] static base::Result<Database> open(const std::string& path,
                                                   std::chrono::milliseconds busy_wait);
  ~Database();
  Database(Database&& other) noexcept;
  Database& operator=(Database&&) = delete;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  template <typename... T>
  [[nodiscard]] Query query(std::string_view sql, const T&... arguments) {
    return Query(*this, sql, std::array<Argument, sizeof...(T)>{argument(arguments)...});
  }
  [[nodiscard]] Query query_with(std::string_view sql, std::span<const Argument> arguments) {
    return Query(*this, sql, arguments);
  }
  // Runs to the end; how many rows it changed.
  template <typename... T>
  base::Result<std::size_t> run(std::string_view sql, const T&... arguments) {
    return run_to_end(query(sql, arguments...));
  }
  // Several statements, none of them kept.
  base::Result<void> script(const std::string& sql);
  // The one number that a statement gives.
  base::Result<std::int64_t> number(std::string_view sql);

  // Changes whenever what was read, or written, may no longer be so: another connection has written
  // (look_around() finds that out, inside a transaction), or something was undone (tell_undone()).
  [[nodiscard]] std::uint64_t epoch() const { return epoch_; }
  [[nodiscard]] std::uint64_t undone() const { return undone_; }  // changes with the latter alone
  base::Result<void> look_around();
  void tell_undone() {
    ++epoch_;
    ++undone_;
  }

  [[nodiscard]] std::uint64_t last_row() const;  // the number of the row that was added last
  [[nodiscard]] bool in_transaction() const;
  // Whether commits from now on wait for the disk itself. Outside of transactions.
  base::Result<void> wait_for_disk(bool wait);
  // From now on the log is moved into the file only by move_log(): as much as nobody reads any
  // more. log_pages() is how long it was after the last commit.
  void watch_log();
  [[nodiscard]] std::size_t log_pages() const { return log_pages_ ? *log_pages_ : 0; }
  base::Result<void> move_log() { return script("PRAGMA wal_checkpoint(PASSIVE)"); }
  // Whether pages that are deleted from now on are overwritten, and not only let go.
  base::Result<void> wipe_pages(bool wipe);
  // An error if the file that was opened is no longer the one at its path: what would be written
  // then is lost with this process.
  [[nodiscard]] base::Result<void> check_place() const;
  // The first bytes of the file itself, and its size, as SQLite's own handle sees them: to open the
  // file a second time would drop the locks that this process has on it.
  struct Start {
    std::string bytes;
    std::uint64_t file_size = 0;
  };
  [[nodiscard]] base::Result<Start> start_of_file(std::size_t count) const;

 private:
  friend class Query;
  Database(sqlite3* handle, std::string path) : handle_(handle), path_(std::move(path)) {}
  [[nodiscard]] base::Result<std::size_t> run_to_end(Query&& query);
  [[nodiscard]] base::Error error() const;
  [[nodiscard]] sqlite3_stmt* kept_statement(std::string_view sql);  // null: not kept

  // The last one that was found for a text at this address, or at one like it.
  struct Found {
    std::string_view sql;  // the map's
    sqlite3_stmt* statement = nullptr;
  };
  static constexpr std::size_t kFound = 64;

  sqlite3* handle_;
  std::string path_;
  std::optional<bool> waits_for_disk_ = {};  // as it was set last
  std::uint64_t epoch_ = 1;
  std::uint64_t undone_ = 1;
  std::unique_ptr<std::size_t> log_pages_ = {};  // where SQLite's hook finds it
  std::int64_t others_ = 0;                      // SQLite's count of what other connections wrote
  std::map<std::string, sqlite3_stmt*, std::less<>> statements_;
  std::array<Found, kFound> found_ = {};
};

// What SQLite's result code means and what to do about it.
[[nodiscard]] base::Error explain(int code, std::string_view message, const std::string& path);

}  // namespace touchstone::store
