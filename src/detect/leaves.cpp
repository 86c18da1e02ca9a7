#include "detect/leaves.hpp"

#include <algorithm>
#include <string>

#include "detect/ascii.hpp"

namespace touchstone::detect {
namespace {

bool is_base64_text(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return is_ascii_alnum(c) || is_ascii_blank(c) || c == '+' || c == '/' || c == '=';
  });
}

// The members that MCP has in base64: the blob of a resource, the data of an image or a sound.
bool is_binary_member(json::View owner, std::string_view key, json::View value) {
  const bool is_one =
      (key == "blob" && owner.find("uri")) || (key == "data" && owner.find("mimeType"));
  if (!is_one || !value.is(json::Kind::kString)) return false;
  std::string text;
  return is_base64_text(value.as_string(text).value_or(""));
}

class LeafWalk {
 public:
  explicit LeafWalk(json::View root) : origin_(root.begin_offset()) { walk(root); }
  std::vector<LeafSpan> take() && { return std::move(leaves_); }

 private:
  // As deep as the reader lets documents nest.
  void walk(json::View value) {
    if (value.is(json::Kind::kString)) return add(value, Leaf::kText, 1);
    if (value.is(json::Kind::kNumber)) return add(value, Leaf::kNumber, 0);
    for (const auto& member : value.members()) {
      add(member.key, Leaf::kKey, 1);
      if (is_binary_member(value, member.key.as_string().value_or(""), member.value)) {
        add(member.value, Leaf::kBinary, 1);
      } else {
        walk(member.value);
      }
    }
    for (const auto& element : value.elements()) walk(element);
  }
  void add(json::View value, Leaf leaf, std::size_t quote) {
    leaves_.push_back(
        {value.begin_offset() - origin_ + quote, value.end_offset() - origin_ - quote, leaf});
  }

  std::size_t origin_;
  std::vector<LeafSpan> leaves_;
};

}  // namespace

std::vector<LeafSpan> leaves_of(json::View value) { return LeafWalk(value).take(); }

void put_into_leaves(const Detection& found, const std::vector<LeafSpan>& leaves, KindRoom& room,
                     std::vector<ResultDetection>& out) {
  auto leaf = std::ranges::upper_bound(leaves, found.begin, {}, &LeafSpan::end);
  for (; leaf != leaves.end() && leaf->begin < found.end; ++leaf) {
    auto part = found;
    const bool is_whole = leaf->leaf == Leaf::kNumber || leaf->leaf == Leaf::kBinary;
    part.begin = is_whole ? leaf->begin : std::max(found.begin, leaf->begin);
    part.end = is_whole ? leaf->end : std::min(found.end, leaf->end);
    if (part.begin >= part.end) continue;
    if (!room.take(found.kind, found.rule)) return;
    out.push_back({part, *leaf});
  }
}

}  // namespace touchstone::detect
