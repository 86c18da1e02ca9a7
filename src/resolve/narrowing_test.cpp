// What is known of a tool, folded with what is known of one call.
#include <gtest/gtest.h>

#include "model/derive.hpp"
#include "resolve/test_support.hpp"

namespace touchstone::resolve {
namespace {

using model::ChoiceSet;
using model::Evidence;
using model::Field;
using model::Source;

Evidence said(Source source, Field field, model::Value value) {
  return {field, std::move(value), source, 0.99F, "", "", true};
}

model::Profile known(std::vector<Evidence> evidence) {
  return model::fold(std::move(evidence), {});
}

TEST(Narrowing, an_address_inside_is_the_place_and_no_other) {
  const auto tool =
      known({said(Source::kInferred, Field::kOpenWorld, true),
             said(Source::kInferred, Field::kDestination, ChoiceSet(model::Destination::kPublic)),
             said(Source::kInferred, Field::kSource, ChoiceSet(model::Origin::kUntrustedPublic))});
  EXPECT_TRUE(model::legs_of(tool).sends_out);
  const auto fetch = testing::tool("fetch", R"({"url":{"type":"string","format":"uri"}})",
                                   {.domains = {"acme.example"}});
  const auto inside = fetch.call(R"({"url":"https://wiki.acme.example/"})");
  const auto call = profile_for_call(tool, inside, {});
  EXPECT_EQ(call[Field::kDestination].value,
            model::Value(ChoiceSet(model::Destination::kInternal)));
  EXPECT_FALSE(model::legs_of(call).sends_out);
  EXPECT_TRUE(model::legs_of(call).reads_private);
  const auto metadata = fetch.call(R"({"url":"http://169.254.169.254/latest"})");
  EXPECT_TRUE(model::legs_of(profile_for_call(tool, metadata, {})).sends_out);
}

TEST(Narrowing, a_servers_word_on_a_call_counts_against_our_own_only_if_it_is_trusted) {
  const auto tool = known({said(Source::kInferred, Field::kReadOnly, false),
                           said(Source::kInferred, Field::kDestructive, true)});
  Resolution resolution;
  resolution.claimed = {said(Source::kResolved, Field::kReadOnly, true),
                        said(Source::kResolved, Field::kDestructive, false)};
  const auto tier = [&](model::Trust trust) {
    return model::tier_of(profile_for_call(tool, resolution, {.trust = trust}));
  };
  EXPECT_EQ(tier(model::Trust::kTrusted), model::Tier::kRead);
  EXPECT_EQ(tier(model::Trust::kStandard), model::Tier::kDestructive);
  EXPECT_EQ(tier(model::Trust::kUntrusted), model::Tier::kDestructive);
}

}  // namespace
}  // namespace touchstone::resolve
