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
  bool pair = false;  // of two words
};

// `data source` may be `datasource` to the author.
void add_pairs(std::vector<QueryTerm>& terms) {
  const auto count = terms.size();
  for (std::size_t i = 1; i < count; ++i) {
    QueryTerm pair{terms[i - 1].word + terms[i].word, "", true};
    if (terms[i - 1].pair || terms[i].pair || pair.word.size() > kMaxTerm) continue;
    stem(pair.term = pair.word);
    terms.push_back(std::move(pair));
  }
}

// Each term once: saying it twice does not make it twice as important.
void add_once(std::vector<QueryTerm>& terms, const Term& term) {
  QueryTerm added{std::string(term.word), std::string(term.word), term.joined};
  stem(added.term);
  const bool known = std::ranges::find(terms, added.term, &QueryTerm::term) != terms.end();
  if (!known && terms.size() < kMaxQueryTerms) terms.push_back(std::move(added));
}

// Without stop words, unless the query has nothing else.
std::vector<QueryTerm> read_query(std::string_view query) {
  std::vector<QueryTerm> terms;
  for_each_term(query.substr(0, kMaxQueryBytes), [&](const Term& term) { add_once(terms, term); });
  auto telling = terms;
  std::erase_if(telling, [](const QueryTerm& term) { return is_stop_word(term.word); });
  if (telling.empty()) return terms;
  add_pairs(telling);
  return telling;
}

bool is_better(const Hit& a, const Hit& b) {
  return a.score != b.score ? a.score > b.score : a.document < b.document;
}

}  // namespace

Index::Index(std::span<const Document> documents, const Weights& weights)
    : synonym_(weights.synonym), pair_(weights.pair) {
  documents = documents.first(std::min(documents.size(), kMaxDocuments));
  IndexBuilder builder(*this, weights, documents.size());
  for (const auto& document : documents) builder.add(document);
  builder.finish();
}

std::vector<Index::Wanted> Index::wanted(std::string_view query) const {
  std::vector<Wanted> out;
  for (const auto& word : read_query(query)) {
    Wanted alternatives;
    add(alternatives, word.term, word.pair ? pair_ : 1);
    if (synonym_ > 0 && !word.pair) {
      for (const auto& other : synonyms_.of(word.term)) add(alternatives, other, synonym_);
    }
    if (!alternatives.empty()) out.push_back(std::move(alternatives));
  }
  return out;
}

void Index::add(Wanted& alternatives, std::string_view term, double weight) const {
  const auto known = terms_.find(term);
  if (known != terms_.end()) alternatives.push_back({known->second, weight});
}

// Of a word and its synonyms the one with the most effect counts, not their sum.
void Index::score(const Wanted& alternatives, std::vector<double>& scores,
                  std::vector<double>& best) const {
  for (const auto& [term, weight] : alternatives) {
    for (const auto& [document, effect] : postings_of(term)) {
      const auto gain = weight * static_cast<double>(effect) - best[document];
      if (gain <= 0) continue;
      scores[document] += gain;
      best[document] += gain;
    }
  }
  for (const auto& [term, weight] : alternatives) {
    for (const auto& posting : postings_of(term)) best[posting.document] = 0;
  }
}

std::span<const Index::Posting> Index::postings_of(std::uint32_t term) const {
  return std::span(postings_).subspan(begin_[term], begin_[term + 1] - begin_[term]);
}

std::vector<Hit> Index::search(std::string_view query, std::size_t limit,
                               const Accept& accept) const {
  std::vector<double> scores(document_count_, 0);
  std::vector<double> best(document_count_, 0);
  for (const auto& alternatives : wanted(query)) score(alternatives, scores, best);
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
