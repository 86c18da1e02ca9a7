#include "detect/content_json.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "detect/flat_json.hpp"
#include "json/parser.hpp"
#include "json/utf8.hpp"

namespace touchstone::detect {
namespace {

constexpr int kMaxRedactRounds = 8;

// A string, key or number of the result, by the bytes that may be replaced.
struct LeafSpan {
  std::size_t begin;
  std::size_t end;
  Leaf leaf;
};

// The leaves that detections touch, in order. Both are walked once, side by side.
class LeafFinder {
 public:
  LeafFinder(json::View result, std::size_t origin) : origin_(origin) { walk(result); }
  [[nodiscard]] const std::vector<LeafSpan>& leaves() const { return leaves_; }

 private:
  // As deep as the reader lets documents nest.
  void walk(json::View value) {
    if (value.is(json::Kind::kString)) return add(value, Leaf::kText, 1);
    if (value.is(json::Kind::kNumber)) return add(value, Leaf::kNumber, 0);
    for (const auto& member : value.members()) {
      add(member.key, Leaf::kKey, 1);
      walk(member.value);
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

void put_into_leaves(const Detection& found, const std::vector<LeafSpan>& leaves,
                     std::vector<ResultDetection>& out) {
  auto leaf = std::ranges::upper_bound(leaves, found.begin, {}, &LeafSpan::end);
  for (; leaf != leaves.end() && leaf->begin < found.end && out.size() < kMaxDetections; ++leaf) {
    auto part = found;
    const bool is_number = leaf->leaf == Leaf::kNumber;
    part.begin = is_number ? leaf->begin : std::max(found.begin, leaf->begin);
    part.end = is_number ? leaf->end : std::min(found.end, leaf->end);
    if (part.begin < part.end) out.push_back({part, leaf->leaf});
  }
}

// What stands in the place of something, and is not yet in the text if it is a key.
class Placeholders {
 public:
  explicit Placeholders(std::string_view raw) : raw_(raw) {}

  std::string next(const ResultDetection& item) {
    const auto kind = name_of(item.what.kind);
    if (item.leaf != Leaf::kKey) return fmt::format("[redacted:{}]", kind);
    for (std::size_t tries = 0; tries <= kMaxDetections; ++tries) {
      auto key = fmt::format("[redacted:{} {}]", kind, ++keys_);
      if (raw_.find(key) == std::string_view::npos) return key;
    }
    return {};
  }

 private:
  std::string_view raw_;
  std::size_t keys_ = 0;
};

}  // namespace

bool ResultDetections::has(ContentKind kind) const {
  return std::ranges::any_of(items, [&](const auto& item) { return item.what.kind == kind; });
}

model::DataClasses ResultDetections::classes() const {
  Detections all;
  for (const auto& item : items) all.items.push_back(item.what);
  return all.classes();
}

bool ResultDetections::is_malicious() const {
  return has(ContentKind::kInjection) || has(ContentKind::kHidden);
}

ContentKinds only(ContentKind kind) {
  ContentKinds out;
  out.set(static_cast<std::size_t>(kind));
  return out;
}

ResultDetections scan_result(json::View result, const ContentEngine& engine,
                             ContentEngine::Scratch& scratch, const ScanOptions& options) {
  ResultDetections out;
  if (!result) return out;
  const FlatJson flat(result.raw());
  const auto found = engine.scan(flat.text(), scratch, options);
  out.is_partial = found.is_partial;
  if (found.items.empty()) return out;
  const LeafFinder leaves(result, result.begin_offset());
  for (auto item : found.items) {
    item.begin = flat.raw_begin(item.begin);
    item.end = flat.raw_end(item.end);
    put_into_leaves(item, leaves.leaves(), out.items);
  }
  out.is_partial = out.is_partial || out.items.size() == kMaxDetections;
  std::ranges::stable_sort(out.items, {}, [](const auto& item) { return item.what.begin; });
  return out;
}

std::string redact(std::string_view raw, const ResultDetections& found, const ContentKinds& kinds) {
  Placeholders placeholders(raw);
  return replace_found(raw, found, kinds, [&](const ResultDetection& item, std::string_view) {
    return placeholders.next(item);
  });
}

std::string replace_found(std::string_view raw, const ResultDetections& found,
                          const ContentKinds& kinds, const Substitute& substitute) {
  std::string out;
  std::size_t at = 0;
  for (const auto& item : found.items) {
    if (!kinds[static_cast<std::size_t>(item.what.kind)]) continue;
    auto begin = std::min(item.what.begin, raw.size());
    auto end = std::min(item.what.end, raw.size());
    while (begin > at && begin < raw.size() && json::is_utf8_continuation(raw[begin])) --begin;
    while (end < raw.size() && json::is_utf8_continuation(raw[end])) ++end;
    if (end <= at) continue;
    // What overlaps something that is gone already is gone with it.
    if (begin >= at) {
      out += raw.substr(at, begin - at);
      const auto text = substitute(item, raw.substr(begin, end - begin));
      out += item.leaf == Leaf::kNumber ? fmt::format("\"{}\"", text) : text;
    }
    at = end;
  }
  return out.append(raw.substr(at));
}

base::Result<std::string> redact_all(std::string raw, const ContentEngine& engine,
                                     ContentEngine::Scratch& scratch, const ContentKinds& kinds,
                                     const ScanOptions& options) {
  json::Parser parser;
  for (int round = 0; round <= kMaxRedactRounds; ++round) {
    const auto document = parser.parse(json::Text(raw));
    if (!document) return base::fail("is no JSON", "", "withhold it");
    const auto found = scan_result(document->root(), engine, scratch, options);
    const bool is_clean = std::ranges::none_of(found.items, [&](const auto& item) {
      return kinds[static_cast<std::size_t>(item.what.kind)];
    });
    if (is_clean) return raw;
    // Without what stands around the value; offsets are those of the root.
    raw = redact(document->root().raw(), found, kinds);
  }
  return base::fail("has more to redact than can be told apart", "", "withhold it");
}

}  // namespace touchstone::detect
