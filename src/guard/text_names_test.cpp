#include "guard/text_names.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::guard {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> out;
  each_name_in_text(text, [&](const NameInText& one) {
    out.emplace_back(one.name);
    return true;
  });
  return out;
}

TEST(TextNames, are_files_before_the_lines_that_a_search_found_in_them) {
  EXPECT_THAT(names_in("/a/x.txt:7:alpha\n/a/x.txt:9:beta\nb/y:alpha\nC:\\d\\z.md:1: x"),
              ElementsAre("/a/x.txt", "b/y", "C:\\d\\z.md"));
  EXPECT_THAT(names_in("/a/my notes.txt:7:alpha"), ElementsAre("/a/my notes.txt"));
}

TEST(TextNames, are_headings_of_contents) {
  for (const auto* heading :
       {"=== /a/x.txt ===", "==> /a/x.txt <==", "# /a/x.txt", "**/a/x.txt**", "File: /a/x.txt",
        "## Path: `/a/x.txt`", "<file path=\"/a/x.txt\">", "[/a/x.txt]", "/a/x.txt", "`/a/x.txt`:"})
    EXPECT_THAT(names_in(std::string(heading) + "\nalpha gets nine"), ElementsAre("/a/x.txt"))
        << heading;
  EXPECT_THAT(names_in("--- a/x.txt\t2026-01-01\n+++ b/x.txt\n"), Contains("x.txt"));
}

TEST(TextNames, are_none_in_lists_of_files) {
  for (const auto* list :
       {"/a/x.txt\n/a/y.txt\n", "[FILE] x.txt\n[DIR] b\n", "- x.txt\n- y.txt", "x.txt y.txt",
        "Found 2 files:\n/a/x.txt\n/a/y.txt\n", "-rw-r--r-- 1 u g 12 May  1 10:00 x.txt\n"})
    EXPECT_THAT(names_in(list), IsEmpty()) << list;
}

TEST(TextNames, are_none_in_prose) {
  EXPECT_THAT(names_in("Note: see below\n# Overview\nAt 12:30: lunch\nhttps://a.dev/x: a page\n"),
              IsEmpty());
}

TEST(TextNames, end_where_nobody_wants_more) {
  int count = 0;
  each_name_in_text("/a:1:x\n/b:1:x\n/c:1:x\n", [&](const NameInText&) { return ++count < 2; });
  EXPECT_EQ(count, 2);
}

TEST(TextNames, alone_are_told_from_contents) {
  for (const auto* list :
       {"/a/x.txt\n/a/my notes.txt\n", "[FILE] x.txt\n[DIR] b", "├── x.txt\n└── b",
        "Found:\n1. x.txt\n2. y.txt", "drwxr-xr-x 2 u g 40 May  1 10:00 b", ""})
    EXPECT_TRUE(shows_names_only(list)) << list;
  for (const auto* content : {"alpha gets nine hundred", "x.txt\nalpha gets nine", "see notes.txt"})
    EXPECT_FALSE(shows_names_only(content)) << content;
}

}  // namespace
}  // namespace touchstone::guard
