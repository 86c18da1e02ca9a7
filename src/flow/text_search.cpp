// Words that a TextStore has, and what is told about them; copies are found in text_index.cpp.
#include <algorithm>
#include <bit>
#include <limits>

#include "base/block.hpp"
#include "flow/share.hpp"
#include "flow/text_store.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxHits = 256;    // of one needle; more tell nothing new
constexpr std::size_t kFewBytes = 4096;  // of text are searched sooner than their words collected
constexpr std::size_t kWindowsFilled = 14;  // by all of the text; the others wait to be cleared
constexpr std::size_t kReachOfWish = 160;   // bytes before and behind a value

// Two bytes of the needle are looked at together at each place of a block. Its first byte is a
// blank and tells little.
base::Block may_stand_in_block(const char* text, std::string_view needle) {
  const base::Block second = base::load_block(text + 1) == static_cast<unsigned char>(needle[1]);
  const base::Block third = base::load_block(text + 2) == static_cast<unsigned char>(needle[2]);
  return second & third;
}

// A bit for each place of two blocks where the needle may stand.
std::uint32_t may_stand_in_blocks(const char* text, std::string_view needle) {
  const auto first = may_stand_in_block(text, needle);
  const auto second = may_stand_in_block(text + base::kBlockSize, needle);
  if (!base::any(first | second)) return 0;
  return base::bits_of(first) | base::bits_of(second) << base::kBlockSize;
}

// Calls `hit` for each place of `needle` (at least three bytes) until it says no, which is false.
template <typename Hit>
bool each_place(std::string_view text, std::string_view needle, const Hit& hit) {
  if (text.size() < needle.size()) return true;
  const auto places = text.size() - needle.size() + 1;
  std::size_t at = 0;
  for (; at + 2 * base::kBlockSize <= places; at += 2 * base::kBlockSize) {
    for (auto may = may_stand_in_blocks(text.data() + at, needle); may != 0; may &= may - 1) {
      const auto place = at + static_cast<std::size_t>(std::countr_zero(may));
      if (text.substr(place, needle.size()) == needle && !hit(place)) return false;
    }
  }
  for (; at < places; ++at) {
    if (text.substr(at, needle.size()) == needle && !hit(at)) return false;
  }
  return true;
}

}  // namespace

// Calls `take` with each place where the words of `needle` begin, until it says no. True: it never
// did, and there were not too many.
template <typename Take>
bool TextStore::each_hit(std::string_view needle, const Take& take) const {
  const auto pattern = " " + std::string(needle);
  std::size_t hits = 0;
  return each_stretch(windows_with(needle), [&](std::size_t begin, std::size_t end) {
    // The blank before a word may stand before the stretch, and other words behind it.
    const auto from = std::max<std::size_t>(begin, 1) - 1;
    const auto stretch = std::string_view(text_).substr(from, end - from + needle.size() - 1);
    return each_place(stretch, pattern,
                      [&](std::size_t at) { return take(from + at + 1) && ++hits < kMaxHits; });
  });
}

Found TextStore::find(std::string_view needle, std::span<const Source> sources) const {
  Found found;
  if (needle.size() < 2) return found;
  each_hit(needle, [&](std::size_t begin) {
    sight(begin, begin + needle.size(), sources, found);
    return true;
  });
  return found;
}

bool TextStore::is_directive(std::size_t run) const {
  return runs_[run].manner == static_cast<unsigned>(Manner::kDirected) && runs_[run].layout == 0;
}

std::size_t TextStore::directed_bytes() const {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (is_directive(i)) bytes += end_of(i) - runs_[i].begin;
  }
  return bytes;
}

// Directives with nothing but keys and marks between them are one: its writer may have parted it.
bool TextStore::directs_to(const Doing& doing, std::span<const Source> sources) const {
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (!is_directive(i)) continue;
    const auto begin = runs_[i].begin;
    const auto& passage = passage_at(begin);
    while (i + 1 < runs_.size() && runs_[i + 1].begin < passage.end &&
           (is_directive(i + 1) || runs_[i + 1].layout != 0))
      ++i;
    const bool untrusted = sources[passage.source].author == Author::kUntrusted;
    const auto end = std::min<std::size_t>(end_of(i), passage.end);
    const auto text = std::string_view(text_).substr(begin, end - begin);
    if (untrusted && doing.is_named_in(text)) return true;
  }
  return false;
}

// Sentences have no ends here. More places than are looked at may be anything.
bool TextStore::wishes_for(const Doing& doing, std::span<const Source> sources) const {
  if (doing.values.empty()) return false;
  const auto& longest = *std::ranges::max_element(doing.values, {}, &std::string::size);
  return !each_hit(longest, [&](std::size_t begin) {
    const bool trusted = sources[passage_at(begin).source].author == Author::kTrusted;
    return trusted || !doing.is_wished_in(around(begin, begin + longest.size()));
  });
}

// The text before and behind, within reach of a wish; none in a layout.
std::string_view TextStore::around(std::size_t begin, std::size_t end) const {
  const auto next =
      std::ranges::upper_bound(runs_, begin, {}, [](const Run& run) { return run.begin; });
  if (next == runs_.begin() || std::prev(next)->layout != 0) return {};
  const auto run = static_cast<std::size_t>(next - runs_.begin()) - 1;
  const auto& passage = passage_at(begin);
  const auto first = std::max<std::size_t>(runs_[run].begin, passage.begin);
  const auto last = std::min<std::size_t>({end_of(run), passage.end, end + kReachOfWish});
  const auto from = begin > first + kReachOfWish ? begin - kReachOfWish : first;
  return last > from ? std::string_view(text_).substr(from, last - from) : std::string_view();
}

Found TextStore::find_directed(std::string_view needle, std::span<const Source> sources) const {
  Found found;
  if (needle.size() < 2 || windows_with(needle) == 0) return found;
  const std::string pattern = " " + std::string(needle);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (!is_directive(i)) continue;
    const auto begin = runs_[i].begin - 1U;  // a blank: no run begins with its text
    const auto end = std::min(text_.size(), end_of(i) + needle.size());
    each_place(std::string_view(text_).substr(begin, end - begin), pattern, [&](std::size_t at) {
      sight(begin + at + 1, begin + at + pattern.size(), sources, found);
      return !found.seen.any(Manner::kDirected);
    });
  }
  return found;
}

std::size_t TextStore::window_size() const { return max_text_ / kWindowsFilled; }

// Calls `take` with each window of a passage and where it begins and ends, until it says no.
template <typename Take>
bool TextStore::each_window_of(const Passage& passage, const Take& take) const {
  auto window = passage.since / window_size();
  auto rest = window_size() - passage.since % window_size();
  for (std::size_t at = passage.begin; at < passage.end; ++window) {
    const auto end = std::min<std::size_t>(passage.end, at + rest);
    if (!take(window % kWindows, at, end)) return false;
    at = end;
    rest = window_size();
  }
  return true;
}

// The text that is in these windows, as few stretches of it as there are.
template <typename Take>
bool TextStore::each_stretch(Windows windows, const Take& take) const {
  std::size_t from = 0;
  std::size_t to = 0;
  const auto join = [&](std::size_t window, std::size_t begin, std::size_t end) {
    if ((windows >> window & 1U) == 0) return true;
    if (begin != to) {
      if (from < to && !take(from, to)) return false;
      from = begin;
    }
    to = end;
    return true;
  };
  for (const auto& passage : passages_) {
    if (!each_window_of(passage, join)) return false;
  }
  return from == to || take(from, to);
}

// Nothing is sighted that has not all of its words in one passage, and it reaches into the next
// window at most.
Windows TextStore::windows_with(std::string_view needle) const {
  const bool worth_it = text_.size() > kFewBytes && needle.size() < window_size();
  if (!worth_it || !words_.able()) return std::numeric_limits<Windows>::max();
  collect_words();
  return words_.of(needle);
}

// A word belongs to the window that it begins in.
std::string_view TextStore::words_of(const Passage& passage, std::size_t begin,
                                     std::size_t end) const {
  const auto text = std::string_view(text_).substr(0, passage.end);
  const auto past_word = [&](std::size_t at) {
    if (at == passage.begin || text[at - 1] == ' ') return at;
    return std::min(text.find(' ', at), text.size());
  };
  begin = past_word(begin);
  return text.substr(begin, past_word(end) - begin);
}

void TextStore::collect_words() const {
  for (; worded_ < passages_.size(); ++worded_) {
    const auto& passage = passages_[worded_];
    each_window_of(passage, [&](std::size_t window, std::size_t begin, std::size_t end) {
      words_.add(words_of(passage, begin, end), window);
      return true;
    });
  }
}

// Those of windows that nothing is left of.
void TextStore::forget_words() {
  Windows left = 0;
  for (const auto& passage : std::span(passages_).first(worded_)) {
    each_window_of(passage, [&](std::size_t window, std::size_t, std::size_t) {
      left |= static_cast<Windows>(1U << window);
      return true;
    });
  }
  words_.keep_only(left);
}

// One appearance, at [begin, end). It is recorded only if it is all there is of its run.
void TextStore::sight(std::size_t begin, std::size_t end, std::span<const Source> sources,
                      Found& found) const {
  const auto& passage = passage_at(begin);
  if (end > passage.end) return;
  const auto next =
      std::ranges::upper_bound(runs_, begin, {}, [](const Run& run) { return run.begin; });
  if (next == runs_.begin()) return;
  const auto& run = *std::prev(next);
  if (run.layout != 0) return;
  const bool ends = next == runs_.end() || next->begin >= end;
  const bool whole =
      run.begin == begin &&
      (next == runs_.end() ? end == text_.size() : next->begin == end || end == passage.end);
  auto manner = static_cast<Manner>(run.manner);
  if (manner == Manner::kRecorded && !whole) manner = ends ? Manner::kNamed : Manner::kMentioned;
  if (found.seen.empty()) found.first = passage.source;
  found.last = passage.source;
  found.seen.add(manner, sources[passage.source].author);
}

}  // namespace touchstone::flow
