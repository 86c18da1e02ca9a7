// Bases of decision records: a record is kept as its difference from one (difference.hpp). A base
// has the text of the first record that is kept so, with that one's sequence for a number, and says
// for all of them what they can be found by.
//
// A base serves kReach records, whatever they tell of. So who takes away the oldest records knows
// which bases nobody needs any more, without asking.
#include <fmt/format.h>

#include "store/collect.hpp"
#include "store/difference.hpp"
#include "store/recall.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

constexpr std::int64_t kReach = 8'192;
// A difference should take a sixteenth of its record. What more they take adds up; a new base is
// for when that is as much as so many records: then it is paid for, also if it is no better.
constexpr std::size_t kShare = 16;
constexpr std::size_t kPatience = 8;

base::Result<void> add_base(Database& database, const DecisionRecord& record, std::int64_t number,
                            std::string_view text) {
  return only_done(database.run(
      "INSERT INTO bases (number, kind, effect, principal, server, tool, text) VALUES (?, ?, ?, ?, "
      "?, ?, ?)",
      number, record.kind, record.effect, record.principal, record.server, record.tool, text));
}

}  // namespace

base::Result<Reduced> reduce(Database& database, Recall& recall, const DecisionRecord& record,
                             std::int64_t sequence, const std::string& text) {
  auto* base = recall.base_of(record);
  if (base != nullptr && sequence - base->number < kReach) {
    auto differs = difference(base->text, text);
    const auto fair = text.size() / kShare;
    if (differs.size() > fair) base->regret += differs.size() - fair;
    if (base->regret <= kPatience * text.size()) return Reduced{base->number, std::move(differs)};
  }
  if (auto added = add_base(database, record, sequence, text); !added) {
    return tl::unexpected(added.error());
  }
  recall.keep_base(record, {.number = sequence, .text = text});
  return Reduced{sequence, {}};
}

base::Result<void> prune_bases(Database& database, std::int64_t last) {
  return only_done(database.run("DELETE FROM bases WHERE number <= ?", last - kReach));
}

}  // namespace touchstone::store
