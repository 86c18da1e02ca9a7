// SearchScore: how often a search for tools has the right one among its first hits.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cli/eval_score.hpp"

namespace touchstone::cli {

struct SearchQuery {
  std::string text;
  std::vector<std::size_t> expected;  // documents, of which any one is right; not empty
};

// Gives documents, best first.
using Searcher = std::function<std::vector<std::size_t>(const std::string& query)>;

// The place of the first right document, from 1 on; 0 if it is not among the hits.
struct Ranked {
  std::size_t rank = 0;
  std::vector<std::size_t> hits;
};
[[nodiscard]] std::vector<Ranked> rank_all(std::span<const SearchQuery> queries,
                                           const Searcher& search);

struct Recall {
  Share at_1, at_5, at_10;
  double reciprocal_sum = 0;
  void count(const Ranked& ranked);
  [[nodiscard]] double mean_reciprocal_rank() const;
};

// Weights are chosen on the odd rows (first, third, …). What the even ones say is the honest
// number.
struct SearchScore {
  Recall all, odd, even;
};
[[nodiscard]] SearchScore score_search(std::span<const Ranked> ranked);

// What a search without an index would do: the number of the query's words that stand anywhere in
// the text, whatever the word and the place. The yardstick.
[[nodiscard]] std::vector<std::size_t> search_plainly(std::span<const std::string> texts,
                                                      const std::string& query, std::size_t limit);

}  // namespace touchstone::cli
