#include "http/page.hpp"

#include <gtest/gtest.h>

namespace touchstone::http {
namespace {

bool ours(std::string_view origin, std::string_view fetch_site, std::string_view proxy = {}) {
  PageRequest request;
  request.host = "localhost:7332";
  request.origin = origin;
  request.fetch_site = fetch_site;
  return is_from_own_page(request, proxy);
}

TEST(OwnPage, is_known_by_its_origin) {
  EXPECT_TRUE(ours("http://localhost:7332", ""));
  EXPECT_TRUE(ours("https://LOCALHOST:7332", "")) << "before a proxy that does TLS";
  EXPECT_TRUE(ours("https://gw.example", "", "https://gw.example"));
  for (const std::string_view other :
       {"http://localhost:5173", "http://localhost", "http://127.0.0.1:7332", "https://evil.com",
        "localhost:7332", "file://localhost:7332", "http://localhost:7332.evil.com", "http://"}) {
    EXPECT_FALSE(ours(other, "same-origin")) << other;
  }
}

TEST(OwnPage, without_an_origin_is_known_by_what_the_browser_says_of_the_site) {
  EXPECT_TRUE(ours("", "same-origin"));
  EXPECT_TRUE(ours("", "none"));
  EXPECT_TRUE(ours("null", "same-origin"));
  for (const std::string_view site : {"", "same-site", "cross-site"}) {
    EXPECT_FALSE(ours("", site)) << site;
    EXPECT_FALSE(ours("null", site)) << site;
  }
  EXPECT_FALSE(ours("null", "none"));
}

}  // namespace
}  // namespace touchstone::http
