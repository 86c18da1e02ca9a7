#include "face/event_stream.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "http/sse.hpp"

namespace touchstone::face {
namespace {

// Reads what it gets as a client would: "id data".
class Reader final : public EventStream::Sink {
 public:
  void event(std::string_view bytes) override {
    reader_.feed(bytes);
    while (const auto event = reader_.next()) got.push_back(event->id + " " + event->data);
  }
  void end() override { ++ends; }
  [[nodiscard]] const std::string& last_id() const { return reader_.last_id(); }

  std::vector<std::string> got;
  int ends = 0;

 private:
  http::SseReader reader_;
};

using Events = std::vector<std::string>;

TEST(EventStream, numbers_its_events) {
  Shelf shelf(1 << 20);
  EventStream stream(7, shelf);
  Reader reader;
  stream.attach(reader);
  stream.push("a");
  stream.push("b\nc");
  EXPECT_EQ(reader.got, (Events{"7-1 a", "7-2 b\nc"}));
  EXPECT_EQ(stream.number(), 7U);
}

TEST(EventStream, keeps_what_came_while_nobody_read) {
  Shelf shelf(1 << 20);
  EventStream stream(0, shelf);
  stream.push("a");
  stream.push("b");
  Reader reader;
  stream.attach(reader);
  stream.push("c");
  EXPECT_EQ(reader.got, (Events{"0-1 a", "0-2 b", "0-3 c"}));
}

TEST(EventStream, does_not_repeat_itself_unless_asked) {
  Shelf shelf(1 << 20);
  EventStream stream(0, shelf);
  Reader first, second, third;
  stream.attach(first);
  stream.push("a");
  stream.push("b");
  stream.detach(first);
  EXPECT_FALSE(stream.attached());
  stream.push("c");
  stream.attach(second);
  EXPECT_EQ(second.got, (Events{"0-3 c"}));
  stream.attach(third, 1);
  EXPECT_EQ(third.got, (Events{"0-2 b", "0-3 c"}));
}

TEST(EventStream, resumes_after_the_last_and_after_what_never_was) {
  Shelf shelf(1 << 20);
  EventStream stream(1, shelf);
  stream.push("a");
  Reader last, future;
  stream.attach(last, 1);
  stream.push("b");
  EXPECT_EQ(last.got, (Events{"1-2 b"}));
  stream.attach(future, 99);
  stream.push("c");
  EXPECT_EQ(future.got, (Events{"1-3 c"}));
}

TEST(EventStream, has_one_reader_and_tells_the_one_before) {
  Shelf shelf(1 << 20);
  EventStream stream(0, shelf);
  Reader first, second;
  stream.attach(first);
  stream.attach(second);
  EXPECT_EQ(first.ends, 1);
  stream.detach(first);  // no longer its business
  EXPECT_TRUE(stream.attached());
  stream.push("a");
  EXPECT_TRUE(first.got.empty());
  EXPECT_EQ(second.got, (Events{"0-1 a"}));
  EXPECT_EQ(second.ends, 0);
}

TEST(EventStream, ends_for_whoever_reads_now_and_whoever_comes_later) {
  Shelf shelf(1 << 20);
  EventStream stream(2, shelf);
  Reader now, later;
  stream.attach(now);
  stream.push("a");
  stream.finish();
  EXPECT_TRUE(stream.finished());
  EXPECT_EQ(now.ends, 1);
  stream.attach(later, 0);
  EXPECT_EQ(later.got, (Events{"2-1 a"}));
  EXPECT_EQ(later.ends, 1);
  EXPECT_FALSE(stream.attached());
}

TEST(EventStream, a_primer_tells_an_id_and_is_no_message) {
  Shelf shelf(1 << 20);
  EventStream stream(3, shelf);
  Reader reader;
  stream.prime();  // nobody there
  stream.attach(reader);
  stream.prime();
  EXPECT_EQ(reader.last_id(), "3-0");
  stream.push("a");
  EXPECT_EQ(reader.got.back(), "3-1 a");
}

TEST(EventStream, forgets_the_oldest_beyond_its_bounds) {
  Shelf shelf(1 << 20);
  EventStream many(0, shelf);
  for (std::size_t i = 0; i < EventStream::kMaxKept + 10; ++i) many.push("x");
  Reader reader;
  many.attach(reader, 0);
  EXPECT_EQ(reader.got.size(), EventStream::kMaxKept);
  EXPECT_EQ(reader.got.front(), "0-11 x");

  EventStream big(0, shelf);
  const std::string half(EventStream::kMaxKeptBytes / 2, 'x');
  for (int i = 0; i < 5; ++i) big.push(half);
  Reader of_big;
  big.attach(of_big, 0);
  EXPECT_EQ(of_big.got.size(), 2U);
}

TEST(EventStream, keeps_the_newest_however_large) {
  Shelf shelf(1 << 20);
  EventStream stream(0, shelf);
  stream.push("small");
  stream.push(std::string(2 * EventStream::kMaxKeptBytes, 'x'));
  Reader reader;
  stream.attach(reader, 0);
  ASSERT_EQ(reader.got.size(), 1U);
  EXPECT_GT(reader.got.front().size(), EventStream::kMaxKeptBytes);
}

TEST(EventStream, knows_its_own_ids) {
  std::uint64_t stream = 0, event = 0;
  EXPECT_TRUE(EventStream::parse_id("3-17", stream, event));
  EXPECT_EQ(stream, 3U);
  EXPECT_EQ(event, 17U);
  for (const std::string_view wrong :
       {"", "-", "3", "3-", "-3", "3-x", "x-3", "3-1-1", "3 -1", "+3-1", "3--1", "0x3-1",
        "99999999999999999999-1", "1-99999999999999999999"}) {
    EXPECT_FALSE(EventStream::parse_id(wrong, stream, event)) << wrong;
  }
}

TEST(EventStream, keeps_only_what_the_shelf_has_room_for_and_gives_it_back) {
  const auto whole = std::make_shared<Shelf>(1'500);
  Shelf shelf(1'000, whole), other(1'000, whole);
  {
    EventStream one(1, shelf), two(2, shelf), third(3, other);
    one.push(std::string(600, 'a'));
    two.push(std::string(600, 'b'));  // no room beside the first
    EXPECT_EQ(shelf.used(), 600U);
    third.push(std::string(950, 'c'));  // nor in the whole
    EXPECT_EQ(other.used(), 0U);
    third.push(std::string(900, 'd'));
    EXPECT_EQ(whole->used(), 1'500U);
    Reader reader;
    two.attach(reader, 0);
    EXPECT_TRUE(reader.got.empty());
    two.push(std::string(600, 'e'));
    EXPECT_EQ(reader.got.size(), 1U) << "whoever is there hears it all the same";
  }
  EXPECT_EQ(shelf.used(), 0U);
  EXPECT_EQ(whole->used(), 0U);
}

TEST(EventStream, tells_when_all_of_it_was_delivered) {
  Shelf shelf(1'000);
  EventStream there(1, shelf), away(2, shelf);
  Reader reader, late;
  there.attach(reader);
  there.push("a");
  EXPECT_FALSE(there.delivered());
  there.finish();
  EXPECT_TRUE(there.delivered());
  away.push("a");
  away.finish();
  EXPECT_FALSE(away.delivered()) << "nobody has had it";
  away.attach(late);
  EXPECT_TRUE(away.delivered());
}

}  // namespace
}  // namespace touchstone::face
