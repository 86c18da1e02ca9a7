#include "http/url.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::http {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string text_of(const base::Result<Url>& url) {
  return url ? url->origin() + url->target : "refused";
}

TEST(Url, a_url_is_taken_apart) {
  const auto url = parse_url("HTTPS://Example.COM:8443/mcp/a%20b?x=%31#frag");
  ASSERT_TRUE(url);
  EXPECT_TRUE(url->secure);
  EXPECT_EQ(url->host, "example.com");
  EXPECT_EQ(url->port, 8443);
  EXPECT_EQ(url->target, "/mcp/a%20b?x=%31");
  EXPECT_EQ(url->authority, "example.com:8443");
  EXPECT_EQ(url->origin(), "https://example.com:8443");
}

TEST(Url, the_default_port_is_not_written) {
  EXPECT_EQ(parse_url("http://a:80/")->authority, "a");
  EXPECT_EQ(parse_url("https://a:443")->authority, "a");
  EXPECT_EQ(parse_url("https://a:80")->authority, "a:80");
  EXPECT_EQ(parse_url("http://a:")->port, 80);
  EXPECT_EQ(parse_url("https://a")->port, 443);
}

TEST(Url, the_target_has_at_least_a_slash) {
  EXPECT_EQ(parse_url("http://a")->target, "/");
  EXPECT_EQ(parse_url("http://a?x")->target, "/?x");
  EXPECT_EQ(parse_url("http://a#x")->target, "/");
}

TEST(Url, an_address_of_ip_version_6_stands_in_brackets) {
  const auto url = parse_url("http://[2001:DB8::1]:8080/x");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "2001:db8::1");
  EXPECT_EQ(url->authority, "[2001:db8::1]:8080");
  EXPECT_EQ(parse_url("http://[::1]")->authority, "[::1]");
}

TEST(Url, what_is_not_a_url_of_ours_is_refused) {
  for (const std::string_view text : {"",
                                      "http",
                                      "http:",
                                      "http:/a",
                                      "http://",
                                      "http:///x",
                                      "ftp://a/",
                                      "//a/",
                                      "/x",
                                      "a",
                                      "http://a:0/",
                                      "http://a:65536/",
                                      "http://a:-1/",
                                      "http://a:8x/",
                                      "http://a b/",
                                      "http://a/b c",
                                      "http://a/\n",
                                      "http://a\r\nHost: b/",
                                      "http://a/\\b",
                                      "http://a\\b/",
                                      "http://\xc3\xa9/",
                                      "http://a%41/",
                                      "http://[::1",
                                      "http://::1/",
                                      "http://[]/",
                                      "http://[1.2.3.4]/",
                                      "http://[::1]x/",
                                      "http://[fe80::1%25eth0]/",
                                      "http://a,b/",
                                      "http://.a/",
                                      "http://a..b/",
                                      "http://[::1]:x/",
                                      "http://a:80:80/"}) {
    EXPECT_EQ(text_of(parse_url(text)), "refused") << text;
  }
  EXPECT_FALSE(parse_url("http://a/" + std::string(10'000, 'x')));
}

TEST(Url, a_user_name_is_refused_and_not_repeated) {
  const auto url = parse_url("http://user:secret@a/");
  ASSERT_FALSE(url);
  EXPECT_THAT(base::to_string(url.error()), HasSubstr("user name"));
  EXPECT_THAT(base::to_string(url.error()), Not(HasSubstr("secret")));
}

// RFC 3986, 5.4, as far as its references can be http.
TEST(Url, references_are_resolved_as_the_rfc_shows) {
  const auto base = parse_url("http://a/b/c/d;p?q");
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"g", "/b/c/g"},
      {"./g", "/b/c/g"},
      {"g/", "/b/c/g/"},
      {"/g", "/g"},
      {"?y", "/b/c/d;p?y"},
      {"g?y", "/b/c/g?y"},
      {"#s", "/b/c/d;p?q"},
      {"g#s", "/b/c/g"},
      {"g?y#s", "/b/c/g?y"},
      {";x", "/b/c/;x"},
      {"g;x", "/b/c/g;x"},
      {"", "/b/c/d;p?q"},
      {".", "/b/c/"},
      {"./", "/b/c/"},
      {"..", "/b/"},
      {"../", "/b/"},
      {"../g", "/b/g"},
      {"../..", "/"},
      {"../../", "/"},
      {"../../g", "/g"},
      {"../../../g", "/g"},
      {"../../../../g", "/g"},
      {"/./g", "/g"},
      {"/../g", "/g"},
      {"g.", "/b/c/g."},
      {".g", "/b/c/.g"},
      {"g..", "/b/c/g.."},
      {"..g", "/b/c/..g"},
      {"./../g", "/b/g"},
      {"./g/.", "/b/c/g/"},
      {"g/./h", "/b/c/g/h"},
      {"g/../h", "/b/c/h"},
      {"g;x=1/./y", "/b/c/g;x=1/y"},
      {"g;x=1/../y", "/b/c/y"},
      {"g?y/./x", "/b/c/g?y/./x"},
      {"g?y/../x", "/b/c/g?y/../x"},
      {"g#s/../x", "/b/c/g"},
      {"%2e%2e/g", "/b/c/%2e%2e/g"},
      {"/a:b", "/a:b"},
  };
  for (const auto& [reference, target] : cases) {
    EXPECT_EQ(text_of(resolve(*base, reference)), "http://a" + std::string(target)) << reference;
  }
}

TEST(Url, a_reference_may_name_another_server) {
  const auto base = parse_url("https://a:8443/b");
  EXPECT_EQ(text_of(resolve(*base, "//g/../x")), "https://g/x");
  EXPECT_EQ(text_of(resolve(*base, "http://g/y/../z?q#f")), "http://g/z?q");
  EXPECT_EQ(text_of(resolve(*base, "HTTP://G")), "http://g/");
  EXPECT_EQ(text_of(resolve(*base, "/x")), "https://a:8443/x");
}

TEST(Url, a_reference_that_leads_elsewhere_is_refused) {
  const auto base = parse_url("https://a/b");
  for (const std::string_view reference :
       {"mailto:x", "javascript:alert(1)", "file:///etc/passwd", "http:g", "//", "//u@g/",
        "/\\evil", "x y", "/a\r\nb", "//g:99999/"}) {
    EXPECT_EQ(text_of(resolve(*base, reference)), "refused") << reference;
  }
}

}  // namespace
}  // namespace touchstone::http
