#include "json/canonical.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/test_support.hpp"

namespace touchstone::json {
namespace {

std::string canonical_of(std::string_view text) { return canonical(document(text).root()); }

// The doubles of RFC 8785, appendix B, by their bits, each with 17 digits as input.
TEST(Canonical, numbers_are_those_of_the_rfc) {
  struct Sample {
    std::uint64_t bits;
    std::string_view text;
  };
  constexpr Sample kSamples[] = {
      {0x0000000000000000, "0"},
      {0x8000000000000000, "0"},
      {0x0000000000000001, "5e-324"},
      {0x8000000000000001, "-5e-324"},
      {0x7fefffffffffffff, "1.7976931348623157e+308"},
      {0xffefffffffffffff, "-1.7976931348623157e+308"},
      {0x4340000000000000, "9007199254740992"},
      {0xc340000000000000, "-9007199254740992"},
      {0x4430000000000000, "295147905179352830000"},
      {0x44b52d02c7e14af5, "9.999999999999997e+22"},
      {0x44b52d02c7e14af6, "1e+23"},
      {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
      {0x444b1ae4d6e2ef4e, "999999999999999700000"},
      {0x444b1ae4d6e2ef4f, "999999999999999900000"},
      {0x444b1ae4d6e2ef50, "1e+21"},
      {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
      {0x3eb0c6f7a0b5ed8d, "0.000001"},
      {0x41b3de4355555553, "333333333.3333332"},
      {0x41b3de4355555554, "333333333.33333325"},
      {0x41b3de4355555555, "333333333.3333333"},
      {0x41b3de4355555556, "333333333.3333334"},
      {0x41b3de4355555557, "333333333.33333343"},
      {0xbecbf647612f3696, "-0.0000033333333333333333"},
      {0x43143ff3c1cb0959, "1424953923781206.2"},
  };
  for (const auto& [bits, text] : kSamples) {
    EXPECT_EQ(canonical_of(fmt::format("{:.17g}", std::bit_cast<double>(bits))), text);
  }
}

TEST(Canonical, one_number_has_one_spelling) {
  EXPECT_EQ(canonical_of("[1.0,1e0,10E-1,1,-0,0.0,1E30,4.50]"), "[1,1,1,1,0,0,1e+30,4.5]");
  EXPECT_EQ(canonical_of("9007199254740993"), "9007199254740992");
  EXPECT_EQ(canonical_of("[1e400,1e-400]"), "[1e400,1e-400]");
}

TEST(Canonical, keys_are_in_the_order_of_utf16) {
  // A character beyond the first 65,536 begins with a surrogate, which comes before U+FB33.
  EXPECT_EQ(canonical_of("{\"\\ufb33\":1,\"\\ud83d\\ude00\":2,\"\\u20ac\":3,\"1\":4,\"\\r\":5}"),
            "{\"\\r\":5,\"1\":4,\"\xE2\x82\xAC\":3,\"\xF0\x9F\x98\x80\":2,\"\xEF\xAC\xB3\":1}");
}

TEST(Canonical, strings_have_as_few_escapes_as_possible) {
  EXPECT_EQ(canonical_of(R"("\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/")"),
            "\"\xE2\x82\xAC$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"");
}

TEST(Canonical, a_lone_surrogate_stays_what_it_is) {
  EXPECT_EQ(canonical_of(R"(["\uD83D","\ude00x","\ud83d\uDE00"])"),
            "[\"\\ud83d\",\"\\ude00x\",\"\xF0\x9F\x98\x80\"]");
  EXPECT_NE(canonical_of(R"("\ud800")"), canonical_of(R"("\ufffd")"));
}

TEST(Canonical, the_digest_is_that_of_others) {
  const auto advisory = document(
      R"({"origin":"open_world", "class":"confidential","resource_kind":"security_advisory_draft",
          "container_visibility":"public"})");
  EXPECT_EQ(digest(advisory.root()),
            "c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb");
}

RC_GTEST_PROP(Canonical, is_idempotent, (const std::vector<std::uint8_t>& choices)) {
  const auto once = canonical_of(TextMaker(choices).make());
  RC_ASSERT(canonical_of(once) == once);
}

// The same value with its members in another order and blanks everywhere.
void write_shuffled(View value, std::string& out) {
  std::vector<Member> members(value.members().begin(), value.members().end());
  if (value.is(Kind::kArray)) {
    out += "[ ";
    bool first = true;
    for (const auto element : value.elements()) {
      if (!std::exchange(first, false)) out += " ,\n";
      write_shuffled(element, out);
    }
    out += "]";
    return;
  }
  if (!value.is(Kind::kObject)) {
    out += value.raw();
    return;
  }
  std::ranges::reverse(members);
  out += "{ ";
  for (std::size_t i = 0; i < members.size(); ++i) {
    out.append(i > 0 ? " ,\t" : "").append(members[i].key.raw()).append(" : ");
    write_shuffled(members[i].value, out);
  }
  out += "}";
}

RC_GTEST_PROP(Canonical, order_and_blanks_do_not_count,
              (const std::vector<std::uint8_t>& choices)) {
  const auto original = document(TextMaker(choices).make());
  std::string shuffled;
  write_shuffled(original.root(), shuffled);
  RC_ASSERT(digest(document(shuffled).root()) == digest(original.root()));
}

RC_GTEST_PROP(Canonical, indenting_changes_nothing, (const std::vector<std::uint8_t>& choices)) {
  const auto original = document(TextMaker(choices).make());
  const auto shown = indented(original.root());
  RC_ASSERT(canonical_of(shown) == canonical(original.root()));
  RC_ASSERT(indented(document(shown).root()) == shown);
}

TEST(Canonical, indented_text_hides_nothing) {
  EXPECT_EQ(indented(document("{\"a\":[1,{}],\"b\":\"x\xE2\x80\xAE\\u001b\"}").root()),
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": \"x\\u202e\\u001b\"\n}");
}

}  // namespace
}  // namespace touchstone::json
