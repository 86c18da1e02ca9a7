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
constexpr std::size_t kMoreWhenFolded = 3;  // the first blank, and what append_folded() asks for
constexpr std::size_t kMaxHolders = std::numeric_limits<SourceId>::max() + 1;

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
      seed_(seed),
      words_(fitting_words(bytes), seed) {}

std::size_t TextStore::most_of_one_text() const { return max_text_ / kMostOfOneText; }

bool TextStore::may_keep(const Folded& fresh) const {
  return fresh.text.size() >= 2 && fresh.text.size() <= most_of_one_text() &&
         fresh.runs.size() <= max_runs_ / 2 + 1;
}

bool TextStore::keep(const Folded& fresh, SourceId source, const TakeProse& dropped) {
  if (fresh.text.size() < 2) return false;
  const auto digest = seeded_hash_of_text(fresh.text, seed_ + source);
  const bool kept = std::ranges::any_of(passages_, [&](const Passage& passage) {
    return passage.digest == digest && passage.source == source;
  });
  if (kept) return false;
  forgotten_ += fresh.forgotten;
  make_room(fresh.text.size(), fresh.runs.size(), dropped);
  const auto begin = static_cast<std::uint32_t>(text_.size());
  reserve_within(text_, text_.size() + fresh.text.size(), max_text_);
  text_ += fresh.text;
  reserve_within(runs_, runs_.size() + fresh.runs.size(), max_runs_);
  for (auto run : fresh.runs) {
    run.begin += begin;
    runs_.push_back(run);
  }
  reserve_within(passages_, passages_.size() + 1, max_passages_);
  add_passage(fresh.text.size(), digest, source);
  index_from(begin);
  return true;
}

void TextStore::add_passage(std::size_t size, std::uint64_t digest, SourceId source) {
  const auto begin = passages_.empty() ? 0 : passages_.back().end;
  const auto end = static_cast<std::uint32_t>(begin + size);
  passages_.push_back({begin, end, digest, source, since_});
  since_ += static_cast<std::uint32_t>(size);
}

// Of a text that is too long its directives are kept wherever they stand, and else its beginning.
Folded TextStore::fold(const Pieces& pieces,
                       const std::function<void(std::string_view)>& left_out) const {
  Folded fresh;
  const auto most = most_of_one_text();
  const auto most_else = most / 4 * 3;
  const auto text = pieces.text();
  fresh.text.reserve(std::min(text.size(), most) + kMoreWhenFolded);
  fresh.text += ' ';
  std::size_t done = 0;
  const auto add = [&](std::size_t begin, std::size_t end, Manner manner, bool layout) {
    const auto room = manner == Manner::kDirected && !layout ? most : most_else;
    const auto used = std::min(fresh.text.size() + 2, room);
    const auto piece = text.substr(begin, end - begin);
    const auto kept = std::min(piece.size(), room - used);
    const bool found = add_run(fresh, piece.substr(0, kept), manner, layout);
    fresh.forgotten += piece.size() - kept;
    if (layout || manner < Manner::kMentioned || (found && kept == piece.size())) return;
    // From the word on that it is cut in.
    const auto blank = piece.substr(0, kept).find_last_of(" \n\t");
    left_out(piece.substr(!found || blank == std::string_view::npos ? 0 : blank));
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
bool TextStore::add_run(Folded& fresh, std::string_view text, Manner manner, bool layout) const {
  const auto begin = fresh.text.size();
  append_folded(fresh.text, text);
  if (fresh.text.size() == begin) return true;
  const bool prose = !layout && manner >= Manner::kMentioned;
  const auto most = max_runs_ / (prose ? 2 : kMostOfOneText);
  const bool lost = layout || fresh.runs.size() >= most;
  if (lost && !fresh.runs.empty() && fresh.runs.back().layout != 0) return false;
  fresh.runs.push_back(
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(manner), lost ? 1U : 0U});
  return !lost;
}

bool TextStore::has_room(const Room& used, std::size_t text, std::size_t runs) const {
  return used.text + text <= max_text_ && used.runs + runs <= max_runs_ &&
         used.passages < max_passages_;
}

bool TextStore::has_room(std::size_t text, std::size_t runs) const {
  return has_room({text_.size(), runs_.size(), passages_.size()}, text, runs);
}

// Down to five eighths: what stays is indexed anew, so the less often the better.
void TextStore::make_room(std::size_t text, std::size_t runs, const TakeProse& dropped) {
  if (has_room(text, runs)) return;
  std::array<std::size_t, kMaxHolders> held{};
  std::size_t holders = 0;
  for (const auto& passage : passages_) {
    held[passage.source] += passage.end - passage.begin;
    holders = std::max(holders, std::size_t{passage.source} + 1);
  }
  std::vector<bool> goes(passages_.size());
  Room left{text_.size(), runs_.size(), passages_.size()};
  while (left.passages > 0 && (!has_room(left, text, runs) || left.text > max_text_ / 8 * 5 ||
                               left.passages > max_passages_ / 8 * 5)) {
    const auto oldest = oldest_of_largest(std::span(held).first(holders), goes);
    goes[oldest] = true;
    const auto& [begin, end, digest, source, since] = passages_[oldest];
    held[source] -= end - begin;
    left.text -= end - begin;
    left.runs -= runs_in(passages_[oldest]).size();
    --left.passages;
  }
  drop(goes, dropped);
  forget_words();
  rebuild_index();
}

// Of the source that holds most.
std::size_t TextStore::oldest_of_largest(std::span<const std::size_t> held,
                                         const std::vector<bool>& goes) const {
  const auto largest = static_cast<std::size_t>(std::ranges::max_element(held) - held.begin());
  std::size_t oldest = 0;
  while (goes[oldest] || passages_[oldest].source != largest) ++oldest;
  return oldest;
}

std::span<const Run> TextStore::runs_in(const Passage& passage) const {
  const auto begin = [](const Run& run) { return run.begin; };
  const auto first = std::ranges::lower_bound(runs_, passage.begin, {}, begin);
  return {first, std::ranges::lower_bound(first, runs_.end(), passage.end, {}, begin)};
}

std::size_t TextStore::end_of(std::size_t run) const {
  return run + 1 < runs_.size() ? runs_[run + 1].begin : text_.size();
}

void TextStore::tell_prose(const Passage& passage, const TakeProse& dropped) const {
  const auto runs = runs_in(passage);
  for (const Run& run : runs) {
    if (run.layout != 0 || run.manner < static_cast<unsigned>(Manner::kMentioned)) continue;
    const auto at = static_cast<std::size_t>(&run - runs_.data());
    const auto end = std::min<std::size_t>(end_of(at), passage.end);
    dropped(std::string_view(text_).substr(run.begin, end - run.begin), passage.source,
            static_cast<Manner>(run.manner));
  }
}

// What stays moves up, all in one go.
void TextStore::drop(const std::vector<bool>& goes, const TakeProse& dropped) {
  for (std::size_t i = 0; i < passages_.size(); ++i) {
    if (goes[i]) tell_prose(passages_[i], dropped);
  }
  std::size_t kept = 0;  // bytes, runs and passages that have found their place
  std::size_t kept_runs = 0;
  std::size_t kept_passages = 0;
  std::size_t kept_worded = 0;
  for (std::size_t i = 0; i < passages_.size(); ++i) {
    const auto [begin, end, digest, source, since] = passages_[i];
    if (goes[i]) {
      forgotten_ += end - begin;
      continue;
    }
    const auto back = begin - static_cast<std::uint32_t>(kept);
    for (const Run run : runs_in(passages_[i])) {
      runs_[kept_runs] = run;
      runs_[kept_runs++].begin -= back;
    }
    std::char_traits<char>::move(text_.data() + kept, text_.data() + begin, end - begin);
    passages_[kept_passages++] = {begin - back, end - back, digest, source, since};
    kept += end - begin;
    if (i < worded_) ++kept_worded;
  }
  worded_ = kept_worded;
  text_.resize(kept);
  runs_.resize(kept_runs);
  passages_.resize(kept_passages);
}

std::size_t TextStore::bytes() const {
  return text_.capacity() + passages_.capacity() * sizeof(Passage) +
         runs_.capacity() * sizeof(Run) + slots_.capacity() * sizeof(std::uint16_t) +
         signs_.capacity() * sizeof(std::uint64_t) + words_.bytes();
}

}  // namespace touchstone::flow
