// Memory::trace: what several strings say together, and what detectors found that is in one.
#include <algorithm>
#include <ranges>

#include "flow/fold.hpp"
#include "flow/letters.hpp"
#include "flow/readings.hpp"
#include "flow/tracer.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxNamesSearched = 32;  // of members, of one argument, that are searched for
constexpr std::size_t kMaxShown = 256;         // values of one argument that are counted
constexpr std::size_t kLeastShown = 3;         // bytes; a shorter value stands everywhere
constexpr std::size_t kLeastValues = 4;        // of a table that is put together anew
constexpr std::size_t kLeastNumbers = 2;       // names alone may be whom something is for

}  // namespace

// As it stands, and as it reads decoded.
void Tracer::finds_in(std::string_view text, const std::string& pointer) {
  if (memory_.finds_.empty() || text.size() < kShortestFind) return;
  finds_in_plain(text, pointer);
  each_reading(text, kShortestFind,
               [&](std::string_view reading) { finds_in_plain(reading, pointer); });
}

void Tracer::finds_in_plain(std::string_view text, const std::string& pointer) {
  for (const auto& what : memory_.finds_.in(squeezed(text))) {
    if (is_told(what, pointer)) continue;
    if (flows_.finds.size() >= kMaxFinds) return leave_out(false);
    flows_.finds.push_back({pointer, what});
  }
}

// What is told of one string stands together, at the end.
bool Tracer::is_told(const Find& what, const std::string& pointer) const {
  for (const auto& last : flows_.finds | std::views::reverse) {
    if (last.pointer != pointer) return false;
    if (last.what == what) return true;
  }
  return false;
}

bool Tracer::may_be_table(json::View value) {
  return value.is(json::Kind::kArray) || value.is(json::Kind::kObject);
}

// A name joins the values of a record as content has it, and does not count itself: many records
// have the same. Few objects have names that are data; those are searched for. What content calls
// its own fields is no value there, and is not found.
void Tracer::name_cell(std::string_view name) {
  const auto begin = cells_->keyed.text.size();
  append_folded(cells_->keyed.text, name);
  const auto end = cells_->keyed.text.size();
  cells_->keyed.tokens.push_back({begin, end, begin, end});
  if (name.size() < kLeastShown || name.size() > kMaxBare || cells_->names >= kMaxNamesSearched)
    return;
  ++cells_->names;
  auto text = folded(name);
  const auto found = memory_.texts_.find(text, memory_.sources_);
  if (found.seen.empty()) return;
  text.pop_back();
  note_shown(text, memory_.tokens_.hash_of(text), found.first);
}

// Longer ones are matched by themselves.
void Tracer::cell(std::string_view text, bool is_token) {
  if (text.empty() || text.size() >= memory_.options_.floor) return;
  ++cells_->count;
  cells_->glued += text;
  for (auto* row : {&cells_->values, &cells_->keyed}) {
    const auto begin = row->text.size();
    append_folded(row->text, text);
    const auto end = row->text.size();
    if (is_token) row->tokens.push_back({begin, end, begin, end});
  }
}

// A value that is nowhere but in a sensitive content, and where it was seen first.
void Tracer::note_shown(std::string_view text, std::uint64_t hash, SourceId source) {
  if (!cells_ || text.size() < kLeastShown) return;
  if (cells_->shown.size() >= kMaxShown || !memory_.sources_[source].classes.sensitive()) return;
  if (std::ranges::find(cells_->shown, hash) != cells_->shown.end()) return;
  cells_->shown.push_back(hash);
  auto& all = cells_->tallies;
  const auto known = std::ranges::find(all, source, &Tally::source);
  auto& tally = known == all.end() ? all.emplace_back(Tally{.source = source}) : *known;
  ++tally.values;
  tally.numbers += std::ranges::any_of(text, is_digit) ? 1 : 0;
  tally.bytes += text.size();
}

void Tracer::put_cells(const std::string& pointer) {
  const auto first = flows_.copied.size();
  if (cells_->count > 1) {
    put_row(cells_->values, pointer, first);
    put_row(cells_->keyed, pointer, first);
    if (cells_->glued.size() >= memory_.options_.floor) copies_in(cells_->glued, pointer, first);
    finds_in(cells_->glued, pointer);
  }
  put_tallies(pointer, first);
  cells_.reset();
}

void Tracer::put_row(const Row& row, const std::string& pointer, std::size_t first) {
  const auto floor = memory_.options_.floor;
  if (row.text.size() < floor) return;
  auto matches = memory_.texts_.matches(row.text, floor);
  if (matches.empty()) return;
  put_matches(std::move(matches), row.tokens, row.text.size(), pointer, first);
}

// Columns that were left out part what is in one row of the content; that its values come together
// again is no chance.
void Tracer::put_tallies(const std::string& pointer, std::size_t first) {
  const auto size = std::max<std::size_t>(cells_->keyed.text.size(), 1);
  for (const auto& tally : cells_->tallies) {
    const bool is_table = tally.values >= kLeastValues && tally.numbers >= kLeastNumbers &&
                          tally.bytes >= memory_.options_.floor;
    if (!is_table) continue;
    const auto share = static_cast<double>(tally.bytes) / static_cast<double>(size);
    put_copied({pointer, tally.source, tally.bytes, std::min(share, 1.0)}, first);
  }
}

}  // namespace touchstone::flow
