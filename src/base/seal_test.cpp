#include "base/seal.hpp"

#include <gtest/gtest.h>

namespace touchstone::base {
namespace {

TEST(Seal, opens_what_it_closed_and_only_for_the_same_words) {
  SystemRandom random;
  Seal seal(random);
  const std::string sealed = seal.close("secret", "alice /mcp");
  EXPECT_EQ(seal.open(sealed, "alice /mcp"), "secret");
  EXPECT_FALSE(seal.open(sealed, "mallory /mcp"));
  EXPECT_NE(seal.close("secret", "alice /mcp"), sealed);
  EXPECT_EQ(seal.open(seal.close("", ""), ""), "");
}

TEST(Seal, any_changed_character_breaks_it) {
  SystemRandom random;
  Seal seal(random);
  const std::string sealed = seal.close("secret", "bound");
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(seal.open(changed, "bound")) << i;
    EXPECT_FALSE(seal.open(sealed.substr(0, i), "bound"));
  }
  EXPECT_FALSE(Seal(random).open(sealed, "bound"));  // another key
}

TEST(Seal, of_the_same_key_opens_it_later) {
  SystemRandom random;
  const auto key = made_key(random);
  const std::string sealed = Seal(random, key).close_bytes("secret", "bound");
  EXPECT_EQ(sealed.size(), 6 + Seal::kSealedBytes);
  EXPECT_EQ(Seal(random, key).open_bytes(sealed, "bound"), "secret");
  EXPECT_FALSE(Seal(random, key).open_bytes(sealed, "other"));
  EXPECT_FALSE(Seal(random, made_key(random)).open_bytes(sealed, "bound"));
}

TEST(Seal, closes_behind_what_is_there_and_under_its_own_key_each_time) {
  SystemRandom random;
  const auto key = made_key(random);
  Seal one(random, key);
  Seal other(random);
  for (const std::string plain : {"first", "", "third"}) {
    std::string out = "head";
    one.append_closed(out, plain, "head");
    (void)other.close_bytes("something else", "bound");
    EXPECT_EQ(out.substr(0, 4), "head");
    EXPECT_EQ(Seal(random, key).open_bytes(std::string_view(out).substr(4), "head"), plain);
    EXPECT_FALSE(other.open_bytes(std::string_view(out).substr(4), "head"));
  }
}

TEST(SealKey, is_another_for_each_purpose) {
  SystemRandom random;
  const auto key = made_key(random);
  EXPECT_EQ(derived_key(key, "one"), derived_key(key, "one"));
  EXPECT_NE(derived_key(key, "one"), derived_key(key, "two"));
  EXPECT_NE(derived_key(key, "one"), derived_key(made_key(random), "one"));
}

TEST(Sha256, gives_the_known_digest) {
  EXPECT_EQ(sha256("abc").substr(0, 4), std::string("\xba\x78\x16\xbf", 4));
}

}  // namespace
}  // namespace touchstone::base
