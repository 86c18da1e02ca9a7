// TextStore: the folded texts of a memory, and where a stretch of another text stands in them.
//
// Every sixteenth place of what is kept is in an index, by a hash of the seventeen bytes there; a
// text that is traced is looked up at each of its places. So any 32 bytes in common hold one whole
// indexed stretch and are found, and keeping is nearly free. (Winnowing both sides, as is usual,
// costs twice the index for the same promise.) Whatever the index finds is compared byte by byte.
//
// Before the index come its signs, a bit for the eight bytes from each indexed place and one for
// the eight from the next: so one look rules out two places of a text that is new.
//
// Values too short for the index are searched for where KeptWords says that their words may stand.
//
// Owned by a Memory. Bounded: see Share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "flow/doing.hpp"
#include "flow/kept_words.hpp"
#include "flow/pieces.hpp"
#include "flow/sighting.hpp"
#include "flow/source.hpp"

namespace touchstone::flow {

inline constexpr std::size_t kStride = 16;   // every so manieth place is indexed
inline constexpr std::size_t kShingle = 17;  // bytes of a place; together: any 32 bytes hold one
inline constexpr std::size_t kMaxAlike = 8;  // places indexed that have the same bytes

// One remembered text: [begin, end) of the store.
struct Passage {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint64_t digest = 0;  // of text and source, so that what is delivered twice is kept once
  SourceId source = 0;
  std::uint32_t since = 0;  // its beginning among all that was ever kept, which nothing moves
};

// From `begin` on, up to the next run, text stands in this manner.
struct Run {
  std::uint32_t begin : 24;
  std::uint32_t manner : 4;  // a Manner
  std::uint32_t layout : 4;  // not 0: keys and marks, no value
};
static_assert(sizeof(Run) == 4);

// [begin, end) of a traced text comes from `source`.
struct Match {
  std::size_t begin = 0;
  std::size_t end = 0;
  SourceId source = 0;
  friend bool operator==(const Match&, const Match&) = default;
};

// What is about to be kept, with its runs counted from its own beginning.
struct Folded {
  std::string text;
  std::vector<Run> runs;
  std::uint64_t forgotten = 0;  // bytes of the text that were left out
};

struct Found {
  Sightings seen;
  SourceId first = 0;
  SourceId last = 0;
};

// Takes prose that is forgotten, and how it stood.
using TakeProse = std::function<void(std::string_view, SourceId, Manner)>;

class TextStore {
 public:
  TextStore(std::size_t bytes, std::uint64_t seed);  // of the whole memory; see share.hpp

  // `left_out` is told of the prose that there is no room for.
  [[nodiscard]] Folded fold(const Pieces& pieces,
                            const std::function<void(std::string_view)>& left_out) const;
  // False: it is kept already, or there is nothing in it. `dropped` is told of the prose that goes.
  bool keep(const Folded& fresh, SourceId source, const TakeProse& dropped);
  [[nodiscard]] std::size_t most_of_one_text() const;
  [[nodiscard]] bool may_keep(const Folded& fresh) const;  // fold() may have made it

  // Stretches of at least `floor` bytes of the folded `text` that are kept. Where several sources
  // have a stretch, each of them matches.
  [[nodiscard]] std::vector<Match> matches(std::string_view text, std::size_t floor) const;
  // The words of `needle` (folded), in a row, wherever they stand.
  [[nodiscard]] Found find(std::string_view needle, std::span<const Source> sources) const;
  // The same in directives alone, and how much text that is.
  [[nodiscard]] Found find_directed(std::string_view needle, std::span<const Source> sources) const;
  [[nodiscard]] std::size_t directed_bytes() const;
  // A directive of an untrusted author says to do this.
  [[nodiscard]] bool directs_to(const Doing& doing, std::span<const Source> sources) const;
  // Around the values of this, somebody who is not trusted wishes that it be done.
  [[nodiscard]] bool wishes_for(const Doing& doing, std::span<const Source> sources) const;

  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] std::uint64_t forgotten() const { return forgotten_; }

 private:
  friend class Wire;
  [[nodiscard]] bool add_run(Folded& fresh, std::string_view text, Manner manner,
                             bool layout) const;  // false: it is lost
  struct Room {                                   // that is taken
    std::size_t text, runs, passages;
  };
  [[nodiscard]] bool has_room(const Room& used, std::size_t text, std::size_t runs) const;
  [[nodiscard]] bool has_room(std::size_t text, std::size_t runs) const;
  void make_room(std::size_t text, std::size_t runs, const TakeProse& dropped);
  [[nodiscard]] std::size_t oldest_of_largest(std::span<const std::size_t> held,
                                              const std::vector<bool>& goes) const;
  [[nodiscard]] std::span<const Run> runs_in(const Passage& passage) const;
  void drop(const std::vector<bool>& goes, const TakeProse& dropped);
  void tell_prose(const Passage& passage, const TakeProse& dropped) const;
  [[nodiscard]] std::size_t end_of(std::size_t run) const;
  [[nodiscard]] bool is_directive(std::size_t run) const;

  void add_passage(std::size_t size, std::uint64_t digest, SourceId source);  // behind the others
  void index_from(std::size_t begin);
  void rebuild_index();
  void put_all(std::size_t begin);
  [[nodiscard]] std::uint64_t hash_at(const char* bytes) const;
  [[nodiscard]] std::uint64_t sign_at(const char* bytes) const;
  [[nodiscard]] bool has_sign(const char* bytes) const;
  [[nodiscard]] std::size_t next_sign(std::string_view text, std::size_t at, std::size_t end) const;
  struct Search;
  void match_at(std::size_t at, Search& search) const;
  void match_with(std::size_t place, std::size_t at, Search& search) const;
  [[nodiscard]] std::size_t reached_by_all(const std::vector<std::size_t>& reach) const;
  [[nodiscard]] const Passage& passage_at(std::size_t offset) const;
  void sight(std::size_t begin, std::size_t end, std::span<const Source> sources,
             Found& found) const;
  [[nodiscard]] std::size_t window_size() const;
  template <typename Take>
  bool each_window_of(const Passage& passage, const Take& take) const;
  template <typename Take>
  bool each_stretch(Windows windows, const Take& take) const;
  template <typename Take>
  bool each_hit(std::string_view needle, const Take& take) const;
  [[nodiscard]] std::string_view around(std::size_t begin, std::size_t end) const;
  [[nodiscard]] Windows windows_with(std::string_view needle) const;
  [[nodiscard]] std::string_view words_of(const Passage& passage, std::size_t begin,
                                          std::size_t end) const;
  void collect_words() const;
  void forget_words();

  std::size_t max_text_;
  std::size_t max_runs_;
  std::size_t max_passages_;
  std::size_t max_slots_;
  std::size_t max_signs_;
  std::uint64_t seed_;
  std::uint64_t forgotten_ = 0;
  std::uint32_t since_ = 0;  // bytes that were ever kept; it may begin again
  std::string text_;
  std::vector<Passage> passages_;     // oldest first
  std::vector<Run> runs_;             // by begin
  std::size_t indexed_ = 0;           // places in the index
  std::vector<std::uint16_t> slots_;  // place / kStride and one; 0: nothing
  std::vector<std::uint64_t> signs_;  // most that is not in the index needs no look at it
  // Collected when they are asked for: a session whose calls have no short values never does.
  mutable KeptWords words_;
  mutable std::size_t worded_ = 0;  // passages whose words are collected
};

}  // namespace touchstone::flow
