// The promises of fold.hpp, for any evidence whatsoever.
#include "model/fold.hpp"
#include "model/lattice.hpp"
#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

// harmless < no claim < risky
int rank(const FieldSpec& field, const Value& value) {
  const auto* flag = std::get_if<bool>(&value);
  return flag == nullptr ? 1 : *flag == *field.risky ? 2 : 0;
}

bool tells_at_least(const FieldSpec& field, const Value& before, const Value& after) {
  const auto told = telling_part(field, before);
  return !is_set(told) || narrows(field, telling_part(field, after), told);
}

// `after` leaves out nothing risky that `before` says, and puts no reassurance where none was.
bool no_lower(const FieldSpec& field, const Value& before, const Value& after) {
  if (field.type == Type::kFlag) return rank(field, after) >= rank(field, before);
  if (field.type == Type::kText || field.type == Type::kUris) return true;
  if (is_set(telling_part(field, before)) && !is_set(telling_part(field, after))) return false;
  if (!is_set(before) && is_set(after) && field.type == Type::kChoices) {
    if (!std::get<ChoiceSet>(after).has_risky()) return false;
  }
  return tells_at_least(field, before, after);
}

bool no_lower(const Legs& before, const Legs& after) {
  return after.reads_private >= before.reads_private &&
         after.reads_untrusted >= before.reads_untrusted && after.sends_out >= before.sends_out;
}

void assert_no_lower(const Profile& before, const Profile& after) {
  for (const auto& field : kFields) {
    RC_LOG() << field.name << ": " << to_string(before[field.field].value) << " -> "
             << to_string(after[field.field].value) << '\n';
    RC_ASSERT(no_lower(field, before[field.field].value, after[field.field].value));
  }
  RC_ASSERT(tier_of(after) >= tier_of(before));
  RC_ASSERT(risk_of(after) >= risk_of(before));
  RC_ASSERT(no_lower(legs_of(before), legs_of(after)));
}

TEST(FoldProperty, more_evidence_on_an_untrusted_server_never_lowers_anything) {
  EXPECT_TRUE(holds(
      [] {
        const auto evidence = any_body_of_evidence();
        auto item = any_evidence();
        if (item.source == Source::kOperator) item.source = any_server_side_source();
        RC_LOG() << rc::toString(item) << '\n';
        const FoldOptions untrusted{.trust = Trust::kUntrusted};
        assert_no_lower(fold(evidence, untrusted), fold(with_one_more(evidence, item), untrusted));
      },
      20'000));
}

TEST(FoldProperty, risky_evidence_never_lowers_anything_whoever_is_trusted) {
  EXPECT_TRUE(holds(
      [] {
        const auto evidence = any_body_of_evidence();
        auto item = any_evidence();
        item.value = risky_value(spec(item.field));
        RC_LOG() << rc::toString(item) << '\n';
        const FoldOptions options{.trust = *rc::gen::elementOf(std::vector<Trust>(
                                      std::begin(kAllTrust), std::end(kAllTrust)))};
        assert_no_lower(fold(evidence, options), fold(with_one_more(evidence, item), options));
      },
      20'000));
}

TEST(FoldProperty, less_trust_never_lowers_anything) {
  EXPECT_TRUE(holds(
      [] {
        const auto evidence = any_body_of_evidence();
        const auto standard = fold(evidence, {.trust = Trust::kStandard});
        const auto untrusted = fold(evidence, {.trust = Trust::kUntrusted});
        RC_ASSERT(tier_of(untrusted) >= tier_of(standard));
        RC_ASSERT(risk_of(untrusted) >= risk_of(standard));
        RC_ASSERT(no_lower(legs_of(standard), legs_of(untrusted)));
        for (const auto& field : kFields) {
          if (field.type != Type::kFlag) continue;
          RC_ASSERT(rank(field, untrusted[field.field].value) >=
                    rank(field, standard[field.field].value));
        }
      },
      10'000));
}

TEST(FoldProperty, quiet_observations_change_nothing) {
  EXPECT_TRUE(holds([] {
    const auto evidence = any_body_of_evidence();
    auto item = any_evidence();
    RC_PRE(spec(item.field).type == Type::kFlag);
    item.source = Source::kObserved;
    item.value = !*spec(item.field).risky;
    const auto before = fold(evidence, {});
    const auto after = fold(with_one_more(evidence, item), {});
    for (const auto& field : kFields) RC_ASSERT(before[field.field] == after[field.field]);
  }));
}

TEST(FoldProperty, evidence_below_the_threshold_is_kept_but_decides_nothing) {
  EXPECT_TRUE(holds([] {
    const auto evidence = any_body_of_evidence();
    auto item = any_evidence();
    item.confidence = 0.49F;
    const auto before = fold(evidence, {});
    const auto after = fold(with_one_more(evidence, item), {});
    for (const auto& field : kFields) {
      RC_ASSERT(before[field.field].value == after[field.field].value);
    }
    RC_ASSERT(after.evidence().size() == evidence.size() + 1);
  }));
}

TEST(FoldProperty, the_order_of_evidence_does_not_matter) {
  EXPECT_TRUE(holds([] {
    auto evidence = any_body_of_evidence();
    // Of two operator's overrides alike, and of two titles, the order in the files decides.
    std::erase_if(evidence, [](const Evidence& e) {
      return e.source == Source::kOperator || e.field == Field::kTitle;
    });
    const auto before = fold(evidence, {});
    const auto at =
        *rc::gen::inRange<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(evidence.size()) + 1);
    std::rotate(evidence.begin(), evidence.begin() + at, evidence.end());
    const auto after = fold(evidence, {});
    for (const auto& field : kFields) RC_ASSERT(before[field.field] == after[field.field]);
  }));
}

TEST(FoldProperty, every_answer_has_a_source_that_spoke_or_is_the_default) {
  EXPECT_TRUE(holds([] {
    const auto profile = fold(any_body_of_evidence(), {});
    for (const auto& field : kFields) {
      if (!profile.stated(field.field)) continue;
      const auto spoke = [&](Field about) {
        const auto witnesses = profile.evidence_for(about);
        return std::ranges::find(witnesses, profile[field.field].source, &Evidence::source) !=
               witnesses.end();
      };
      // Destructive and lasting outcomes also speak about read-only: against it.
      const bool overruled = field.field == Field::kReadOnly && !profile.is_true(field.field) &&
                             (spoke(Field::kDestructive) || spoke(Field::kOutcomes));
      RC_ASSERT(spoke(field.field) || overruled);
    }
  }));
}

}  // namespace
}  // namespace touchstone::model
