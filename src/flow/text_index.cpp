// The index of a TextStore, and the copies that are found with it.
#include <algorithm>
#include <bit>
#include <limits>

#include "flow/share.hpp"
#include "flow/text_store.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxProbes = 64;
constexpr std::size_t kFirstSlots = 256;
constexpr std::size_t kSignsPerSlot = 8;  // bits, so that one in eight is set at most
constexpr std::size_t kMaxOverlap = 256;  // of a match with one of the same source before it

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

// The first place of [at, end) where something indexed may stand, or `end`. The eight bytes behind
// `at` have a sign if something begins there, and if something begins at `at`.
std::size_t TextStore::next_sign(std::string_view text, std::size_t at, std::size_t end) const {
  while (at + 1 < end && !has_sign(text.data() + at + 1)) at += 2;
  return std::min(at, end);
}

// What one call of matches() has found so far. In the last match it is known where the next indexed
// place stands, and what is there: it is the trail.
struct TextStore::Search {
  std::string_view text;
  std::size_t floor;
  std::vector<Match> found;
  std::vector<std::size_t> reach;  // for each source how far its matches go
  std::size_t shift = 0;           // from a place of the last match to where that stands in text_
  std::size_t trail_end = 0;

  [[nodiscard]] bool is_on_trail(std::size_t at) const {
    return at + kShingle + kStride <= trail_end;
  }
  // The first one from `at` on; beyond the text: none.
  [[nodiscard]] std::size_t next_on_trail(std::size_t at) const {
    const auto next = (at + shift + kStride - 1) / kStride * kStride - shift;
    return is_on_trail(next) ? next : text.size();
  }
};

std::vector<Match> TextStore::matches(std::string_view text, std::size_t floor) const {
  if (slots_.empty() || text.size() < floor) return {};
  Search search{text, floor, {}, {}};
  const auto end = text.size() - kShingle + 1;
  for (std::size_t at = 0; at < end; ++at) {
    const auto known = search.next_on_trail(at);
    at = next_sign(text, at, std::min(known, end));
    if (at == end) break;
    if (at != known && !has_sign(text.data() + at)) continue;  // then it was about the next place
    const auto before = search.found.size();
    match_at(at, search);
    if (search.found.size() > before) at = std::max(at + 1, reached_by_all(search.reach)) - 1;
  }
  return std::move(search.found);
}

// Before this place match_at() finds nothing more, of any source.
std::size_t TextStore::reached_by_all(const std::vector<std::size_t>& reach) const {
  auto least = std::numeric_limits<std::size_t>::max();
  for (const auto& passage : passages_)
    least = std::min(least, passage.source < reach.size() ? reach[passage.source] : 0);
  return std::max(least, kShingle + kStride) - kShingle - kStride + 1;
}

void TextStore::match_at(std::size_t at, Search& search) const {
  auto slot = hash_at(search.text.data() + at) >> 6U & (slots_.size() - 1);
  for (std::size_t probe = 0; probe < kMaxProbes && slots_[slot] != 0; ++probe) {
    const auto place = (slots_[slot] - 1U) * kStride;
    slot = (slot + 1) & (slots_.size() - 1);
    if (place - at != search.shift || !search.is_on_trail(at)) match_with(place, at, search);
  }
}

// What lies within the reach of a source is looked at no more, or a text that repeats itself would
// be compared with each of its turns. A longer match of the same source has an indexed place behind
// the bound.
void TextStore::match_with(std::size_t place, std::size_t at, Search& search) const {
  const std::string_view all(text_);
  if (!same_shingle(all.data() + place, search.text.data() + at)) return;
  const auto& passage = passage_at(place);
  if (place + kShingle > passage.end) return;
  if (search.reach.size() <= passage.source) search.reach.resize(passage.source + std::size_t{1});
  std::size_t& reached = search.reach[passage.source];
  if (at + kShingle + kStride <= reached) return;
  const auto behind = common_behind(search.text.substr(at), all.substr(place, passage.end - place));
  if (at + behind <= reached) return;
  const auto begin = reached > kMaxOverlap ? reached - kMaxOverlap : 0;
  const auto before = common_before(search.text.substr(begin, at - begin),
                                    all.substr(passage.begin, place - passage.begin));
  if (before + behind < search.floor) return;
  search.found.push_back({at - before, at + behind, passage.source});
  reached = at + behind;
  search.shift = place - at;
  search.trail_end = reached;
}

const Passage& TextStore::passage_at(std::size_t offset) const {
  const auto behind = std::ranges::upper_bound(passages_, offset, {}, &Passage::begin);
  return *std::prev(behind);
}

}  // namespace touchstone::flow
