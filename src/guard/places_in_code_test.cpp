// Places that stand in commands, queries and lists, and those that servers share.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "guard/place_rows.hpp"
#include "guard/places_for_test.hpp"

namespace touchstone::guard {
namespace {

using ::testing::Contains;

TEST(Places, of_a_command_are_the_files_that_it_names) {
  const auto* file = R"({"path":"/a/x.txt"})";
  for (const auto* read : {R"({"command":"cat /a/x.txt"})", R"({"command":"cat /a/*"})",
                           R"({"command":"grep -r alpha /a"})", R"({"cmd":"cd /a && cat x.txt"})",
                           R"({"command":["grep","-r","alpha","/a"]})", R"({"command":"cat *"})",
                           R"({"command":"bash","args":["-c","cat /a/x.txt"]})",
                           R"({"command":"cat $F"})", R"({"command":"grep -r alpha a"})"}) {
    EXPECT_TRUE(finds(file, read)) << read;
  }
  for (const auto* read : {R"({"command":"cat /a/y.txt"})", R"({"command":"ls /a"})",
                           R"({"command":"cat /b/*"})", R"({"command":"echo hello"})"}) {
    EXPECT_FALSE(finds(file, read)) << read;
  }
  EXPECT_TRUE(finds(R"({"command":"echo alpha > /a/x.txt"})", file));
  EXPECT_TRUE(finds(R"({"command":"echo alpha > $D/x.txt"})", file));
  EXPECT_TRUE(finds(R"({"command":"cp /c/x.txt /a/x.txt"})", file));
  EXPECT_FALSE(finds(R"({"command":"echo alpha > /a/y.txt"})", file));
}

TEST(Places, of_a_command_that_copies_are_moved) {
  const PlacedCall call(R"({"command":"cp -r /c/* /d"})");
  EXPECT_TRUE(call.found.moves);
  EXPECT_THAT(in_words(asked_before_move(call.subject, call.found)), Contains("within /c"));
  const PlacedCall any(R"({"command":"cp * /d"})");
  EXPECT_TRUE(any.found.several());
  EXPECT_THAT(in_words(asked_before_move(any.subject, any.found)), Contains("any"));
}

TEST(Places, of_a_query_are_its_tables) {
  const auto* table = R"({"table":"bonus"})";
  for (const auto* query :
       {R"({"sql":"SELECT * FROM bonus"})", R"({"query":"select a from main.Bonus"})",
        R"({"sql":"INSERT INTO \"bonus\" VALUES (1) "})"}) {
    EXPECT_TRUE(finds(table, query)) << query;
    EXPECT_TRUE(finds(query, table)) << query;
    EXPECT_TRUE(finds(query, R"({"sql":"SELECT 1 FROM other_view"})")) << "it may show all";
  }
  EXPECT_FALSE(finds(table, R"({"sql":"SELECT * FROM other"})"));
  EXPECT_FALSE(finds(table, R"({"query":"from bonus"})")) << "words";
}

TEST(Places, of_a_list_in_one_text_are_each) {
  const auto* file = R"({"path":"/a/x.txt"})";
  for (const auto* list :
       {R"({"files":"/a/x.txt,/b/y.txt"})", R"({"path":"/b/y.txt; /a/x.txt"})",
        R"({"paths":"/b/y.txt\n/a/x.txt"})", R"({"files":"[\"/b\", \"/a/x.txt\"]"})"}) {
    EXPECT_TRUE(finds(file, list)) << list;
    EXPECT_TRUE(finds(list, file)) << list;
  }
  EXPECT_TRUE(finds(R"({"id":"7"})", R"({"ids":"5,7"})"));
  EXPECT_FALSE(finds(R"({"title":"Plan"})", R"({"title":"Plan, and more"})"));
}

// Does who reads this by one server find what was written so by another?
bool finds_elsewhere(const std::string& written, const std::string& read,
                     std::string_view transport) {
  PlacedCall writer(written);
  PlacedCall reader(read);
  writer.subject.transport = "stdio";
  reader.subject.transport = transport;
  reader.subject.server = "other";
  reader.found = places_of(reader.subject);
  const auto rows = asked_of(reader.subject, reader.found);
  return std::ranges::any_of(
      kept_of(writer.subject, writer.found, {}, {}, {}),
      [&](const auto& one) { return std::ranges::count(rows, one.location) > 0; });
}

TEST(Places, that_are_absolute_paths_are_of_the_machine) {
  const auto* file = R"({"path":"/a/x.txt"})";
  for (const auto* read : {file, R"({"uri":"file:///a/x.txt"})", R"({"command":"cat /a/x.txt"})",
                           R"({"command":"grep -r alpha /a"})", R"({"command":"cat *"})"}) {
    EXPECT_TRUE(finds_elsewhere(file, read, "stdio")) << read;
    EXPECT_FALSE(finds_elsewhere(file, read, "http")) << read << ", on another disk";
  }
  PlacedCall call(file);
  call.subject.transport = "stdio";
  for (const auto& row : asked_of(call.subject, call.found, Machine::kIsClean))
    EXPECT_FALSE(row.server.empty()) << row.kind << row.place;
  EXPECT_FALSE(finds_elsewhere(R"({"path":"x.txt"})", R"({"path":"x.txt"})", "stdio"));
  EXPECT_FALSE(finds_elsewhere(R"({"id":"7"})", R"({"id":"7"})", "stdio"));
  EXPECT_FALSE(finds_elsewhere(R"({"body":"hello"})", R"({"command":"cat *"})", "stdio"));
  const PlacedCall moved(R"({"source":"/r/d1","destination":"/r/d2"})");
  Subject subject = moved.subject;
  subject.transport = "stdio";
  model::Label label;
  label.untrusted = true;
  const auto rows = kept_of(subject, moved.found, label, label, {});
  EXPECT_TRUE(std::ranges::any_of(rows, [](const auto& one) {
    return one.location == store::Location{"", "under", "/r/d2"};
  }));
}

}  // namespace
}  // namespace touchstone::guard
