// TokenStore: which tokens a session has seen, and how; sixteen bytes each.
//
// Tokens are kept as hashes under the memory's seed. When the store is full the oldest of the
// source that has most are dropped; of those only a trace remains (`faded`), so that a flood cannot
// make a planted address look like one that nobody has ever seen.
//
// Owned by a Memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "flow/sighting.hpp"
#include "flow/source.hpp"

namespace touchstone::flow {

struct Known {
  std::uint64_t hash = 0;  // 0: nobody
  std::uint32_t age = 0;   // the higher the later it was first seen
  Sightings seen;
  SourceId first = 0;
  SourceId last = 0;
  friend bool operator==(const Known&, const Known&) = default;
};

class TokenStore {
 public:
  TokenStore(std::size_t bytes, std::uint64_t seed);  // of the whole memory; see share.hpp

  [[nodiscard]] std::uint64_t hash_of(std::string_view normal) const;  // never 0

  // The entry of this token, a new one if need be. Valid until the next call.
  [[nodiscard]] Known& at(std::uint64_t hash, SourceId source);
  [[nodiscard]] const Known* find(std::uint64_t hash) const;
  [[nodiscard]] bool faded(std::uint64_t hash) const;

  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] std::uint64_t forgotten() const { return forgotten_; }

 private:
  friend class Wire;
  [[nodiscard]] std::size_t slot_of(std::uint64_t hash) const;  // where it is or would be
  void make_room();
  void drop_oldest();
  void rebuild(std::span<const Known> kept, std::size_t slots);
  void fade(std::uint64_t hash);

  std::size_t max_slots_;
  std::size_t max_faded_;  // words
  std::uint64_t seed_;
  std::uint64_t forgotten_ = 0;
  std::uint32_t clock_ = 0;
  std::size_t count_ = 0;
  std::vector<Known> slots_;
  std::vector<std::uint64_t> faded_;  // bits; empty while nothing was forgotten
};

}  // namespace touchstone::flow
