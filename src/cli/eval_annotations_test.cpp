#include <gtest/gtest.h>

#include "cli/eval_folder_for_test.hpp"
#include "cli/eval_score.hpp"
#include "cli/test_support.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

using testing::Folder;
using testing::run;

constexpr auto kRows =
    R"({"server":"s","tool":"get_page","description":"Get a page","annotations":{"readOnlyHint":true}}

{"server":"s","tool":"delete_page","description":"Delete a page","annotations":{"readOnlyHint":false,"destructiveHint":true}}
{"server":"s","tool":"list_pages","description":"List pages","annotations":{"readOnlyHint":false}}
)";

TEST(EvalAnnotations, counts_what_is_right_wrong_and_unsafe) {
  const Folder folder(kRows);
  const auto ran = run({"eval", "annotations", folder.path(), "--format", "json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto document = json::Parser().parse(json::Text(ran.out));
  ASSERT_TRUE(document.has_value()) << ran.out;
  EXPECT_EQ(document->root().find("rows").as_int(), 3);
  const auto score = *document->root().find("fields").elements().begin();
  EXPECT_TRUE(score.find("field").equals("readOnlyHint"));
  EXPECT_EQ(score.find("accuracy").find("count").as_int(), 2);
  EXPECT_EQ(score.find("accuracy").find("of").as_int(), 3);
  EXPECT_EQ(score.find("unsafe").find("count").as_int(), 1);
  const auto worst = *score.find("worst").elements().begin();
  EXPECT_TRUE(worst.find("tool").equals("list_pages"));
  EXPECT_NE(worst.find("place").as_string().value_or("").find("rows.jsonl:4"), std::string::npos);
}

TEST(EvalAnnotations, shows_as_many_disagreements_as_asked_for) {
  const Folder folder(kRows);
  EXPECT_NE(run({"eval", "annotations", folder.path()}).out.find("s/list_pages"),
            std::string::npos);
  EXPECT_EQ(run({"eval", "annotations", folder.path(), "--worst", "0"}).out.find("s/list_pages"),
            std::string::npos);
}

TEST(EvalAnnotations, says_what_cannot_be_read_and_where) {
  EXPECT_EQ(run({"eval", "annotations", "/no/such/folder"}).code, 2);
  const Folder empty("", "notes.txt");
  EXPECT_NE(run({"eval", "annotations", empty.path()}).err.find("holds no *.jsonl"),
            std::string::npos);
}

TEST(EvalAnnotations, names_the_line_that_is_wrong) {
  const Folder broken("{\"tool\":\"a\",\"server\":\"s\",\"annotations\":{}}\n{\"tool\":\n");
  const auto ran = run({"eval", "annotations", broken.path()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("rows.jsonl:2:"), std::string::npos) << ran.err;
}

TEST(EvalAnnotations, names_the_row_that_is_no_tool) {
  const Folder nameless("{\"description\":\"x\"}\n");
  const auto ran = run({"eval", "annotations", nameless.path()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("rows.jsonl:1"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace touchstone::cli
