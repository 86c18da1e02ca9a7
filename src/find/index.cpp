#include "find/index.hpp"

#include <algorithm>

#include "find/index_builder.hpp"
#include "find/stem.hpp"
#include "find/terms.hpp"

namespace touchstone::find {
namespace {

struct QueryTerm {
  std::string word;
  std::string term;
};

// Without stop words, unless the query has nothing else.
std::vector<QueryTerm> read_query(std::string_view query) {
  std::vector<QueryTerm> words;
  for_each_term(query.substr(0, kMaxQueryBytes), [&](const Term& term) {
    if (words.size() < kMaxQueryTerms)
      words.push_back({std::string(term.word), std::string(term.term)});
  });
  auto telling = words;
  std::erase_if(telling, [](const QueryTerm& term) { return is_stop_word(term.word); });
  return telling.empty() ? words : telling;
}

bool is_better(const Hit& a, const Hit& b) {
  return a.score != b.score ? a.score > b.score : a.document < b.document;
}

}  // namespace

Index::Index(std::span<const Document> documents, const Weights& weights)
    : synonym_(weights.synonym) {
  IndexBuilder builder(*this, weights);
  for (const auto& document : documents.first(std::min(documents.size(), kMaxDocuments))) {
    builder.add(document);
  }
  builder.finish();
}

// Each term once: saying it twice does not make it twice as important.
Index::Asked Index::asked_terms(std::string_view query) const {
  Asked out;
  const auto ask = [&](std::string_view term, double weight) {
    const auto known = terms_.find(term);
    if (known == terms_.end()) return;
    const auto same = std::ranges::find(out, known->second, &Asked::value_type::first);
    if (same == out.end()) out.emplace_back(known->second, weight);
  };
  const auto words = read_query(query);
  for (const auto& word : words) ask(word.term, 1);
  if (synonym_ <= 0) return out;
  for (const auto& word : words) {
    for (const auto& synonym : synonyms_.of(word.term)) ask(synonym, synonym_);
  }
  return out;
}

std::vector<double> Index::score(const Asked& asked) const {
  std::vector<double> scores(document_count_, 0);
  for (const auto& [term, weight] : asked) {
    for (auto at = begin_[term]; at < begin_[term + 1]; ++at) {
      scores[postings_[at].document] += weight * static_cast<double>(postings_[at].effect);
    }
  }
  return scores;
}

std::vector<Hit> Index::search(std::string_view query, std::size_t limit,
                               const Accept& accept) const {
  const auto scores = score(asked_terms(query));
  std::vector<Hit> hits;
  for (std::size_t document = 0; document < scores.size(); ++document) {
    if (scores[document] <= 0 || (accept && !accept(document))) continue;
    hits.push_back({document, scores[document]});
  }
  const auto most = std::min({limit, kMaxHits, hits.size()});
  std::ranges::partial_sort(hits, hits.begin() + static_cast<std::ptrdiff_t>(most), is_better);
  hits.resize(most);
  return hits;
}

}  // namespace touchstone::find
