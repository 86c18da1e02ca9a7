#include "model/choice.hpp"

#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

TEST(Choices, are_ordered_so_that_the_last_is_the_risky_one) {
  EXPECT_EQ(choices(Vocabulary::kDestination).back().name, "public");
  EXPECT_EQ(choices(Vocabulary::kOutcomes).back().name, "irreversible");
  EXPECT_EQ(choices(Vocabulary::kSource).back().name, "untrustedPublic");
}

TEST(Choices, the_risky_one_is_always_telling) {
  for (const auto vocabulary :
       {Vocabulary::kDestination, Vocabulary::kOutcomes, Vocabulary::kSource}) {
    EXPECT_TRUE(choices(vocabulary).back().telling);
  }
}

TEST(Choices, the_enumerators_name_their_bits) {
  EXPECT_TRUE(ChoiceSet(Destination::kEphemeral).has("ephemeral"));
  EXPECT_TRUE(ChoiceSet(Destination::kPublic).has("public"));
  EXPECT_TRUE(ChoiceSet(Outcome::kConsequential).has("consequential"));
  EXPECT_TRUE(ChoiceSet(Origin::kTrustedPublic).has("trustedPublic"));
  EXPECT_TRUE(ChoiceSet(Origin::kUntrustedPublic).has_risky());
}

TEST(ChoiceSet, takes_only_words_of_its_vocabulary) {
  ChoiceSet set(Vocabulary::kDestination);
  EXPECT_TRUE(set.insert("user"));
  EXPECT_FALSE(set.insert("untrustedPublic"));
  EXPECT_FALSE(set.insert("User"));
  EXPECT_EQ(set, ChoiceSet(Destination::kUser));
}

TEST(ChoiceSet, includes_and_intersects_like_a_set) {
  const auto both = ChoiceSet(Origin::kUser) | Origin::kInternal;
  EXPECT_EQ(both.size(), 2);
  EXPECT_TRUE(both.includes(Origin::kUser));
  EXPECT_FALSE(ChoiceSet(Origin::kUser).includes(both));
  EXPECT_TRUE(both.intersects(Origin::kInternal));
  EXPECT_FALSE(both.intersects(Origin::kSystem));
  EXPECT_EQ(both.highest(), static_cast<int>(Origin::kInternal));
  EXPECT_TRUE(both.with_risky().has_risky());
  EXPECT_FALSE(both.has_risky());
  EXPECT_TRUE(both.has_telling());
}

}  // namespace
}  // namespace touchstone::model
