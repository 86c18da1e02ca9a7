// Pieces: one delivered text, cut by how its values stand in it.
//
// A text that a server made may be JSON, records in the manner of YAML (`key: value`, `- item`), a
// table in Markdown, or prose. In the first three a short value that is all there is of its field
// is recorded; everything longer is prose, and prose is mentioned or, around a directive, directed.
// So it is in further layouts, where a server of its own things speaks (layouts.hpp): what Python
// prints, lines of JSON, CSV and TSV, tables as databases print them, XML and vCards. A list of
// names (listing.cpp) records nothing, but says what the server has.
//
// Records are hard to forge by writing into one of their values: what stands inside a JSON string,
// an open quotation or a block of deeper indentation is prose, whatever it looks like. A text that
// is not records from its first line on is prose throughout, and from the first line that is none
// to its end. Only a server that pastes foreign lines between its own can be fooled; for a tool
// that passes on whole texts (files, pages) say Form::kRaw, and nothing counts as recorded.
//
// Pure. Tolerant: real servers write invalid YAML, so lines are read with quotes and indentation
// in mind and never parsed in full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "flow/sighting.hpp"
#include "json/document.hpp"

namespace touchstone::flow {

inline constexpr std::size_t kMaxCut = 1 << 20;    // bytes read of one text
inline constexpr std::size_t kMaxPieces = 16384;   // of one text; the rest is the last one's
inline constexpr std::size_t kMaxRecorded = 96;    // bytes of a value that is recorded or named
inline constexpr std::size_t kReachOfOrder = 640;  // bytes behind a directive that belong to it

enum class Form : std::uint8_t {
  kListed,  // the server says what it has: a few words in a line are a name, too
  kServed,  // the server put the text together
  kPassed,  // or passed on somebody's: only fields, JSON and tables of Markdown record
  kRaw,     // somebody's text, passed on as it is
};

struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
  Manner manner = Manner::kMentioned;
  bool listed = false;  // a name in a list of what the server has
  friend bool operator==(const Piece&, const Piece&) = default;
};

class Pieces {
 public:
  // What was cut: the text itself, or what stands in it with quotes and escapes taken away.
  [[nodiscard]] std::string_view text() const { return decoded_ ? own_ : std::string_view(text_); }
  // In the text's order, apart from each other. What no piece covers is layout: keys and marks.
  [[nodiscard]] const std::vector<Piece>& all() const { return pieces_; }
  [[nodiscard]] std::string_view of(const Piece& piece) const {
    return text().substr(piece.begin, piece.end - piece.begin);
  }

 private:
  friend class Cutter;
  std::string_view text_;
  std::string own_;
  bool decoded_ = false;
  std::vector<Piece> pieces_;
};

// Borrows `text` as long as the pieces live.
[[nodiscard]] Pieces cut(std::string_view text, Form form = Form::kServed);
// A structured result: every string, number and key in it.
[[nodiscard]] Pieces cut(json::View value, Form form = Form::kServed);

}  // namespace touchstone::flow
