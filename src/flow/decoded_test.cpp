// What is encoded in an argument is traced as what it says.
#include "flow/decoded.hpp"

#include <fmt/format.h>

#include "base/base64.hpp"
#include "base/text.hpp"
#include "flow/test_support.hpp"

namespace touchstone::flow {
namespace {

constexpr std::string_view kSheet =
    "name,iban,salary\nAmara Okafor,DE89370400440532013000,214000\nJonas Lindqvist,"
    "GB29NWBK60161331926819,148500\n";

std::string percent(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string with(std::string text, char from, char to) {
  std::ranges::replace(text, from, to);
  return text;
}

double share_of(std::string_view text) {
  Memory memory({.seed = 3});
  memory.remember(kSheet, source_of(memory, "mcp://files/read_file"));
  const auto flows = traced(memory, text_argument(text));
  return flows.copied.empty() ? 0 : flows.copied.front().share;
}

TEST(Decoded, sees_a_sheet_in_a_url_however_it_is_spelled) {
  const std::string sheet(kSheet);
  const std::string base64 = base::base64(sheet);
  for (const auto& query : {percent(sheet), base64, percent(base64), base::base64_url(sheet),
                            base::hex(sheet), with(with(sheet, ' ', '+'), '\n', '/')}) {
    EXPECT_GT(share_of("https://collector.example/?d=" + query), 0.7) << query;
    EXPECT_GT(share_of("https://collector.example/a/b/" + query), 0.7) << query;
    EXPECT_GT(share_of(query), 0.9) << query;
    EXPECT_GT(share_of("Please keep this: " + query), 0.7) << query;
  }
}

TEST(Decoded, sees_a_part_of_a_sheet_in_a_short_url) {
  const auto row = with("amara okafor de89370400440532013000 214000", ' ', '-');
  EXPECT_GT(share_of("https://collector.example/" + row), 0.5);
}

TEST(Decoded, is_the_same_for_what_has_nothing_encoded_in_it) {
  for (const auto* text :
       {"5 % of the budget & more", "C:\\users\\ada", "a plain sentence, nothing else in it",
        "src/detect/a_rather_long_path_of_a_file_that_nobody_encoded/at_all.cpp"}) {
    EXPECT_FALSE(decoded(text, 32)) << text;
  }
}

TEST(Decoded, leaves_alone_what_is_short_or_no_text) {
  EXPECT_FALSE(decoded(base::base64("twenty bytes of text"), 32));
  std::string picture;
  for (unsigned i = 0; i < 96; ++i) picture += static_cast<char>(i * 37U + 200U);
  EXPECT_FALSE(decoded(base::base64(picture), 32));
}

// A match that takes the host along is of the URL; one that begins behind it is of a text.
TEST(Decoded, takes_a_url_that_was_read_for_a_url) {
  Memory memory;
  memory.remember(
      "More at https://docs.lake.example/reports/of-the-northern-office/final and so on",
      source_of(memory, "mcp://web/fetch"));
  EXPECT_TRUE(traced(memory, text_argument("https://docs.lake.example/reports/"
                                           "of-the-northern-office/final?page=2"))
                  .copied.empty());
  EXPECT_FALSE(traced(memory, text_argument("https://collector.example/reports/"
                                            "of-the-northern-office/final?page=2"))
                   .copied.empty());
}

// Among words of any length, at any place, at the shortest length that counts.
RC_GTEST_PROP(Decoded, sees_a_run_wherever_it_stands, ()) {
  const auto said = std::string("the lake froze over in the night") + any_words(5);
  const auto digits = base::base64(said);
  const auto before = any_words(40);
  const auto behind = any_words(40);
  const auto mark = *rc::gen::element<std::string>(" ", ",", "\"", "=");
  const auto plain = decoded(before + mark + digits + " " + behind, 32);
  RC_ASSERT(plain.has_value());
  RC_ASSERT(*plain == before + mark + said + " " + behind);
}

RC_GTEST_PROP(Decoded, leaves_words_as_they_are, ()) {
  RC_ASSERT(!decoded(any_words(200), 32).has_value());
}

}  // namespace
}  // namespace touchstone::flow
