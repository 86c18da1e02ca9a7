// IndexBuilder: counts the terms of documents and turns the counts into an Index. Lives as long as
// the constructor of the Index.
#pragma once

#include "find/index.hpp"

namespace touchstone::find {

class IndexBuilder {
 public:
  // For as many documents, about.
  IndexBuilder(Index& index, const Weights& weights, std::size_t documents);

  void add(const Document& document);
  void finish();

 private:
  using Counts = std::array<std::uint16_t, kFieldCount>;
  struct Occurrence {
    std::uint32_t term;
    std::uint32_t document;
    Counts counts;
  };

  void count(std::string_view text, std::size_t field);
  struct Word {
    std::uint32_t term;
    bool stop;
  };
  Word look_up(std::string_view word);
  std::uint32_t term_id(const std::string& term);
  [[nodiscard]] std::array<double, kFieldCount> average_lengths() const;
  void place_postings();

  Index& index_;
  std::array<Weights::OfField, kFieldCount> fields_;
  double saturation_;
  std::unordered_map<std::string, Word, Index::TermHash, std::equal_to<>> words_;  // met so far
  std::vector<Occurrence> occurrences_;   // of one document after the other
  std::vector<Counts> lengths_;           // terms in each field of each document
  std::vector<Counts> counts_;            // by term, of the document at hand
  std::vector<std::uint32_t> at_hand_;    // the terms of the document at hand
  std::vector<std::uint32_t> documents_;  // by term: in how many documents it stands
};

}  // namespace touchstone::find
