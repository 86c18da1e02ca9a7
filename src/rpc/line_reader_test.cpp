#include "rpc/line_reader.hpp"

#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace touchstone::rpc {
namespace {

void feed(LineReader& reader, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto room = reader.room();
    const std::size_t size = std::min(room.size(), bytes.size());
    std::memcpy(room.data(), bytes.data(), size);
    reader.commit(size);
    bytes.remove_prefix(size);
  }
}

void drain(LineReader& reader, std::vector<std::string>& lines) {
  while (auto line = reader.next())
    lines.emplace_back(line->too_long ? "TOO LONG" : std::string(line->text.view()));
}

std::vector<std::string> lines_of(std::string_view bytes, std::size_t step, std::size_t limit) {
  LineReader reader(limit);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    feed(reader, bytes.substr(at, step));
    drain(reader, lines);
  }
  return lines;
}

TEST(LineReader, gives_lines_and_skips_blank_ones) {
  EXPECT_EQ(lines_of("{}\n\n \r\n[1]\r\nrest", 100, 100), (std::vector<std::string>{"{}", "[1]"}));
}

TEST(LineReader, reports_a_line_that_is_too_long_once_and_goes_on) {
  EXPECT_EQ(lines_of("12345678901\nok\n", 3, 10), (std::vector<std::string>{"TOO LONG", "ok"}));
  EXPECT_EQ(lines_of("12345678901\nok\n", 100, 10), (std::vector<std::string>{"TOO LONG", "ok"}));
}

TEST(LineReader, does_not_keep_a_line_without_end) {
  LineReader reader(1000);
  const std::string piece(4096, 'x');
  std::vector<std::string> lines;
  for (int i = 0; i < 1000; ++i) {
    feed(reader, piece);
    drain(reader, lines);
    ASSERT_LE(reader.unfinished(), 1000U);
  }
  EXPECT_EQ(lines, std::vector<std::string>{"TOO LONG"});
  EXPECT_LE(reader.room().size(), 1U << 16);
}

TEST(LineReader, knows_half_a_line_at_the_end) {
  LineReader reader;
  feed(reader, "{}\n{\"half");
  std::vector<std::string> lines;
  drain(reader, lines);
  EXPECT_EQ(reader.unfinished(), 6U);
}

RC_GTEST_PROP(LineReader, does_not_care_how_the_bytes_arrive, ()) {
  const auto bytes = *rc::gen::container<std::string>(rc::gen::element('a', '\n', '{', '\r'));
  const auto step = *rc::gen::inRange<std::size_t>(1, 9);
  RC_ASSERT(lines_of(bytes, step, 5) == lines_of(bytes, 10'000, 5));
}

}  // namespace
}  // namespace touchstone::rpc
