#include "policy/fact.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "model/finding.hpp"
#include "model/fold.hpp"
#include "policy/facts.hpp"
#include "policy/operator.hpp"

namespace touchstone::policy {
namespace {

TEST(FactTable, names_are_unique_and_every_row_has_a_meaning) {
  std::set<std::string> names;
  for (const auto& fact : all_facts()) {
    EXPECT_TRUE(names.insert(fact.name).second) << fact.name;
    EXPECT_FALSE(fact.meaning.empty()) << fact.name;
    EXPECT_EQ(fact.name.find('<'), std::string::npos) << fact.name;
    EXPECT_EQ(fact.name.starts_with("response."), fact.phase == Phase::kResponse) << fact.name;
  }
}

TEST(FactTable, every_annotation_field_is_a_fact_of_tools_requests_and_results) {
  for (const auto& field : model::kFields) {
    for (const auto* family :
         {"tool.annotations.", "tool.declared.", "request.annotations.", "response.annotations."}) {
      const bool is_title = field.field == model::Field::kTitle;
      const bool has_it = !is_title || std::string_view(family).starts_with("tool.");
      EXPECT_EQ(find_fact(family + std::string(field.name)).has_value(), has_it)
          << family << field.name;
    }
    EXPECT_TRUE(find_fact("tool.evidence." + std::string(field.name) + ".confidence"));
  }
}

TEST(FactTable, words_are_those_of_the_model) {
  std::vector<std::string_view> kinds;
  for (const auto kind : model::kAllFindingKinds) kinds.push_back(name_of(kind));
  EXPECT_EQ(spec(fact_id("tool.findings")).words, kinds);
  for (const auto source : {model::Source::kDefault, model::Source::kOperator}) {
    const auto& words = spec(fact_id("tool.evidence.readOnlyHint.source")).words;
    EXPECT_EQ(words[static_cast<std::size_t>(source)], name_of(source));
  }
}

TEST(FactTable, an_argument_is_named_or_pointed_at) {
  EXPECT_EQ(find_fact("request.arguments.to"), find_fact("request.arguments./to"));
  EXPECT_EQ(to_string(*find_fact("request.arguments.a/b")), "request.arguments./a~1b");
  EXPECT_FALSE(find_fact("request.arguments."));
  EXPECT_FALSE(find_fact("request.arguments"));
  EXPECT_FALSE(find_fact(""));
  EXPECT_EQ(nearest_fact("tool.anotations.readOnlyHint"), "tool.annotations.readOnlyHint");
}

TEST(Operators, stand_in_the_order_of_the_enumerators) {
  for (const auto& op : operators()) {
    EXPECT_EQ(&spec(op.op), &op);
    EXPECT_EQ(find_operator(op.name), &op);
  }
}

TEST(Texts, stay_where_they_are_however_many_and_long_they_get) {
  Texts texts;
  std::vector<std::string> words;
  std::vector<std::string_view> kept;
  std::vector<Words> lists;
  for (std::size_t size = 0; size < 1200; size += 7) {
    words.emplace_back(size, static_cast<char>('a' + size % 26));
    kept.push_back(texts.keep(words.back()));
    lists.push_back(texts.keep(words));
  }
  const Texts moved = std::move(texts);
  for (std::size_t i = 0; i < words.size(); ++i) {
    EXPECT_EQ(kept[i], words[i]);
    EXPECT_TRUE(std::ranges::equal(lists[i], std::span(words).first(i + 1)));
  }
}

TEST(Facts, of_a_profile_tell_its_effective_values_and_what_follows) {
  Facts facts;
  Texts texts;
  const auto profile = model::fold({{.field = model::Field::kReadOnly, .value = true},
                                    {.field = model::Field::kDestination,
                                     .value = model::ChoiceSet(model::Destination::kPublic)}},
                                   {.trust = model::Trust::kTrusted});
  fill_profile(facts, profile, texts);
  EXPECT_EQ(facts.text_of(*find_fact("tool.annotations.readOnlyHint")), "true");
  EXPECT_EQ(facts.text_of(*find_fact("tool.annotations.inputMetadata.destination")), "public");
  EXPECT_EQ(facts.text_of(*find_fact("tool.annotations.agencyHint")), "absent");
  EXPECT_EQ(facts.text_of(*find_fact("tool.evidence.readOnlyHint.source")), "declared");
  EXPECT_EQ(facts.text_of(*find_fact("tool.tier")), "read");
}

TEST(Facts, of_a_label_tell_regulated_data_by_scope_and_as_such) {
  model::Label label;
  label.untrusted = true;
  label.classes.insert_scope("GDPR");
  Facts facts;
  Texts texts;
  fill_label(facts, label, texts);
  EXPECT_EQ(facts.text_of(*find_fact("session.label.classes")), "regulated:GDPR, regulated");
  EXPECT_EQ(facts.text_of(*find_fact("session.label.untrusted")), "true");
  EXPECT_EQ(facts.text_of(*find_fact("session.label.malicious")), "false");
}

}  // namespace
}  // namespace touchstone::policy
