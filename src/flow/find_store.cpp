#include "flow/find_store.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "base/block.hpp"
#include "flow/fold.hpp"
#include "flow/letters.hpp"
#include "flow/share.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kGram = sizeof(std::uint64_t);  // bytes that are indexed
constexpr std::size_t kMostAlike = 8;                 // places indexed that have the same bytes
constexpr std::size_t kMostCompared = 64;             // bytes before and behind such a place
constexpr std::size_t kPerGram = 5;  // bytes of text for one of them: a piece of a short secret
static_assert(kShortestFind == kGram && kPieceOfShort - kGram + 1 == kPerGram);

// How many bytes in common are no chance.
std::size_t stretch_of(std::size_t size, model::DataClass data) {
  if (data != model::DataClass::kCredentials || size < kPieceOfShort) return size;
  return size <= kShortSecret ? kPieceOfShort : kPieceOfLong;
}

// Some stay free, or a search would not end.
std::size_t slots_for(std::size_t bytes) {
  return std::bit_floor(fitting(bytes, kFindPart, 4) / sizeof(std::uint16_t));
}

// One to four bytes again and again, which a text may have at each of its places.
bool is_monotonous(std::uint64_t eight) { return std::rotl(eight, 32) == eight; }

// The number of a bit; as many as there are follow one another, so any of its low bits will do.
std::uint64_t find_sign(std::uint64_t eight, std::uint64_t seed) {
  return (eight ^ seed) * kMix >> 32U;
}

// Words that stand in what was found ("begin private key", the name of a host) are no secret.
bool looks_random(std::string_view piece) {
  return std::ranges::any_of(piece, is_digit) && std::ranges::any_of(piece, is_letter);
}

}  // namespace

// Half of their part is text. A quarter is the index, with room for a place in every fifth byte;
// what remains are its signs, and what says of each find what it is.
FindStore::FindStore(std::size_t bytes, std::uint64_t seed)
    : max_text_(std::min({fitting(bytes, kFindPart, 2), (slots_for(bytes) - 1) * kPerGram,
                          std::size_t{std::numeric_limits<std::uint16_t>::max() - 1}})),
      max_kept_(fitting(bytes, kFindPart, 8) / sizeof(Kept)),
      max_slots_(slots_for(bytes)),
      max_signs_(std::bit_floor(fitting(bytes, kFindPart, 8) / sizeof(std::uint64_t))),
      seed_(seed) {}

std::string_view FindStore::text_of(const Kept& kept) const {
  return std::string_view(text_).substr(kept.begin, kept.end - kept.begin);
}

const FindStore::Kept& FindStore::kept_at(std::size_t place) const {
  return *std::ranges::upper_bound(kept_, place, {}, &Kept::end);
}

bool FindStore::keep(std::string_view squeezed, Find what) {
  squeezed = squeezed.substr(0, longest());
  if (squeezed.size() < kShortestFind) return false;
  const bool is_kept = std::ranges::any_of(
      kept_, [&](const Kept& one) { return one.what == what && text_of(one) == squeezed; });
  if (is_kept) return false;
  make_room(squeezed.size());
  if (slots_.empty()) {
    slots_.resize(max_slots_);
    signs_.resize(max_signs_);
    text_.reserve(max_text_);
    kept_.reserve(max_kept_);
  }
  const auto begin = static_cast<std::uint16_t>(text_.size());
  text_ += squeezed;
  kept_.push_back({begin, static_cast<std::uint16_t>(text_.size()), what});
  index(kept_.back());
  return true;
}

// Down to three quarters, so that it is not done for each.
void FindStore::make_room(std::size_t size) {
  if (text_.size() + size <= max_text_ && kept_.size() < max_kept_) return;
  while (!kept_.empty() && (text_.size() + size > max_text_ || text_.size() > max_text_ / 4 * 3 ||
                            kept_.size() > max_kept_ / 4 * 3))
    drop_oldest_of_largest();
  std::ranges::fill(slots_, std::uint16_t{0});
  std::ranges::fill(signs_, std::uint64_t{0});
  all_have_digits_ = true;
  for (const auto& kept : kept_) index(kept);
}

void FindStore::drop_oldest_of_largest() {
  std::array<std::size_t, std::numeric_limits<SourceId>::max() + 1> held{};
  for (const auto& kept : kept_) held[kept.what.source] += kept.end - kept.begin;
  const auto largest = static_cast<SourceId>(std::ranges::max_element(held) - held.begin());
  const auto gone =
      std::ranges::find_if(kept_, [&](const Kept& one) { return one.what.source == largest; });
  const auto size = static_cast<std::uint16_t>(gone->end - gone->begin);
  text_.erase(gone->begin, size);
  for (auto later = kept_.erase(gone); later != kept_.end(); ++later) {
    later->begin -= size;
    later->end -= size;
  }
}

std::size_t FindStore::slot_of(std::uint64_t eight) const {
  return mixed(eight ^ seed_) & (slots_.size() - 1);
}

void FindStore::set_sign(std::uint64_t eight) {
  const auto sign = find_sign(eight, seed_);
  signs_[sign / 64 & (signs_.size() - 1)] |= std::uint64_t{1} << sign % 64;
}

// The first place of [at, end) whose eight bytes may be indexed, or `end`.
std::size_t FindStore::next_sign(std::string_view text, std::size_t at, std::size_t end) const {
  const auto* const signs = signs_.data();
  const auto last = signs_.size() - 1;
  const auto seed = seed_;
  for (; at < end; ++at) {
    const auto sign = find_sign(load64(text.data() + at), seed);
    if ((signs[sign / 64 & last] >> sign % 64 & 1U) != 0) break;
  }
  return at;
}

// At such a distance that each stretch that counts holds one.
void FindStore::index(const Kept& kept) {
  all_have_digits_ = all_have_digits_ && std::ranges::any_of(text_of(kept), is_digit);
  const auto step = stretch_of(kept.end - kept.begin, kept.what.data) - kGram + 1;
  for (std::size_t at = kept.begin; at + kGram <= kept.end; at += step) {
    const auto eight = load64(text_.data() + at);
    if (step > kPerGram && kept.what.data == model::DataClass::kCredentials && is_monotonous(eight))
      continue;
    set_sign(eight);
    auto slot = slot_of(eight);
    std::size_t alike = 0;
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1))
      alike += load64(text_.data() + slots_[slot] - 1) == eight ? 1 : 0;
    if (alike < kMostAlike) slots_[slot] = static_cast<std::uint16_t>(at + 1);
  }
}

bool FindStore::has_stretch(std::string_view text, std::size_t at, std::size_t place,
                            const Kept& kept) const {
  const auto own = text_of(kept);
  const auto from = place - kept.begin;
  std::size_t before = 0;
  const auto most_before = std::min({at, from, kMostCompared});
  while (before < most_before && text[at - before - 1] == own[from - before - 1]) ++before;
  std::size_t behind = 0;
  const auto most_behind = std::min({text.size() - at, own.size() - from, kMostCompared});
  while (behind < most_behind && text[at + behind] == own[from + behind]) ++behind;
  const auto common = before + behind;
  return common >= stretch_of(own.size(), kept.what.data) &&
         (common == own.size() || looks_random(text.substr(at - before, common)));
}

// Places of [begin, end), each with eight bytes.
void FindStore::look_at(std::string_view squeezed, std::size_t begin, std::size_t end,
                        std::vector<Find>& out) const {
  for (auto at = next_sign(squeezed, begin, end); at < end; at = next_sign(squeezed, at + 1, end)) {
    const auto eight = load64(squeezed.data() + at);
    for (auto slot = slot_of(eight); slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      const std::size_t place = slots_[slot] - 1U;
      if (load64(text_.data() + place) != eight) continue;
      const auto& kept = kept_at(place);
      const bool is_new = std::ranges::find(out, kept.what) == out.end();
      if (is_new && has_stretch(squeezed, at, place, kept)) out.push_back(kept.what);
    }
  }
}

// What counts is all of a find, or a part with digits; and has_stretch() goes kMostCompared far.
std::vector<Find> FindStore::in(std::string_view squeezed) const {
  std::vector<Find> out;
  if (empty() || squeezed.size() < kGram) return out;
  const auto places = squeezed.size() - kGram + 1;
  if (!all_have_digits_) {
    look_at(squeezed, 0, places, out);
    return out;
  }
  const auto next_digit = [&](std::size_t at) {
    return base::find_marked(squeezed, at, squeezed.size(), base::digits_in);
  };
  std::size_t done = 0;
  for (auto digit = next_digit(0); digit < squeezed.size(); digit = next_digit(digit + 1)) {
    const auto begin = std::max(done, digit - std::min(digit, kMostCompared));
    const auto end = std::min(places, digit + kMostCompared + 1);
    look_at(squeezed, begin, end, out);
    done = std::max(done, end);
  }
  return out;
}

std::size_t FindStore::bytes() const {
  return text_.capacity() + kept_.capacity() * sizeof(Kept) +
         slots_.capacity() * sizeof(std::uint16_t) + signs_.capacity() * sizeof(std::uint64_t);
}

}  // namespace touchstone::flow
