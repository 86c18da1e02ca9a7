// Label: what is known about data that flowed through a session. It only grows.
//
// Join is union in every part and makes labels a join-semilattice: associative, commutative,
// idempotent, monotone (label_test.cpp proves each). That must survive the bound on attribution,
// which is why the bound is a bottom-k sketch: the kMaxAttribution URIs with the smallest digests
// are kept by name, and every other one leaves its bits in a small bitmap. Which are kept, and
// which bits are set, depends only on the set of URIs ever joined, not on the order. The digest has
// no key, so a server that floods a session with URIs can choose which names stay; flags and
// classes never suffer.
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
  static constexpr std::size_t kMaxAttribution = 256;
  static constexpr std::size_t kWords = 64;  // 4,096 bits
  using Bits = std::array<std::uint64_t, kWords>;

  void insert(std::string uri);
  void join(const Attribution& other);

  [[nodiscard]] std::vector<std::string> uris() const;  // those kept by name, sorted
  [[nodiscard]] bool empty() const { return kept_.empty(); }
  // About how many more there were: exact for a few, an estimate (linear counting) for many.
  [[nodiscard]] std::size_t more() const;
  // Sixteen hex digits that differ when the sets beyond the bound do; empty if there are none.
  [[nodiscard]] std::string digest_of_more() const;

  // To keep it (label_bytes.hpp): the names in the order of their digests, and the bitmap. What
  // insert() and join() cannot have made is not restored.
  [[nodiscard]] std::vector<std::string_view> names() const;
  [[nodiscard]] const Bits& bits_of_more() const { return more_; }
  [[nodiscard]] static std::optional<Attribution> restore(std::vector<std::string> names,
                                                          const Bits& more);

  friend bool operator==(const Attribution&, const Attribution&) = default;

 private:
  struct Entry {
    std::uint64_t digest;
    std::string uri;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  void drop_beyond_bound();

  std::vector<Entry> kept_;  // sorted, at most kMaxAttribution
  Bits more_{};
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
