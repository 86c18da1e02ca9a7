// What stands in the place of what was found.
#include <algorithm>
#include <functional>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "base/base64.hpp"
#include "detect/ascii.hpp"
#include "detect/flat_json.hpp"
#include "detect/leaves.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"
#include "json/utf8.hpp"

namespace touchstone::detect {
namespace {

constexpr int kMaxRedactRounds = 8;
constexpr int kMaxTextsInTexts = 4;  // JSON in a text of JSON, binary texts in binary texts

std::string words_for(ContentKind kind) { return fmt::format("[redacted:{}]", name_of(kind)); }

struct Replacement {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

// What takes the place of a binary text, in base64 too.
using Rewrite = std::function<std::string(std::string_view encoded, ContentKind kind)>;

std::string words_in_base64(std::string_view /*encoded*/, ContentKind kind) {
  return base::base64(words_for(kind));
}

std::string with(std::string_view raw, const std::vector<Replacement>& all) {
  std::string out;
  std::size_t at = 0;
  for (const auto& one : all) {
    auto begin = std::min(one.begin, raw.size());
    auto end = std::min(one.end, raw.size());
    while (begin > at && begin < raw.size() && json::is_utf8_continuation(raw[begin])) --begin;
    while (end < raw.size() && json::is_utf8_continuation(raw[end])) ++end;
    if (end <= at) continue;
    // What overlaps something that is gone already is gone with it.
    if (begin >= at) {
      out += raw.substr(at, begin - at);
      out += one.text;
    }
    at = end;
  }
  return out.append(raw.substr(at));
}

class Redaction {
 public:
  Redaction(std::string_view raw, const ContentKinds& kinds, const Rewrite& rewrite)
      : raw_(raw), kinds_(kinds), rewrite_(rewrite) {}

  std::string run(std::span<const ResultDetection> items) {
    return with(raw_, replacements(raw_, items, 0));
  }

 private:
  using Items = std::span<const ResultDetection>;

  std::vector<Replacement> replacements(std::string_view raw, Items items, int depth);
  std::optional<std::vector<Replacement>> inside(std::string_view leaf, Items items, int depth);
  std::string instead_of(const ResultDetection& item, std::string_view raw);
  std::string unused_key(ContentKind kind);

  std::string_view raw_;
  const ContentKinds& kinds_;
  const Rewrite& rewrite_;
  std::size_t keys_ = 0;
};

// Those of one leaf stand one after the other.
std::vector<Replacement> Redaction::replacements(std::string_view raw, Items items, int depth) {
  std::vector<Replacement> out;
  while (!items.empty()) {
    const auto leaf = items.front().in;
    const auto other = std::ranges::find_if(items, [&](const auto& i) { return i.in != leaf; });
    const auto own = items.first(static_cast<std::size_t>(other - items.begin()));
    items = items.subspan(own.size());
    const auto text = raw.substr(leaf.begin, leaf.end - leaf.begin);
    auto deeper = leaf.leaf == Leaf::kText ? inside(text, own, depth) : std::nullopt;
    for (auto& one : deeper.value_or(std::vector<Replacement>())) {
      out.push_back({leaf.begin + one.begin, leaf.begin + one.end, std::move(one.text)});
    }
    if (deeper) continue;
    for (const auto& item : own) {
      if (!kinds_[static_cast<std::size_t>(item.what.kind)]) continue;
      out.push_back({item.what.begin, item.what.end, instead_of(item, raw)});
      if (leaf.leaf == Leaf::kBinary) break;  // it is replaced for all of them
    }
  }
  return out;
}

// May this text be JSON of which a part cannot be replaced by any words? Digits alone are a text.
bool may_be_json(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

// The items of a text that is JSON, by its leaves.
std::vector<ResultDetection> in_leaves_of(json::View root, std::string_view text,
                                          std::span<const ResultDetection> items,
                                          const FlatJson& spelled) {
  const FlatJson escapes(text);
  auto leaves = leaves_of(root);
  for (auto& leaf : leaves) {
    leaf.begin += root.begin_offset();
    leaf.end += root.begin_offset();
  }
  KindRoom room(kMaxDetections);
  std::vector<ResultDetection> out;
  for (const auto& item : items) {
    auto found = item.what;
    found.begin = escapes.escape_begin(spelled.flat_of(item.what.begin - item.in.begin));
    found.end = escapes.escape_end(spelled.flat_of(item.what.end - item.in.begin));
    put_into_leaves(found, leaves, room, out);
  }
  std::ranges::stable_sort(out, {}, [](const auto& item) { return item.what.begin; });
  return out;
}

// What is to be replaced in a text that is JSON, by the bytes that the text is spelled with.
std::optional<std::vector<Replacement>> Redaction::inside(std::string_view leaf, Items items,
                                                          int depth) {
  const FlatJson spelled(leaf);
  const auto text = spelled.text();
  if (depth >= kMaxTextsInTexts || !may_be_json(text)) return std::nullopt;
  const auto document = json::Parser().parse(json::Text(std::string(text)));
  if (!document) return std::nullopt;
  const auto own = in_leaves_of(document->root(), text, items, spelled);
  if (own.empty()) return std::nullopt;
  auto out = replacements(text, own, depth + 1);
  for (auto& one : out) {
    const auto quoted = json::quoted(one.text);
    one = {spelled.raw_begin(one.begin), spelled.raw_end(one.end),
           quoted.substr(1, quoted.size() - 2)};
  }
  return out;
}

std::string Redaction::instead_of(const ResultDetection& item, std::string_view raw) {
  const auto kind = item.what.kind;
  switch (item.in.leaf) {
    case Leaf::kText: return words_for(kind);
    case Leaf::kNumber: return fmt::format("\"{}\"", words_for(kind));
    case Leaf::kKey: return unused_key(kind);
    case Leaf::kBinary: break;
  }
  const FlatJson encoded(raw.substr(item.in.begin, item.in.end - item.in.begin));
  return rewrite_(encoded.text(), kind);
}

// One that is not yet in the text.
std::string Redaction::unused_key(ContentKind kind) {
  for (std::size_t tries = 0; tries <= kMaxDetections; ++tries) {
    auto key = fmt::format("[redacted:{} {}]", name_of(kind), ++keys_);
    if (raw_.find(key) == std::string_view::npos) return key;
  }
  return {};
}

// Redacts round after round, and binary texts in the same way.
class Redactor {
 public:
  Redactor(const ContentEngine& engine, ContentEngine::Scratch& scratch, const ContentKinds& kinds,
           const ScanOptions& options)
      : engine_(engine), scratch_(scratch), kinds_(kinds), options_(options) {}

  base::Result<std::string> run(std::string raw, int depth);

 private:
  std::string rewritten(std::string_view encoded, ContentKind kind, int depth);

  const ContentEngine& engine_;
  ContentEngine::Scratch& scratch_;
  const ContentKinds& kinds_;
  const ScanOptions& options_;
};

base::Result<std::string> Redactor::run(std::string raw, int depth) {
  json::Parser parser;
  for (int round = 0; round <= kMaxRedactRounds; ++round) {
    const auto document = parser.parse(json::Text(raw));
    if (!document) return base::fail("is no JSON", "", "withhold it");
    const auto found = scan_result(document->root(), engine_, scratch_, options_);
    const bool is_clean = std::ranges::none_of(found.items, [&](const auto& item) {
      return kinds_[static_cast<std::size_t>(item.what.kind)];
    });
    if (is_clean) return raw;
    const Rewrite rewrite = [&](std::string_view encoded, ContentKind kind) {
      return rewritten(encoded, kind, depth);
    };
    // Without what stands around the value; offsets are those of the root.
    raw = Redaction(document->root().raw(), kinds_, rewrite).run(found.items);
  }
  return base::fail("has more to redact than can be told apart", "", "withhold it");
}

// As the text it is, without what is found in that; or nothing of it, if it is none or nothing in
// particular can be replaced.
std::string Redactor::rewritten(std::string_view encoded, ContentKind kind, int depth) {
  std::string digits(encoded);
  std::erase_if(digits, is_ascii_blank);
  const auto text = base::from_base64(digits);
  if (!text || depth >= kMaxTextsInTexts || !json::is_utf8(*text))
    return words_in_base64(encoded, kind);
  auto clean = run(json::quoted(*text), depth + 1);
  if (!clean) return words_in_base64(encoded, kind);
  const auto document = json::Parser().parse(json::Text(*std::move(clean)));
  const auto words = document ? document->root().as_string() : std::nullopt;
  if (!words || *words == *text) return words_in_base64(encoded, kind);
  return base::base64(*words);
}

}  // namespace

std::string redact(std::string_view raw, const ResultDetections& found, const ContentKinds& kinds) {
  const Rewrite rewrite = words_in_base64;
  return Redaction(raw, kinds, rewrite).run(found.items);
}

std::string replace_found(std::string_view raw, const ResultDetections& found,
                          const ContentKinds& kinds, const Substitute& substitute) {
  std::vector<Replacement> all;
  for (const auto& item : found.items) {
    if (!kinds[static_cast<std::size_t>(item.what.kind)]) continue;
    const auto begin = std::min(item.what.begin, raw.size());
    const auto end = std::min(item.what.end, raw.size());
    const auto text = substitute(item, raw.substr(begin, end - begin));
    const bool bare = item.in.leaf == Leaf::kNumber;
    all.push_back({begin, end, bare ? fmt::format("\"{}\"", text) : text});
  }
  return with(raw, all);
}

base::Result<std::string> redact_all(std::string raw, const ContentEngine& engine,
                                     ContentEngine::Scratch& scratch, const ContentKinds& kinds,
                                     const ScanOptions& options) {
  return Redactor(engine, scratch, kinds, options).run(std::move(raw), 0);
}

}  // namespace touchstone::detect
