#include "store/log_file.hpp"

#include <cstdint>
#include <new>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace touchstone::store {
namespace {

constexpr std::size_t kFrameHeader = 24;  // of each page in a log

// What SQLite's system layer makes of the file stands right behind this in memory.
struct LogFile {
  sqlite3_file base;  // first: SQLite sees only this
  sqlite3_file* below;
  std::string gathered;
  sqlite3_int64 begin;  // where it goes
  bool commits;         // the page that comes next is the last of its transaction
};

LogFile& log_of(sqlite3_file* file) {
  return *reinterpret_cast<LogFile*>(file);  // NOLINT: C's way to derive
}

// Bytes 4 to 7 of a page's header are not zero if the page ends a transaction.
bool announces_commit(std::string_view header) {
  return header.size() == kFrameHeader && header.substr(4, 4) != std::string_view("\0\0\0\0", 4);
}

// Also if it fails, nothing is left: the transaction is undone then.
int flush(LogFile& log) {
  if (log.gathered.empty()) return SQLITE_OK;
  const int done = log.below->pMethods->xWrite(log.below, log.gathered.data(),
                                               static_cast<int>(log.gathered.size()), log.begin);
  log.gathered.clear();
  return done;
}

int gather(LogFile& log, std::string_view bytes, sqlite3_int64 at) {
  const auto end = log.begin + static_cast<sqlite3_int64>(log.gathered.size());
  const bool goes_on = at == end && log.gathered.size() + bytes.size() <= kMaxGathered;
  if (!log.gathered.empty() && !goes_on) {
    if (const int done = flush(log); done != SQLITE_OK) return done;
  }
  if (log.gathered.empty()) log.begin = at;
  log.gathered += bytes;
  const bool ends = log.commits && bytes.size() != kFrameHeader;
  log.commits = announces_commit(bytes);
  return ends ? flush(log) : SQLITE_OK;
}

// Does with the file below what `ask` says, once everything is there.
template <typename Ask>
int written_first(sqlite3_file* file, const Ask& ask) {
  auto& log = log_of(file);
  const int done = flush(log);
  return done == SQLITE_OK ? ask(log.below) : done;
}

int close_log(sqlite3_file* file) {
  auto& log = log_of(file);
  const int flushed = flush(log);
  const int closed = log.below->pMethods->xClose(log.below);
  log.~LogFile();
  return flushed == SQLITE_OK ? closed : flushed;
}

int read_log(sqlite3_file* file, void* into, int size, sqlite3_int64 at) {
  return written_first(
      file, [&](sqlite3_file* below) { return below->pMethods->xRead(below, into, size, at); });
}

int write_log(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 at) {
  auto& log = log_of(file);
  try {
    return gather(log, {static_cast<const char*>(bytes), static_cast<std::size_t>(size)}, at);
  } catch (const std::bad_alloc&) {
    return SQLITE_IOERR_NOMEM;
  }
}

int truncate_log(sqlite3_file* file, sqlite3_int64 size) {
  return written_first(
      file, [&](sqlite3_file* below) { return below->pMethods->xTruncate(below, size); });
}

int sync_log(sqlite3_file* file, int flags) {
  return written_first(file,
                       [&](sqlite3_file* below) { return below->pMethods->xSync(below, flags); });
}

int size_of_log(sqlite3_file* file, sqlite3_int64* size) {
  return written_first(
      file, [&](sqlite3_file* below) { return below->pMethods->xFileSize(below, size); });
}

int lock_log(sqlite3_file* file, int level) {
  auto* below = log_of(file).below;
  return below->pMethods->xLock(below, level);
}

int unlock_log(sqlite3_file* file, int level) {
  auto* below = log_of(file).below;
  return below->pMethods->xUnlock(below, level);
}

int is_log_locked(sqlite3_file* file, int* locked) {
  auto* below = log_of(file).below;
  return below->pMethods->xCheckReservedLock(below, locked);
}

int control_log(sqlite3_file* file, int what, void* argument) {
  auto* below = log_of(file).below;
  return below->pMethods->xFileControl(below, what, argument);
}

int sector_of_log(sqlite3_file* file) {
  auto* below = log_of(file).below;
  return below->pMethods->xSectorSize(below);
}

int traits_of_log(sqlite3_file* file) {
  auto* below = log_of(file).below;
  return below->pMethods->xDeviceCharacteristics(below);
}

// The first version: what later ones add is for shared memory and maps, which a log has not.
constexpr sqlite3_io_methods kLogMethods = {
    .iVersion = 1,
    .xClose = close_log,
    .xRead = read_log,
    .xWrite = write_log,
    .xTruncate = truncate_log,
    .xSync = sync_log,
    .xFileSize = size_of_log,
    .xLock = lock_log,
    .xUnlock = unlock_log,
    .xCheckReservedLock = is_log_locked,
    .xFileControl = control_log,
    .xSectorSize = sector_of_log,
    .xDeviceCharacteristics = traits_of_log,
    .xShmMap = nullptr,
    .xShmLock = nullptr,
    .xShmBarrier = nullptr,
    .xShmUnmap = nullptr,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

// SQLite is told, while that can be said, to keep no count of its memory: each piece of it would
// take a lock that all threads share.
sqlite3_vfs* system_layer() {
  static const int kUncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  static_cast<void>(kUncounted);
  static sqlite3_vfs* const kFound = sqlite3_vfs_find(nullptr);
  return kFound;
}

int open_file(sqlite3_vfs* /*ours*/, const char* name, sqlite3_file* file, int flags, int* got) {
  auto* layer = system_layer();
  if ((flags & SQLITE_OPEN_WAL) == 0) return layer->xOpen(layer, name, file, flags, got);
  file->pMethods = nullptr;                       // SQLite closes what has methods
  auto* below = reinterpret_cast<sqlite3_file*>(  // NOLINT: room that SQLite made for it
      reinterpret_cast<char*>(file) + sizeof(LogFile));
  const int opened = layer->xOpen(layer, name, below, flags, got);
  if (opened != SQLITE_OK) {
    if (below->pMethods != nullptr) below->pMethods->xClose(below);
    return opened;
  }
  new (file) LogFile{{&kLogMethods}, below, {}, 0, false};
  return SQLITE_OK;
}

// A copy of the system's: what it is asked besides opening depends on no state of its own.
sqlite3_vfs made_layer() {
  auto layer = *system_layer();
  layer.pNext = nullptr;
  layer.zName = "touchstone";
  layer.szOsFile += static_cast<int>(sizeof(LogFile));
  layer.xOpen = open_file;
  return layer;
}

}  // namespace

const char* log_layer() {
  static sqlite3_vfs layer = made_layer();
  static const int kRegistered = sqlite3_vfs_register(&layer, 0);
  return kRegistered == SQLITE_OK ? layer.zName : nullptr;
}

}  // namespace touchstone::store
