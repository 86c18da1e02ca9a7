// Content of JSON: what is found in the strings, keys and numbers of a result, by the bytes they
// are spelled with, and the same JSON without it.
//
// A result is scanned as it stands, escapes decoded, all at once: so a key is what its value is
// about, a string in base64 is looked into, and a small string costs nothing extra. Pure; an engine
// and its scratch as in content.hpp.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "detect/content.hpp"
#include "json/document.hpp"

namespace touchstone::detect {

// kBinary: a text in base64, where MCP says so (`blob`, `data`).
enum class Leaf : std::uint8_t { kText, kKey, kNumber, kBinary };

// A string without its quotes, or a number, by bytes of View::raw().
struct LeafSpan {
  std::size_t begin;
  std::size_t end;
  Leaf leaf;

  friend bool operator==(const LeafSpan&, const LeafSpan&) = default;
};

struct ResultDetection {
  Detection what;  // its span is one of bytes of View::raw()
  LeafSpan in;

  friend bool operator==(const ResultDetection&, const ResultDetection&) = default;
};

struct ResultDetections {
  std::vector<ResultDetection> items;  // in the order of the text
  bool is_partial = false;             // there was more of a kind and rule that is told

  [[nodiscard]] bool has(ContentKind kind) const;
  [[nodiscard]] model::DataClasses classes() const;
  [[nodiscard]] bool is_malicious() const;
};

// Everything in `result`, at any depth: text, structured content, embedded resources, messages.
// What goes over several strings is told for each.
[[nodiscard]] ResultDetections scan_result(json::View result, const ContentEngine& engine,
                                           ContentEngine::Scratch& scratch,
                                           const ScanOptions& options = {});

using ContentKinds = std::bitset<kContentKinds>;
[[nodiscard]] ContentKinds only(ContentKind kind);

// `raw` as it was scanned, with "[redacted:secret]" and the like in the place of what was found of
// these kinds. A number becomes such a string; keys are kept apart by a number; what is binary
// becomes these words in base64. A text that is an object or a list of JSON still is one. All other
// bytes stay.
[[nodiscard]] std::string redact(std::string_view raw, const ResultDetections& found,
                                 const ContentKinds& kinds);

// The same with words of the caller's: `substitute` is given what was found and the bytes that
// spell it, and returns a text that needs no escapes in JSON. Keys must stay apart by what it says.
using Substitute = std::function<std::string(const ResultDetection&, std::string_view spelled)>;
[[nodiscard]] std::string replace_found(std::string_view raw, const ResultDetections& found,
                                        const ContentKinds& kinds, const Substitute& substitute);

// Redacts until nothing of these kinds is found any more. What is binary and says something in
// UTF-8 loses only what was found in it. An error if that is not so after a few rounds, or if `raw`
// is no JSON: then it must not be passed on.
[[nodiscard]] base::Result<std::string> redact_all(std::string raw, const ContentEngine& engine,
                                                   ContentEngine::Scratch& scratch,
                                                   const ContentKinds& kinds,
                                                   const ScanOptions& options = {});

}  // namespace touchstone::detect
