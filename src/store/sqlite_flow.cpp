// The flow memory of sessions: a row of pieces for each, from the last one back to the first.
//
// Where a piece ends is counted over all that its session was ever given, so a piece that is
// missing leaves a gap that whoever reads them sees.
#include <algorithm>

#include <fmt/format.h>

#include "store/flow_rounds.hpp"

namespace touchstone::store {
namespace {

base::Result<void> check_size(std::string_view piece) {
  if (piece.size() <= kMaxFlowBytes) return {};
  return base::fail(fmt::format("more than {} KiB of flow memory", kMaxFlowBytes >> 10U));
}

// Without all before it, as far as the row goes: it begins where they ended.
base::Result<void> drop_all(Database& database, SessionRow& session) {
  session.flow_begin = session.flow_end;
  auto dropped = drop_flow(database, session);
  session.flow_last = 0;
  return dropped;
}

base::Result<bool> append(Database& database, Recall& recall, SessionRow& session,
                          std::string_view piece) {
  const auto end = session.flow_end + piece.size();
  if (end - session.flow_begin > kMaxFlowBytes) {
    if (auto dropped = drop_all(database, session); !dropped) {
      return tl::unexpected(dropped.error());
    }
  }
  const auto number = add_piece(database, recall, {session.number, session.flow_last, end}, piece);
  if (!number) return tl::unexpected(number.error());
  if (session.flow_last == 0) session.flow_first = *number;
  session.flow_last = *number;
  session.flow_end = end;
  return true;
}

// Behind what it replaces, so that whoever knows an older end does not take it for theirs.
base::Result<bool> put_whole(Database& database, Recall& recall, SessionRow& session,
                             std::string_view whole) {
  if (auto dropped = drop_all(database, session); !dropped) return tl::unexpected(dropped.error());
  return append(database, recall, session, whole);
}

}  // namespace

// Each has a larger number than the one before it: a row that is damaged does not go round.
base::Result<std::vector<FlowPiece>> flow_of(Database& database, const SessionRow& session) {
  std::vector<FlowPiece> pieces;
  for (auto number = session.flow_last; number != 0;) {
    auto found = find_piece(database, number, session.number);
    if (!found) return tl::unexpected(found.error());
    if (!*found) break;
    pieces.push_back(std::move((*found)->piece));
    number = (*found)->before < number ? (*found)->before : 0;
  }
  std::ranges::reverse(pieces);
  return pieces;
}

base::Result<bool> add_flow(Database& database, Recall& recall, SessionRow& session,
                            const SessionChange& change) {
  if (change.flow.empty() && change.flow_whole.empty()) return true;
  if (change.number != 0 && change.number != session.number) return false;
  if (auto fits = check_size(change.flow); !fits) return tl::unexpected(fits.error());
  if (auto fits = check_size(change.flow_whole); !fits) return tl::unexpected(fits.error());
  if (!change.flow_whole.empty() && change.flow_end == session.flow_end) {
    return put_whole(database, recall, session, change.flow_whole);
  }
  if (change.flow.empty()) return false;
  return append(database, recall, session, change.flow);
}

}  // namespace touchstone::store
