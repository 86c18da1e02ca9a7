#include "model/label_bytes.hpp"

#include <fmt/format.h>

#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

Label labelled(int uris) {
  Label label;
  label.untrusted = true;
  label.classes.insert(DataClass::kFinancial);
  label.classes.insert_scope("GDPR");
  label.classes.insert_label("com.acme.project-x");
  for (int i = 0; i < uris; ++i) label.attribution.insert(fmt::format("mcp://server/{}", i));
  return label;
}

// Any flags, classes and number of names, with names that hold any bytes.
Label any_stored_label() {
  Label label = labelled(*rc::gen::element(0, 1, 3, 255, 256, 257, 700));
  label.untrusted = *rc::gen::arbitrary<bool>();
  label.is_private = *rc::gen::arbitrary<bool>();
  label.malicious = *rc::gen::arbitrary<bool>();
  label.classes = any_classes().without_none();
  for (auto& uri : *rc::gen::arbitrary<std::vector<std::string>>()) {
    label.attribution.insert(std::move(uri));
  }
  for (int i = *rc::gen::element(0, 1, 127, 128, 129); i > 0; --i)
    label.attribution.insert_own(fmt::format("mcp://own/{}", i));
  return label;
}

bool reads(std::string_view bytes) { return read_label(bytes).has_value(); }

TEST(LabelBytes, read_back_exactly_also_beyond_the_bound_of_names) {
  EXPECT_TRUE(holds(
      [] {
        const auto label = any_stored_label();
        const auto again = read_label(to_bytes(label));
        RC_ASSERT(again.has_value());
        RC_ASSERT(*again == label);
      },
      200));
}

TEST(LabelBytes, what_is_read_back_joins_as_what_was_written) {
  EXPECT_TRUE(holds(
      [] {
        auto a = any_stored_label();
        const auto b = any_stored_label();
        auto restored = *read_label(to_bytes(a));
        restored.join(*read_label(to_bytes(b)));
        a.join(b);
        RC_ASSERT(restored == a);
      },
      200));
}

TEST(LabelBytes, have_one_spelling_whatever_the_order_of_arrival) {
  Label backwards = labelled(0);
  for (int i = 699; i >= 0; --i) backwards.attribution.insert(fmt::format("mcp://server/{}", i));
  EXPECT_EQ(to_bytes(backwards), to_bytes(labelled(700)));
}

TEST(LabelBytes, of_an_empty_label_are_seven) { EXPECT_EQ(to_bytes({}).size(), 7U); }

TEST(LabelBytes, are_refused_with_any_end_missing_or_anything_behind_it) {
  for (const auto uris : {0, 2, 257}) {
    const auto bytes = to_bytes(labelled(uris));
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      EXPECT_FALSE(reads(std::string_view(bytes).substr(0, length))) << uris << ' ' << length;
    }
    EXPECT_FALSE(reads(bytes + '\0'));
  }
}

TEST(LabelBytes, whatever_reads_is_spelled_as_it_would_be_written) {
  EXPECT_TRUE(holds(
      [] {
        auto bytes = to_bytes(any_stored_label());
        const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
        bytes[at] = *rc::gen::arbitrary<char>();
        const auto label = read_label(bytes);
        if (label && bytes[0] == 2) RC_ASSERT(to_bytes(*label) == bytes);
      },
      500));
}

TEST(LabelBytes, are_refused_in_any_other_spelling) {
  using namespace std::string_literals;
  EXPECT_TRUE(reads("\2\0\0\0\0\0\0"s));
  EXPECT_FALSE(reads("\3\0\0\0\0\0\0"s)) << "version";
  EXPECT_FALSE(reads("\2\10\0\0\0\0\0"s)) << "a flag nobody knows";
  EXPECT_FALSE(reads("\2\0\40\0\0\0\0"s)) << "a class nobody knows";
  EXPECT_FALSE(reads("\2\0\0\1\1a\0\0\0"s)) << "a scope, and not regulated";
  EXPECT_TRUE(reads("\2\0\20\1\1a\0\0\0"s));
  EXPECT_FALSE(reads("\2\0\20\2\1b\1a\0\0\0"s)) << "not in order";
  EXPECT_FALSE(reads("\2\0\20\2\1a\1a\0\0\0"s)) << "twice";
  EXPECT_FALSE(reads("\2\0\0\0\0\200\0\0"s)) << "a number in two bytes that fits one";
  EXPECT_FALSE(reads("\2\0\0\377\377\377\377\377\377\377\377\177\0"s)) << "a huge count";
}

// As they were written before our own names were kept apart.
TEST(LabelBytes, of_the_version_before_are_read) {
  using namespace std::string_literals;
  EXPECT_TRUE(reads("\1\0\0\0\0\0"s));
  const auto label = read_label("\1\1\0\0\0\1\7mcp://a"s);
  ASSERT_TRUE(label.has_value());
  EXPECT_TRUE(label->untrusted);
  EXPECT_EQ(label->attribution.own_names().size(), 1U);
  const auto claimed = read_label("\1\0\0\0\0\1\3u:a"s);
  ASSERT_TRUE(claimed.has_value());
  EXPECT_EQ(claimed->attribution.claimed_names().size(), 1U);
}

// The version before had as many names, in the order of their digests, and the bitmap behind them.
std::string with_mixed_names(const Attribution& attribution) {
  std::string bytes = to_bytes(Label{.untrusted = true, .attribution = attribution});
  bytes[0] = 1;
  bytes.erase(5, 1);  // no names of ours
  return bytes;
}

TEST(LabelBytes, of_the_version_before_are_read_when_they_are_full) {
  Attribution all;
  for (int i = 0; i < 300; ++i) all.insert(fmt::format("mcp://server/{}", i));
  for (int i = 0; i < 90; ++i) all.insert(fmt::format("https://a.example/{}", i));
  const auto label = read_label(with_mixed_names(all));
  ASSERT_TRUE(label.has_value());
  EXPECT_EQ(label->attribution.own_names().size(), Attribution::kMaxOwn);
  EXPECT_FALSE(label->attribution.claimed_names().empty());
  EXPECT_GT(label->attribution.more(), all.more());
  EXPECT_EQ(to_bytes(*read_label(to_bytes(*label))), to_bytes(*label));
}

TEST(LabelBytes, with_a_bit_set_for_no_word_are_refused) {
  auto bytes = to_bytes(labelled(256));  // full, and no others: eight zero bytes at the end
  EXPECT_TRUE(reads(bytes));
  bytes[bytes.size() - 8] = 1;
  EXPECT_FALSE(reads(bytes + std::string(8, '\0'))) << "the word is zero";
  EXPECT_TRUE(reads(bytes + std::string(7, '\0') + '\1'));
}

}  // namespace
}  // namespace touchstone::model
