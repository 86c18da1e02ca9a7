#include "find/index.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/parser.hpp"

namespace touchstone::find {
namespace {

Document named(std::string name, std::string description = "") {
  return {.name = std::move(name), .description = std::move(description)};
}

std::vector<std::string> names_found(const std::vector<Document>& documents,
                                     std::string_view query) {
  std::vector<std::string> out;
  for (const auto& hit : Index(documents).search(query, 10)) {
    out.push_back(documents[hit.document].name);
  }
  return out;
}

using Names = std::vector<std::string>;

TEST(Index, finds_a_tool_by_its_name_in_any_spelling) {
  const std::vector<Document> tools{named("shelf__list_books"), named("shelf__burnPaper")};
  for (const auto* query : {"list books", "LIST_BOOKS", "listing a book", "listBooks"}) {
    EXPECT_EQ(names_found(tools, query), Names{"shelf__list_books"}) << query;
  }
}

TEST(Index, a_name_counts_more_than_a_title_and_a_title_more_than_a_mention) {
  const std::vector<Document> tools{
      {.name = "a", .title = "x", .description = "Also handles invoices at times"},
      {.name = "b", .title = "Invoices", .description = "Handles other things at times"},
      {.name = "invoices", .title = "y", .description = "Handles other things at times"}};
  EXPECT_EQ(names_found(tools, "invoices"), (Names{"invoices", "b", "a"}));
}

TEST(Index, parameters_and_their_values_can_be_searched) {
  const auto document = json::Parser().parse(json::Text::copy_of(
      R"({"name":"manage","description":"Manages","inputSchema":{"type":"object","properties":{
          "colour":{"enum":["crimson"],"description":"The paint on the fence"}}}})"));
  ASSERT_TRUE(document.has_value());
  const std::vector<Document> tools{document_of(document->root(), "manage"), named("other")};
  for (const auto* query : {"colour", "crimson", "fences"}) {
    EXPECT_EQ(names_found(tools, query), Names{"manage"}) << query;
  }
}

TEST(Index, a_rare_word_counts_more_than_a_common_one) {
  std::vector<Document> tools(8, named("get_page"));
  tools.push_back(named("get_walrus"));
  EXPECT_EQ(names_found(tools, "page walrus").front(), "get_walrus");
}

TEST(Index, synonyms_find_but_come_after_the_word_itself) {
  const std::vector<Document> tools{named("remove_file"), named("delete_file"), named("sing")};
  EXPECT_EQ(names_found(tools, "delete file"), (Names{"delete_file", "remove_file"}));
  EXPECT_EQ(names_found({named("remove_book")}, "delete"), Names{"remove_book"});
  EXPECT_TRUE(Index(std::vector{named("remove_book")}, {.synonym = 0}).search("delete", 5).empty());
}

TEST(Index, two_words_find_what_the_author_wrote_as_one) {
  EXPECT_EQ(names_found({named("create_datasource"), named("x")}, "data source"),
            Names{"create_datasource"});
  EXPECT_EQ(names_found({named("x", "Works with GitHub")}, "github"), Names{"x"});
}

TEST(Index, stop_words_find_nothing_unless_there_is_nothing_else) {
  const std::vector<Document> tools{named("who_is"), named("list_books", "which of the")};
  EXPECT_EQ(names_found(tools, "which books are there"), Names{"list_books"});
  EXPECT_EQ(names_found(tools, "who is"), Names{"who_is"});
}

TEST(Index, equal_scores_keep_the_order_of_documents) {
  const std::vector<Document> tools{named("b_page"), named("a_page"), named("c_page")};
  EXPECT_EQ(names_found(tools, "page"), (Names{"b_page", "a_page", "c_page"}));
}

TEST(Index, a_filter_does_not_empty_the_page) {
  const std::vector<Document> tools{named("page"), named("page_a"), named("page_b_c")};
  const auto hits =
      Index(tools).search("page", 1, [](std::size_t document) { return document == 2; });
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(hits[0].document, 2U);
}

TEST(Index, gives_at_most_what_was_asked_for_and_never_more_than_the_bound) {
  const std::vector<Document> tools(300, named("page"));
  const Index index(tools);
  EXPECT_TRUE(index.search("page", 0).empty());
  EXPECT_EQ(index.search("page", 7).size(), 7U);
  EXPECT_EQ(index.search("page", 100'000).size(), kMaxHits);
}

TEST(Index, nothing_finds_nothing) {
  EXPECT_TRUE(Index({}).search("page", 5).empty());
  EXPECT_TRUE(Index(std::vector{Document{}}).search("page", 5).empty());
  EXPECT_TRUE(Index(std::vector{named("page")}).search("", 5).empty());
  EXPECT_TRUE(Index(std::vector{named("page")}).search("\xFF\xFE \x80", 5).empty());
}

TEST(Index, documents_beyond_the_bound_are_left_out) {
  const std::vector<Document> tools(kMaxDocuments + 1, named("x"));
  EXPECT_EQ(Index(tools).size(), kMaxDocuments);
}

TEST(Index, huge_texts_are_read_as_far_as_the_bound) {
  std::string text(1 << 20, ' ');
  text.replace(0, 5, "early");
  text.replace(text.size() - 4, 4, "late");
  const Index index(std::vector{named("x", text)});
  EXPECT_EQ(index.search("early", 5).size(), 1U);
  EXPECT_TRUE(index.search("late", 5).empty());
}

TEST(Index, a_huge_query_is_read_as_far_as_the_bound) {
  const Index index(std::vector{named("page"), named("book")});
  std::string query = "page ";
  while (query.size() < (1 << 20)) query += "word" + std::to_string(query.size()) + ' ';
  const auto hits = index.search(query + "book", 5);
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(hits[0].document, 0U);
}

TEST(DocumentOf, takes_any_value) {
  for (const auto* text : {"null", "[]", "7", R"({"title":3,"inputSchema":[],"description":{}})"}) {
    const auto document = json::Parser().parse(json::Text::copy_of(text));
    ASSERT_TRUE(document.has_value());
    EXPECT_TRUE(document_of(document->root(), "").description.empty()) << text;
  }
}

// Few words, so that documents share them.
rc::Gen<std::string> some_words() {
  const auto word = rc::gen::element<std::string>("list", "delete", "books", "page", "a", "remove",
                                                  "data", "source", "datasource", "\xFF", "検索");
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(word),
                      [](const std::vector<std::string>& words) {
                        std::string out;
                        for (const auto& item : words) out += item + " ";
                        return out;
                      });
}

rc::Gen<std::vector<Document>> some_documents() {
  return rc::gen::container<std::vector<Document>>(
      rc::gen::map(rc::gen::pair(some_words(), some_words()),
                   [](const auto& texts) { return named(texts.first, texts.second); }));
}

std::set<std::size_t> all_hits(const std::vector<Document>& documents, const std::string& query) {
  std::set<std::size_t> out;
  for (const auto& hit : Index(documents).search(query, kMaxHits)) out.insert(hit.document);
  return out;
}

RC_GTEST_PROP(Index, another_document_changes_no_others_match, ()) {
  auto documents = *rc::gen::resize(30, some_documents());
  const auto query = *some_words();
  const auto before = all_hits(documents, query);
  documents.push_back(named(*some_words(), *some_words()));
  auto after = all_hits(documents, query);
  after.erase(documents.size() - 1);
  RC_ASSERT(before == after);
}

RC_GTEST_PROP(Index, the_order_of_documents_decides_only_between_equals, ()) {
  const auto documents = *rc::gen::resize(30, some_documents());
  const auto query = *some_words();
  const std::vector<Document> reversed(documents.rbegin(), documents.rend());
  const auto hits = Index(documents).search(query, kMaxHits);
  const auto others = Index(reversed).search(query, kMaxHits);
  RC_ASSERT(hits.size() == others.size());
  for (std::size_t i = 0; i < hits.size(); ++i) {
    RC_ASSERT(hits[i].score == others[i].score);
    if (i == 0) continue;
    const auto& before = hits[i - 1];
    RC_ASSERT(before.score > hits[i].score || before.document < hits[i].document);
  }
}

RC_GTEST_PROP(Index, any_bytes_are_searched_the_same_twice,
              (const std::string& name, const std::string& text, const std::string& query)) {
  const std::vector<Document> documents{named(name, text), named(text, query)};
  const Index index(documents);
  const auto hits = index.search(query, 5);
  RC_ASSERT(hits == Index(documents).search(query, 5));
  for (const auto& hit : hits) RC_ASSERT(hit.score > 0 && hit.document < documents.size());
}

}  // namespace
}  // namespace touchstone::find
