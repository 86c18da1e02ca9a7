#include "detect/content_scan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "detect/ascii.hpp"
#include "detect/carrier.hpp"
#include "detect/concealed.hpp"
#include "detect/disguise.hpp"
#include "detect/foreign.hpp"
#include "detect/instructions.hpp"
#include "detect/number_glance.hpp"

namespace touchstone::detect {
namespace {

// A part that stays in the cache while it is searched, swept and looked at.
constexpr std::size_t kPart = std::size_t{64} << 10U;
constexpr std::size_t kLongRun = 20;
constexpr std::size_t kMaxRun = std::size_t{1} << 20U;
constexpr int kFewDigits = 6;      // in a block; fewer are no number worth a look,
constexpr int kFewNearTopics = 5;  // unless a word says what they are
constexpr std::uint64_t kBlockTail = ~std::uint64_t{0} << 40U;
// From its first digit on, that many bytes of a number have as many digits as are worth a look.
constexpr std::uint64_t kNumberAhead = (std::uint64_t{1} << 26U) - 1;
constexpr std::size_t kTopicsBehind = 256;  // how far back topics are kept
constexpr std::size_t kKeptHits = std::size_t{1} << 16U;
constexpr std::string_view kBetweenTexts = "\n\n";

// The words begin where a word of a name begins (tax_id, homeTaxId, but not syntaxid), and do not
// end inside another (taxidermist).
bool is_of_key(const Place& words) {
  const auto text = words.text;
  if (words.begin > 0 && is_ascii_letter(text[words.begin - 1])) {
    const bool is_hump = is_ascii_upper(text[words.begin]) && is_ascii_lower(text[words.begin - 1]);
    if (!is_hump) return false;
  }
  if (words.end == text.size() || !is_ascii_lower(text[words.end])) return true;
  constexpr std::array<std::string_view, 4> kShortWords{"id", "me", "no", "nr"};
  const std::array<char, 2> last{ascii_lower(text[words.end - 2]),
                                 ascii_lower(text[words.end - 1])};
  return std::ranges::find(kShortWords, std::string_view(last.data(), 2)) == kShortWords.end();
}

class Scan {
 public:
  Scan(std::string_view text, const ScanParts& parts, ScanBuffers& buffers,
       const ScanOptions& options, const FindLiterals& find, int depth)
      : text_(text),
        parts_(parts),
        buffers_(buffers),
        options_(options),
        find_(find),
        depth_(depth),
        finds_(options.at_least) {}

  Detections run() && {
    buffers_.topics.clear();
    buffers_.instructions.clear();
    for (std::size_t begin = 0; begin < text_.size(); begin += kPart) {
      const auto end = std::min(begin + kPart, text_.size());
      literals(begin, end);
      sweep(text_.substr(begin, end - begin), buffers_.blocks);
      buffers_.blocks.push_back(marks_at(text_, end));
      blocks_ = std::span(buffers_.blocks).first(buffers_.blocks.size() - 1);
      signs(begin);
      runs(begin);
      numbers(begin);
    }
    if (options_.instructions) instructions();
    unfold();
    undisguise();
    return std::move(finds_).take();
  }

 private:
  void literals(std::size_t begin, std::size_t end);
  void literal(const ContentLiteral& literal, std::size_t end);
  void signs(std::size_t begin);
  void disguise(std::size_t at);
  void runs(std::size_t begin);
  void run_at(std::size_t at);
  void numbers(std::size_t begin);
  void numbers_of(std::size_t block, std::uint64_t starts, std::size_t begin);
  // Those of a block that begins at `from` which no number has covered yet.
  [[nodiscard]] std::uint64_t not_read(std::uint64_t starts, std::size_t from) const {
    const auto read = number_end_ > from ? number_end_ - from : 0;
    return read < kBlock ? starts >> read << read : 0;
  }
  [[nodiscard]] bool are_worth_a_look(std::uint64_t digits) const {
    return has_at_least<kFewDigits>(digits) ||
           (!buffers_.topics.empty() && has_at_least<kFewNearTopics>(digits));
  }
  void instructions();
  void keep(Unfolded part);
  void unfold();
  void add_inside(const Detection& item, std::size_t begin, std::size_t end);
  void look_into_rest();
  void undisguise();

  std::string_view text_;
  const ScanParts& parts_;
  ScanBuffers& buffers_;
  const ScanOptions& options_;
  const FindLiterals& find_;
  int depth_;
  Finds finds_;
  std::size_t run_end_ = 0;
  std::size_t fold_end_ = 0;
  std::size_t number_end_ = 0;
  std::size_t concealed_end_ = 0;
  // Of the part that is looked at; buffers_.blocks has one more, of what is behind it.
  std::span<const BlockMarks> blocks_;
  bool has_hidden_ = false;
  std::vector<std::size_t> spelled_;  // of the part that is looked at
  DisguisedParts disguised_;
  struct RestPart {
    std::size_t from;  // in rest_
    std::size_t begin;
    std::size_t end;
  };
  std::vector<Unfolded> unfolded_;
  std::vector<RestPart> rest_parts_;
  std::string rest_;  // all that is decoded beyond kMaxUnfoldedParts
  std::size_t unfolded_bytes_ = 0;
};

void Scan::literals(std::size_t begin, std::size_t end) {
  auto& topics = buffers_.topics;
  std::erase_if(topics, [&](const auto& topic) { return topic.first + kTopicsBehind < begin; });
  const auto from = begin > kMaxLiteral ? begin - kMaxLiteral : 0;
  buffers_.hits.clear();
  if (!find_(text_.substr(from, end - from), buffers_.hits)) finds_.add_unread(from, end);
  for (const auto& hit : buffers_.hits) {
    if (from + hit.end > begin) literal(parts_.literals.all()[hit.literal], from + hit.end);
  }
  std::ranges::sort(topics);
  if (buffers_.hits.capacity() > kKeptHits) std::vector<LiteralHit>().swap(buffers_.hits);
}

void Scan::literal(const ContentLiteral& literal, std::size_t end) {
  const Place place{text_, end - literal.text.size(), end};
  for (const auto use : literal.uses) {
    switch (use.role) {
      case LiteralRole::kToken: parts_.tokens.confirm(use.index, place, finds_); break;
      case LiteralRole::kKeyed: parts_.keyed.confirm(use.index, place, finds_); break;
      case LiteralRole::kAssigned:
        confirm_assigned(static_cast<AssignedKind>(use.index), place, finds_);
        break;
      case LiteralRole::kCommand: confirm_command(use.index, place, finds_); break;
      case LiteralRole::kTopic:
        buffers_.topics.emplace_back(end, bits_of(topics()[use.index].topic));
        break;
      case LiteralRole::kTopicOfKey:
        if (is_of_key(place)) buffers_.topics.emplace_back(end, bits_of(topics()[use.index].topic));
        break;
      case LiteralRole::kPhraseOfKey:
        if (is_of_key(place)) confirm_phrase(content_phrases()[use.index].kind, place, finds_);
        break;
      case LiteralRole::kPhrase:
        confirm_phrase(content_phrases()[use.index].kind, place, finds_);
        break;
      case LiteralRole::kTrigger:
        if (options_.instructions && parts_.triggers.confirm(use.index, place)) {
          buffers_.instructions.push_back(place.begin);
        }
        break;
      case LiteralRole::kInstruction: buffers_.instructions.push_back(place.begin); break;
      case LiteralRole::kForeign:
        if (options_.instructions) confirm_foreign(use.index, place, finds_);
        break;
      case LiteralRole::kConcealed:
        if (options_.instructions && place.begin >= concealed_end_)
          concealed_end_ = confirm_concealed(place, finds_);
        break;
      case LiteralRole::kCarrier:
        if (options_.instructions) confirm_carrier(place, finds_);
        break;
      case LiteralRole::kSpelled: spelled_.push_back(place.begin); break;
      case LiteralRole::kHidden: has_hidden_ = true; break;
    }
  }
}

void Scan::signs(std::size_t begin) {
  std::size_t spelled = 0;
  const auto add_spelled = [&](std::size_t until) {
    for (; spelled < spelled_.size() && spelled_[spelled] < until; ++spelled) {
      disguise(spelled_[spelled]);
    }
  };
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    for (auto left = blocks_[i].signs; left != 0; left &= left - 1) {
      const auto at = begin + i * kBlock + static_cast<std::size_t>(std::countr_zero(left));
      if (text_[at] == '@') {
        confirm_at_sign(text_, at, finds_);
      } else {
        add_spelled(at);
        disguise(at);
      }
    }
  }
  add_spelled(text_.size());
  spelled_.clear();
}

void Scan::disguise(std::size_t at) {
  if (depth_ < kMaxUnfolding && is_disguise(text_, at)) disguised_.add(text_, at);
}

void Scan::runs(std::size_t begin) {
  for_each_long_run(blocks_, kLongRun, [&](std::size_t at) { run_at(begin + at); });
}

void Scan::run_at(std::size_t at) {
  if (at < run_end_) return;
  auto begin = at;
  while (begin > run_end_ && is_ascii_alnum(text_[begin - 1])) --begin;
  auto end = at;
  while (end < text_.size() && end - begin < kMaxRun && is_ascii_alnum(text_[end])) ++end;
  run_end_ = end;
  parts_.runs.confirm(text_, begin, end, finds_);
  if (depth_ >= kMaxUnfolding || finds_.covers(ContentKind::kSecret, begin)) return;
  if (begin < fold_end_) return;
  const auto span = fold_span(text_, begin, end, fold_end_);
  fold_end_ = span.end;
  const auto budget = kMaxUnfolded - std::min(kMaxUnfolded, unfolded_bytes_);
  auto part = unfold_run(text_, span, budget);
  if (!part) return;
  if (span.end - span.begin > budget) finds_.add_unread(part->begin, part->end);
  unfolded_bytes_ += part->text.size();
  keep(*std::move(part));
}

void Scan::keep(Unfolded part) {
  if (unfolded_.size() < kMaxUnfoldedParts) return unfolded_.push_back(std::move(part));
  rest_parts_.push_back({rest_.size(), part.begin, part.end});
  rest_ += part.text;
  rest_ += kBetweenTexts;
}

// Digits that a block has too few of may still go on in the next one.
void Scan::numbers(std::size_t begin) {
  std::uint64_t before = 0;
  bool was_looked_at = false;
  const auto blocks = blocks_;
  const int few = buffers_.topics.empty() ? kFewDigits : kFewNearTopics;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto digits = blocks[i].digits;
    if (digits == 0) {
      before = 0;
      was_looked_at = false;
      continue;
    }
    const auto tail = was_looked_at ? 0 : before & kBlockTail;
    const auto starts = digits & ~(digits << 1U | before >> 63U);
    before = digits;
    was_looked_at = are_worth_a_look(digits) ||
                    (tail != 0 && std::popcount(digits) + std::popcount(tail) >= few);
    if (!was_looked_at) continue;
    if (tail != 0) numbers_of(i - 1, tail & ~(tail << 1U), begin);
    numbers_of(i, starts, begin);
  }
}

void Scan::numbers_of(std::size_t block, std::uint64_t starts, std::size_t begin) {
  const auto& marks = buffers_.blocks[block];
  const auto& next = buffers_.blocks[block + 1];
  const auto next_digits = block + 1 == blocks_.size() ? ~std::uint64_t{0} : next.digits;
  const auto from = begin + block * kBlock;
  for (starts = not_read(starts, from); starts != 0;) {
    const auto bit = static_cast<std::size_t>(std::countr_zero(starts));
    const auto at = from + bit;
    starts &= starts - 1;
    const auto digits = marks_from(marks.digits, next.digits, bit);
    if (is_short_and_alone(text_, at, digits)) continue;
    auto end = end_of_date(text_, at, digits);
    if (end == 0) {
      const auto ahead = marks_from(marks.digits, next_digits, bit) & kNumberAhead;
      if (!are_worth_a_look(ahead)) continue;
      end = end_of_short_number({text_, at, marks, next});
    }
    number_end_ = end != 0 ? end : confirm_number(text_, at, buffers_.topics, finds_);
    starts = not_read(starts, from);
  }
}

void Scan::instructions() {
  if (!buffers_.instructions.empty()) {
    std::ranges::sort(buffers_.instructions);
    find_instructions(text_, buffers_.instructions, finds_);
  }
  if (has_hidden_) find_hidden_text(text_, finds_);
}

// What is found inside counts for the whole encoded part: only that can be replaced.
void Scan::add_inside(const Detection& item, std::size_t begin, std::size_t end) {
  finds_.add({item.kind, item.confidence, true, item.rule, begin, end});
}

void Scan::unfold() {
  for (const auto& part : unfolded_) {
    const auto inside = Scan(part.text, parts_, buffers_, options_, find_, depth_ + 1).run();
    if (inside.is_partial) finds_.tell_partial();
    for (const auto& item : inside.items) add_inside(item, part.begin, part.end);
  }
  if (!rest_.empty()) look_into_rest();
}

void Scan::look_into_rest() {
  const auto inside = Scan(rest_, parts_, buffers_, options_, find_, depth_ + 1).run();
  if (inside.is_partial) finds_.tell_partial();
  for (const auto& item : inside.items) {
    auto part = std::ranges::upper_bound(rest_parts_, item.begin, {}, &RestPart::from) - 1;
    for (; part != rest_parts_.end() && part->from < item.end; ++part)
      add_inside(item, part->begin, part->end);
  }
}

void Scan::undisguise() {
  std::size_t bytes = 0;
  for (const auto& part : disguised_.parts()) {
    bytes += part.end - part.begin;
    if (bytes > kMaxUnfolded) return finds_.add_unread(part.begin, disguised_.parts().back().end);
    const Undisguised looks(text_.substr(part.begin, part.end - part.begin));
    const auto inside = Scan(looks.text(), parts_, buffers_, options_, find_, depth_ + 1).run();
    if (inside.is_partial) finds_.tell_partial();
    for (auto item : looks.in_part(inside.items)) {
      item.begin += part.begin;
      item.end += part.begin;
      finds_.add(item);
    }
  }
}

}  // namespace

Detections scan_content(std::string_view text, const ScanParts& parts, ScanBuffers& buffers,
                        const ScanOptions& options, const FindLiterals& find) {
  return Scan(text, parts, buffers, options, find, 0).run();
}

}  // namespace touchstone::detect
