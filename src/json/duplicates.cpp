#include "json/duplicates.hpp"

#include <algorithm>
#include <forward_list>
#include <functional>
#include <string>
#include <vector>

#include "json/string.hpp"

namespace touchstone::json {
namespace {

// Most objects that come here have few keys and share a bit of the filter by chance.
constexpr std::size_t kFew = 16;

struct Key {
  Key(std::string_view text, const Node& its_node)
      : hash(std::hash<std::string_view>()(text)), decoded(text), node(its_node) {}

  std::size_t hash;
  std::string_view decoded;
  Node node;
};

// Any order will do that puts equal keys side by side, the earlier first. By hash it seldom has to
// look at the bytes; keys made to collide are only as slow as comparing them.
bool operator<(const Key& a, const Key& b) {
  if (a.hash != b.hash) return a.hash < b.hash;
  const int order = a.decoded.compare(b.decoded);
  return order != 0 ? order < 0 : a.node.begin < b.node.begin;
}

std::string_view decoded(std::string_view body, std::forward_list<std::string>& storage) {
  if (body.find('\\') == std::string_view::npos) return body;
  append_decoded(storage.emplace_front(), body);
  return storage.front();
}

}  // namespace

// Sorting, not a hash table: nothing a hostile text contains can make it quadratic.
std::optional<Node> repeated_key(std::string_view text, std::span<const Node> members,
                                 std::uint32_t first) {
  std::forward_list<std::string> storage;
  std::vector<Key> keys;
  keys.reserve(kFew);
  for (std::size_t i = 0; i < members.size(); i = members[i + 1].next - first) {
    const Node& key = members[i];
    const std::string_view body = text.substr(key.begin + 1, key.end - key.begin - 2);
    keys.emplace_back(decoded(body, storage), key);
  }
  std::sort(keys.begin(), keys.end());
  std::optional<Node> repeated;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i].decoded != keys[i - 1].decoded) continue;
    if (!repeated || keys[i].node.begin < repeated->begin) repeated = keys[i].node;
  }
  return repeated;
}

}  // namespace touchstone::json
