#include "model/fold.hpp"

#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

Profile folded(std::vector<Evidence> evidence, Trust trust = Trust::kStandard) {
  return fold(std::move(evidence), {.trust = trust});
}

const auto kDeclaredReader = says(Source::kDeclared, Field::kReadOnly, true);

TEST(Fold, a_trusted_server_is_taken_at_its_word) {
  const auto profile = folded(
      {kDeclaredReader, says(Source::kInferred, Field::kReadOnly, false, 0.9F)}, Trust::kTrusted);
  EXPECT_EQ(profile.flag(Field::kReadOnly), true);
  EXPECT_EQ(profile[Field::kReadOnly].source, Source::kDeclared);
}

TEST(Fold, standard_reassurance_counts_unless_the_words_contradict_it) {
  EXPECT_EQ(folded({kDeclaredReader}).flag(Field::kReadOnly), true);
  const auto doubted =
      folded({kDeclaredReader, says(Source::kInferred, Field::kReadOnly, false, kOverrules)});
  EXPECT_EQ(doubted.flag(Field::kReadOnly), false);
  EXPECT_EQ(doubted[Field::kReadOnly].source, Source::kInferred);
  EXPECT_EQ(doubted[Field::kReadOnly].confidence, kOverrules);
  ASSERT_EQ(doubted.dissent(Field::kReadOnly).size(), 1U);
  EXPECT_EQ(doubted.dissent(Field::kReadOnly)[0], kDeclaredReader);
}

TEST(Fold, half_a_doubt_overrules_no_flag_of_a_standard_server_but_is_shown) {
  const auto half = says(Source::kInferred, Field::kReadOnly, false, 0.7F);
  const auto profile = folded({kDeclaredReader, half});
  EXPECT_EQ(profile.flag(Field::kReadOnly), true);
  EXPECT_EQ(profile[Field::kReadOnly].source, Source::kDeclared);
  ASSERT_EQ(profile.dissent(Field::kReadOnly).size(), 1U);
  EXPECT_EQ(profile.dissent(Field::kReadOnly)[0], half);
  EXPECT_EQ(folded({kDeclaredReader, half}, Trust::kUntrusted).flag(Field::kReadOnly), false);
  EXPECT_EQ(folded({half}).flag(Field::kReadOnly), false);
  // Sets are not flags: what is heard is added.
  const auto inside = says(Source::kDeclared, Field::kDestination, ChoiceSet(Destination::kUser));
  const auto outside =
      says(Source::kInferred, Field::kDestination, ChoiceSet(Destination::kPublic), 0.6F);
  EXPECT_TRUE(folded({inside, outside}).choices(Field::kDestination).has("public"));
}

TEST(Fold, untrusted_reassurance_never_counts) {
  for (const auto source : {Source::kDeclared, Source::kResolved, Source::kInferred}) {
    for (const auto& field : kFields) {
      if (field.type != Type::kFlag) continue;
      const auto profile = folded({says(source, field.field, !*field.risky)}, Trust::kUntrusted);
      EXPECT_EQ(profile[field.field].value, default_value(field.field)) << field.name;
      EXPECT_FALSE(profile.stated(field.field)) << field.name;
    }
  }
}

TEST(Fold, a_risky_claim_counts_at_once_from_anyone) {
  for (const auto trust : kAllTrust) {
    for (const auto& field : kFields) {
      if (field.type != Type::kFlag) continue;
      const auto profile = folded({says(Source::kDeclared, field.field, *field.risky)}, trust);
      EXPECT_EQ(profile.flag(field.field), field.risky) << field.name;
      EXPECT_EQ(profile[field.field].source, Source::kDeclared) << field.name;
    }
  }
}

TEST(Fold, one_observation_disproves_any_claim_and_any_number_of_quiet_ones_prove_nothing) {
  for (const auto trust : kAllTrust) {
    std::vector<Evidence> evidence{kDeclaredReader};
    for (int i = 0; i < 10; ++i)
      evidence.push_back(says(Source::kObserved, Field::kReadOnly, true));
    const auto quiet = folded(evidence, trust);
    EXPECT_EQ(quiet.flag(Field::kReadOnly),
              folded({kDeclaredReader}, trust).flag(Field::kReadOnly));
    EXPECT_NE(quiet[Field::kReadOnly].source, Source::kObserved);
    evidence.push_back(says(Source::kObserved, Field::kReadOnly, false));
    const auto seen = folded(evidence, trust);
    EXPECT_EQ(seen.flag(Field::kReadOnly), false);
    EXPECT_EQ(seen[Field::kReadOnly].source, Source::kObserved);
  }
}

TEST(Fold, the_operator_decides_and_the_exact_tool_comes_before_a_wildcard) {
  auto wildcard = says(Source::kOperator, Field::kReadOnly, false);
  wildcard.exact = false;
  const auto exact = says(Source::kOperator, Field::kReadOnly, true);
  const auto seen = says(Source::kObserved, Field::kReadOnly, false);
  for (const auto& evidence : {std::vector{wildcard, exact, seen}, {seen, exact, wildcard}}) {
    const auto profile = folded(evidence, Trust::kUntrusted);
    EXPECT_EQ(profile.flag(Field::kReadOnly), true);
    EXPECT_EQ(profile[Field::kReadOnly].source, Source::kOperator);
  }
  EXPECT_EQ(folded({wildcard}).flag(Field::kReadOnly), false);
}

TEST(Fold, a_resolution_replaces_the_declaration_of_a_server_that_is_believed) {
  const std::vector evidence{
      says(Source::kDeclared, Field::kOutcomes,
           ChoiceSet(Outcome::kBenign) | Outcome::kIrreversible),
      says(Source::kResolved, Field::kOutcomes, ChoiceSet(Outcome::kBenign))};
  EXPECT_EQ(folded(evidence).choices(Field::kOutcomes), ChoiceSet(Outcome::kBenign));
  EXPECT_EQ(folded(evidence)[Field::kOutcomes].source, Source::kResolved);
  EXPECT_TRUE(folded(evidence, Trust::kUntrusted).choices(Field::kOutcomes).has_risky());
}

TEST(Fold, inference_lowers_only_when_sure_and_raises_when_heard) {
  const auto reads = [](float confidence, Trust trust) {
    return folded({says(Source::kInferred, Field::kReadOnly, true, confidence)}, trust)
        .flag(Field::kReadOnly);
  };
  EXPECT_EQ(reads(0.79F, Trust::kStandard), false);
  EXPECT_EQ(reads(0.8F, Trust::kStandard), true);
  EXPECT_EQ(reads(1.0F, Trust::kUntrusted), false);
  const auto agent = [](float confidence) {
    return folded({says(Source::kInferred, Field::kAgency, true, confidence)}).flag(Field::kAgency);
  };
  EXPECT_EQ(agent(0.49F), std::nullopt);
  EXPECT_EQ(agent(0.5F), true);
}

TEST(Fold, a_sure_harmless_inference_does_not_drown_a_weak_risky_one) {
  const auto profile = folded({says(Source::kInferred, Field::kReadOnly, true, 1.0F),
                               says(Source::kInferred, Field::kReadOnly, false, 0.5F)});
  EXPECT_EQ(profile.flag(Field::kReadOnly), false);
  EXPECT_EQ(profile[Field::kReadOnly].confidence, 0.5F);
}

TEST(Fold, an_unbelieved_set_keeps_what_it_tells_and_gets_its_risky_member_back) {
  const auto profile =
      folded({says(Source::kDeclared, Field::kDestination, ChoiceSet(Destination::kInternal))},
             Trust::kUntrusted);
  EXPECT_EQ(profile.choices(Field::kDestination),
            ChoiceSet(Destination::kInternal) | Destination::kPublic);
}

TEST(Fold, carriers_of_one_field_unite) {
  const auto profile = folded(
      {says(Source::kDeclared, Field::kReturnSensitivity, DataClasses(DataClass::kPii)),
       says(Source::kDeclared, Field::kReturnSensitivity, DataClasses(DataClass::kCredentials))});
  EXPECT_TRUE(profile.classes(Field::kReturnSensitivity).has(DataClass::kPii));
  EXPECT_TRUE(profile.classes(Field::kReturnSensitivity).has(DataClass::kCredentials));
}

// --- what follows from a claim ---

TEST(Fold, a_tool_believed_to_read_only_destroys_nothing_and_may_be_repeated) {
  const auto profile = folded({kDeclaredReader});
  EXPECT_EQ(profile.flag(Field::kDestructive), false);
  EXPECT_EQ(profile.flag(Field::kIdempotent), true);
  EXPECT_EQ(profile.flag(Field::kReversible), std::nullopt);
  EXPECT_FALSE(profile.stated(Field::kDestructive)) << "it follows, but nobody said it";
}

TEST(Fold, benign_outcomes_alone_mean_that_nothing_is_destroyed) {
  const auto benign = says(Source::kDeclared, Field::kOutcomes, ChoiceSet(Outcome::kBenign));
  EXPECT_EQ(folded({benign}).flag(Field::kDestructive), false);
  EXPECT_EQ(folded({benign}).flag(Field::kReadOnly), false) << "drafts may change";
  EXPECT_EQ(folded({benign}, Trust::kUntrusted).flag(Field::kDestructive), true);
  const auto mixed = says(Source::kDeclared, Field::kOutcomes,
                          ChoiceSet(Outcome::kBenign) | Outcome::kConsequential);
  EXPECT_EQ(folded({mixed}).flag(Field::kDestructive), true);
}

TEST(Fold, nothing_follows_from_a_claim_that_is_not_believed) {
  EXPECT_EQ(folded({kDeclaredReader}, Trust::kUntrusted).flag(Field::kDestructive), true);
  const auto doubted =
      folded({kDeclaredReader, says(Source::kInferred, Field::kReadOnly, false, 0.9F)});
  EXPECT_EQ(doubted.flag(Field::kDestructive), true);
  EXPECT_EQ(doubted.flag(Field::kIdempotent), false);
}

TEST(Fold, who_says_read_only_and_destructive_is_taken_to_destroy) {
  const auto destroys = says(Source::kDeclared, Field::kDestructive, true);
  for (const auto trust : kAllTrust) {
    EXPECT_EQ(tier_of(folded({kDeclaredReader, destroys}, trust)), Tier::kDestructive);
  }
  for (const auto source : {Source::kInferred, Source::kObserved}) {
    EXPECT_EQ(
        tier_of(folded({kDeclaredReader, says(source, Field::kDestructive, true, kOverrules)})),
        Tier::kDestructive);
  }
}

TEST(Fold, a_stronger_source_that_says_read_only_settles_destructive_too) {
  const auto destroys = says(Source::kDeclared, Field::kDestructive, true);
  EXPECT_EQ(tier_of(folded({destroys, says(Source::kOperator, Field::kReadOnly, true)},
                           Trust::kUntrusted)),
            Tier::kRead);
  EXPECT_EQ(tier_of(folded({destroys, says(Source::kResolved, Field::kReadOnly, true)})),
            Tier::kRead);
  auto wildcard = says(Source::kOperator, Field::kDestructive, true);
  wildcard.exact = false;
  EXPECT_EQ(tier_of(folded({says(Source::kOperator, Field::kReadOnly, true), wildcard})),
            Tier::kDestructive)
      << "an operator who says both means the worse";
}

TEST(Fold, destructive_contradicts_read_only_of_no_stronger_source) {
  const auto profile = [](Source read_only_by) {
    return fold({{Field::kReadOnly, true, read_only_by, 1.0F, {}, {}, true},
                 {Field::kDestructive, true, Source::kDeclared, 1.0F, {}, {}, true}},
                {});
  };
  EXPECT_FALSE(profile(Source::kDeclared).is_true(Field::kReadOnly));
  EXPECT_FALSE(profile(Source::kDeclared).is_true(Field::kIdempotent));
  EXPECT_TRUE(profile(Source::kResolved).is_true(Field::kReadOnly));
  EXPECT_FALSE(profile(Source::kOperator).is_true(Field::kDestructive));
}

TEST(Fold, lasting_outcomes_contradict_read_only_of_no_stronger_source) {
  const auto read_only = [](Source source, Source outcomes_by) {
    const auto profile = fold(
        {{Field::kReadOnly, true, source, 1.0F, {}, {}, true},
         {Field::kOutcomes, ChoiceSet(Outcome::kConsequential), outcomes_by, 1.0F, {}, {}, true}},
        {});
    return profile.is_true(Field::kReadOnly);
  };
  EXPECT_FALSE(read_only(Source::kDeclared, Source::kDeclared));
  EXPECT_FALSE(read_only(Source::kDeclared, Source::kObserved));
  EXPECT_TRUE(read_only(Source::kResolved, Source::kDeclared));
  EXPECT_TRUE(read_only(Source::kOperator, Source::kObserved));
}

TEST(Fold, words_that_say_it_only_reads_reassure_of_nothing_once_that_is_denied) {
  const std::vector<Evidence> words = {
      says(Source::kInferred, Field::kReadOnly, true, 0.99F),
      says(Source::kInferred, Field::kOutcomes, ChoiceSet(Outcome::kBenign), 0.99F),
      says(Source::kInferred, Field::kDestructive, false, 0.99F)};
  EXPECT_EQ(tier_of(folded(words)), Tier::kRead);
  for (const auto who : {Source::kDeclared, Source::kObserved, Source::kOperator}) {
    auto evidence = words;
    evidence.push_back(says(who, Field::kReadOnly, false));
    const auto profile = folded(evidence);
    EXPECT_EQ(tier_of(profile), Tier::kDestructive) << name_of(who);
    EXPECT_FALSE(is_set(profile[Field::kOutcomes].value)) << name_of(who);
  }
}

TEST(Fold, inference_may_give_a_leg_but_never_take_one) {
  const auto legs = [](Field field, Value value) {
    return legs_of(fold({{field, std::move(value), Source::kInferred, 0.99F, {}, {}, true}}, {}));
  };
  EXPECT_EQ(legs(Field::kOpenWorld, false), legs_of(fold({}, {})));
  EXPECT_TRUE(legs(Field::kDestination, ChoiceSet(Destination::kInternal)).sends_out);
  EXPECT_TRUE(legs(Field::kSource, ChoiceSet(Origin::kInternal)).reads_untrusted);
  EXPECT_TRUE(legs(Field::kSource, ChoiceSet(Origin::kInternal)).reads_private);
}

}  // namespace
}  // namespace touchstone::model
