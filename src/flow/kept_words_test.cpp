// Short values are looked for only where their words may stand: that must never hide one.
#include "flow/kept_words.hpp"

#include <fmt/format.h>

#include "flow/fold.hpp"
#include "flow/test_support.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kBytes = 8192;

TEST(KeptWords, tell_the_window_of_each_word) {
  KeptWords words(kBytes, 7);
  words.add(" the lake froze over ", 3);
  words.add(" nobody crossed the internationally", 9);
  EXPECT_EQ(words.of("lake "), 1U << 3U);
  EXPECT_EQ(words.of("the "), 1U << 3U | 1U << 9U);
  EXPECT_EQ(words.of("internationally "), 1U << 9U);
  EXPECT_EQ(words.of("heron "), 0U);
  EXPECT_EQ(words.of("lake heron "), 0U);
}

TEST(KeptWords, in_a_row_may_go_on_in_the_next_window) {
  KeptWords words(kBytes, 7);
  words.add(" the lake ", 15);
  words.add("froze over ", 0);
  EXPECT_EQ(words.of("lake froze over "), 1U << 15U);
  EXPECT_EQ(words.of("froze lake "), 0U);
}

TEST(KeptWords, are_gone_with_their_window) {
  KeptWords words(kBytes, 7);
  words.add(" the lake ", 1);
  words.add(" the heron ", 2);
  words.keep_only(1U << 2U);
  EXPECT_EQ(words.of("lake "), 0U);
  EXPECT_EQ(words.of("the "), 1U << 2U);
}

TEST(KeptWords, without_room_may_be_everywhere) {
  KeptWords words(0, 7);
  words.add(" the lake ", 1);
  EXPECT_EQ(words.of("heron "), 0xFFFFU);
  EXPECT_EQ(words.bytes(), 0U);
}

RC_GTEST_PROP(KeptWords, never_deny_a_word, (std::uint64_t seed)) {
  KeptWords words(kBytes, seed);
  const auto text = " " + any_words(300);
  const auto window = *rc::gen::inRange<std::size_t>(0, kWindows);
  words.add(text, window);
  for (std::size_t begin = 1; begin < text.size(); begin = text.find(' ', begin) + 1) {
    const auto word = text.substr(begin, text.find(' ', begin) + 1 - begin);
    RC_ASSERT(words.of(word) == 1U << window);
  }
}

// A few words of one of the texts, as they stand there.
std::string any_value(const std::vector<std::string>& texts) {
  const auto& text = texts[*rc::gen::inRange<std::size_t>(0, texts.size())];
  const auto from = *rc::gen::inRange<std::size_t>(0, text.size() - 40);
  const auto begin = text.find(' ', from) + 1;
  const auto end = text.find(' ', begin + *rc::gen::inRange<std::size_t>(1, 30));
  return begin < end && end < text.size() ? text.substr(begin, end - begin) : std::string();
}

std::string any_prose() {
  auto text = any_words(600, 20) + "and so the story of the lake ends in winter ";
  if (*rc::gen::inRange(0, 8) == 0) text += std::string(9000, 'z') + " " + any_words(3000);
  return text;
}

RC_GTEST_PROP(ShortValues, are_found_in_all_that_is_kept, ()) {
  Memory memory({.bytes = 2 << 20, .seed = *rc::gen::arbitrary<std::uint64_t>()});
  std::vector<std::string> texts;
  for (int i = *rc::gen::inRange(1, 40); i > 0; --i) {
    texts.push_back(any_prose());
    memory.remember(texts.back(), source_of(memory, fmt::format("mcp://a/{}", i % 3)), Form::kRaw);
    const auto value = any_value(texts);
    const auto flows = traced(memory, text_argument(value));
    if (value.size() < 2 || value.size() > kMaxBare) continue;
    const auto* found = carried(flows, value);
    const bool is_found = found != nullptr && !found->seen.empty();
    RC_ASSERT(is_found);
  }
  RC_ASSERT(memory.forgotten().bytes == 0);
}

RC_GTEST_PROP(ShortValues, are_found_if_and_only_if_they_are_kept, ()) {
  const auto bytes = *rc::gen::element<std::size_t>(128 << 10, 256 << 10);
  Memory memory({.bytes = bytes, .seed = *rc::gen::arbitrary<std::uint64_t>()});
  std::vector<std::string> texts;
  for (int i = *rc::gen::inRange(1, 80); i > 0; --i) {
    texts.push_back(any_prose());
    const auto source = source_of(memory, fmt::format("mcp://a/{}", *rc::gen::inRange(0, 4)));
    memory.remember(texts.back(), source, Form::kRaw);
    if (i % 8 != 0) continue;
    RC_ASSERT(memory.bytes() <= bytes);
    const auto saved = memory.save();  // which has all the text in one piece
    const auto loaded = Memory::load(saved);
    for (int n = 0; n < 8; ++n) {
      const auto value = any_value(texts);
      const auto flows = traced(memory, text_argument(value));
      RC_ASSERT(flows == traced(*loaded, text_argument(value)));
      if (value.size() < 2 || carried(flows, value) == nullptr) continue;
      const bool is_kept = saved.find(" " + value + " ") != std::string::npos;
      RC_ASSERT(carried(flows, value)->seen.empty() == !is_kept);
    }
  }
}

}  // namespace
}  // namespace touchstone::flow
