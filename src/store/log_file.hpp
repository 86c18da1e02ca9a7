// The log of an SQLite database (its -wal file), written once for each transaction.
//
// SQLite writes each changed page and the 24 bytes before it by themselves: a call's transaction is
// dozens of system calls. Here they are gathered and go to the file together, when the page that
// commits has come; only after that does SQLite tell its readers, in the shared index, that the
// pages are there. So nobody can miss a byte, and a commit that cannot be written fails as always.
// Whatever else is asked of the file (read, size, sync, truncate, close) finds it written.
//
// A layer (a "VFS") over the one that SQLite has for this system; all other files are left to it.
#pragma once

#include <cstddef>

namespace touchstone::store {

// Bytes; then they are written, also before the commit. SQLite's layer takes less than 128 KiB.
inline constexpr std::size_t kMaxGathered = std::size_t{120} << 10U;

// The layer's name, for sqlite3_open_v2(). Registers it the first time; any thread.
[[nodiscard]] const char* log_layer();

}  // namespace touchstone::store
