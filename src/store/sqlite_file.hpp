// The file of a SQLite store: made whole or not at all, and looked at before it is believed.
//
// A file at the path is always a complete store, because a new one is made beside it and then
// renamed. So an empty file, or none beside a log that has something in it, is a store that
// was lost, and an error; it never becomes an empty one.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/error.hpp"
#include "store/database.hpp"

namespace touchstone::store {

// Up to this size every page is checked when a store is opened. A larger one is, if it is shorter
// than it says.
inline constexpr std::uint64_t kCheckedWhenOpened = std::uint64_t{16} << 20U;

// Makes the file (0600) and its folder (0700) if they are not there.
[[nodiscard]] base::Result<void> make_file(const std::string& path);
// An error if the file is not a store, or is damaged as far as can be told.
[[nodiscard]] base::Result<void> check_file(Database& database, const std::string& path);

}  // namespace touchstone::store
