#include "detect/number_glance.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "detect/ascii.hpp"
#include "detect/confirm.hpp"
#include "detect/id_rules.hpp"

namespace touchstone::detect {
namespace {

// Texts that numbers are made of, long enough for several blocks.
std::string numbers_and_signs() {
  const auto part = rc::gen::weightedOneOf<std::string>(
      {{6, rc::gen::container<std::string>(rc::gen::inRange('0', static_cast<char>('9' + 1)))},
       {6, rc::gen::element<std::string>(" ", "-", ".", "/", ")", ") ", "_", "  ", "\"", ":", ",",
                                         "\n", "\\n", "(", "+", "   ", "@")},
       {3, rc::gen::element<std::string>("a", "B", "ab", "DE", "GB82", "WEST", "word", "Word",
                                         "abcdefghijklmnopqrstuvwxyz")},
       {1, rc::gen::element<std::string>("2026-01-31", "1999-12-31T23:59:59", "2024-02-02 10:1",
                                         "GB82_WEST1_2345", "4111_1111_1111_1111")}});
  std::string out;
  for (const auto& one : *rc::gen::container<std::vector<std::string>>(part)) out += one;
  return out;
}

// Calls visit(place, digits) for each digit, since a scan may begin with any of a number.
template <typename Visit>
void for_each_digit(std::string_view text, Visit visit) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_ascii_digit(text[at])) continue;
    const auto begin = at - at % kBlock;
    const auto block = marks_at(text, begin);
    const auto next = marks_at(text, std::min(begin + kBlock, text.size()));
    visit(NumberPlace{text, at, block, next}, marks_from(block.digits, next.digits, at % kBlock));
  }
}

// Reads the number in the slow way, with words of all topics around it. Returns where it ends.
std::size_t end_of_nothing(std::string_view text, std::size_t at) {
  std::vector<std::pair<std::size_t, Topics>> topics;
  for (std::size_t i = 0; i <= text.size(); ++i) topics.emplace_back(i, ~Topics{0});
  Finds finds(Confidence::kPossible);
  const auto end = confirm_number(text, at, topics, finds);
  RC_ASSERT(std::move(finds).take().items.empty());
  return end;
}

RC_GTEST_PROP(NumberGlance, what_is_passed_over_is_nothing_to_who_reads_it, ()) {
  const auto text = numbers_and_signs();
  for_each_digit(text, [&](const NumberPlace& place, std::uint64_t digits) {
    if (is_short_and_alone(text, place.at, digits))
      RC_ASSERT(end_of_nothing(text, place.at) ==
                place.at + static_cast<std::size_t>(std::countr_one(digits)));
    const auto end = end_of_short_number(place);
    for (auto at = place.at; at < end; ++at) {
      if (is_ascii_digit(text[at])) RC_ASSERT(end_of_nothing(text, at) <= end);
    }
  });
}

// In the plain way: character by character.
std::size_t end_of_spelled_date(std::string_view text, std::size_t at) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd";
  std::size_t i = 0;
  for (; i < kForm.size() && at + i < text.size(); ++i) {
    const char c = text[at + i];
    const bool fits =
        kForm[i] == 'd' ? is_ascii_digit(c) : c == kForm[i] || (kForm[i] == 'T' && c == ' ');
    if (!fits) break;
  }
  return i < 10 || (text[at] != '1' && text[at] != '2') ? 0 : at + i;
}

RC_GTEST_PROP(NumberGlance, dates_are_those_that_read_as_one, ()) {
  const auto text = numbers_and_signs();
  for_each_digit(text, [&](const NumberPlace& place, std::uint64_t digits) {
    RC_ASSERT(end_of_date(text, place.at, digits) == end_of_spelled_date(text, place.at));
  });
}

TEST(NumberGlance, what_clean_json_is_full_of_is_passed_over) {
  for (const std::string_view text :
       {R"({"id":4001,"n":1})", R"("score":0.4001})", R"("color":"d73a4a"})", "/issues/12, 14"}) {
    for_each_digit(text, [&](const NumberPlace& place, std::uint64_t digits) {
      EXPECT_TRUE(is_short_and_alone(text, place.at, digits) || end_of_short_number(place) != 0)
          << text << " at " << place.at;
    });
  }
}

std::size_t length_of_groups(std::string_view groups) {
  std::size_t out = 0;
  while (!groups.empty()) {
    std::size_t length = 0;
    const auto read = std::from_chars(groups.data(), groups.data() + groups.size(), length);
    out += length;
    groups.remove_prefix(std::min<std::size_t>(
        static_cast<std::size_t>(read.ptr - groups.data()) + 1, groups.size()));
  }
  return out;
}

TEST(NumberGlance, no_rule_knows_a_shorter_id_than_is_read) {
  for (const auto table : {ids_of_accounts(), ids_of_europe(), ids_of_america()}) {
    for (const auto& rule : table) {
      for (std::string_view left = rule.groups; !left.empty();) {
        const auto groups = left.substr(0, left.find(' '));
        EXPECT_GE(length_of_groups(groups), kMinId) << rule.id;
        left.remove_prefix(std::min(groups.size() + 1, left.size()));
      }
      std::size_t least = 0;
      for (std::string_view left = rule.form; !left.empty();) {
        const auto part = left.substr(0, left.find(' '));
        std::size_t count = 0;
        std::from_chars(part.data() + 1, part.data() + part.size(), count);
        least += count;
        left.remove_prefix(std::min(part.size() + 1, left.size()));
      }
      EXPECT_GE(least, kMinId) << rule.id << " " << rule.form;
    }
  }
}

}  // namespace
}  // namespace touchstone::detect
