#include "detect/sweep.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "detect/ascii.hpp"

namespace touchstone::detect {
namespace {

RC_GTEST_PROP(Sweep, every_byte_is_marked_for_what_it_is, ()) {
  const auto bytes = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 256));
  std::string text;
  for (const int byte : bytes) text += static_cast<char>(byte);
  std::vector<BlockMarks> blocks;
  sweep(text, blocks);
  RC_ASSERT(blocks.size() == (text.size() + kBlock - 1) / kBlock);
  for (std::size_t i = 0; i < blocks.size() * kBlock; ++i) {
    const char c = i < text.size() ? text[i] : '\0';
    const auto bit = [&](std::uint64_t marks) { return (marks >> (i % kBlock) & 1U) != 0; };
    RC_ASSERT(bit(blocks[i / kBlock].digits) == is_ascii_digit(c));
    RC_ASSERT(bit(blocks[i / kBlock].words) == is_ascii_alnum(c));
    const auto is_word = [&](std::size_t at) {
      return at < text.size() && is_ascii_alnum(text[at]);
    };
    const bool is_end = (kBlockEnds >> (i % kBlock) & 1U) != 0;
    const bool is_beside = is_end || is_word(i - 1) || is_word(i + 2);
    RC_ASSERT(bit(blocks[i / kBlock].signs) == (is_sign(c) || (is_other_letter(c) && is_beside)));
  }
}

// Many blocks at a time are read by wider instructions, where there are any, than one alone.
RC_GTEST_PROP(Sweep, a_block_alone_has_the_marks_that_it_has_among_others, ()) {
  const auto bytes =
      *rc::gen::resize(400, rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 256)));
  std::string text;
  for (const int byte : bytes) text += static_cast<char>(byte);
  std::vector<BlockMarks> blocks;
  sweep(text, blocks);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto alone = marks_at(text, i * kBlock);
    RC_ASSERT(blocks[i].digits == alone.digits);
    RC_ASSERT(blocks[i].words == alone.words);
    RC_ASSERT(blocks[i].signs == alone.signs);
  }
}

RC_GTEST_PROP(Sweep, a_full_byte_is_seen, (std::uint64_t marks, std::uint64_t more)) {
  const auto many = marks | more;
  bool is_full = false;
  for (unsigned i = 0; i < 8; ++i) is_full = is_full || (many >> (8 * i) & 0xFFU) == 0xFF;
  RC_ASSERT(has_full_byte(many) == is_full);
}

// A place in every long run, and none elsewhere.
RC_GTEST_PROP(Sweep, long_runs_are_found_wherever_blocks_end, ()) {
  const auto lengths =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 150));
  constexpr std::size_t kLeast = 20;
  std::string text;
  std::vector<std::pair<std::size_t, std::size_t>> runs;
  for (const auto length : lengths) {
    if (length >= kLeast) runs.emplace_back(text.size(), text.size() + length);
    text += std::string(length, 'x') + ' ';
  }
  std::vector<BlockMarks> blocks;
  sweep(text, blocks);
  std::vector<bool> found(runs.size());
  for_each_long_run(blocks, kLeast, [&](std::size_t at) {
    bool is_in_one = false;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (at < runs[i].first || at >= runs[i].second) continue;
      found[i] = is_in_one = true;
    }
    RC_ASSERT(is_in_one);
  });
  for (const bool one : found) RC_ASSERT(one);
}

}  // namespace
}  // namespace touchstone::detect
