#include "find/index_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "find/stem.hpp"
#include "find/terms.hpp"

namespace touchstone::find {
namespace {

constexpr std::size_t kDescriptionField = 3;  // from here on fields are prose

void step(std::uint16_t& count) {
  if (count < std::numeric_limits<std::uint16_t>::max()) ++count;
}

// Never negative, unlike the textbook's: a term that stands in most documents says little, but a
// document that has it is not worse for that.
double rarity(std::size_t documents, std::size_t with_term) {
  const auto all = static_cast<double>(documents);
  const auto with = static_cast<double>(with_term);
  return std::log(1 + (all - with + 0.5) / (with + 0.5));
}

}  // namespace

IndexBuilder::IndexBuilder(Index& index, const Weights& weights, std::size_t documents)
    : index_(index),
      fields_{weights.name, weights.title, weights.parameters, weights.description,
              weights.parameter_text},
      saturation_(weights.saturation) {
  constexpr std::size_t kWords = 8;    // that a document has and none before it, as a rule
  constexpr std::size_t kTerms = 100;  // of a document
  words_.reserve(kWords * documents);
  index_.terms_.reserve(kWords * documents);
  occurrences_.reserve(kTerms * documents);
  lengths_.reserve(documents);
}

void IndexBuilder::add(const Document& document) {
  lengths_.emplace_back();
  count(std::string_view(document.name).substr(0, kMaxNameBytes), 0);
  count(std::string_view(document.title).substr(0, kMaxTitleBytes), 1);
  count(std::string_view(document.parameters).substr(0, kMaxParameterBytes), 2);
  count(std::string_view(document.description).substr(0, kMaxDescriptionBytes), 3);
  count(std::string_view(document.parameter_text).substr(0, kMaxParameterTextBytes), 4);
  const auto number = static_cast<std::uint32_t>(index_.document_count_++);
  for (const auto term : at_hand_) {
    occurrences_.push_back({term, number, counts_[term]});
    counts_[term] = {};
    ++documents_[term];
  }
  at_hand_.clear();
}

void IndexBuilder::count(std::string_view text, std::size_t field) {
  for_each_term(text, [&](const Term& term) {
    const auto [id, stop] = look_up(term.word);
    if (stop && field >= kDescriptionField) return;
    if (counts_[id] == Counts{}) at_hand_.push_back(id);
    step(counts_[id][field]);
    if (!term.joined) step(lengths_.back()[field]);
  });
}

// Texts repeat their words, so each is stemmed once.
IndexBuilder::Word IndexBuilder::look_up(std::string_view word) {
  if (const auto met = words_.find(word); met != words_.end()) return met->second;
  std::string term(word);
  stem(term);
  const Word out{term_id(term), is_stop_word(word)};
  words_.emplace(word, out);
  return out;
}

std::uint32_t IndexBuilder::term_id(const std::string& term) {
  const auto next = static_cast<std::uint32_t>(index_.terms_.size());
  const auto [at, added] = index_.terms_.try_emplace(term, next);
  if (added) {
    counts_.emplace_back();
    documents_.push_back(0);
  }
  return at->second;
}

std::array<double, kFieldCount> IndexBuilder::average_lengths() const {
  std::array<double, kFieldCount> out{};
  for (const auto& lengths : lengths_) {
    for (std::size_t field = 0; field < kFieldCount; ++field) out[field] += lengths[field];
  }
  for (auto& length : out) length /= static_cast<double>(std::max<std::size_t>(lengths_.size(), 1));
  return out;
}

void IndexBuilder::place_postings() {
  index_.begin_.assign(documents_.size() + 1, 0);
  for (std::size_t term = 0; term < documents_.size(); ++term) {
    index_.begin_[term + 1] = index_.begin_[term] + documents_[term];
  }
  index_.postings_.resize(occurrences_.size());
}

void IndexBuilder::finish() {
  place_postings();
  std::vector<double> rarities;
  rarities.reserve(documents_.size());
  for (const auto with : documents_) rarities.push_back(rarity(index_.document_count_, with));
  const auto average = average_lengths();
  auto next = index_.begin_;
  for (const auto& occurrence : occurrences_) {
    double times = 0;
    for (std::size_t field = 0; field < kFieldCount; ++field) {
      if (occurrence.counts[field] == 0) continue;
      const auto& [weight, length] = fields_[field];
      const auto relative = lengths_[occurrence.document][field] / std::max(average[field], 1.0);
      times += weight * occurrence.counts[field] / (1 - length + length * relative);
    }
    const auto effect = times / (saturation_ + times) * rarities[occurrence.term];
    index_.postings_[next[occurrence.term]++] = {occurrence.document, static_cast<float>(effect)};
  }
}

}  // namespace touchstone::find
