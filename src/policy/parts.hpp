// Parts: many short texts, looked for in another one all at once (after Aho and Corasick).
//
// The text is read once. At each byte we stand at a node: the longest beginning of any part that
// the text read so far ends with. So the time is that of the text and of what is found in it,
// however many parts there are and however they overlap. Nodes are numbered by their depth, which
// makes the children of one neighbours: a node takes 13 bytes, and those near the root, where most
// of the time is spent, have a table of where each byte leads.
//
// Bytes are compared as they are: no case, no encoding. Immutable, may be used from any thread;
// looking allocates nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::policy {

class Parts {
 public:
  static constexpr std::size_t kMost = 65'536;
  static constexpr std::size_t kLongest = 64;  // bytes

  Parts() = default;
  // In order, each once, none empty; at most kMost of at most kLongest bytes.
  explicit Parts(std::span<const std::string> parts);

  // Calls `take` once with the index of each part that is in the text.
  template <typename Take>
  void find_in(std::string_view text, const Take& take) const {
    if (nodes_.empty()) return;
    Seen seen(shorter_.size());
    std::uint32_t node = 0;
    for (const char c : text) {
      node = next(node, static_cast<std::uint8_t>(c));
      // Whatever a part that was seen ends with was seen with it.
      for (auto part = nodes_[node].found; part != kNone && seen.add(part); part = shorter_[part]) {
        take(part);
      }
    }
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr std::size_t kMostRows = 64;
  static constexpr std::size_t kPartsPerRow = 16;  // or rows would be most of many small ones

  struct Node {
    std::uint32_t first = 0;      // of its children, which end where those of the next node begin
    std::uint32_t fallback = 0;   // the node of the longest text that this one's ends with
    std::uint32_t found = kNone;  // the longest part that its text ends with
  };
  // Which parts were told of. Only what is used of it is cleared.
  class Seen {
   public:
    explicit Seen(std::size_t parts) {
      for (std::size_t i = 0; i <= parts / 64; ++i) bits_[i] = 0;
    }
    bool add(std::uint32_t part) {
      auto& bits = bits_[part / 64];
      const auto bit = std::uint64_t{1} << (part % 64U);
      const bool is_new = (bits & bit) == 0;
      bits |= bit;
      return is_new;
    }

   private:
    std::array<std::uint64_t, kMost / 64 + 1> bits_;
  };
  // The parts that begin with a node's text.
  struct Reach {
    std::uint32_t first;
    std::uint32_t last;  // one behind
    std::uint32_t depth;
  };

  // 0, which is nobody's child, if there is none.
  [[nodiscard]] std::uint32_t child(std::uint32_t node, std::uint8_t byte) const {
    const auto last = nodes_[node + 1].first;
    for (auto at = nodes_[node].first; at < last; ++at) {
      if (bytes_[at] == byte) return at;
    }
    return 0;
  }

  [[nodiscard]] std::uint32_t next(std::uint32_t node, std::uint8_t byte) const {
    while (node >= rows_.size()) {
      if (const auto found = child(node, byte)) return found;
      if (node == 0) return 0;
      node = nodes_[node].fallback;
    }
    return rows_[node][byte];
  }

  void add_children(std::span<const std::string> parts, std::uint32_t node,
                    std::vector<Reach>& reach);
  void add_child(std::span<const std::string> parts, std::uint32_t node, Reach reach);
  void add_rows();

  std::vector<Node> nodes_;          // and one more, so that the last has a next
  std::vector<std::uint8_t> bytes_;  // that lead to them
  std::vector<std::array<std::uint32_t, 256>> rows_;
  std::vector<std::uint32_t> shorter_;  // the longest other part that this one ends with
};

}  // namespace touchstone::policy
