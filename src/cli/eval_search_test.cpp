#include <gtest/gtest.h>

#include "cli/eval_folder_for_test.hpp"
#include "cli/search_score.hpp"
#include "cli/test_support.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

using testing::Folder;
using testing::run;

constexpr auto kQueries = R"({"query":"send an email","server":"mail","tool":"send_email"}
{"query":"restart a service","expected":["shell/restart_service","shell/run_command"]}
{"query":"weather on the moon","server":"files","tool":"read_file"}
)";

TEST(EvalSearch, counts_how_often_the_right_tool_comes_first) {
  const Folder folder(kQueries, "queries.jsonl");
  const auto ran = run({"eval", "search", folder.path(), "--tools", "@demo", "--format", "json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto document = json::Parser().parse(json::Text(ran.out));
  ASSERT_TRUE(document.has_value()) << ran.out;
  EXPECT_EQ(document->root().find("queries").as_int(), 3);
  const auto search = *document->root().find("methods").elements().begin();
  EXPECT_EQ(search.find("all").find("recallAt5").find("count").as_int(), 2);
  EXPECT_EQ(search.find("odd").find("recallAt5").find("of").as_int(), 2);
  EXPECT_EQ(search.find("even").find("recallAt1").find("count").as_int(), 1);
  const auto worst = *document->root().find("worst").elements().begin();
  EXPECT_TRUE(worst.find("query").equals("weather on the moon"));
  EXPECT_TRUE(worst.find("rank").is(json::Kind::kNull));
}

TEST(EvalSearch, shows_as_many_misses_as_asked_for) {
  const Folder folder(kQueries, "queries.jsonl");
  const auto shown = run({"eval", "search", folder.path(), "--tools", "@demo"});
  EXPECT_NE(shown.out.find("weather on the moon"), std::string::npos) << shown.out;
  const auto none = run({"eval", "search", folder.path(), "--tools", "@demo", "--worst", "0"});
  EXPECT_EQ(none.out.find("weather on the moon"), std::string::npos);
}

TEST(EvalSearch, names_the_row_that_is_wrong) {
  for (const auto* rows : {"{\"query\":\"a\",\"tool\":\"no_such\"}\n", "{\"query\":\"a\"}\n",
                           "{\"server\":\"mail\",\"tool\":\"send_email\"}\n"}) {
    const Folder folder(rows, "queries.jsonl");
    const auto ran = run({"eval", "search", folder.path(), "--tools", "@demo"});
    EXPECT_EQ(ran.code, 2) << rows;
    EXPECT_NE(ran.err.find("queries.jsonl:1"), std::string::npos) << ran.err;
  }
  EXPECT_EQ(run({"eval", "search", "/no/such", "--tools", "@demo"}).code, 2);
  EXPECT_EQ(run({"eval", "search", "."}).code, 2);
}

TEST(SearchScore, counts_ranks_and_halves) {
  const std::vector<SearchQuery> queries{{"a", {7}}, {"b", {1, 2}}, {"c", {9}}};
  const auto ranked = rank_all(queries, [](const std::string&) {
    return std::vector<std::size_t>{7, 5, 2, 1};
  });
  EXPECT_EQ(ranked[0].rank, 1U);
  EXPECT_EQ(ranked[1].rank, 3U);
  EXPECT_EQ(ranked[2].rank, 0U);
  const auto score = score_search(ranked);
  EXPECT_EQ(score.all.at_1.part, 1U);
  EXPECT_EQ(score.all.at_5.part, 2U);
  EXPECT_EQ(score.odd.at_5.whole, 2U);
  EXPECT_EQ(score.even.at_5.part, 1U);
  EXPECT_DOUBLE_EQ(score.all.mean_reciprocal_rank(), (1 + 1.0 / 3) / 3);
}

TEST(SearchPlainly, counts_words_anywhere) {
  const std::vector<std::string> texts{"nothing", "list books", "booklist of books to list"};
  EXPECT_EQ(search_plainly(texts, "List books", 5), (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(search_plainly(texts, "of books", 1), std::vector<std::size_t>{2});
  EXPECT_TRUE(search_plainly(texts, "!?", 5).empty());
}

}  // namespace
}  // namespace touchstone::cli
