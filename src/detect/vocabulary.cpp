#include "detect/vocabulary.hpp"

namespace touchstone::detect {

Vocabulary::Vocabulary() : words_(1), slots_(1024) {}

WordId Vocabulary::add(std::string_view word) {
  if (const auto known = find(word); known != kNoWord) return known;
  if (words_.size() * 2 > slots_.size()) grow();
  words_.emplace_back(word);
  const auto id = static_cast<WordId>(words_.size() - 1);
  put(id);
  return id;
}

void Vocabulary::put(WordId id) {
  slots_[slot_of(words_[id])] = {id, sign_of(base::hash_of_word(words_[id]))};
}

void Vocabulary::grow() {
  slots_.assign(slots_.size() * 2, Slot());
  for (std::size_t id = 1; id < words_.size(); ++id) put(static_cast<WordId>(id));
}

}  // namespace touchstone::detect
