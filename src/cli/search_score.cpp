#include "cli/search_score.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace touchstone::cli {
namespace {

std::size_t rank_of(const std::vector<std::size_t>& hits, const SearchQuery& query) {
  const auto right = std::ranges::find_first_of(hits, query.expected);
  return right == hits.end() ? 0 : static_cast<std::size_t>(right - hits.begin()) + 1;
}

std::vector<std::string> plain_words(const std::string& query) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  const auto text = base::lower_case(query);
  std::vector<std::string> words;
  for (auto at = text.find_first_of(kLetters); at != std::string::npos;
       at = text.find_first_of(kLetters, at)) {
    const auto end = std::min(text.find_first_not_of(kLetters, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace

std::vector<Ranked> rank_all(std::span<const SearchQuery> queries, const Searcher& search) {
  std::vector<Ranked> out;
  out.reserve(queries.size());
  for (const auto& query : queries) {
    auto hits = search(query.text);
    const auto rank = rank_of(hits, query);
    out.push_back({rank, std::move(hits)});
  }
  return out;
}

void Recall::count(const Ranked& ranked) {
  const auto within = [&](std::size_t most) { return ranked.rank != 0 && ranked.rank <= most; };
  at_1.count(within(1));
  at_5.count(within(5));
  at_10.count(within(10));
  if (ranked.rank != 0) reciprocal_sum += 1 / static_cast<double>(ranked.rank);
}

double Recall::mean_reciprocal_rank() const {
  return at_1.whole == 0 ? 0 : reciprocal_sum / static_cast<double>(at_1.whole);
}

SearchScore score_search(std::span<const Ranked> ranked) {
  SearchScore out;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    out.all.count(ranked[i]);
    (i % 2 == 0 ? out.odd : out.even).count(ranked[i]);
  }
  return out;
}

std::vector<std::size_t> search_plainly(std::span<const std::string> texts,
                                        const std::string& query, std::size_t limit) {
  const auto words = plain_words(query);
  std::vector<std::pair<std::ptrdiff_t, std::size_t>> found;  // the most first: negative counts
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto count = std::ranges::count_if(
        words, [&](const std::string& word) { return texts[i].find(word) != std::string::npos; });
    if (count > 0) found.emplace_back(-count, i);
  }
  std::ranges::sort(found);
  found.resize(std::min(found.size(), limit));
  std::vector<std::size_t> out;
  for (const auto& [count, text] : found) out.push_back(text);
  return out;
}

}  // namespace touchstone::cli
