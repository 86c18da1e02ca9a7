// The store in one SQLite file, or in memory for tests and for gateways that shall forget.
//
// Two threads: one writes, with a connection of its own, and takes all that waits into one
// transaction; one reads, so that a long list keeps no write waiting. In memory there is one for
// both. Several processes may use one file: what must be atomic is so between them, too.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "store/store.hpp"

namespace touchstone::store {

// What survives after `done`: the end of the process by any means, or also that of the machine.
// kConsent: the latter only for what a person's word hangs on (answers, grants that were taken,
// declassifications), and the former for all else.
enum class Durability : std::uint8_t { kProcess, kConsent, kMachine };

struct SqliteOptions {
  std::string path = ":memory:";
  Durability durability = Durability::kMachine;
  std::chrono::milliseconds busy_wait{5'000};  // for another process that writes
  std::size_t max_waiting = 8'192;             // requests of each thread
  std::size_t max_waiting_bytes = std::size_t{64} << 20U;
  // Pages that are written often are moved from SQLite's log into the file once for many writes, so
  // the log may grow to 16 MiB before they are (log_keeper.hpp), and stays as large.
  std::size_t log_pages = 4'000;
};

// Opens the file, or makes it (0600, and its folder 0700). A file that is not a whole store of a
// version known here is an error, and never an empty store.
[[nodiscard]] base::Result<std::unique_ptr<Store>> open_sqlite(const SqliteOptions& options);

}  // namespace touchstone::store
