// Parts of decision records that recur: in the row of a record a mark stands where one was. No JSON
// text has that character.
#include <cstring>

#include "base/seal.hpp"
#include "store/collect.hpp"
#include "store/recall.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

constexpr char kMark = '\x01';
constexpr std::int64_t kMaxIdle = 4'096;  // parts that may be there though nobody asked

}  // namespace

std::shared_ptr<const RecurringPart> recurring_part(std::string text) {
  std::uint64_t number = 0;
  std::memcpy(&number, base::sha256(text).data(), sizeof number);
  return std::make_shared<RecurringPart>(RecurringPart{number >> 1U, std::move(text)});
}

base::Result<bool> take_out(Database& database, Recall& recall, const RecurringPart& part,
                            std::string& text) {
  const auto at = part.text.empty() ? std::string::npos : text.find(part.text);
  if (at == std::string::npos) return false;
  if (!recall.has_part(part.number)) {
    const auto kept = database.run("INSERT OR IGNORE INTO recurring (number, part) VALUES (?, ?)",
                                   part.number, part.text);
    if (!kept) return tl::unexpected(kept.error());
    recall.keep_part(part.number);
  }
  text.replace(at, part.text.size(), 1, kMark);
  return true;
}

std::string put_in(std::string text, std::string_view part) {
  const auto at = text.find(kMark);
  return at == std::string::npos ? text : text.replace(at, 1, part);
}

base::Result<std::size_t> prune_recurring(Database& database) {
  const auto count = database.number("SELECT count(*) FROM recurring");
  if (!count) return tl::unexpected(count.error());
  if (*count <= kMaxIdle) return 0U;
  return database.run(
      "DELETE FROM recurring WHERE number NOT IN (SELECT recurring FROM decisions WHERE recurring "
      "IS NOT NULL)");
}

}  // namespace touchstone::store
