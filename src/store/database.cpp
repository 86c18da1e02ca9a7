#include "store/database.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

#include "store/log_file.hpp"

namespace touchstone::store {
namespace {

struct Meaning {
  int code;
  std::string_view what;
  std::string_view remedy;
};
// By primary result code.
constexpr Meaning kMeanings[] = {
    {SQLITE_FULL, "the disk is full", "make room; what could not be kept was withheld"},
    {SQLITE_NOTADB, "not a store: it is no SQLite database, or a damaged one",
     "name another file with `store`, or put back a copy of this one"},
    {SQLITE_CORRUPT, "the store is damaged",
     "put back a copy; to begin with an empty one, move the file and those beside it away"},
    {SQLITE_READONLY, "the store cannot be written",
     "see that the file and its folder are yours and not read-only"},
    {SQLITE_PERM, "the store cannot be opened", "see that the file and its folder are yours"},
    {SQLITE_CANTOPEN, "the store cannot be opened", "see that the file and its folder are yours"},
    {SQLITE_BUSY, "another process has kept the store locked for too long",
     "`fuser -v FILE` tells which; let it finish or end it, and try again"},
    {SQLITE_LOCKED, "the store is locked", "try again"},
    {SQLITE_IOERR, "the disk failed", "look into the system's log; free the disk or replace it"},
    {SQLITE_TOOBIG, "too large to be kept", ""},
    {SQLITE_NOMEM, "out of memory", ""},
};
constexpr int kPrimary = 0xFF;  // of a result code, the part that has no details

int bind(sqlite3_stmt* statement, int at, const Argument& argument) {
  // An empty text is not absent, so its address must not be null.
  const auto address = [](std::string_view text) { return text.empty() ? "" : text.data(); };
  if (const auto* number = std::get_if<std::int64_t>(&argument)) {
    return sqlite3_bind_int64(statement, at, *number);
  }
  if (const auto* text = std::get_if<std::string_view>(&argument)) {
    return sqlite3_bind_text64(statement, at, address(*text), text->size(), SQLITE_STATIC,
                               SQLITE_UTF8);
  }
  if (const auto* blob = std::get_if<Blob>(&argument)) {
    return sqlite3_bind_blob64(statement, at, address(blob->bytes), blob->bytes.size(),
                               SQLITE_STATIC);
  }
  return sqlite3_bind_null(statement, at);
}

}  // namespace

base::Error explain(int code, std::string_view message, const std::string& path) {
  const auto* meaning =
      std::ranges::find(kMeanings, code & kPrimary, [](const Meaning& row) { return row.code; });
  if (meaning == std::end(kMeanings)) {
    return {fmt::format("the store failed: {}", message), path, {}};
  }
  const auto details =
      (code & kPrimary) == SQLITE_IOERR ? fmt::format(" ({}, {})", message, code) : std::string();
  return {fmt::format("{}{}", meaning->what, details), path, std::string(meaning->remedy)};
}

Query::Query(Database& database, std::string_view sql, std::span<const Argument> arguments)
    : database_(database) {
  statement_ = database.kept_statement(sql);
  is_kept_ = statement_ != nullptr;
  if (!is_kept_ && !prepare(sql)) return;
  int at = 0;
  for (const auto& argument : arguments) {
    if (bind(statement_, ++at, argument) != SQLITE_OK) error_ = database.error();
  }
}

bool Query::prepare(std::string_view sql) {
  if (sqlite3_prepare_v3(database_.handle_, sql.data(), static_cast<int>(sql.size()),
                         SQLITE_PREPARE_PERSISTENT, &statement_, nullptr) != SQLITE_OK) {
    error_ = database_.error();
    return false;
  }
  is_kept_ = database_.statements_.size() < Database::kMaxStatements;
  if (is_kept_) database_.statements_.emplace(sql, statement_);
  return true;
}

Query::~Query() {
  if (!is_kept_) {
    sqlite3_finalize(statement_);
    return;
  }
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

bool Query::next() {
  if (error_) return false;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) error_ = database_.error();
  return false;
}

bool Query::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

std::int64_t Query::number(int column) const { return sqlite3_column_int64(statement_, column); }

std::uint64_t Query::count(int column) const {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(number(column), 0));
}

std::string_view Query::bytes(int column) const {
  const void* data = sqlite3_column_blob(statement_, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return data == nullptr ? std::string_view()
                         : std::string_view(static_cast<const char*>(data), size);
}

std::optional<Time> Query::time_if(int column) const {
  if (is_null(column)) return std::nullopt;
  return time(column);
}

base::Result<Database> Database::open(const std::string& path,
                                      std::chrono::milliseconds busy_wait) {
  constexpr int kExisting = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, kExisting, log_layer());
  Database database(handle, path);
  if (code != SQLITE_OK) return tl::unexpected(explain(code, sqlite3_errstr(code), path));
  sqlite3_busy_timeout(handle, static_cast<int>(busy_wait.count()));
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMaxRowBytes);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return database;
}

Database::Database(Database&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)),
      path_(std::move(other.path_)),
      waits_for_disk_(other.waits_for_disk_),
      epoch_(other.epoch_),
      undone_(other.undone_),
      log_pages_(std::move(other.log_pages_)),
      others_(other.others_),
      statements_(std::exchange(other.statements_, {})),
      found_(std::exchange(other.found_, {})) {}

Database::~Database() {
  for (const auto& [sql, statement] : statements_) sqlite3_finalize(statement);
  sqlite3_close(handle_);
}

// Most texts are literals, found by where they are with one comparison; by order it takes several.
sqlite3_stmt* Database::kept_statement(std::string_view sql) {
  auto& found =
      found_[reinterpret_cast<std::uintptr_t>(sql.data()) / 8 % kFound];  // NOLINT: a hash
  if (found.statement != nullptr && found.sql == sql) return found.statement;
  const auto kept = statements_.find(sql);
  if (kept == statements_.end()) return nullptr;
  found = {kept->first, kept->second};
  return kept->second;
}

base::Result<void> Database::script(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return tl::unexpected(error());
}

base::Result<std::int64_t> Database::number(std::string_view sql) {
  auto asked = query(sql);
  if (asked.next()) return asked.number(0);
  if (asked.error()) return tl::unexpected(*asked.error());
  return base::fail("the store does not answer", path_);
}

std::uint64_t Database::last_row() const {
  return static_cast<std::uint64_t>(sqlite3_last_insert_rowid(handle_));
}

base::Result<void> Database::look_around() {
  const auto others = number("PRAGMA data_version");
  if (!others) return tl::unexpected(others.error());
  if (*others != others_) ++epoch_;
  others_ = *others;
  return {};
}

bool Database::in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

// Not a kept statement: a pragma does its work when it is prepared.
base::Result<void> Database::wait_for_disk(bool wait) {
  if (waits_for_disk_ == wait) return {};
  auto set = script(wait ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  if (set) waits_for_disk_ = wait;
  return set;
}

void Database::watch_log() {
  log_pages_ = std::make_unique<std::size_t>(0);
  const auto note = [](void* into, sqlite3*, const char*, int pages) {
    *static_cast<std::size_t*>(into) = static_cast<std::size_t>(pages);
    return SQLITE_OK;
  };
  sqlite3_wal_hook(handle_, note, log_pages_.get());
}

// FAST: what is deleted in pages that stay is overwritten still.
base::Result<void> Database::wipe_pages(bool wipe) {
  return script(wipe ? "PRAGMA secure_delete = ON" : "PRAGMA secure_delete = FAST");
}

base::Result<void> Database::check_place() const {
  int moved = 0;  // stays so in memory
  sqlite3_file_control(handle_, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  if (moved == 0) return {};
  return base::fail("the store was removed or replaced while it is in use", path_,
                    "put the file back, or restart the gateway; until then nothing is kept, so no "
                    "call is made");
}

base::Result<Database::Start> Database::start_of_file(std::size_t count) const {
  sqlite3_file* file = nullptr;
  sqlite3_int64 size = 0;
  int code = sqlite3_file_control(handle_, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code == SQLITE_OK && file->pMethods != nullptr) code = file->pMethods->xFileSize(file, &size);
  Start start{{}, static_cast<std::uint64_t>(size)};
  start.bytes.resize(std::min<std::size_t>(count, start.file_size));
  if (code == SQLITE_OK && !start.bytes.empty()) {
    code = file->pMethods->xRead(file, start.bytes.data(), static_cast<int>(start.bytes.size()), 0);
  }
  if (code != SQLITE_OK) return tl::unexpected(explain(code, sqlite3_errstr(code), path_));
  return start;
}

base::Result<std::size_t> Database::run_to_end(Query&& query) {
  while (query.next()) {
  }
  if (query.error()) return tl::unexpected(*query.error());
  return static_cast<std::size_t>(sqlite3_changes64(handle_));
}

base::Error Database::error() const {
  return explain(sqlite3_extended_errcode(handle_), sqlite3_errmsg(handle_), path_);
}

}  // namespace touchstone::store
