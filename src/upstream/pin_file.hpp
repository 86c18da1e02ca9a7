// The pin store on disk: pin::Book in, pin::Book out, and nobody's change is lost.
//
// The running gateway and the command line write to the same file. Every change takes a lock
// (`<file>.lock`), reads the file, changes the book and puts a new file in the place of the old one
// in one step, synced and readable by its owner alone. Whoever only reads needs no lock. Blocks for
// a few milliseconds, for kPinLockWait at the most; any thread.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "base/error.hpp"
#include "pin/book.hpp"

namespace touchstone::upstream {

inline constexpr std::chrono::milliseconds kPinLockWait{2'000};

// An empty book if there is no file. What cannot be read is an error, and stays as it is.
[[nodiscard]] base::Result<pin::Book> read_pins(const std::string& path);

// The book as it is afterwards. A book that did not change is not written; a folder that is missing
// is made. What `change` returns as an error is returned, and nothing is written.
using PinChange = std::function<base::Result<void>(pin::Book&)>;
[[nodiscard]] base::Result<pin::Book> update_pins(const std::string& path, const PinChange& change);

// "2026-11-16T06:00:00Z", as the book keeps times.
[[nodiscard]] std::string pin_time(std::chrono::system_clock::time_point time);

}  // namespace touchstone::upstream
