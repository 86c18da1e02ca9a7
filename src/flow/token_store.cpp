#include "flow/token_store.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "flow/share.hpp"

namespace touchstone::flow {
namespace {

static_assert(sizeof(Known) == 16);

constexpr std::size_t kFirstTokens = 64;
constexpr std::size_t kDroppedPart = 8;  // an eighth of the slots is freed at a time

constexpr bool is_full(std::size_t count, std::size_t slots) { return count + 1 > slots / 4 * 3; }

}  // namespace

TokenStore::TokenStore(std::size_t bytes, std::uint64_t seed)
    : max_slots_(fitting_table(bytes, kTokenPart, sizeof(Known))),
      max_faded_(fitting_table(bytes, kFadedPart, sizeof(std::uint64_t))),
      seed_(seed) {}

std::uint64_t TokenStore::hash_of(std::string_view normal) const {
  return std::max<std::uint64_t>(seeded_hash(normal, seed_), 1);
}

std::size_t TokenStore::slot_of(std::uint64_t hash) const {
  auto slot = hash & (slots_.size() - 1);
  while (slots_[slot].hash != 0 && slots_[slot].hash != hash)
    slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

const Known* TokenStore::find(std::uint64_t hash) const {
  if (slots_.empty()) return nullptr;
  const auto& known = slots_[slot_of(hash)];
  return known.hash == 0 ? nullptr : &known;
}

Known& TokenStore::at(std::uint64_t hash, SourceId source) {
  if (find(hash) == nullptr && is_full(count_, slots_.size())) make_room();
  auto& known = slots_[slot_of(hash)];
  if (known.hash == 0) {
    known = {hash, clock_++, {}, source, source};
    ++count_;
  }
  return known;
}

bool TokenStore::faded(std::uint64_t hash) const {
  if (faded_.empty()) return false;
  const auto has = [&](std::uint64_t bit) {
    return (faded_[bit >> 6U & (faded_.size() - 1)] >> (bit & 63U) & 1U) != 0;
  };
  return has(hash) && has(hash >> 32U);
}

void TokenStore::fade(std::uint64_t hash) {
  if (faded_.empty()) faded_.resize(max_faded_);
  const auto set = [&](std::uint64_t bit) {
    faded_[bit >> 6U & (faded_.size() - 1)] |= std::uint64_t{1} << (bit & 63U);
  };
  set(hash);
  set(hash >> 32U);
}

void TokenStore::make_room() {
  if (slots_.size() >= max_slots_) return drop_oldest();
  const auto old = std::move(slots_);
  rebuild(old, std::min(max_slots_, std::max(kFirstTokens, old.size() * 2)));
}

// Of the source that has most, so that a flood washes away itself first.
void TokenStore::drop_oldest() {
  std::array<std::size_t, std::numeric_limits<SourceId>::max() + 1> held{};
  for (const auto& known : slots_) held[known.first] += known.hash != 0 ? 1 : 0;
  const auto largest = static_cast<std::size_t>(std::ranges::max_element(held) - held.begin());
  std::vector<std::uint32_t> ages;
  ages.reserve(held[largest]);
  for (const auto& known : slots_) {
    if (known.hash != 0 && known.first == largest) ages.push_back(known.age);
  }
  const auto count = std::min(ages.size() - 1, max_slots_ / kDroppedPart);
  std::ranges::nth_element(ages, ages.begin() + static_cast<std::ptrdiff_t>(count));
  auto old = std::move(slots_);
  for (auto& known : old) {
    if (known.hash == 0 || known.first != largest || known.age > ages[count]) continue;
    if (known.seen.only_said()) fade(known.hash);
    known.hash = 0;
    ++forgotten_;
  }
  rebuild(old, max_slots_);
}

void TokenStore::rebuild(std::span<const Known> kept, std::size_t slots) {
  slots_.assign(slots, {});
  count_ = 0;
  for (const auto& known : kept) {
    if (known.hash == 0) continue;
    slots_[slot_of(known.hash)] = known;
    ++count_;
  }
}

std::size_t TokenStore::bytes() const {
  return slots_.capacity() * sizeof(Known) + faded_.capacity() * sizeof(std::uint64_t);
}

}  // namespace touchstone::flow
