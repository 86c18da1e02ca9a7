#include "store/flow_rounds.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "store/collect.hpp"
#include "store/recall.hpp"

namespace touchstone::store {
namespace {

// What is said to one of the tables.
struct Statements {
  explicit Statements(std::string_view table)
      : add(fmt::format("INSERT INTO {} (piece, session, before, ends, bytes) "
                        "VALUES (?, ?, ?, ?, ?)",
                        table)),
        find(fmt::format("SELECT before, ends, bytes FROM {} WHERE piece = ? AND session = ?",
                         table)) {}
  std::string add, find;
};

// And what is said to those that take turns. A number that `flow` has already is a stranger's, of a
// version that knew of no rounds: whose memory it was sees the gap.
struct RoundStatements : Statements {
  explicit RoundStatements(std::string_view table) : RoundStatements(table, needed_in(table)) {}

  std::string keep, clear, sweep;

 private:
  RoundStatements(std::string_view table, const std::string& needed)
      : Statements(table),
        keep(fmt::format("INSERT OR REPLACE INTO flow (piece, session, before, ends, bytes) "
                         "SELECT piece, session, before, ends, bytes FROM {} WHERE {}",
                         table, needed)),
        clear(fmt::format("DELETE FROM {}", table)),
        sweep(fmt::format("DELETE FROM {} WHERE NOT {}", table, needed)) {}
  static std::string needed_in(std::string_view table) {
    return fmt::format(
        "EXISTS (SELECT 1 FROM session_now WHERE number = {0}.session AND "
        "{0}.piece BETWEEN flow_first AND flow_last)",
        table);
  }
};

const Statements& lasting() {
  static const Statements kFlow("flow");
  return kFlow;
}

const RoundStatements& round_of(std::uint64_t piece) {
  static const std::array<RoundStatements, 2> kRounds{RoundStatements("flow_even"),
                                                      RoundStatements("flow_odd")};
  return kRounds[piece / kRound % kRounds.size()];
}

base::Result<std::uint64_t> next_number(Database& database, const Recall& recall) {
  if (recall.last_piece) return *recall.last_piece + 1;
  const auto last = database.number(
      "SELECT max((SELECT coalesce(max(piece), 0) FROM flow), "
      "(SELECT coalesce(max(piece), 0) FROM flow_even), "
      "(SELECT coalesce(max(piece), 0) FROM flow_odd))");
  if (!last) return tl::unexpected(last.error());
  return static_cast<std::uint64_t>(*last) + 1;
}

// Whether a memory may have pieces before this one, and so in the round that ends there. Sessions
// are fewer than pieces; what exactly is needed the statement that keeps it asks.
base::Result<bool> is_needed(Database& database, std::uint64_t first) {
  auto found = database.query(
      "SELECT EXISTS (SELECT 1 FROM session_now WHERE flow_first < ? AND flow_last > 0)", first);
  if (found.next()) return found.number(0) != 0;
  if (found.error()) return tl::unexpected(*found.error());
  return base::fail("the store does not answer");
}

// The rows of sessions are as the calls before have left them. A session that drops its pieces with
// this very call still seems to need them: they go with its next ones.
base::Result<void> begin_round(Database& database, std::uint64_t first) {
  const auto& table = round_of(first);
  const auto before = first - std::min(first, 2 * kRound);
  const auto needed = is_needed(database, before + kRound);
  if (!needed) return tl::unexpected(needed.error());
  if (*needed) {
    if (auto kept = only_done(database.run(table.keep)); !kept) return kept;
  }
  return only_done(database.run(table.clear));
}

}  // namespace

base::Result<std::uint64_t> add_piece(Database& database, Recall& recall, FlowRow row,
                                      std::string_view bytes) {
  const auto number = next_number(database, recall);
  if (!number) return number;
  if (*number % kRound == 0) {
    if (auto begun = begin_round(database, *number); !begun) return tl::unexpected(begun.error());
  }
  const Statements& table = bytes.size() <= kMaxSmall ? round_of(*number) : lasting();
  const auto added =
      database.run(table.add, *number, row.session, row.before, row.ends, Blob{bytes});
  if (!added) return tl::unexpected(added.error());
  recall.last_piece = *number;
  return number;
}

base::Result<std::optional<FoundPiece>> find_piece(Database& database, std::uint64_t number,
                                                   std::uint64_t session) {
  for (const Statements* table : {static_cast<const Statements*>(&round_of(number)), &lasting()}) {
    auto row = database.query(table->find, number, session);
    if (row.next()) return FoundPiece{row.count(0), {row.count(1), row.text(2)}};
    if (row.error()) return tl::unexpected(*row.error());
  }
  return std::optional<FoundPiece>();
}

base::Result<void> drop_flow(Database& database, const SessionRow& session) {
  if (session.flow_last == 0) return {};
  return only_done(database.run("DELETE FROM flow WHERE session = ?", session.number));
}

base::Result<void> sweep_rounds(Database& database) {
  for (const auto* table : {&round_of(0), &round_of(kRound)}) {
    if (auto swept = only_done(database.run(table->sweep)); !swept) return swept;
  }
  return {};
}

}  // namespace touchstone::store
