#include "flow/cutter.hpp"

#include <algorithm>
#include <span>

#include "base/word_list.hpp"
#include "flow/letters.hpp"
#include "flow/names.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kFewWords = 3;  // fewer make no sentence

constexpr base::WordList kProseKeys(
    "subject title body description content contents text message messages msg note notes comment "
    "comments summary snippet review reviews detail details bio about caption abstract remark "
    "remarks memo reason html markdown feedback answer question topic headline excerpt quote reply "
    "post purpose instruction instructions agenda output stdout stderr log logs result");

std::size_t words_in(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_space(text[i]) && (i == 0 || is_space(text[i - 1]))) ++count;
  }
  return count;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

bool holds_prose(std::string_view key) { return name_has(key, kProseKeys); }

void Cutter::take_as_prose(std::string_view text) {
  out_ = Pieces();  // whatever a reader made of it before it gave up
  out_.text_ = text;
  cut_prose(text, 0, out_.pieces_);
}

void Cutter::layout(std::string_view text) { (void)append(text); }

void Cutter::key(std::string_view key) {
  const auto begin = append(key);
  const bool plain = std::ranges::all_of(
      key, [](char c) { return is_letter(c) || c == '_' || c == '-' || c == ' '; });
  if (plain || key.size() > kMaxRecorded) return;
  add(begin, out_.own_.size(), form_ == Form::kRaw ? Manner::kMentioned : Manner::kRecorded);
}

void Cutter::whole_value(std::string_view key, std::string_view value) {
  value = trimmed(value);
  if (value.empty()) return;
  const bool is_long = value.size() > kMaxRecorded || value.find('\n') != std::string_view::npos;
  const auto begin = append(value);
  const auto before = out_.pieces_.size();
  if (form_ == Form::kRaw) return cut_raw(begin, value);
  if (is_long || words_in(value) >= kFewWords) {
    cut_from(begin);
    const bool orders =
        std::ranges::any_of(std::span(out_.pieces_).subspan(before),
                            [](const Piece& piece) { return piece.manner == Manner::kDirected; });
    if (is_long || orders) return;
    out_.pieces_.resize(before);
  }
  add(begin, out_.own_.size(), holds_prose(key) ? Manner::kNamed : Manner::kRecorded);
}

// Who wrote all of it may spread one sentence over several values: "book the place named",
// "Riverside View". A value that ends inside of an instruction has the next one belong to it.
void Cutter::cut_raw(std::size_t begin, std::string_view value) {
  constexpr std::string_view kEnds = ".!?";
  const auto first = out_.pieces_.size();
  cut_from(begin);
  const auto pieces = std::span(out_.pieces_).subspan(std::min(first, out_.pieces_.size()));
  if (in_order_) {
    for (auto& piece : pieces) piece.manner = Manner::kDirected;
  }
  in_order_ = !pieces.empty() && pieces.back().manner == Manner::kDirected &&
              kEnds.find(value.back()) == std::string_view::npos;
}

void Cutter::prose(std::string_view text) {
  const auto begin = append(text);
  cut_from(begin);
}

void Cutter::listed(std::string_view name, Manner manner) {
  const auto begin = append(name);
  add(begin, out_.own_.size(), manner);
  if (!out_.pieces_.empty() && out_.pieces_.back().manner == manner)
    out_.pieces_.back().listed = true;
}

std::size_t Cutter::append(std::string_view text) {
  out_.decoded_ = true;
  const auto begin = out_.own_.size();
  out_.own_ += text;
  return begin;
}

void Cutter::cut_from(std::size_t begin) { cut_prose(out_.own_, begin, out_.pieces_); }

void Cutter::add(std::size_t begin, std::size_t end, Manner manner) {
  if (begin == end) return;
  if (out_.pieces_.size() < kMaxPieces) return out_.pieces_.push_back({begin, end, manner, false});
  // Too many to tell apart: the last is the most suspicious of them all.
  out_.pieces_.back().end = end;
  out_.pieces_.back().manner = Manner::kDirected;
  out_.pieces_.back().listed = false;
}

}  // namespace touchstone::flow
