#include "base/digits.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/base64.hpp"
#include "base/text.hpp"

namespace touchstone::base {
namespace {

TEST(Digits, of_an_alphabet_are_its_own) {
  EXPECT_TRUE(kBase64.has('_') && kBase64.has('/') && kBase64.has('z'));
  EXPECT_FALSE(kBase64.has('=') || kBase64.has(' ') || kBase64.has('\xE4'));
  EXPECT_TRUE(kHex.has('f') && kHex.has('F') && kHex.has('0'));
  EXPECT_FALSE(kHex.has('g') || kHex.has('x'));
}

TEST(Digits, are_as_many_as_bytes_need) {
  EXPECT_EQ(kBase64.digits_of(8), 11U);
  EXPECT_EQ(kHex.digits_of(8), 16U);
}

TEST(Digits, that_make_no_byte_are_left_out) {
  EXPECT_EQ(decoded_digits("QQ", kBase64), "A");
  EXPECT_EQ(decoded_digits("414", kHex), "A");
  EXPECT_EQ(decoded_digits("", kHex), "");
}

RC_GTEST_PROP(Digits, stand_for_what_was_encoded, (const std::string& bytes)) {
  RC_ASSERT(decoded_digits(hex(bytes), kHex) == bytes);
  RC_ASSERT(decoded_digits(base64_url(bytes), kBase64) == bytes);
}

}  // namespace
}  // namespace touchstone::base
