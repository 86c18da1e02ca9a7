#include "config/veiled.hpp"

#include <gtest/gtest.h>

namespace touchstone::config {
namespace {

TEST(Veiled, hides_what_a_name_beside_it_says_is_a_secret) {
  EXPECT_EQ(veiled("--token=abc"), "--token=***");
  EXPECT_EQ(veiled("GITHUB_TOKEN=abc"), "GITHUB_TOKEN=***");
  EXPECT_EQ(veiled("Authorization: Bearer abc"), "Authorization: ***");
  EXPECT_EQ(veiled("X-Api-Key:abc"), "X-Api-Key:***");
  EXPECT_EQ(veiled("https://u:pw@x.example/mcp"), "https://***@x.example/mcp");
  EXPECT_EQ(veiled("https://x.example/mcp?a=1&api_key=s&b=2#f"),
            "https://x.example/mcp?a=1&api_key=***&b=2#f");
  EXPECT_EQ(veiled("--db=postgres://u:p@h/db?sslmode=on"), "--db=postgres://***@h/db?sslmode=on");
}

TEST(Veiled, leaves_everything_else_as_it_is) {
  for (const auto* text :
       {"", "--verbose", "--author=ann", "a@b.example", "https://x.example/a?page=2", "npx",
        "C:\\tokens\\a", "--log-file=/run/t", "mailto:a@b", "@scope/pack@1.2", "--token=", "://",
        "https://x.example/@me"}) {
    EXPECT_EQ(veiled(text), text);
  }
}

TEST(Veiled, an_option_announces_the_secret_that_follows_it) {
  EXPECT_TRUE(announces_secret("--api-key"));
  EXPECT_TRUE(announces_secret("-password"));
  EXPECT_FALSE(announces_secret("--token=x"));
  EXPECT_FALSE(announces_secret("--log-file"));
  EXPECT_FALSE(announces_secret("token"));
}

}  // namespace
}  // namespace touchstone::config
