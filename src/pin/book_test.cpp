#include "pin/book.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "pin/test_support.hpp"

namespace touchstone::pin {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kNow = "2026-11-16T06:00:00Z";
constexpr std::string_view kLater = "2026-11-17T06:00:00Z";

Pin version(int number, std::string_view name = "read_note") {
  return pin_from(R"({"name":")" + std::string(name) + R"(","description":"Version )" +
                  std::to_string(number) + R"("})");
}

Book read_book(std::string_view text) {
  auto book = Book::load(text, "pins.json");
  if (!book) {
    ADD_FAILURE() << base::to_string(book.error());
    return {};
  }
  return std::move(*book);
}

TEST(Book, knows_what_it_pinned) {
  Book book;
  EXPECT_EQ(book.state("notes", version(1)), State::kUnknown);
  ASSERT_TRUE(book.pin("notes", version(1), kNow));
  EXPECT_EQ(book.state("notes", version(1)), State::kPinned);
  EXPECT_EQ(book.state("notes", version(2)), State::kChanged);
  EXPECT_EQ(book.state("mail", version(1)), State::kUnknown);
  EXPECT_EQ(*book.pinned("notes", version(2).key()), version(1));
}

TEST(Book, what_waits_can_be_accepted) {
  Book book;
  ASSERT_TRUE(book.pin("notes", version(1), kNow));
  ASSERT_TRUE(book.hold("notes", version(2), Grade::kRisky, kLater));
  EXPECT_EQ(book.state("notes", version(2)), State::kPending);
  EXPECT_EQ(book.state("notes", version(1)), State::kPinned);
  EXPECT_TRUE(book.accept("notes", version(2).key(), kLater));
  EXPECT_EQ(book.state("notes", version(2)), State::kPinned);
  EXPECT_EQ(book.find("notes")->pinned.at(version(2).key()).since, kLater);
  EXPECT_FALSE(book.accept("notes", version(2).key(), kLater));
}

TEST(Book, what_was_rejected_stays_so_and_can_still_be_accepted) {
  Book book;
  ASSERT_TRUE(book.pin("notes", version(1), kNow));
  ASSERT_TRUE(book.hold("notes", version(2), Grade::kHostile, kNow));
  EXPECT_TRUE(book.reject("notes", version(2).key()));
  EXPECT_EQ(book.state("notes", version(2)), State::kRejected);
  ASSERT_TRUE(book.hold("notes", version(3), Grade::kRisky, kNow));
  EXPECT_EQ(book.state("notes", version(2)), State::kRejected);
  EXPECT_EQ(book.state("notes", version(3)), State::kPending);
  ASSERT_TRUE(book.hold("notes", version(2), Grade::kHostile, kNow));
  EXPECT_TRUE(book.accept("notes", version(2).key(), kNow));
  EXPECT_EQ(book.state("notes", version(2)), State::kPinned);
  EXPECT_TRUE(book.find("notes")->rejected.empty());
}

TEST(Book, a_server_can_wait_as_a_whole) {
  Book book;
  ASSERT_TRUE(book.hold("new", version(1), Grade::kCompatible, kNow));
  EXPECT_EQ(book.state("new", version(1)), State::kPending);
  EXPECT_TRUE(book.find("new")->pinned.empty());
  EXPECT_EQ(read_book(book.write()), book);
}

TEST(Book, going_back_to_what_is_pinned_settles_it) {
  Book book;
  ASSERT_TRUE(book.pin("notes", version(1), kNow));
  ASSERT_TRUE(book.hold("notes", version(2), Grade::kRisky, kNow));
  book.settle("notes", version(2).key());
  EXPECT_EQ(book.state("notes", version(2)), State::kChanged);
  EXPECT_TRUE(book.forget("notes"));
  EXPECT_FALSE(book.forget("notes"));
}

TEST(Book, a_server_cannot_fill_it) {
  Book book;
  const std::string long_text(kMaxServerBytes / 2, 'x');
  const auto large = [&](const char* name) {
    return pin_from(R"({"name":")" + std::string(name) + R"(","description":")" + long_text +
                    R"("})");
  };
  EXPECT_TRUE(book.pin("notes", large("a"), kNow));
  EXPECT_FALSE(book.pin("notes", large("b"), kNow));
  EXPECT_FALSE(book.hold("notes", large("b"), Grade::kRisky, kNow));
  EXPECT_TRUE(book.pin("mail", large("b"), kNow));
}

TEST(Book, forgets_the_oldest_of_too_many_refusals) {
  Book book;
  for (int i = 0; i <= static_cast<int>(kMaxRejected); ++i) {
    ASSERT_TRUE(book.hold("notes", version(i), Grade::kHostile, kNow));
    ASSERT_TRUE(book.reject("notes", version(i).key()));
  }
  EXPECT_EQ(book.find("notes")->rejected.size(), kMaxRejected);
  EXPECT_EQ(book.state("notes", version(0)), State::kUnknown);
}

TEST(Book, its_text_is_for_people) {
  Book book;
  ASSERT_TRUE(
      book.pin("notes", pin_from("{\"name\":\"a\",\"description\":\"x\xE2\x80\xAE\"}"), kNow));
  EXPECT_THAT(book.write(), HasSubstr("          \"definition\": {\n"
                                      "            \"description\": \"x\\u202e\",\n"));
  EXPECT_EQ(read_book(book.write()), book);
}

std::string problem(std::string_view text) {
  const auto book = Book::load(text, "pins.json");
  return book ? "none" : base::to_line(book.error());
}

TEST(Book, says_what_is_wrong_and_where) {
  EXPECT_THAT(problem(""), HasSubstr("pins.json"));
  EXPECT_THAT(problem("{\"version\":1"), HasSubstr("pins.json:1:"));
  EXPECT_THAT(problem("[]"), HasSubstr("pins.json:1:1"));
  EXPECT_THAT(problem(R"({"version":2,"servers":{}})"), HasSubstr("version 1"));
  EXPECT_THAT(problem("{\"version\":1,\n\"servers\":{},\"more\":1}"),
              HasSubstr("pins.json:2:14: the book has an unknown member \"more\""));
  EXPECT_THAT(
      problem(
          R"({"version":1,"servers":{"a":{"tools":{"t":{"digest":"00","since":"","definition":{}}}}}})"),
      HasSubstr("not that of the definition"));
  EXPECT_THAT(problem(R"({"version":1,"servers":{"a":{"tools":[]}}})"), HasSubstr("no object"));
  EXPECT_THAT(problem(R"({"version":1,"servers":{"a":{"rejected":["x"]}}})"),
              HasSubstr("no digest"));
  EXPECT_THAT(
      problem(R"({"version":1,"servers":{"a":{"pending":{"tools":{"t":{"grade":"odd"}}}}}})"),
      HasSubstr("no grade"));
}

// Any history of a book: what was done to it, by numbers.
Book any_book() {
  Book book;
  const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 1000));
  for (const int step : steps) {
    const auto pin = version(step / 7 % 4, step % 3 == 0 ? "a" : "b");
    const std::string server = step % 2 == 0 ? "one" : "two";
    switch (step / 50 % 5) {
      case 0: (void)book.pin(server, pin, kNow); break;
      case 1: (void)book.hold(server, pin, Grade::kHostile, kLater); break;
      case 2: (void)book.accept(server, pin.key(), kLater); break;
      case 3: (void)book.reject(server, pin.key()); break;
      default: book.settle(server, pin.key());
    }
  }
  return book;
}

RC_GTEST_PROP(Book, reads_what_it_wrote, ()) {
  const auto book = any_book();
  const auto text = book.write();
  const auto again = Book::load(text, "pins.json");
  RC_ASSERT(again.has_value());
  RC_ASSERT(*again == book);
  RC_ASSERT(again->write() == text);
}

}  // namespace
}  // namespace touchstone::pin
