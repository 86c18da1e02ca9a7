#include "http/sse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "http/test_support.hpp"

namespace touchstone::http {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> events(std::string_view bytes) { return read_events(bytes).events; }

TEST(Sse, an_event_ends_with_an_empty_line_however_lines_end) {
  EXPECT_THAT(events("data: a\n\ndata: b\r\n\r\ndata: c\r\rdata: d\n\r\n"),
              ElementsAre("|message|a", "|message|b", "|message|c", "|message|d"));
  EXPECT_THAT(events("data: a\n"), IsEmpty());
}

TEST(Sse, data_lines_are_joined_and_one_space_is_dropped) {
  EXPECT_THAT(events("data: a\ndata:b\ndata:  c\ndata\n\n"), ElementsAre("|message|a\nb\n c\n"));
}

TEST(Sse, an_event_has_a_name_and_the_last_id) {
  EXPECT_THAT(events("id: 1\nevent: x\ndata: a\n\ndata: b\n\nid\ndata: c\n\n"),
              ElementsAre("1|x|a", "1|message|b", "|message|c"));
}

TEST(Sse, an_event_without_data_is_only_a_new_id) {
  const auto read = read_events("event: x\nid: 7\n\ndata: a\n\nid: 8\n\n");
  EXPECT_THAT(read.events, ElementsAre("7|message|a"));
  EXPECT_EQ(read.last_id, "8");
}

TEST(Sse, an_event_with_an_empty_data_line_is_an_event) {
  EXPECT_THAT(events("id: 1\ndata:\n\n"), ElementsAre("1|message|"));
}

TEST(Sse, an_id_counts_once_its_event_is_whole) {
  EXPECT_EQ(read_events("id: 1\ndata: a\n\nid: 2\ndata: b\n").last_id, "1");
}

TEST(Sse, an_id_with_a_nul_is_ignored) {
  EXPECT_EQ(read_events(std::string_view("id: 1\n\nid: a\0b\n\n", 16)).last_id, "1");
}

TEST(Sse, comments_and_unknown_fields_are_skipped) {
  EXPECT_THAT(events(": ping\n\nfoo: bar\ndata: a\n:data: b\nDATA: c\n data: d\n\n"),
              ElementsAre("|message|a"));
}

TEST(Sse, a_byte_order_mark_is_dropped_at_the_start_only) {
  EXPECT_THAT(events("\xef\xbb\xbf"
                     "data: a\n\n\xef\xbb\xbf"
                     "data: b\n\n"),
              ElementsAre("|message|a"));
  EXPECT_THAT(events("\xef\xbb"
                     "data: a\n\ndata: b\n\n"),
              ElementsAre("|message|b"));
}

TEST(Sse, retry_takes_digits_only) {
  EXPECT_EQ(read_events("retry: 1500\n\n").retry_ms, 1500);
  EXPECT_EQ(read_events("retry: 1500\nretry: -1\nretry: 1s\nretry:\n").retry_ms, 1500);
  EXPECT_EQ(read_events("retry: 99999999999999999999\n").retry_ms, 2147483647);
}

TEST(Sse, an_event_beyond_the_limit_ends_the_stream_after_those_before_it) {
  const std::string good = "data: good\n\n";
  for (const auto& bad :
       {"data: " + std::string(1000, 'x'), ":" + std::string(1000, 'x') + "\n",
        "data: " + std::string(600, 'x') + "\ndata: " + std::string(600, 'x') + "\n"}) {
    const auto read = read_events(good + bad + "\n\n" + good);
    EXPECT_THAT(read.events, ElementsAre("|message|good"));
    EXPECT_TRUE(read.failed);
    EXPECT_EQ(read_events(good + bad + "\n\n" + good, byte_by_byte()), read);
  }
  EXPECT_FALSE(read_events("data: " + std::string(994, 'x') + "\n\n").failed);
}

TEST(Sse, data_has_room_for_the_padding_of_a_json_text) {
  SseReader reader;
  for (const std::size_t size : {0U, 1U, 64U, 5000U}) {
    reader.feed("data: " + std::string(size, 'x') + "\n\n");
    const auto event = reader.next();
    ASSERT_TRUE(event);
    EXPECT_GE(event->data.capacity(), size + 64);
  }
}

TEST(Sse, many_lines_that_end_in_a_return_take_linear_time) {
  const std::string bytes(std::size_t{8} << 20, '\r');
  EXPECT_THAT(events(bytes), IsEmpty());
}

TEST(Sse, writing_leaves_out_an_id_or_a_name_that_would_break_the_line) {
  std::string out;
  append_event(out, "a", "1\ndata: evil", "x\r\n");
  append_event(out, "b", std::string_view("1\0", 2));
  EXPECT_EQ(out, "data: a\n\ndata: b\n\n");
}

TEST(Sse, writing_starts_a_line_for_every_line_of_the_data) {
  std::string out;
  append_event(out, "a\nb\r\nc\rd\n", "1", "x");
  EXPECT_EQ(out, "id: 1\nevent: x\ndata: a\ndata: b\ndata: c\ndata: d\ndata: \n\n");
}

// Bytes that matter to the format, more often than others.
rc::Gen<std::string> stream() {
  const auto word = rc::gen::elementOf(std::vector<std::string>{
      "data", "data: ", "id: ", "event: ", "retry: 1", ":", " ", "\n", "\n\n", "\r", "\r\n", "x",
      "\xef\xbb\xbf", std::string(1, '\0'), "{\"a\":1}"});
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(word), [](const auto& words) {
    std::string all;
    for (const auto& part : words) all += part;
    return all;
  });
}

TEST(SseProperty, any_split_of_the_bytes_gives_the_same_events) {
  EXPECT_TRUE(rc::check([] {
    const auto bytes = *stream();
    const auto steps = *rc::gen::nonEmpty(rc::gen::container<std::string>(
        rc::gen::map(rc::gen::inRange(1, 12), [](int n) { return static_cast<char>(n); })));
    const auto limit = static_cast<std::size_t>(*rc::gen::inRange(4, 40));
    const auto whole = read_events(bytes, all_at_once(), limit);
    RC_ASSERT(read_events(bytes, in_steps(steps), limit) == whole);
    RC_ASSERT(read_events(bytes, byte_by_byte(), limit) == whole);
  }));
}

TEST(SseProperty, what_is_written_is_read_again) {
  EXPECT_TRUE(rc::check([](const std::vector<std::string>& texts) {
    std::string out;
    std::vector<std::string> expected;
    for (const auto& text : texts) {
      if (text.find('\r') != std::string::npos) continue;  // comes back as \n
      const auto id = std::to_string(expected.size() + 1);
      append_event(out, text, id, "name");
      expected.push_back(id + "|name|" + text);
    }
    RC_ASSERT(read_events(out, all_at_once(), 100'000).events == expected);
  }));
}

}  // namespace
}  // namespace touchstone::http
