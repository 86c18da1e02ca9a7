// Prose, cut around its directives.
//
// A directive reaches back to the beginning of its line and forward to the end of its paragraph or
// list item, within kReachOfOrder; a rule ("---") ends a paragraph as an empty line does. If it
// ends with a colon as its paragraph does, the next paragraph is what it announced.
#include <algorithm>

#include "base/block.hpp"
#include "flow/cutter.hpp"
#include "flow/directive.hpp"
#include "flow/hint.hpp"
#include "flow/letters.hpp"
#include "flow/record_line.hpp"
#include "flow/tokens.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxSentence = 600;  // bytes; what goes on is another one
constexpr std::size_t kMaxMark = 6;        // "1234. "
constexpr std::size_t kMaxRule = 128;      // bytes looked at; a longer line is one if these are

std::size_t may_end_from(std::string_view text, std::size_t at, std::size_t limit) {
  return base::find_marked(text, at, limit, [](base::Block block) -> base::Block {
    return (block == '\n') | (block == '\\') | (block == ';') | (block == '.') | (block == '!') |
           (block == '?') | (block == ':');
  });
}

class ProseCutter {
 public:
  ProseCutter(std::string_view text, std::size_t begin, std::vector<Piece>& out)
      : text_(text), at_(begin), done_(begin), line_(begin), out_(out) {}

  void run() {
    while (at_ < text_.size()) {
      const auto begin = at_;
      if (const auto hint = length_of_hint(text_.substr(at_, kMaxHint)); hint != 0) {
        at_ += hint;
        pass_gap();
        continue;
      }
      const auto end = end_of_sentence();
      if (directs(text_.substr(begin, end - begin))) order(begin, end);
      at_ = end;
      pass_gap();
    }
    flush(text_.size());
  }

 private:
  [[nodiscard]] std::size_t end_of_sentence() const;
  [[nodiscard]] bool ends_at(std::size_t at) const;
  [[nodiscard]] bool wraps_at(std::size_t newline) const;
  void order(std::size_t begin, std::size_t end);
  [[nodiscard]] std::size_t reach_from(std::size_t end) const;
  void pass_gap();
  [[nodiscard]] bool item_at(std::size_t at) const;
  [[nodiscard]] bool rule_at(std::size_t at) const;
  void flush(std::size_t end);
  void emit(std::size_t begin, std::size_t end, Manner manner);

  std::string_view text_;
  std::size_t at_;
  std::size_t done_;             // up to here there are pieces
  std::size_t line_;             // where the line at hand begins
  std::size_t order_begin_ = 0;  // the directed stretch that is open, if order_end_ is not 0
  std::size_t order_end_ = 0;
  bool announces_ = false;
  std::vector<Piece>& out_;
};

// A line that goes on in small letters is the same sentence.
bool ProseCutter::wraps_at(std::size_t newline) const {
  const auto next = newline + 1;
  return next < text_.size() && text_[next] >= 'a' && text_[next] <= 'z' && newline > line_ + 40;
}

bool ProseCutter::ends_at(std::size_t at) const {
  const char c = text_[at];
  if (c == '\n') return !wraps_at(at);
  if (c == ';') return true;
  if (c == '\\') return at + 1 < text_.size() && text_[at + 1] == 'n';  // a break written out
  if (c != '.' && c != '!' && c != '?' && c != ':') return false;
  return at + 1 == text_.size() || is_space(text_[at + 1]) || text_[at + 1] == '<' ||
         text_[at + 1] == '"' || text_[at + 1] == '\'' || text_[at + 1] == ')';
}

std::size_t ProseCutter::end_of_sentence() const {
  const auto limit = std::min(text_.size(), at_ + kMaxSentence);
  for (auto at = at_; (at = may_end_from(text_, at, limit)) < limit; ++at) {
    if (!ends_at(at)) continue;
    return text_[at] == '\n' ? std::max(at, at_ + 1) : at + (text_[at] == '\\' ? 2 : 1);
  }
  return limit;
}

void ProseCutter::order(std::size_t begin, std::size_t end) {
  announces_ = text_[end - 1] == ':';
  const auto from = std::max({line_, done_, begin > kReachOfOrder ? begin - kReachOfOrder : 0});
  if (order_end_ == 0) order_begin_ = from;
  order_end_ = reach_from(end);
}

// To the end of the word that stands there.
std::size_t ProseCutter::reach_from(std::size_t end) const {
  const auto limit = std::min(text_.size(), end + kReachOfOrder + kMaxToken);
  auto at = std::min(text_.size(), end + kReachOfOrder);
  while (at < limit && !is_space(text_[at])) ++at;
  return at;
}

// Blanks and line breaks between sentences. An empty line ends the paragraph, hence the order.
void ProseCutter::pass_gap() {
  std::size_t breaks = 0;
  while (at_ < text_.size() && is_space(text_[at_])) {
    if (text_[at_] == '\n') {
      ++breaks;
      line_ = at_ + 1;
    }
    ++at_;
  }
  if (order_end_ == 0) return;
  if (breaks > 0 && announces_) {
    announces_ = false;
    order_end_ = reach_from(at_);
    return;
  }
  const bool is_apart = breaks > 1 || (breaks > 0 && (item_at(at_) || rule_at(at_)));
  if (is_apart || at_ >= order_end_) flush(at_);
}

// A list mark stands there: what follows is a matter of its own.
bool ProseCutter::item_at(std::size_t at) const {
  const auto rest = text_.substr(at, kMaxMark);
  const auto digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  const auto mark = rest.substr(digits);
  if (digits > 0) return mark.starts_with(". ") || mark.starts_with(") ");
  return mark.starts_with("- ") || mark.starts_with("* ") || mark.starts_with("\xE2\x80\xA2");
}

bool ProseCutter::rule_at(std::size_t at) const {
  const auto rest = text_.substr(at, kMaxRule);
  return is_rule_line(rest.substr(0, rest.find('\n')));
}

// Closes the directed stretch that is open, at `end` or where its reach ends.
void ProseCutter::flush(std::size_t end) {
  if (order_end_ != 0) {
    const auto until = std::min(end, order_end_);
    emit(done_, order_begin_, Manner::kMentioned);
    emit(order_begin_, until, Manner::kDirected);
    done_ = until;
    order_end_ = 0;
    announces_ = false;
  }
  if (end == text_.size()) emit(done_, end, Manner::kMentioned);
}

void ProseCutter::emit(std::size_t begin, std::size_t end, Manner manner) {
  if (begin >= end) return;
  if (out_.size() >= kMaxPieces) {
    out_.back().end = end;
    out_.back().manner = Manner::kDirected;
    out_.back().listed = false;
    return;
  }
  out_.push_back({begin, end, manner, false});
}

}  // namespace

void cut_prose(std::string_view text, std::size_t begin, std::vector<Piece>& out) {
  ProseCutter(text, begin, out).run();
}

}  // namespace touchstone::flow
