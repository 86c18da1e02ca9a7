#include "base/secret_words.hpp"

#include <gtest/gtest.h>

namespace touchstone::base {
namespace {

TEST(SecretWords, a_word_of_a_name_tells) {
  for (const auto* name : {"--api-key", "ACCESS_TOKEN", "password", "X-Auth", "sessions.cookie"})
    EXPECT_TRUE(names_secret(name)) << name;
  for (const auto* name : {"", "--author", "--keyboard", "monkey", "--port"})
    EXPECT_FALSE(names_secret(name)) << name;
}

TEST(SecretWords, long_words_of_letters_and_digits_look_random) {
  EXPECT_TRUE(looks_random("k4f9a0c7e2b1d8a6f3e5c"));
  EXPECT_FALSE(looks_random("k4f9"));
  EXPECT_FALSE(looks_random("@modelcontextprotocol/server-filesystem"));
  EXPECT_FALSE(looks_random("/home/ann/documents/2024"));
}

}  // namespace
}  // namespace touchstone::base
