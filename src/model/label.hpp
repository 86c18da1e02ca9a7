// Label: what is known about data that flowed through a session. It only grows.
//
// Join is union in every part and makes labels a join-semilattice: associative, commutative,
// idempotent, monotone (label_test.cpp proves each). That must survive the bound on attribution,
// which is why the bound is a bottom-k sketch: of the URIs those with the smallest digests are kept
// by name, and every other one leaves its bits in a small bitmap. Which are kept, and which bits
// are set, depends only on the set of URIs ever joined, not on the order.
//
// The digest has no key, so a server that floods a session with URIs can choose which of those
// stay. So the names that we give (insert_own) are kept apart from those that servers claim: what
// is claimed has the room that our own names leave, and pushes out none of them. A URI may be in
// both. Flags and classes never suffer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/data_class.hpp"

namespace touchstone::model {

class Attribution {
 public:
  static constexpr std::size_t kMaxAttribution = 256;  // names in all
  static constexpr std::size_t kMaxOwn = 128;          // of them, those that we gave
  static constexpr std::size_t kWords = 64;            // 4,096 bits
  using Bits = std::array<std::uint64_t, kWords>;

  void insert(std::string uri);      // somebody claims it
  void insert_own(std::string uri);  // we know it
  void join(const Attribution& other);

  [[nodiscard]] std::vector<std::string> uris() const;  // those kept by name, sorted
  [[nodiscard]] bool empty() const { return own_.empty() && claimed_.empty(); }
  // About how many more there were: exact for a few, an estimate (linear counting) for many.
  [[nodiscard]] std::size_t more() const;
  // Sixteen hex digits that differ when the sets beyond the bound do; empty if there are none.
  [[nodiscard]] std::string digest_of_more() const;

  // To keep it (label_bytes.hpp): the names in the order of their digests, and the bitmap, which
  // is empty unless is_full(). What insert() and join() cannot have made is not restored.
  [[nodiscard]] std::vector<std::string_view> own_names() const { return names(own_); }
  [[nodiscard]] std::vector<std::string_view> claimed_names() const { return names(claimed_); }
  [[nodiscard]] Bits bits_of_more() const;
  [[nodiscard]] static bool is_full(std::size_t own, std::size_t claimed) {
    return own == kMaxOwn || own + claimed == kMaxAttribution;
  }
  [[nodiscard]] static std::optional<Attribution> restore(std::vector<std::string> own,
                                                          std::vector<std::string> claimed,
                                                          const Bits& more);

  friend bool operator==(const Attribution&, const Attribution&) = default;

 private:
  struct Entry {
    std::uint64_t digest;
    std::string uri;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  using Entries = std::vector<Entry>;  // sorted
  static void insert(Entries& into, std::string uri);
  static bool append(Entries& to, std::vector<std::string> names);
  [[nodiscard]] static std::vector<std::string_view> names(const Entries& entries);
  static void join(Entries& into, const Entries& other);
  void drop_beyond(Entries& entries, std::size_t bound);
  void drop_beyond_bounds();

  Entries own_;                      // at most kMaxOwn
  Entries claimed_;                  // at most as many as own_ leaves of kMaxAttribution
  std::vector<std::uint64_t> more_;  // kWords, or none: hardly any label has a bit, and all move
};

struct Label {
  bool untrusted = false;
  bool is_private = false;
  bool malicious = false;
  DataClasses classes;  // never holds `none`
  Attribution attribution;

  void join(const Label& other);
  // `other` says nothing that this does not say already.
  [[nodiscard]] bool covers(const Label& other) const;

  friend bool operator==(const Label&, const Label&) = default;
};

}  // namespace touchstone::model
