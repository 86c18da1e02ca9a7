#include "infer/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::infer {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> all(const Words& words) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) out.emplace_back(words[i]);
  return out;
}

TEST(Words, names_are_cut_where_people_cut_them) {
  EXPECT_THAT(all(Words::of_name("get_merge_request")), ElementsAre("get", "merge", "request"));
  EXPECT_THAT(all(Words::of_name("deleteUserById")), ElementsAre("delete", "user", "by", "id"));
  EXPECT_THAT(all(Words::of_name("getHTTPStatus")), ElementsAre("get", "http", "status"));
  EXPECT_THAT(all(Words::of_name("listURLs")), ElementsAre("list", "urls"));
  EXPECT_THAT(all(Words::of_name("acme-search.v2/page")),
              ElementsAre("acme", "search", "v2", "page"));
  EXPECT_THAT(all(Words::of_name("oauth2Token")), ElementsAre("oauth2", "token"));
  EXPECT_THAT(all(Words::of_name("create_droplet")), ElementsAre("create", "droplet"));
  EXPECT_TRUE(Words::of_name("").empty());
  EXPECT_TRUE(Words::of_name("___--").empty());
}

TEST(Words, texts_keep_identifiers_whole_and_know_their_sentences) {
  const auto words =
      Words::of_text("Reads v1.2 files, e.g. notes. Use `drop_all` after/before it!");
  EXPECT_THAT(all(words), ElementsAre("reads", "v1", "2", "files", "e", "g", "notes", "use",
                                      "drop_all", "after", "before", "it"));
  EXPECT_EQ(words.gap(0), Gap::kSentence);
  EXPECT_EQ(words.gap(4), Gap::kComma);
  EXPECT_LT(words.gap(6), Gap::kSentence);
  EXPECT_EQ(words.gap(7), Gap::kSentence);
  EXPECT_TRUE(words.quoted(8));
  EXPECT_FALSE(words.quoted(9));
  EXPECT_EQ(words.gap(10), Gap::kSlash);
  EXPECT_EQ(words.gap(99), Gap::kSentence);
  EXPECT_EQ(words[99], "");
}

TEST(Words, lines_that_go_on_in_small_letters_are_one_sentence) {
  const auto words = Words::of_text("Lists the\nopen pages\nOf a book");
  EXPECT_EQ(words.gap(2), Gap::kSpace);
  EXPECT_EQ(words.gap(4), Gap::kSentence);
}

TEST(Words, nothing_is_read_beyond_the_bound) {
  const std::string long_text(kMaxText * 3, 'a');
  EXPECT_EQ(Words::of_text(long_text)[0].size(), kMaxText);
  EXPECT_EQ(Words::of_name(long_text)[0].size(), kMaxName);
}

RC_GTEST_PROP(Words, any_bytes_give_words_of_small_letters_only, (const std::string& bytes)) {
  for (const auto& words : {Words::of_text(bytes), Words::of_name(bytes)}) {
    for (const auto& word : all(words)) {
      RC_ASSERT(!word.empty());
      for (const char c : word) RC_ASSERT(static_cast<signed char>(c) > 0 && (c < 'A' || c > 'Z'));
    }
  }
}

}  // namespace
}  // namespace touchstone::infer
