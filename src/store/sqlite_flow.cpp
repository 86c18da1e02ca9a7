// The flow memory of sessions. The key of a piece is the number of its session times kStretch, and
// where the piece ends, counted over all that the session was ever given. So one tree keeps the
// pieces of a session together and in order, and how much there is follows from the first and last.
#include <fmt/format.h>

#include "store/collect.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

constexpr std::int64_t kStretch = std::int64_t{1} << 36U;

std::int64_t begin_of(std::uint64_t number) { return static_cast<std::int64_t>(number) * kStretch; }

base::Result<std::int64_t> end_of_flow(Database& database, std::int64_t begin) {
  auto last = database.query(
      "SELECT piece FROM flow WHERE piece >= ? AND piece < ? ORDER BY piece DESC LIMIT 1", begin,
      begin + kStretch);
  if (last.next()) return last.number(0);
  if (last.error()) return tl::unexpected(*last.error());
  return begin;
}

base::Result<void> drop_pieces(Database& database, std::int64_t begin, std::int64_t end) {
  return only_done(database.run("DELETE FROM flow WHERE piece >= ? AND piece < ?", begin, end));
}

}  // namespace

base::Result<std::vector<std::string>> flow_of(Database& database, std::uint64_t number) {
  const auto begin = begin_of(number);
  return collect<std::string>(
      database.query("SELECT bytes FROM flow WHERE piece >= ? AND piece < ? ORDER BY piece", begin,
                     begin + kStretch),
      [](const Query& row) { return row.text(0); });
}

base::Result<void> add_flow(Database& database, std::uint64_t number, const SessionChange& change) {
  const auto size = static_cast<std::int64_t>(change.flow.size());
  if (change.flow.size() > kMaxFlowBytes) {
    return base::fail(fmt::format("more than {} KiB of flow memory", kMaxFlowBytes >> 10U));
  }
  if (change.flow.empty() && !change.flow_instead) return {};
  const auto begin = begin_of(number);
  auto end = end_of_flow(database, begin);
  if (!end) return tl::unexpected(end.error());
  // A session that was given as much as a stretch holds begins to count again.
  if (change.flow_instead || *end + size >= begin + kStretch) {
    if (auto dropped = drop_flow(database, number); !dropped) return dropped;
    end = begin;
  }
  if (change.flow.empty()) return {};
  const auto key = *end + size;
  auto done = only_done(
      database.run("INSERT INTO flow (piece, bytes) VALUES (?, ?)", key, Blob{change.flow}));
  const auto beyond = key - static_cast<std::int64_t>(kMaxFlowBytes);
  if (!done || beyond < begin) return done;
  return drop_pieces(database, begin, beyond + 1);
}

base::Result<void> drop_flow(Database& database, std::uint64_t number) {
  return drop_pieces(database, begin_of(number), begin_of(number + 1));
}

}  // namespace touchstone::store
