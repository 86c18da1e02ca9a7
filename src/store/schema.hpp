// The tables of the SQLite store, and the way from each version of them to the next.
//
// The version is in the file (`user_version`), with a mark that the file is a store of ours
// (`application_id`). A change of the tables is one more script at the end of kMigrations; what
// has been released is never edited.
#pragma once

#include <string_view>

#include "base/error.hpp"
#include "store/database.hpp"

namespace touchstone::store {

inline constexpr int kApplicationId = 0x54534431;  // "TSD1"
extern const std::string_view kMigrations[];
[[nodiscard]] int schema_version();  // the one that this program writes

// An empty database becomes a store.
[[nodiscard]] base::Result<void> create_schema(Database& database);
// Brings the tables of a store to the present version. What is no store, or one of a later
// version, is an error.
[[nodiscard]] base::Result<void> migrate(Database& database, const std::string& path);

}  // namespace touchstone::store
