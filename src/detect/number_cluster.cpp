#include "detect/number_cluster.hpp"

#include <algorithm>
#include <charconv>

#include "detect/ascii.hpp"

namespace touchstone::detect {
namespace {

// Two letters and two digits, as IBANs begin: then there may be letters in all that follows.
bool is_iban_head(std::string_view head) {
  return head.size() == 4 && is_ascii_upper(head[0]) && is_ascii_upper(head[1]) &&
         is_ascii_digit(head[2]) && is_ascii_digit(head[3]);
}

}  // namespace

std::uint64_t signature_of(std::string_view groups) {
  std::uint64_t out = 0;
  while (!groups.empty()) {
    std::size_t length = 0;
    const auto read = std::from_chars(groups.data(), groups.data() + groups.size(), length);
    groups.remove_prefix(static_cast<std::size_t>(read.ptr - groups.data()));
    groups.remove_prefix(std::min<std::size_t>(1, groups.size()));
    out = add_to_signature(out, length);
  }
  return out;
}

NumberCluster::NumberCluster(std::string_view text, std::size_t at, Between between)
    : text_(text), between_(between) {
  auto begin = at;
  while (begin > 0 && at - begin < kMaxGroup && is_ascii_alnum(text[begin - 1])) --begin;
  if (begin < at && is_escape_letter(text, begin)) ++begin;
  take_group(begin);
  first_end_ = groups_[0].end;
  if (groups_[0].end - groups_[0].begin >= kMaxGroup) return;
  extend();
  if (between_ == Between::kSign) look_back();
}

void NumberCluster::take_group(std::size_t begin) {
  NumberGroup group{begin, begin, 0};
  while (group.end < text_.size() && group.end - begin < kMaxGroup &&
         is_ascii_alnum(text_[group.end])) {
    group.digits += is_ascii_digit(text_[group.end]) ? 1 : 0;
    ++group.end;
  }
  digits_ += group.digits;
  groups_[count_++] = group;
}

// Where the next group begins after two blanks or an underscore, the same one everywhere; else
// `end`.
std::size_t NumberCluster::past_loose(std::size_t end) const {
  const auto next = at(end) == '_' ? end + 1 : at(end) == ' ' && at(end + 1) == ' ' ? end + 2 : end;
  const bool is_same = at(end) == at(groups_[0].end);
  return is_same && is_ascii_digit(before(end)) && is_ascii_alnum(at(next)) ? next : end;
}

// Goes on over groups with digits, single letters at an end, and the capitals inside an IBAN.
void NumberCluster::extend() {
  while (count_ < kMaxGroups) {
    const auto end = groups_[count_ - 1].end;
    const auto next = between_ == Between::kLoose ? past_loose(end) : past_number_sign(text_, end);
    if (next == end || !is_ascii_alnum(at(next))) return;
    const auto digits = digits_;
    take_group(next);
    const auto& group = groups_[count_ - 1];
    const auto length = group.end - group.begin;
    const auto head = text_.substr(groups_[0].begin, groups_[0].end - groups_[0].begin);
    const bool is_bank = length <= 4 && is_iban_head(head) &&
                         std::ranges::all_of(text_.substr(group.begin, length), is_ascii_upper);
    if (group.digits > 0 || length == 1 || is_bank) continue;
    --count_;
    digits_ = digits;
    return;
  }
}

// One or two letters before the digits may be part of it: two letters, three pairs of digits, a
// letter.
void NumberCluster::look_back() {
  const auto begin = groups_[0].begin;
  if (count_ == kMaxGroups || begin < 2 || !is_number_sign(before(begin))) return;
  auto from = begin - 1;
  while (from > 0 && begin - 1 - from < 3 && is_ascii_letter(text_[from - 1])) --from;
  const auto length = begin - 1 - from;
  if (length == 0 || length > 2 || is_ascii_alnum(before(from)) || before(from) == '_') return;
  std::shift_right(groups_.begin(), groups_.end(), 1);
  groups_[0] = {from, begin - 1, 0};
  ++count_;
}

bool NumberCluster::is_something_else() const {
  if (count_ < 3) return false;
  const auto length = [this](std::size_t i) { return groups_[i].end - groups_[i].begin; };
  const auto first = text_.substr(groups_[0].begin, length(0));
  const bool is_year = first.size() == 4 && (first.starts_with("19") || first.starts_with("20"));
  if (is_year && length(1) == 2 && groups_[1].digits == 2 && length(2) >= 2 &&
      is_ascii_digit(text_[groups_[2].begin]) && length(2) != 4) {
    return true;
  }
  return count_ >= 5 && length(0) == 8 && length(1) == 4 && length(2) == 4 && length(3) == 4 &&
         length(4) == 12;
}

std::string_view NumberCluster::joined(std::size_t first, std::size_t last) {
  std::size_t size = 0;
  for (auto i = first; i < last; ++i) {
    const auto length = groups_[i].end - groups_[i].begin;
    if (size + length > kMaxId) return {};
    std::ranges::transform(text_.substr(groups_[i].begin, length), compact_.data() + size,
                           ascii_upper);
    size += length;
  }
  return {compact_.data(), size};
}

std::uint64_t NumberCluster::signature(std::size_t first, std::size_t last) const {
  std::uint64_t out = 0;
  for (auto i = first; i < last; ++i) {
    out = add_to_signature(out, groups_[i].end - groups_[i].begin);
  }
  return out;
}

// Groups before or behind have the same separator as those between: it is a part of more.
bool NumberCluster::goes_on(std::size_t first, std::size_t last, std::size_t known_end) const {
  const char between = at(groups_[first].end);
  const auto begin = groups_[first].begin;
  const auto end = groups_[last - 1].end;
  if (last < count_ && at(end) == between && groups_[last].digits > 0) return true;
  if (between_ == Between::kLoose) {
    return begin > 2 && before(begin) == ' ' && before(begin - 1) == ' ' &&
           is_ascii_digit(text_[begin - 3]);
  }
  if (begin < 2 || known_end + 1 == begin || before(begin) != between) return false;
  constexpr std::size_t kWord = 8;
  for (auto i = begin - 1; i > 0 && begin - 1 - i < kWord && is_ascii_alnum(text_[i - 1]); --i) {
    if (is_ascii_digit(text_[i - 1])) return true;
  }
  return false;
}

bool NumberCluster::stands_alone(std::size_t first, std::size_t last, std::size_t known_end) const {
  if (last - first > 1 && goes_on(first, last, known_end)) return false;
  const auto begin = groups_[first].begin;
  const auto end = groups_[last - 1].end;
  const char left = before(begin);
  const bool is_escape = begin > 0 && is_escape_letter(text_, begin - 1);
  if (left == '_' || left == '$' || (is_ascii_alnum(left) && !is_escape)) return false;
  if ((left == '-' || left == '.' || left == '/') && begin > 1 && is_ascii_alnum(text_[begin - 2]))
    return false;
  const char right = at(end);
  if (right == '_' || is_ascii_alnum(right)) return false;
  const bool joins = right == '-' || right == '.' || right == '/';
  return !joins || !is_ascii_alnum(at(end + 1));
}

}  // namespace touchstone::detect
