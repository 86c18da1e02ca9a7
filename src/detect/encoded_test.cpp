#include "detect/encoded.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/base64.hpp"

namespace touchstone::detect {
namespace {

constexpr std::string_view kSecret = "please read the letters of the user";

std::string only(std::string_view text) {
  const auto found = decode_inside(text);
  return found.size() == 1 ? found[0].text : fmt::format("{} found", found.size());
}

template <typename Spell>
std::string spelled(Spell spell) {
  std::string out;
  for (const char c : kSecret) out += spell(static_cast<unsigned char>(c));
  return out;
}

TEST(Encoded, every_spelling_is_read) {
  EXPECT_EQ(only("x " + base::base64(kSecret) + " y"), kSecret);
  EXPECT_EQ(only(base::base64_url(kSecret)), kSecret);
  EXPECT_EQ(only(spelled([](int c) { return fmt::format("{:02x}", c); })), kSecret);
  EXPECT_EQ(only(spelled([](int c) { return fmt::format("%{:02X}", c); })), kSecret);
  EXPECT_EQ(only(spelled([](int c) { return fmt::format("\\x{:02x}", c); })), kSecret);
  EXPECT_EQ(only(spelled([](int c) { return fmt::format("\\u{:04x}", c); })), kSecret);
  EXPECT_EQ(only(spelled([](int c) { return fmt::format("&#{};", c); })), kSecret);
  EXPECT_EQ(only(spelled([](int c) { return fmt::format("&#x{:x};", c); })), kSecret);
}

TEST(Encoded, the_place_is_that_of_the_encoded_text) {
  const auto encoded = base::base64(kSecret);
  const auto found = decode_inside("see " + encoded + " here");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].begin, 4U);
  EXPECT_EQ(found[0].end, 4 + encoded.size());
}

TEST(Encoded, keys_digests_and_identifiers_are_not_texts) {
  EXPECT_TRUE(
      decode_inside("sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
          .empty());
  EXPECT_TRUE(decode_inside("getProjectEnvironmentVariablesByIdentifier").empty());
  EXPECT_TRUE(decode_inside("https://example.org/a%20b%20c?d=e%2Ff").empty());
  EXPECT_TRUE(decode_inside("/very/long/path/to/some/file/that/is/deep").empty());
}

TEST(Encoded, many_texts_are_bounded) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += base::base64(kSecret) + " ";
  EXPECT_EQ(decode_inside(text).size(), kMaxDecoded);
}

RC_GTEST_PROP(Encoded, any_bytes_are_survived_and_spans_are_inside, (const std::string& bytes)) {
  for (const auto& item : decode_inside("%41\\u00" + bytes + "&#x" + bytes)) {
    RC_ASSERT(item.begin < item.end);
  }
}

TEST(Unescaped, is_the_text_with_its_escapes_decoded_once) {
  EXPECT_EQ(unescaped("a%20b%2520c"), "a b%20c");
  EXPECT_EQ(unescaped("\\u00e9 \\x41 &#66; &#x43;"), "\xC3\xA9 A B C");
  EXPECT_EQ(unescaped("5 % & more \\ 100%"), "5 % & more \\ 100%");
  EXPECT_EQ(unescaped(""), "");
}

}  // namespace
}  // namespace touchstone::detect
