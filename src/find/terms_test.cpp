#include "find/terms.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "find/stem.hpp"
#include "find/synonyms.hpp"

namespace touchstone::find {
namespace {

using Strings = std::vector<std::string>;

Strings words_in(std::string_view text) {
  Strings out;
  for_each_term(text, [&](const Term& term) { out.emplace_back(term.word); });
  return out;
}

std::string stemmed(std::string word) {
  stem(word);
  return word;
}

TEST(Terms, names_are_cut_where_people_cut_them_and_joined_again) {
  EXPECT_EQ(words_in("get_file"), (Strings{"get", "file", "getfile"}));
  EXPECT_EQ(words_in("getHTTPStatus"), (Strings{"get", "http", "gethttp", "status", "httpstatus"}));
  EXPECT_EQ(words_in("on-call"), (Strings{"on", "call", "oncall"}));
  EXPECT_EQ(words_in("k8s v3"), (Strings{"k8s", "v3"}));
}

TEST(Terms, words_of_a_sentence_are_not_joined) {
  EXPECT_EQ(words_in("List pods, then stop."), (Strings{"list", "pods", "then", "stop"}));
}

TEST(Terms, letters_beyond_ascii_belong_to_words_and_lose_their_case) {
  EXPECT_EQ(words_in("Café ÜBER Ωμέγα ЖУРНАЛ"), (Strings{"café", "über", "ωμέγα", "журнал"}));
  EXPECT_EQ(words_in("“quoted”—dash…"), (Strings{"quoted", "dash"}));
}

TEST(Terms, scripts_without_spaces_give_pairs) {
  EXPECT_EQ(words_in("検索する"), (Strings{"検索", "索す", "する"}));
  EXPECT_EQ(words_in("字"), (Strings{"字"}));
  EXPECT_EQ(words_in("a字b"), (Strings{"a", "字", "b"}));
}

TEST(Terms, what_is_not_utf8_separates) {
  EXPECT_EQ(words_in("ab\xFF\xC3(cd"), (Strings{"ab", "cd"}));
  EXPECT_EQ(words_in("\xE6\xA4"), Strings{});
}

RC_GTEST_PROP(Terms, any_bytes_give_bounded_lower_case_terms, (const std::string& text)) {
  for_each_term(text, [](const Term& term) {
    RC_ASSERT(!term.word.empty() && term.word.size() <= kMaxTerm);
    RC_ASSERT(!stemmed(std::string(term.word)).empty());
    for (const char c : term.word) RC_ASSERT(c < 'A' || c > 'Z');
  });
}

TEST(Terms, a_word_without_end_is_cut) {
  const auto words = words_in(std::string(1 << 20, 'x'));
  ASSERT_EQ(words.size(), 1U);
  EXPECT_EQ(words[0].size(), kMaxTerm);
}

TEST(Stem, forms_of_a_word_agree) {
  for (const auto& forms :
       {Strings{"create", "creates", "created", "creating", "creation"},
        Strings{"query", "queries", "querying"}, Strings{"run", "running"},
        Strings{"deploy", "deploys", "deployed", "deployment", "deployments"},
        Strings{"translate", "translation", "translating"}, Strings{"status", "statuses"},
        Strings{"box", "boxes"}, Strings{"file", "files"}}) {
    for (const auto& form : forms) EXPECT_EQ(stemmed(form), stemmed(forms[0])) << form;
  }
}

TEST(Stem, different_words_stay_different) {
  EXPECT_NE(stemmed("status"), stemmed("state"));
  EXPECT_NE(stemmed("class"), stemmed("clash"));
  EXPECT_NE(stemmed("string"), stemmed("strip"));
  EXPECT_EQ(stemmed("dns"), "dns");
  EXPECT_EQ(stemmed("string"), "string");
}

TEST(Stem, stop_words_are_whole_words) {
  EXPECT_TRUE(is_stop_word("the"));
  EXPECT_FALSE(is_stop_word("them e"));
  EXPECT_FALSE(is_stop_word(""));
  EXPECT_FALSE(is_stop_word("delete"));
}

TEST(Synonyms, are_mutual_and_never_the_word_itself) {
  const Synonyms synonyms;
  EXPECT_TRUE(synonyms.of(stemmed("delete")).contains(stemmed("remove")));
  EXPECT_TRUE(synonyms.of(stemmed("remove")).contains(stemmed("delete")));
  EXPECT_FALSE(synonyms.of(stemmed("delete")).contains(stemmed("delete")));
  EXPECT_TRUE(synonyms.of("").empty());
}

}  // namespace
}  // namespace touchstone::find
