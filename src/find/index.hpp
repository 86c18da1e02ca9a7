// Index: which tools fit a question asked in plain words.
//
// BM25F: how often a term stands in each field of a document counts by the field's weight and less
// in long fields, then saturates once for the whole document, and rare terms count more than common
// ones. Words that mean much the same (`delete`, `remove`) find each other at a discount.
//
// Built once, immutable after that, and may be read from any thread. It keeps terms and numbers,
// not the documents. The same documents and query give the same hits on every machine; the order of
// documents decides between equal scores and nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "find/document.hpp"
#include "find/synonyms.hpp"

namespace touchstone::find {

inline constexpr std::size_t kMaxDocuments =
    20'000;  // as many as one list may have; the rest is out
inline constexpr std::size_t kMaxQueryBytes = 2048;
inline constexpr std::size_t kMaxQueryTerms = 64;  // before synonyms
inline constexpr std::size_t kMaxHits = 100;

struct Hit {
  std::size_t document;  // its place among the documents
  double score;          // above 0; comparable within one search only
  friend bool operator==(const Hit&, const Hit&) = default;
};

inline constexpr std::size_t kFieldCount = 5;

// How a search weighs. The defaults are what was measured best (docs/benchmarks.md).
struct Weights {
  struct OfField {
    double weight;
    double length;  // 0: a term in a long field counts like one in a short field; 1: by its share
  };
  OfField name{3, 0.75};
  OfField title{2, 0.75};
  OfField parameters{1, 0.75};
  OfField description{1, 0.8};
  OfField parameter_text{0.7, 0.75};
  double saturation = 1;  // k1: at this many weighted occurrences a term has half its effect
  double pair = 0.25;     // of two words that the author wrote as one
  double synonym = 0.5;   // of a word that was not said but means much the same; 0: none
};

class Index {
 public:
  explicit Index(std::span<const Document> documents, const Weights& weights = {});

  [[nodiscard]] std::size_t size() const { return document_count_; }

  // The best hits for the query, best first, at most `limit` and kMaxHits. A document that shares
  // no term with the query is no hit. `accept`, if given, says which documents may be hits at all,
  // so that a filter never empties a page that others would fill.
  using Accept = std::function<bool(std::size_t document)>;
  [[nodiscard]] std::vector<Hit> search(std::string_view query, std::size_t limit,
                                        const Accept& accept = {}) const;

 private:
  friend class IndexBuilder;

  struct Posting {
    std::uint32_t document;
    float effect;  // what the term adds to the document's score
  };
  struct TermHash : std::hash<std::string_view> {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library looks for it
  };
  using TermIds = std::unordered_map<std::string, std::uint32_t, TermHash, std::equal_to<>>;
  struct Alternative {
    std::uint32_t term;
    double weight;
  };
  using Wanted = std::vector<Alternative>;  // one word of the query and its synonyms

  [[nodiscard]] std::vector<Wanted> wanted(std::string_view query) const;
  void add(Wanted& alternatives, std::string_view term, double weight) const;
  void score(const Wanted& alternatives, std::vector<double>& scores,
             std::vector<double>& best) const;
  [[nodiscard]] std::span<const Posting> postings_of(std::uint32_t term) const;

  std::size_t document_count_ = 0;
  double synonym_ = 0;
  double pair_ = 0;
  Synonyms synonyms_;
  TermIds terms_;
  std::vector<std::uint32_t> begin_;  // of each term's postings, and one more for the end
  std::vector<Posting> postings_;
};

}  // namespace touchstone::find
