// FlowLog: a session's flow memory on its way to the store and back.
//
// With each result goes what the memory learnt from it (flow/journal.hpp), as a piece behind the
// others; when the pieces have grown to kMaxLog, the whole memory goes in their place. All of it is
// sealed under a key of the session's own, derived from the store's, so that a piece opens in its
// session and nowhere else, and says behind which byte of the session's log it was written, so that
// pieces do not change places either.
//
// What cannot be read back (a piece that is damaged, missing or of another key) makes no session
// clean: its memory begins anew as one that has lost what it knew (flow::Memory::lose), in which a
// destination that nobody has vouched for since is not believed. Part of a memory would be worse
// than none: it could have an echo without the use that makes it one.
//
// Several gateways may write to one session. Each adds its pieces in one row that all of them read;
// who finds that others have added some (`Agreement`) reads the session again before its next call.
//
// Owned by its session; the loop's thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/seal.hpp"
#include "flow/memory.hpp"
#include "store/memory.hpp"

namespace touchstone::guard {

class FlowLog {
 public:
  static constexpr std::size_t kMaxNews = std::size_t{128} << 10U;  // more: the whole is written
  static constexpr std::size_t kMaxLog = std::size_t{512} << 10U;   // of pieces behind a whole

  // Of this session as the store has it; `key` is the store's.
  FlowLog(base::Random& random, const base::SealKey& key, const store::Session& session);

  // The memory of `bytes` that was kept, or one that is lost and why.
  struct Memory {
    flow::Memory memory;
    std::optional<base::Error> damage = {};
  };
  [[nodiscard]] Memory read(const store::Session& stored, std::size_t bytes);

  // Whether this is the session, and nobody else has added to its memory.
  [[nodiscard]] bool is_of(const store::Session& session) const {
    return session.number == number_ && session.flow_end <= end_;
  }
  // What the memory has learnt since the last time becomes part of the change.
  void write(flow::Memory& memory, store::SessionChange& change);
  // What came of such a change. Not `known`: others have written, or the session has ended.
  // Not `kept`: what the memory learnt is not in the store.
  struct Agreement {
    bool known = true;
    bool kept = true;
  };
  [[nodiscard]] static Agreement agreement(std::uint64_t number, std::uint64_t flow_end,
                                           const store::Remembered& now);

 private:
  [[nodiscard]] flow::Options options(std::size_t bytes) const;
  [[nodiscard]] std::string sealed(char kind, std::string_view plain);
  [[nodiscard]] base::Result<void> take(const store::FlowPiece& piece, flow::Memory& memory);

  base::Seal seal_;
  std::uint64_t seed_;
  std::uint64_t number_;       // of the session
  std::uint64_t end_ = 0;      // where the pieces end, once all that is under way is written
  std::size_t log_ = 0;        // bytes of pieces behind the whole
  bool whole_is_due_ = false;  // what is there cannot be read
};

}  // namespace touchstone::guard
