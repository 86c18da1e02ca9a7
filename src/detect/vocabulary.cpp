#include "detect/vocabulary.hpp"

#include "base/hash.hpp"

namespace touchstone::detect {

Vocabulary::Vocabulary() : words_(1), slots_(1024, kNoWord) {}

std::size_t Vocabulary::slot_of(std::string_view word) const {
  const auto mask = slots_.size() - 1;
  auto slot = base::hash64(word) & mask;
  while (slots_[slot] != kNoWord && words_[slots_[slot]] != word) slot = (slot + 1) & mask;
  return slot;
}

WordId Vocabulary::add(std::string_view word) {
  if (words_.size() * 2 > slots_.size()) grow();
  auto& id = slots_[slot_of(word)];
  if (id != kNoWord) return id;
  id = static_cast<WordId>(words_.size());
  words_.emplace_back(word);
  return id;
}

void Vocabulary::grow() {
  slots_.assign(slots_.size() * 2, kNoWord);
  for (std::size_t id = 1; id < words_.size(); ++id) {
    slots_[slot_of(words_[id])] = static_cast<WordId>(id);
  }
}

}  // namespace touchstone::detect
