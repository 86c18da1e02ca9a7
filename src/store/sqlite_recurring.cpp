// What records of before version 5 had in common is kept once, and a mark stands in its place. No
// JSON text has that character. It goes when the last of them has gone.
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

constexpr char kMark = '\x01';

}  // namespace

std::string put_in(std::string text, std::string_view part) {
  const auto at = text.find(kMark);
  return at == std::string::npos ? text : text.replace(at, 1, part);
}

base::Result<std::size_t> prune_recurring(Database& database) {
  return database.run(
      "DELETE FROM recurring WHERE (SELECT base FROM decisions ORDER BY sequence LIMIT 1) IS NOT "
      "NULL");
}

}  // namespace touchstone::store
