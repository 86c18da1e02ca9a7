// Flows: what the arguments of one call carry of what the session was given before.
//
// A value, made by Memory::trace. Source ids are of the memory that made it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "flow/find_store.hpp"
#include "flow/sighting.hpp"
#include "flow/source.hpp"
#include "flow/tokens.hpp"

namespace touchstone::flow {

// Of one call, once for what may name a destination (under such a name, or short and in no list)
// and once for the rest, so that neither lists nor prose crowd it out.
inline constexpr std::size_t kMaxValues = 256;        // tokens and bare values
inline constexpr std::size_t kMaxKnown = 1024;        // beyond them, of which something is known
inline constexpr std::size_t kMaxTraced = 256 << 10;  // bytes read
inline constexpr std::size_t kMaxSearches = 96;       // of bare values in the texts

inline constexpr std::size_t kMaxFinds = 1024;  // that are told

inline constexpr std::size_t kMaxBare = 96;         // bytes of a string that is a value as a whole
inline constexpr std::size_t kMaxNodes = 32 << 10;  // values of any kind that are visited

// Text that was copied: of the string at `pointer`, `matched` bytes (folded) come from `source`.
struct Copied {
  std::string pointer;
  SourceId source = 0;
  std::size_t matched = 0;
  double share = 0;  // of the string, 0 to 1
  friend bool operator==(const Copied&, const Copied&) = default;
};

// A stretch of what detectors found in content, in the string at `pointer`.
struct CarriedFind {
  std::string pointer;
  Find what;
  friend bool operator==(const CarriedFind&, const CarriedFind&) = default;
};

// One value of the arguments: a token in a string, or a short string or a number as a whole.
struct Carried {
  std::string pointer;
  Kind kind = Kind::kText;
  std::string text;    // in normal form; a bare value folded
  bool whole = false;  // all there is of the argument
  bool destination =
      false;           // a token's shape or the parameter's name says that something goes there
  Sightings seen;      // empty: no content has shown it, nor, of a mail address, its domain
  SourceId first = 0;  // where it was seen first and last, if it was
  SourceId last = 0;
  bool faded = false;  // perhaps said once and forgotten since; only asked where nothing is known
  std::uint64_t hash = 0;
  bool altered = false;  // of a URL or host: seen is its host, or one above; nobody has shown it
  bool own = false;      // its server listed it as the name of a thing there; whoever knows says so
  bool by_name = false;  // nor an address or host itself: seen is its domain, or a host above it

  // Or perhaps was, and nobody vouches for it now.
  [[nodiscard]] bool only_said() const { return seen.only_said() || is_forgotten(); }
  [[nodiscard]] bool is_forgotten() const { return faded && seen.bits() == 0; }
  // A recipient, account, path … that was only said by somebody, never recorded nor supplied.
  [[nodiscard]] bool untrusted_destination() const;
  // A URL in a longer text of which the same is true.
  [[nodiscard]] bool untrusted_link() const;
  [[nodiscard]] bool directed() const { return seen.any(Manner::kDirected); }

  friend bool operator==(const Carried&, const Carried&) = default;
};

struct Flows {
  std::vector<Copied> copied;      // by argument, most first
  std::vector<Carried> values;     // in the arguments' order; beyond kMaxValues only what is known
  std::vector<CarriedFind> finds;  // in the arguments' order, each once
  bool complete = true;            // false: the arguments exceed a bound, and the rest was not read
  bool destinations = true;        // all were looked at that there are; may be so of a part

  [[nodiscard]] std::size_t directed() const;   // how many values stand in a directive
  [[nodiscard]] double directed_share() const;  // of the values at least two characters long
  friend bool operator==(const Flows&, const Flows&) = default;
};

}  // namespace touchstone::flow
