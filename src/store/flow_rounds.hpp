// FlowRounds: where the small pieces of flow memories are, until nobody needs them any more.
//
// Nearly each call adds a piece, and most are of no use soon: their memory ends, or is written anew
// as a whole. To delete them one by one would cost as much as all else that a call writes. So they
// go to two tables in turns, kRound of them to each; before it is the turn of a table again, what
// is still needed of it moves to `flow`, and the rest goes at once, page by page. (That
// is most of it as long as fewer than some thirty sessions are busy at a time, with a kilobyte a
// call. Of more, each piece is moved once, and deleted with its session's others.) Pieces beyond
// kMaxSmall have pages of their own and are in `flow` from the beginning: few are, so there is an
// index, and they go as soon as their session needs them no more.
//
// Pieces are numbered through all three tables; a number says which round it is of. Inside the
// transaction of the writing thread, but for find_piece().
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "store/sqlite_rows.hpp"

namespace touchstone::store {

inline constexpr std::uint64_t kRound = 8'192;
inline constexpr std::size_t kMaxSmall = 4'000;  // bytes

struct FlowRow {
  std::uint64_t session = 0;
  std::uint64_t before = 0;  // the one before it of its session; 0: none
  std::uint64_t ends = 0;
};

// Behind all others; its number.
[[nodiscard]] base::Result<std::uint64_t> add_piece(Database& database, Recall& recall, FlowRow row,
                                                    std::string_view bytes);

struct FoundPiece {
  std::uint64_t before = 0;
  FlowPiece piece;
};
// Wherever it is; nothing: it is another session's, or gone.
[[nodiscard]] base::Result<std::optional<FoundPiece>> find_piece(Database& database,
                                                                 std::uint64_t number,
                                                                 std::uint64_t session);

}  // namespace touchstone::store
