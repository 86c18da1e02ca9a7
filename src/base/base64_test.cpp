#include "base/base64.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::base {
namespace {

TEST(Base64, gives_the_vectors_of_the_rfc) {
  constexpr std::pair<std::string_view, std::string_view> kVectors[] = {{"", ""},
                                                                        {"f", "Zg=="},
                                                                        {"fo", "Zm8="},
                                                                        {"foo", "Zm9v"},
                                                                        {"foob", "Zm9vYg=="},
                                                                        {"fooba", "Zm9vYmE="},
                                                                        {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, encoded] : kVectors) {
    EXPECT_EQ(base64(plain), encoded);
    EXPECT_EQ(from_base64(encoded), plain);
  }
}

TEST(Base64, refuses_what_is_not_exactly_right) {
  for (const auto* bad : {"Zg", "Zg=", "Zg===", "Zh==", "Z", "Zm9v!", "Z m8", "====", "Zm=v"})
    EXPECT_FALSE(from_base64(bad)) << bad;
  EXPECT_FALSE(from_base64_url("Zg=="));
}

RC_GTEST_PROP(Base64, reads_back_what_it_wrote, (const std::string& bytes)) {
  RC_ASSERT(from_base64(base64(bytes)) == bytes);
  RC_ASSERT(from_base64_url(base64_url(bytes)) == bytes);
}

}  // namespace
}  // namespace touchstone::base
