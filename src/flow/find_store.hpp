// FindStore: secrets and numbers that detectors found in what a session was given, and whether a
// stretch of another text is of one of them.
//
// They are too short to be traced as text, and a token is compared as a whole. But a secret that is
// glued to other characters, or that lacks its first ones, is still that secret. So what was found
// is kept as its letters and digits alone, and looked for anywhere in a text that is squeezed in
// the same way: dots, dashes and blanks neither hide it nor part it. Of a secret a piece counts,
// too, if it is long enough that nobody has it by chance; of a number only all of it.
//
// Some eight bytes of each are in an index, so that every stretch that counts holds one of them. A
// text is looked up at each of its places, and what the index finds is compared byte by byte.
// Before the index come its signs, a bit for each eight bytes: most places of a text need no other
// look. And as long as each find has a digit, as nearly all have, only places near a digit need
// any.
//
// Owned by a Memory. Bounded: see Share. Beyond that the oldest of whichever source has most go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "flow/source.hpp"
#include "model/data_class.hpp"

namespace touchstone::flow {

inline constexpr std::size_t kShortestFind = 8;   // letters and digits; shorter ones are not kept
inline constexpr std::size_t kPieceOfShort = 12;  // of a secret of up to
inline constexpr std::size_t kShortSecret = 20;   // so many; a shorter one counts whole
inline constexpr std::size_t kPieceOfLong = 16;   // of a longer one

struct Find {
  model::DataClass data = model::DataClass::kNone;
  SourceId source = 0;
  friend bool operator==(const Find&, const Find&) = default;
};

class FindStore {
 public:
  FindStore(std::size_t bytes, std::uint64_t seed);  // of the whole memory; see share.hpp

  // Of a long one its beginning is kept. False: it is kept already, or too short.
  bool keep(std::string_view squeezed, Find what);
  [[nodiscard]] bool empty() const { return kept_.empty(); }
  [[nodiscard]] std::size_t longest() const { return max_text_ / 2; }
  // What the squeezed text has stretches of, each once.
  [[nodiscard]] std::vector<Find> in(std::string_view squeezed) const;

  [[nodiscard]] std::size_t bytes() const;

 private:
  friend class Wire;
  struct Kept {
    std::uint16_t begin = 0;  // in text_
    std::uint16_t end = 0;
    Find what;
  };
  [[nodiscard]] std::string_view text_of(const Kept& kept) const;
  [[nodiscard]] const Kept& kept_at(std::size_t place) const;
  void make_room(std::size_t size);
  void drop_oldest_of_largest();
  void index(const Kept& kept);
  [[nodiscard]] bool has_stretch(std::string_view text, std::size_t at, std::size_t place,
                                 const Kept& kept) const;
  [[nodiscard]] std::size_t slot_of(std::uint64_t eight) const;
  void set_sign(std::uint64_t eight);
  [[nodiscard]] std::size_t next_sign(std::string_view text, std::size_t at, std::size_t end) const;
  void look_at(std::string_view squeezed, std::size_t begin, std::size_t end,
               std::vector<Find>& out) const;

  std::size_t max_text_;
  std::size_t max_kept_;
  std::size_t max_slots_;
  std::size_t max_signs_;
  std::uint64_t seed_;
  std::string text_;
  std::vector<Kept> kept_;            // oldest first
  std::vector<std::uint16_t> slots_;  // places in text_, and one; 0: nothing. Empty with kept_
  std::vector<std::uint64_t> signs_;  // most that is not in the index needs no look at it
  bool all_have_digits_ = true;       // of kept_
};

}  // namespace touchstone::flow
