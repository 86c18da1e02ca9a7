// What is kept and what is dropped; searching it is in text_search.cpp.
#include "flow/text_store.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "flow/fold.hpp"
#include "flow/share.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxStore = 1 << 20;  // what a slot can name
constexpr std::size_t kMostOfOneText = 3;   // at most a third of the store is one text's
constexpr std::size_t kFirstText = 4096;

// Grows by doubling, but never beyond the bound.
void reserve_within(std::string& text, std::size_t size, std::size_t most) {
  if (size <= text.capacity()) return;
  std::string larger;  // an empty one reserves what it is told; one that grows, at least the double
  larger.reserve(std::min(most, std::max({size, text.capacity() * 2, kFirstText})));
  larger += text;
  text = std::move(larger);
}

template <typename Item>
void reserve_within(std::vector<Item>& items, std::size_t size, std::size_t most) {
  if (size <= items.capacity()) return;
  items.reserve(std::min(most, std::max<std::size_t>({size, items.capacity() * 2, 16})));
}

}  // namespace

TextStore::TextStore(std::size_t bytes, std::uint64_t seed)
    : max_text_(std::min(fitting(bytes, kTextPart, 1), kMaxStore - kStride)),
      max_runs_(fitting(bytes, kRunPart, sizeof(Run))),
      max_passages_(fitting(bytes, kPassagePart, sizeof(Passage))),
      max_slots_(fitting_table(bytes, kSlotPart, sizeof(std::uint16_t))),
      max_signs_(fitting_table(bytes, kSignPart, sizeof(std::uint64_t))),
      seed_(seed) {}

std::size_t TextStore::most_of_one_text() const { return max_text_ / kMostOfOneText; }

bool TextStore::may_keep(const Folded& fresh) const {
  return fresh.text.size() >= 2 && fresh.text.size() <= most_of_one_text() &&
         fresh.runs.size() <= max_runs_ / 2 + 1;
}

bool TextStore::keep(const Folded& fresh, SourceId source) {
  if (fresh.text.size() < 2) return false;
  const auto digest = seeded_hash(fresh.text, seed_ + source);
  const bool kept = std::ranges::any_of(passages_, [&](const Passage& passage) {
    return passage.digest == digest && passage.source == source;
  });
  if (kept) return false;
  forgotten_ += fresh.forgotten;
  make_room(fresh.text.size(), fresh.runs.size());
  const auto begin = static_cast<std::uint32_t>(text_.size());
  reserve_within(text_, text_.size() + fresh.text.size(), max_text_);
  text_ += fresh.text;
  reserve_within(runs_, runs_.size() + fresh.runs.size(), max_runs_);
  for (auto run : fresh.runs) {
    run.begin += begin;
    runs_.push_back(run);
  }
  reserve_within(passages_, passages_.size() + 1, max_passages_);
  passages_.push_back({begin, static_cast<std::uint32_t>(text_.size()), digest, source});
  index_from(begin);
  return true;
}

// Of a text that is too long its directives are kept wherever they stand, and else its beginning.
Folded TextStore::fold(const Pieces& pieces) const {
  Folded fresh;
  const auto most = most_of_one_text();
  const auto most_else = most / 4 * 3;
  const auto text = pieces.text();
  fresh.text.reserve(std::min(text.size() + 2, most));
  fresh.text += ' ';
  std::size_t done = 0;
  const auto add = [&](std::size_t begin, std::size_t end, Manner manner, bool layout) {
    const auto room = manner == Manner::kDirected && !layout ? most : most_else;
    const auto used = std::min(fresh.text.size() + 2, room);
    const auto piece = text.substr(begin, end - begin);
    add_run(fresh, piece.substr(0, room - used), manner, layout);
    fresh.forgotten += piece.size() - std::min(piece.size(), room - used);
  };
  for (const auto& piece : pieces.all()) {
    if (done < piece.begin) add(done, piece.begin, Manner::kNamed, true);
    add(piece.begin, piece.end, piece.manner, false);
    done = piece.end;
  }
  if (done < text.size()) add(done, text.size(), Manner::kNamed, true);
  return fresh;
}

// With too many runs the values of records are layout: they are lost, and never taken for prose.
void TextStore::add_run(Folded& fresh, std::string_view text, Manner manner, bool layout) const {
  const auto begin = fresh.text.size();
  append_folded(fresh.text, text);
  if (fresh.text.size() == begin) return;
  const bool prose = !layout && manner >= Manner::kMentioned;
  const auto most = max_runs_ / (prose ? 2 : kMostOfOneText);
  const bool lost = layout || fresh.runs.size() >= most;
  if (lost && !fresh.runs.empty() && fresh.runs.back().layout != 0) return;
  fresh.runs.push_back(
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(manner), lost ? 1U : 0U});
}

bool TextStore::has_room(std::size_t text, std::size_t runs) const {
  return text_.size() + text <= max_text_ && runs_.size() + runs <= max_runs_ &&
         passages_.size() < max_passages_;
}

// Down to three quarters, so that it is not done for every text.
void TextStore::make_room(std::size_t text, std::size_t runs) {
  if (has_room(text, runs)) return;
  do {
    drop_oldest_of_largest();
  } while (!passages_.empty() && (!has_room(text, runs) || text_.size() > max_text_ / 4 * 3 ||
                                  passages_.size() > max_passages_ / 4 * 3));
  rebuild_index();
}

void TextStore::drop_oldest_of_largest() {
  std::array<std::size_t, std::numeric_limits<SourceId>::max() + 1> held{};
  for (const auto& passage : passages_) held[passage.source] += passage.end - passage.begin;
  const auto largest = static_cast<std::size_t>(std::ranges::max_element(held) - held.begin());
  const auto oldest = std::ranges::find(passages_, largest, &Passage::source);
  if (oldest != passages_.end()) drop(static_cast<std::size_t>(oldest - passages_.begin()));
}

void TextStore::drop(std::size_t passage) {
  const auto [begin, end, digest, source] = passages_[passage];
  const auto length = end - begin;
  text_.erase(begin, length);
  passages_.erase(passages_.begin() + static_cast<std::ptrdiff_t>(passage));
  for (auto& later : passages_) {
    if (later.begin < end) continue;
    later.begin -= length;
    later.end -= length;
  }
  std::erase_if(runs_, [&](const Run& run) { return run.begin >= begin && run.begin < end; });
  for (auto& run : runs_) {
    if (run.begin >= end) run.begin -= length;
  }
  forgotten_ += length;
}

std::size_t TextStore::bytes() const {
  return text_.capacity() + passages_.capacity() * sizeof(Passage) +
         runs_.capacity() * sizeof(Run) + slots_.capacity() * sizeof(std::uint16_t) +
         signs_.capacity() * sizeof(std::uint64_t);
}

}  // namespace touchstone::flow
