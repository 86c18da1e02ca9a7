#include "flow/identifiers.hpp"

#include <string>

#include "flow/fold.hpp"
#include "flow/test_support.hpp"

namespace touchstone::flow {
namespace {

std::vector<std::string> words_of(const std::string& text) {
  const auto all = folded(text);
  std::vector<std::string> out;
  for (const auto& one : identifiers_in(text)) {
    out.push_back(all.substr(one.begin, one.end - one.begin));
  }
  return out;
}

// Words of any length, with any of the blanks between them, and bytes that no identifier has.
std::string any_text_with_long_words() {
  std::string out;
  for (int words = *rc::gen::inRange(0, 12); words > 0; --words) {
    const auto length = *rc::gen::weightedOneOf<int>({{4, rc::gen::inRange(0, 12)},
                                                      {2, rc::gen::inRange(19, 24)},
                                                      {1, rc::gen::inRange(60, 140)}});
    std::string word(static_cast<std::size_t>(length), *rc::gen::element('a', 'b', '_'));
    if (!word.empty() && *rc::gen::inRange(0, 6) == 0)
      word[word.size() / 2] = *rc::gen::element('\x01', '(');
    out += word + *rc::gen::element(' ', '\n', '\t', '\v', '\f', '\r');
  }
  return out;
}

// Word by word, as one would say it.
std::size_t count_one_by_one(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(" \n\t\v\f\r"), text.size());
    const auto word = text.substr(0, end);
    const bool clean = word.find_first_of("\x01(") == std::string_view::npos;
    if (clean && word.size() > 20 && word.size() < 128) ++count;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return count;
}

TEST(Identifiers, AreLongWordsWhereverTheyStand) {
  for (std::size_t before = 0; before < 140; ++before) {
    const std::string words(before, 'x');
    const auto gap = before == 0 ? "" : " ";
    EXPECT_EQ(words_of(words.substr(0, 20) + gap + "src/flow/identifiers.cpp"),
              std::vector<std::string>{folded("src/flow/identifiers.cpp")});
    EXPECT_EQ(words_of(std::string(before, ' ') + "src/flow/identifiers.cpp and"),
              std::vector<std::string>{folded("src/flow/identifiers.cpp")});
    EXPECT_TRUE(words_of(std::string(before, ' ') + "src/flow/identifiers and").empty());
  }
}

RC_GTEST_PROP(Identifiers, are_those_found_word_by_word, ()) {
  const auto text = any_text_with_long_words();
  RC_ASSERT(identifiers_in(text).size() == count_one_by_one(text));
}

}  // namespace
}  // namespace touchstone::flow
