// scan_content(): one text, from literals and marks to detections. content.cpp has the engine
// around it; here is the order of things. Internal to src/detect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "detect/confirm.hpp"
#include "detect/content_literals.hpp"
#include "detect/sweep.hpp"
#include "detect/triggers.hpp"
#include "detect/unfold.hpp"

namespace touchstone::detect {

// What does not change between scans.
struct ScanParts {
  TokenConfirmer tokens;
  KeyedConfirmer keyed;
  RunConfirmer runs;
  Triggers triggers;
  ContentLiterals literals{tokens};
};

struct LiteralHit {
  std::uint32_t end;  // in the part that was searched
  std::uint32_t literal;
};

// What a scan needs room for, kept from one to the next.
struct ScanBuffers {
  std::vector<LiteralHit> hits;
  std::vector<BlockMarks> blocks;
  std::vector<std::pair<std::size_t, Topics>> topics;
  std::vector<std::size_t> instructions;
};

// Appends all literals in a part of the text; false if that failed.
using FindLiterals = std::function<bool(std::string_view part, std::vector<LiteralHit>& hits)>;

[[nodiscard]] Detections scan_content(std::string_view text, const ScanParts& parts,
                                      ScanBuffers& buffers, const ScanOptions& options,
                                      const FindLiterals& find);

}  // namespace touchstone::detect
