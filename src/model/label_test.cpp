#include "model/label.hpp"

#include <fmt/format.h>

#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

Attribution numbered(int first, int last) {
  Attribution out;
  for (int i = first; i < last; ++i) out.insert(fmt::format("mcp://server/{}", i));
  return out;
}

// Sizes on both sides of the bound, overlapping ranges.
Attribution any_attribution() {
  const int first = *rc::gen::inRange(0, 600);
  const int length = *rc::gen::element(0, 1, 3, 200, 255, 256, 257, 400);
  auto out = numbered(first, first + length);
  const int own = *rc::gen::element(0, 1, 3, 100, 127, 128, 129, 300);
  for (int i = first; i < first + own; ++i) out.insert_own(fmt::format("mcp://server/{}", i));
  return out;
}

Label any_label() {
  Label label;
  label.untrusted = *rc::gen::arbitrary<bool>();
  label.is_private = *rc::gen::arbitrary<bool>();
  label.malicious = *rc::gen::arbitrary<bool>();
  label.classes = any_classes().without_none();
  label.attribution = any_attribution();
  return label;
}

Label joined(Label a, const Label& b) {
  a.join(b);
  return a;
}

TEST(LabelJoin, is_associative) {
  EXPECT_TRUE(holds(
      [] {
        const auto a = any_label();
        const auto b = any_label();
        const auto c = any_label();
        RC_ASSERT(joined(joined(a, b), c) == joined(a, joined(b, c)));
      },
      300));
}

TEST(LabelJoin, is_commutative) {
  EXPECT_TRUE(holds(
      [] {
        const auto a = any_label();
        const auto b = any_label();
        RC_ASSERT(joined(a, b) == joined(b, a));
      },
      300));
}

TEST(LabelJoin, is_idempotent) {
  EXPECT_TRUE(holds(
      [] {
        const auto a = any_label();
        RC_ASSERT(joined(a, a) == a);
        auto self = a;
        self.join(self);
        RC_ASSERT(self == a);
      },
      300));
}

TEST(LabelJoin, is_monotone) {
  EXPECT_TRUE(holds(
      [] {
        const auto a = any_label();
        const auto b = any_label();
        const auto c = any_label();
        const auto ab = joined(a, b);
        RC_ASSERT(ab.covers(a));
        RC_ASSERT(ab.covers(b));
        RC_ASSERT(joined(ab, c).covers(joined(a, c)));
        RC_ASSERT(ab.untrusted >= a.untrusted);
        RC_ASSERT(ab.is_private >= a.is_private);
        RC_ASSERT(ab.malicious >= a.malicious);
        RC_ASSERT(ab.classes.includes(a.classes));
        RC_ASSERT(ab.attribution.more() >= a.attribution.more());
      },
      300));
}

TEST(LabelJoin, the_empty_label_adds_nothing) {
  EXPECT_TRUE(holds(
      [] {
        const auto a = any_label();
        RC_ASSERT(joined(a, {}) == a);
        RC_ASSERT(joined({}, a) == a);
      },
      100));
}

TEST(LabelCovers, sees_every_part) {
  const Label empty;
  Label label;
  label.malicious = true;
  EXPECT_FALSE(empty.covers(label));
  EXPECT_TRUE(label.covers(empty));
  Label other;
  other.classes.insert(DataClass::kPii);
  EXPECT_FALSE(label.covers(other));
  Label third;
  third.attribution.insert("mcp://a");
  EXPECT_FALSE(label.covers(third));
}

TEST(Attribution, keeps_every_name_up_to_the_bound) {
  const auto all = numbered(0, 256);
  EXPECT_EQ(all.uris().size(), 256U);
  EXPECT_EQ(all.more(), 0U);
  EXPECT_EQ(all.digest_of_more(), "");
  EXPECT_TRUE(std::ranges::is_sorted(all.uris()));
}

TEST(Attribution, beyond_the_bound_says_how_many_more_and_which) {
  const auto all = numbered(0, 257);
  EXPECT_EQ(all.uris().size(), Attribution::kMaxAttribution);
  EXPECT_EQ(all.more(), 1U);
  EXPECT_EQ(all.digest_of_more().size(), 16U);
  EXPECT_NE(all.digest_of_more(), numbered(1, 400).digest_of_more());
  EXPECT_NEAR(static_cast<double>(numbered(0, 1256).more()), 1000.0, 50.0);
}

TEST(Attribution, does_not_depend_on_the_order_of_arrival) {
  Attribution forwards = numbered(0, 700);
  Attribution backwards;
  for (int i = 699; i >= 0; --i) backwards.insert(fmt::format("mcp://server/{}", i));
  EXPECT_EQ(forwards, backwards);
  backwards.insert("mcp://server/3");
  EXPECT_EQ(forwards, backwards) << "what was there before changes nothing, named or not";
}

TEST(Attribution, what_is_claimed_pushes_out_none_of_our_own_names) {
  Attribution all;
  all.insert_own("mcp://mail/read");
  for (int i = 0; i < 5'000; ++i) all.insert(fmt::format("mcp://claimed/{}", i));
  all.join(numbered(0, 5'000));
  const auto uris = all.uris();
  EXPECT_THAT(uris, ::testing::Contains("mcp://mail/read"));
  EXPECT_EQ(uris.size(), Attribution::kMaxAttribution);
  for (std::size_t i = 0; i < Attribution::kMaxOwn + 9; ++i)
    all.insert_own(fmt::format("mcp://own/{}", i));
  EXPECT_EQ(all.own_names().size(), Attribution::kMaxOwn);
  EXPECT_EQ(all.uris().size(), Attribution::kMaxAttribution);
}

TEST(Attribution, a_name_that_is_ours_and_claimed_is_told_once) {
  Attribution all;
  all.insert("mcp://mail/read");
  all.insert_own("mcp://mail/read");
  EXPECT_THAT(all.uris(), ::testing::ElementsAre("mcp://mail/read"));
}

}  // namespace
}  // namespace touchstone::model
