#include "detect/number_glance.hpp"

#include <bit>

#include "detect/ascii.hpp"
#include "detect/id_rules.hpp"
#include "detect/number_cluster.hpp"

namespace touchstone::detect {
namespace {

std::uint64_t first_marks(std::uint64_t marks, std::size_t count) {
  return marks & ((std::uint64_t{1} << count) - 1);
}

// Groups of letters and digits as the marks have them, from the begin of one on.
class MarkedGroups {
 public:
  MarkedGroups(const NumberPlace& place, std::size_t begin)
      : text_(place.text),
        begin_(begin),
        digits_(marks_from(place.block.digits, place.next.digits, begin % kBlock)),
        words_(marks_from(place.block.words, place.next.words, begin % kBlock)) {}

  // Takes what a NumberCluster might take, and perhaps more; false if that cannot be told, or is
  // more than two groups, which are seldom short: whole texts may be made of such.
  bool take_all() {
    std::size_t group = 0;
    for (int i = 0; i < 2; ++i) {
      end_ = group + static_cast<std::size_t>(std::countr_one(words_ >> group));
      if (end_ > kBlock - 3 || may_go_on_loosely(text_, begin_ + end_)) return false;
      group = next_group();
      if (group == 0) return true;
    }
    return false;
  }
  [[nodiscard]] std::size_t end() const { return begin_ + end_; }
  [[nodiscard]] bool has_enough_digits() const {
    return has_at_least<kMinIdDigits>(first_marks(digits_, end_));
  }
  [[nodiscard]] bool has_enough_characters() const {
    return has_at_least<kMinId>(first_marks(words_, end_));
  }

 private:
  // Where the group behind a sign begins that may belong to those before it; else 0. Words in small
  // letters never do.
  [[nodiscard]] std::size_t next_group() const {
    const auto next = past_number_sign(text_, begin_ + end_) - begin_;
    if (next == end_ || (words_ >> next & 1U) == 0) return 0;
    const auto length = static_cast<std::size_t>(std::countr_one(words_ >> next));
    const bool may_have_digit =
        next + length >= kBlock || first_marks(digits_ >> next, length) != 0;
    return may_have_digit || length == 1 || !is_ascii_lower(text_[begin_ + next]) ? next : 0;
  }

  std::string_view text_;
  std::size_t begin_;
  std::size_t end_ = 0;  // from begin_ on, as the marks
  std::uint64_t digits_;
  std::uint64_t words_;
};

}  // namespace

std::size_t end_of_date(std::string_view text, std::size_t at, std::uint64_t digits) {
  constexpr std::uint64_t kDay = 0b11'0110'1111;  // dddd-dd-dd, the first lowest
  constexpr std::uint64_t kDayAndTime = 0b110'1101'1000'0000'0000 | kDay;
  constexpr std::string_view kTime = "Tdd:dd:dd";
  constexpr std::size_t kDayEnd = 10;
  if (first_marks(digits, kDayEnd) != kDay) return 0;
  text = text.substr(at, kDayEnd + kTime.size());
  if (text[4] != '-' || text[7] != '-' || (text[0] != '1' && text[0] != '2')) return 0;
  if (first_marks(digits, kDayEnd + kTime.size()) == kDayAndTime &&
      (text[10] == 'T' || text[10] == ' ') && text[13] == ':' && text[16] == ':')
    return at + text.size();
  auto end = kDayEnd;
  for (; end < text.size(); ++end) {
    const char form = kTime[end - kDayEnd];
    const bool fits = form == 'd' ? is_ascii_digit(text[end])
                                  : text[end] == form || (form == 'T' && text[end] == ' ');
    if (!fits) break;
  }
  return at + end;
}

// Letters before the digits belong to their group; and letters before that one, with a sign
// between, may make an id of one that has enough digits.
std::size_t end_of_short_number(const NumberPlace& place) {
  const auto bit = place.at % kBlock;
  const auto back = bit == 0 ? 0 : std::countl_one(place.block.words << (kBlock - bit));
  const auto begin = place.at - static_cast<std::size_t>(back);
  if (begin % kBlock == 0 && begin > 0 && is_ascii_alnum(place.text[begin - 1])) return 0;
  MarkedGroups groups(place, begin);
  if (!groups.take_all()) return 0;
  if (!groups.has_enough_digits()) return groups.end();
  const bool may_be_behind_letters = begin > 0 && is_number_sign(place.text[begin - 1]);
  return groups.has_enough_characters() || may_be_behind_letters ? 0 : groups.end();
}

}  // namespace touchstone::detect
