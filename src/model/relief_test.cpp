#include "model/relief.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::model {
namespace {

using ::testing::ElementsAre;

Label full_label() {
  Label label;
  label.untrusted = label.is_private = label.malicious = true;
  label.classes.insert(DataClass::kPii);
  label.classes.insert(DataClass::kFinancial);
  label.classes.insert_scope("GDPR");
  label.classes.insert_scope("HIPAA");
  label.classes.insert_label("com.acme.project-x");
  label.attribution.insert("mcp://files/read");
  return label;
}

Relief relief_of(std::initializer_list<std::string_view> words) {
  Relief relief;
  for (const auto word : words) EXPECT_TRUE(relief.insert_word(word)) << word;
  return relief;
}

TEST(Relief, takes_what_is_named_and_nothing_else) {
  const auto rest = relieved(full_label(), relief_of({"pii", "regulated:GDPR"}));
  EXPECT_FALSE(rest.classes.has(DataClass::kPii));
  EXPECT_TRUE(rest.classes.has(DataClass::kFinancial));
  EXPECT_THAT(rest.classes.scopes(), ElementsAre("HIPAA"));
  EXPECT_TRUE(rest.untrusted && rest.is_private && rest.malicious);
  EXPECT_EQ(rest.attribution, full_label().attribution);
}

TEST(Relief, leaves_a_label_private_until_that_is_named_too) {
  const auto classes = {"pii", "financial", "regulated", "com.acme.project-x"};
  Relief relief;
  for (const auto* word : classes) (void)relief.insert_word(word);
  auto rest = relieved(full_label(), relief);
  EXPECT_TRUE(rest.classes.empty());
  EXPECT_TRUE(rest.is_private);
  (void)relief.insert_word("private");
  EXPECT_FALSE(relieved(full_label(), relief).is_private);
}

TEST(Relief, knows_its_words_and_no_others) {
  Relief relief;
  for (const auto* word : {"", "none", "Pii", "regulated:", "secret", "all"})
    EXPECT_FALSE(relief.insert_word(word)) << word;
  EXPECT_TRUE(relief.empty());
  EXPECT_THAT(relief_of({"untrusted", "pii", "pii", "malicious"}).words(),
              ElementsAre("pii", "untrusted", "malicious"));
}

}  // namespace
}  // namespace touchstone::model
