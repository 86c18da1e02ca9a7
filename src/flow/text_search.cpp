// The index of a TextStore, and what is found with it.
#include <algorithm>
#include <bit>
#include <limits>

#include "base/block.hpp"
#include "flow/share.hpp"
#include "flow/text_store.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxProbes = 64;
constexpr std::size_t kFirstSlots = 256;
constexpr std::size_t kSignsPerSlot = 8;  // bits, so that one in eight is set at most
constexpr std::size_t kMaxHits = 256;     // of one needle; more tell nothing new
constexpr std::size_t kFewBytes = 4096;   // of text are searched sooner than their words collected
constexpr std::size_t kWindowsFilled = 14;  // by all of the text; the others wait to be cleared
constexpr std::size_t kReachOfWish = 160;   // bytes before and behind a value
constexpr std::size_t kMaxOverlap = 256;    // of a match with one of the same source before it

// How far two texts agree, backwards and forwards.
std::size_t common_before(std::string_view a, std::string_view b) {
  const auto most = std::min(a.size(), b.size());
  std::size_t length = 0;
  while (length < most && a[a.size() - 1 - length] == b[b.size() - 1 - length]) ++length;
  return length;
}

std::size_t common_behind(std::string_view a, std::string_view b) {
  const auto most = std::min(a.size(), b.size());
  std::size_t length = 0;
  while (length + 8 <= most && load64(a.data() + length) == load64(b.data() + length)) length += 8;
  while (length < most && a[length] == b[length]) ++length;
  return length;
}

bool same_shingle(const char* a, const char* b) {
  static_assert(kShingle == 17);
  const auto differ = (load64(a) ^ load64(b)) | (load64(a + 8) ^ load64(b + 8));
  return differ == 0 && a[16] == b[16];
}

// Where a place of these bytes goes; behind the last slot: nowhere, for there are enough of them.
// Texts are far away: a row of taken slots that is short has not enough, so they are not looked at.
std::size_t free_slot(std::string_view text, std::span<const std::uint16_t> slots,
                      std::size_t first, const char* shingle) {
  const auto behind = [&](std::size_t slot) { return (slot + 1) & (slots.size() - 1); };
  auto slot = first;
  for (std::size_t probe = 0; probe < kMaxAlike; ++probe, slot = behind(slot)) {
    if (slots[slot] == 0) return slot;
  }
  slot = first;
  std::size_t alike = 0;
  for (std::size_t probe = 0; probe < kMaxProbes; ++probe, slot = behind(slot)) {
    if (slots[slot] == 0) return slot;
    const auto* other = text.data() + (slots[slot] - 1U) * kStride;
    if (same_shingle(other, shingle) && ++alike >= kMaxAlike) break;
  }
  return slots.size();
}

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

// The upper bits of a product depend on all of its factors' bits. Whatever is found is compared, so
// one multiplication is good enough.
std::uint64_t TextStore::hash_at(const char* bytes) const {
  const auto both = (load64(bytes) ^ seed_) + std::rotl(load64(bytes + kShingle - 8), 23);
  return both * kMix >> 36U;
}

std::uint64_t TextStore::sign_at(const char* bytes) const {
  return (load64(bytes) ^ seed_) * kMix >> 36U;
}

bool TextStore::has_sign(const char* bytes) const {
  const auto sign = sign_at(bytes);
  return (signs_[sign >> 6U & (signs_.size() - 1)] >> (sign & 63U) & 1U) != 0;
}

void TextStore::index_from(std::size_t begin) {
  const auto end = text_.size();
  if ((end / kStride + 1) * 2 > slots_.size() && slots_.size() < max_slots_) return rebuild_index();
  put_all((begin + kStride - 1) / kStride * kStride);
}

void TextStore::rebuild_index() {
  const auto wanted = std::bit_ceil(std::max(kFirstSlots, (text_.size() / kStride + 1) * 4));
  const auto slots = std::min(max_slots_, wanted);
  slots_.assign(slots, 0);
  signs_.assign(std::min(max_signs_, slots * kSignsPerSlot / 64), 0);
  put_all(0);
}

// Of all places from `begin` on. A place that two passages share cannot match, since nothing is
// compared beyond a passage's end.
void TextStore::put_all(std::size_t begin) {
  const std::string_view text(text_);
  const std::span slots(slots_);
  const std::span signs(signs_);
  const auto sign = [&](const char* bytes) {
    const auto sign = sign_at(bytes);
    signs[sign >> 6U & (signs.size() - 1)] |= std::uint64_t{1} << (sign & 63U);
  };
  for (auto place = begin; place + kShingle <= text.size(); place += kStride) {
    const auto* shingle = text.data() + place;
    const auto slot = free_slot(text, slots, hash_at(shingle) >> 6U & (slots.size() - 1), shingle);
    if (slot == slots.size()) continue;
    slots[slot] = static_cast<std::uint16_t>(place / kStride + 1);
    sign(shingle);
    sign(shingle + 1);
  }
}

// The first place from `at` on where something indexed may stand, or one behind the last. The eight
// bytes behind `at` have a sign if something begins there, and if something begins at `at`.
std::size_t TextStore::next_sign(std::string_view text, std::size_t at) const {
  const auto end = text.size() - kShingle + 1;
  while (at < end && !has_sign(text.data() + at + 1)) at += 2;
  return at;
}

std::vector<Match> TextStore::matches(std::string_view text, std::size_t floor) const {
  std::vector<Match> out;
  if (slots_.empty() || text.size() < floor) return out;
  std::vector<std::size_t> reach;
  const auto last = text.size() - kShingle;
  for (std::size_t at = 0; (at = next_sign(text, at)) <= last; ++at) {
    if (!has_sign(text.data() + at)) continue;  // then it was about the next place
    const auto known = out.size();
    match_at(text, at, hash_at(text.data() + at), floor, out, reach);
    if (out.size() > known) at = std::max(at + 1, reached_by_all(reach)) - 1;
  }
  return out;
}

// Before this place match_at() finds nothing more, of any source.
std::size_t TextStore::reached_by_all(const std::vector<std::size_t>& reach) const {
  auto least = std::numeric_limits<std::size_t>::max();
  for (const auto& passage : passages_)
    least = std::min(least, passage.source < reach.size() ? reach[passage.source] : 0);
  return std::max(least, kShingle + kStride) - kShingle - kStride + 1;
}

// `reach` has for each source how far its matches go. What lies within is looked at no more, or a
// text that repeats itself would be compared with each of its turns. A longer match of the same
// source has an indexed place behind the bound.
void TextStore::match_at(std::string_view text, std::size_t at, std::uint64_t hash,
                         std::size_t floor, std::vector<Match>& out,
                         std::vector<std::size_t>& reach) const {
  auto slot = hash >> 6U & (slots_.size() - 1);
  for (std::size_t probe = 0; probe < kMaxProbes && slots_[slot] != 0; ++probe) {
    const auto place = (slots_[slot] - 1U) * kStride;
    slot = (slot + 1) & (slots_.size() - 1);
    const std::string_view all(text_);
    if (!same_shingle(all.data() + place, text.data() + at)) continue;
    const auto& passage = passage_at(place);
    if (place + kShingle > passage.end) continue;
    if (reach.size() <= passage.source) reach.resize(passage.source + std::size_t{1});
    std::size_t& reached = reach[passage.source];
    if (at + kShingle + kStride <= reached) continue;
    const auto behind = common_behind(text.substr(at), all.substr(place, passage.end - place));
    if (at + behind <= reached) continue;
    const auto begin = reached > kMaxOverlap ? reached - kMaxOverlap : 0;
    const auto before = common_before(text.substr(begin, at - begin),
                                      all.substr(passage.begin, place - passage.begin));
    if (before + behind < floor) continue;
    out.push_back({at - before, at + behind, passage.source});
    reached = at + behind;
  }
}

const Passage& TextStore::passage_at(std::size_t offset) const {
  const auto behind = std::ranges::upper_bound(passages_, offset, {}, &Passage::begin);
  return *std::prev(behind);
}

Found TextStore::find(std::string_view needle, std::span<const Source> sources) const {
  Found found;
  if (needle.size() < 2) return found;
  const auto windows = windows_with(needle);
  if (windows == 0) return found;
  const std::string pattern = " " + std::string(needle);
  std::size_t hits = 0;
  each_stretch(windows, [&](std::size_t begin, std::size_t end) {
    // The blank before a word may stand before the stretch, and other words behind it.
    const auto from = std::max<std::size_t>(begin, 1) - 1;
    const auto stretch = std::string_view(text_).substr(from, end - from + needle.size() - 1);
    return each_place(stretch, pattern, [&](std::size_t at) {
      sight(from + at + 1, from + at + pattern.size(), sources, found);
      return ++hits < kMaxHits;
    });
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
// A wish stands around the values of the call, and sentences have no ends here. More of them than
// are looked at may be anything.
bool TextStore::directs_to(const Doing& doing, std::span<const Source> sources) const {
  if (!doing.values.empty()) {
    const auto& needle = *std::ranges::max_element(doing.values, {}, &std::string::size);
    const auto pattern = " " + needle;
    std::size_t hits = 0;
    const auto is_wished_at = [&](std::size_t begin) {
      const auto& passage = passage_at(begin);
      const auto next =
          std::ranges::upper_bound(runs_, begin, {}, [](const Run& run) { return run.begin; });
      if (next == runs_.begin() || std::prev(next)->layout != 0 ||
          sources[passage.source].author == Author::kTrusted)
        return false;
      const auto run = static_cast<std::size_t>(next - runs_.begin()) - 1;
      const auto first = std::max<std::size_t>(runs_[run].begin, passage.begin);
      const auto end =
          std::min<std::size_t>({end_of(run), passage.end, begin + needle.size() + kReachOfWish});
      const auto from = begin > first + kReachOfWish ? begin - kReachOfWish : first;
      return end > from && doing.is_wished_in(std::string_view(text_).substr(from, end - from));
    };
    return !each_stretch(windows_with(needle), [&](std::size_t begin, std::size_t end) {
      const auto from = std::max<std::size_t>(begin, 1) - 1;
      const auto stretch = std::string_view(text_).substr(from, end - from + needle.size() - 1);
      return each_place(stretch, pattern, [&](std::size_t at) {
        return !is_wished_at(from + at + 1) && ++hits < kMaxHits;
      });
    });
  }
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
