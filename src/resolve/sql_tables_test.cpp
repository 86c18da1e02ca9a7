#include "resolve/sql_tables.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::resolve {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> tables(std::string_view text) { return tables_in_sql(text).names; }

TEST(SqlTables, stand_behind_the_words_that_tables_stand_behind) {
  EXPECT_THAT(tables("SELECT * FROM bonus WHERE a = 'from x'"), ElementsAre("BONUS"));
  EXPECT_THAT(tables("select a from \"bonus\" b join c on a = d"), ElementsAre("bonus", "C"));
  EXPECT_THAT(tables("SELECT 1 FROM a AS x, `b`, main.c"), ElementsAre("A", "b", "MAIN.C", "C"));
  EXPECT_THAT(tables("INSERT INTO t (a, b) SELECT a, b FROM u"), ElementsAre("T", "U"));
  EXPECT_THAT(tables("UPDATE t SET a = (SELECT max(b) FROM u)"), ElementsAre("T", "U"));
  EXPECT_THAT(tables("CREATE TABLE IF NOT EXISTS t (a int); DELETE FROM u"), ElementsAre("T", "U"));
  EXPECT_THAT(tables("SELECT 1"), IsEmpty());
}

TEST(SqlTables, that_are_too_many_are_told) {
  std::string text = "SELECT 1 FROM a";
  for (std::size_t i = 0; i <= kMaxSqlTables; ++i) text += fmt::format(", t{}", i);
  EXPECT_TRUE(tables_in_sql(text).too_many);
}

}  // namespace
}  // namespace touchstone::resolve
