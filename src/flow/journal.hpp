// Journal: what a memory was told since somebody last took it down.
//
// A whole memory is hundreds of kilobytes; what one result adds to it is about as long as the
// result. So whoever keeps a memory on a disk writes the news of it, piece by piece, and the whole
// of it (Memory::save) in place of the pieces now and then. A memory that is told the same pieces
// in the same order (Memory::replay) is the same memory: what is written down is what the stores
// were told, after cutting, folding and bounding, so replaying cuts and folds nothing.
//
// Each piece stands for itself: it names the sources that it speaks of. It is as confidential as
// the memory. Tokens are in it as hashes under the memory's seed, so a piece means something only
// to memories of the same seed and size.
//
// Owned by a Memory, which writes it. Bounded: beyond Options::news nothing more is written, and
// the piece says that it is not complete; then only the whole memory will do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "flow/bytes.hpp"
#include "flow/find_store.hpp"
#include "flow/sighting.hpp"
#include "flow/source.hpp"
#include "flow/text_store.hpp"

namespace touchstone::flow {

struct News {
  std::string bytes;     // empty: the memory has learnt nothing
  bool complete = true;  // false: it has learnt more than is kept, and the bytes are worth nothing
};

// How one token stood in a text.
struct Stand {
  Manner said = Manner::kMentioned;  // or directed
  bool recorded = false;             // it was all there is of a record's field
  bool listed = false;               // a list of the server's own things has it
};

// How a call used a value: what was known of it then, and where it was seen first and last.
struct Use {
  Sightings seen = {};
  bool faded = false;
  SourceId first = 0;
  SourceId last = 0;
};

class Journal {
 public:
  explicit Journal(std::size_t most) : most_(most) {}

  void source(const Source& source, SourceId id);  // a new one, or one that joined others
  // `all` has the source of this id, in case it was not named in this piece yet.
  void text(const Folded& text, SourceId id, const std::vector<Source>& all);
  void token(std::uint64_t hash, Stand stand, SourceId id, const std::vector<Source>& all);
  void found(std::string_view squeezed, Find what, const std::vector<Source>& all);
  void used(std::uint64_t hash, Use how, const std::vector<Source>& all);
  void vouched(std::uint64_t hash);
  void lost();
  void faded(std::uint64_t word);  // of a text that was left out

  [[nodiscard]] News take();

 private:
  friend class Replay;
  enum class Op : std::uint8_t { kSource, kText, kToken, kUsed, kVouched, kLost, kFaded, kFound };
  [[nodiscard]] bool open();  // something may be written
  void op(Op op, std::uint64_t extra = 0);
  [[nodiscard]] std::uint64_t ordinal_of(SourceId id, const std::vector<Source>& all);

  std::size_t most_;  // 0: nothing is written
  ByteWriter out_;
  std::vector<SourceId> named_;  // by this piece, in its order
  bool complete_ = true;
};

}  // namespace touchstone::flow
