#include "gateway/task_book.hpp"

#include <gtest/gtest.h>

namespace touchstone::gateway {
namespace {

using Names = std::set<std::string>;

TEST(TaskBook, keeps_owners_apart_and_tells_when_two_servers_use_one_id) {
  TaskBook book;
  book.remember("ann", "1", "a");
  book.remember("bob", "1", "b");
  EXPECT_EQ(book.servers_of("ann", "1"), Names{"a"});
  EXPECT_EQ(book.servers_of("bob", "1"), Names{"b"});
  EXPECT_EQ(book.servers_of("eve", "1"), Names{});
  EXPECT_EQ(book.owners_of("1"), (Names{"ann", "bob"}));
  EXPECT_EQ(book.owners_of("2"), Names{});
  book.remember("ann", "1", "b");
  EXPECT_EQ(book.servers_of("ann", "1"), (Names{"a", "b"}));
}

TEST(TaskBook, forgets_the_oldest_first) {
  TaskBook book;
  for (std::size_t i = 0; i <= TaskBook::kMaxTasks; ++i)
    book.remember("ann", std::to_string(i), "a");
  EXPECT_EQ(book.size(), TaskBook::kMaxTasks);
  EXPECT_TRUE(book.servers_of("ann", "0").empty());
  EXPECT_FALSE(book.servers_of("ann", "1").empty());
  EXPECT_TRUE(book.owners_of("0").empty());
  EXPECT_FALSE(book.owners_of("1").empty());
}

}  // namespace
}  // namespace touchstone::gateway
