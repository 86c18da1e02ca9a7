// Nearly every object has a few short keys without escapes, and no duplicates. For those, each key
// is reduced to one word, its print, made from its first and last eight bytes and its length; equal
// keys have equal prints, so a handful of comparisons of words settles the matter. All other
// objects are sorted, which stays fast whatever a hostile text contains.
#include "json/duplicates.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <deque>
#include <string>

#include "json/string.hpp"

namespace touchstone::json {
namespace {

constexpr std::size_t kFew = 16;

using Word = std::uint64_t;
constexpr Word kEveryByte = 0x0101010101010101;

// Eight bytes from `at` on; past the end of the text this reads padding.
Word load(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The low `size` bytes in memory order, the rest zero.
Word first_bytes(Word word, std::size_t size) {
  const auto unwanted = static_cast<int>(64 - 8 * size);
  if constexpr (std::endian::native == std::endian::little) return word << unwanted >> unwanted;
  return word >> unwanted << unwanted;
}

bool has_backslash(Word word) {
  const Word x = word ^ (kEveryByte * '\\');
  return ((x - kEveryByte) & ~x & (kEveryByte * 0x80)) != 0;
}

struct Print {
  Word word;
  bool escaped;
};

Print print_of(std::string_view key) {
  if (key.empty()) return {0, false};
  if (key.size() <= 8) {
    const Word word = first_bytes(load(key.data()), key.size());
    return {word, has_backslash(word)};
  }
  const Word head = load(key.data());
  const Word tail = load(key.data() + key.size() - 8);
  bool escaped = has_backslash(head) || has_backslash(tail);
  if (key.size() > 16) escaped = key.find('\\') != std::string_view::npos;
  return {head ^ std::rotl(tail, 23) ^ key.size(), escaped};
}

std::string_view body(std::string_view text, const Node& key) {
  return text.substr(key.begin + 1, key.end - key.begin - 2);
}

enum class Verdict { kDistinct, kRepeated, kUnsettled };

struct Finding {
  Verdict verdict = Verdict::kUnsettled;
  Node key = {};
};

Finding compare_few(std::string_view text, const std::vector<Node>& nodes, std::size_t object) {
  std::array<Word, kFew> prints;
  std::array<std::string_view, kFew> keys;
  std::size_t count = 0;
  for (std::size_t i = object + 1; i < nodes.size(); i = nodes[i + 1].next) {
    const std::string_view key = body(text, nodes[i]);
    const Print print = print_of(key);
    if (count == kFew || print.escaped) return {};
    for (std::size_t j = 0; j < count; ++j) {
      if (prints[j] == print.word && keys[j] == key) return {Verdict::kRepeated, nodes[i]};
    }
    prints[count] = print.word;
    keys[count++] = key;
  }
  return {Verdict::kDistinct};
}

struct Key {
  std::string_view decoded;
  Node node;
};

// Any order will do that puts equal keys side by side, the earlier first; by length is fast.
bool operator<(const Key& a, const Key& b) {
  if (a.decoded.size() != b.decoded.size()) return a.decoded.size() < b.decoded.size();
  const int order = std::memcmp(a.decoded.data(), b.decoded.data(), a.decoded.size());
  return order != 0 ? order < 0 : a.node.begin < b.node.begin;
}

std::vector<Key> decoded_keys(std::string_view text, const std::vector<Node>& nodes,
                              std::size_t object, std::deque<std::string>& storage) {
  std::vector<Key> keys;
  for (std::size_t i = object + 1; i < nodes.size(); i = nodes[i + 1].next) {
    std::string_view key = body(text, nodes[i]);
    if (key.find('\\') != std::string_view::npos) {
      append_decoded(storage.emplace_back(), key);
      key = storage.back();
    }
    keys.push_back({key, nodes[i]});
  }
  return keys;
}

std::optional<Node> sort_many(std::string_view text, const std::vector<Node>& nodes,
                              std::size_t object) {
  std::deque<std::string> storage;
  std::vector<Key> keys = decoded_keys(text, nodes, object, storage);
  std::sort(keys.begin(), keys.end());
  std::optional<Node> first;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i].decoded != keys[i - 1].decoded) continue;
    if (!first || keys[i].node.begin < first->begin) first = keys[i].node;
  }
  return first;
}

}  // namespace

std::optional<Node> repeated_key(std::string_view text, const std::vector<Node>& nodes,
                                 std::uint32_t object) {
  const Finding finding = compare_few(text, nodes, object);
  if (finding.verdict == Verdict::kDistinct) return std::nullopt;
  if (finding.verdict == Verdict::kRepeated) return finding.key;
  return sort_many(text, nodes, object);
}

}  // namespace touchstone::json
