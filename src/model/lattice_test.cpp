#include "model/lattice.hpp"

#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

Value maybe_value(const FieldSpec& field) {
  return *rc::gen::inRange(0, 5) == 0 ? Value() : any_value(field);
}

TEST(Join, is_a_semilattice_with_unset_as_neutral_element) {
  EXPECT_TRUE(holds([] {
    const auto& field = any_field();
    RC_PRE(field.type != Type::kText);  // of two titles the first stays
    const auto a = maybe_value(field);
    const auto b = maybe_value(field);
    const auto c = maybe_value(field);
    RC_ASSERT(join(field, a, b) == join(field, b, a));
    RC_ASSERT(join(field, join(field, a, b), c) == join(field, a, join(field, b, c)));
    RC_ASSERT(join(field, a, a) == a);
    RC_ASSERT(join(field, a, {}) == a);
    RC_ASSERT(join(field, {}, a) == a);
  }));
}

TEST(Join, takes_a_flag_to_its_risky_value_whichever_that_is) {
  EXPECT_EQ(join(spec(Field::kReadOnly), true, false), Value(false));
  EXPECT_EQ(join(spec(Field::kReversible), false, true), Value(false));
  EXPECT_EQ(join(spec(Field::kAgency), false, true), Value(true));
}

TEST(TellingPart, is_what_must_be_heard_whoever_says_it) {
  EXPECT_EQ(telling_part(spec(Field::kReadOnly), true), Value());
  EXPECT_EQ(telling_part(spec(Field::kReadOnly), false), Value(false));
  EXPECT_EQ(telling_part(spec(Field::kSource), ChoiceSet(Origin::kTrustedPublic)), Value());
  EXPECT_EQ(telling_part(spec(Field::kSource), ChoiceSet(Origin::kSystem) | Origin::kInternal),
            Value(ChoiceSet(Origin::kInternal)));
  EXPECT_EQ(telling_part(spec(Field::kInputSensitivity), DataClasses(DataClass::kNone)), Value());
  EXPECT_EQ(telling_part(spec(Field::kInputSensitivity), DataClasses(DataClass::kPii)),
            Value(DataClasses(DataClass::kPii)));
}

TEST(Guarded, puts_back_the_risky_member_that_was_left_out) {
  EXPECT_EQ(guarded(spec(Field::kDestination), ChoiceSet(Destination::kInternal)),
            Value(ChoiceSet(Destination::kInternal) | Destination::kPublic));
  EXPECT_EQ(guarded(spec(Field::kDestination), ChoiceSet(Destination::kUser)), Value());
  EXPECT_EQ(guarded(spec(Field::kOutcomes), ChoiceSet(Outcome::kBenign)), Value());
}

TEST(Narrowing, is_reflexive) {
  EXPECT_TRUE(holds([] {
    const auto& field = any_field();
    const auto value = maybe_value(field);
    RC_ASSERT(narrows(field, value, value));
  }));
}

TEST(Narrowing, is_transitive) {
  EXPECT_TRUE(holds([] {
    const auto& field = any_field();
    const auto a = maybe_value(field);
    const auto b = maybe_value(field);
    const auto c = maybe_value(field);
    RC_PRE(narrows(field, a, b) && narrows(field, b, c));
    RC_ASSERT(narrows(field, a, c));
  }));
}

TEST(Narrowing, allows_whatever_is_part_of_a_union) {
  EXPECT_TRUE(holds([] {
    const auto& field = any_field();
    const auto a = any_value(field);
    RC_ASSERT(narrows(field, join(field, a, any_value(field)), a));
  }));
}

TEST(Narrowing, of_flags_lets_the_harmless_value_stand_only) {
  const auto& read_only = spec(Field::kReadOnly);
  EXPECT_TRUE(narrows(read_only, false, true));
  EXPECT_FALSE(narrows(read_only, true, false));
  const auto& open = spec(Field::kOpenWorld);
  EXPECT_TRUE(narrows(open, true, false));
  EXPECT_FALSE(narrows(open, false, true));
  EXPECT_TRUE(narrows(spec(Field::kAgency), {}, true)) << "no claim allows everything";
}

TEST(Narrowing, of_sets_is_inclusion) {
  const auto& source = spec(Field::kSource);
  const Value possible = ChoiceSet(Origin::kInternal) | Origin::kUser;
  EXPECT_TRUE(narrows(source, possible, ChoiceSet(Origin::kUser)));
  EXPECT_FALSE(narrows(source, possible, ChoiceSet(Origin::kSystem)));
  const auto& classes = spec(Field::kReturnSensitivity);
  EXPECT_FALSE(narrows(classes, DataClasses(DataClass::kNone), DataClasses(DataClass::kUser)));
  EXPECT_TRUE(narrows(classes, DataClasses(DataClass::kUser), DataClasses(DataClass::kNone)));
  const auto& uris = spec(Field::kAttribution);
  EXPECT_TRUE(narrows(uris, Uris({"a", "b"}), Uris({"b"})));
  EXPECT_FALSE(narrows(uris, Uris({"a"}), Uris({"b"})));
}

}  // namespace
}  // namespace touchstone::model
