// What is left of a URI that names a source, and what is not.
#include "detect/clean_uri.hpp"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "detect/content_for_test.hpp"

namespace touchstone::detect {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// In two parts, so that nobody takes this file for a leak.
const std::string kGithubToken = std::string("ghp_") + "Q7dM2xkLw9RzT4vBn8HsYc1JfUeP3a0WqXr5";

std::string cleaned(std::string_view uri) {
  static auto scratch = content_testing::engine().make_scratch();
  return clean_uri(uri, content_testing::engine(), scratch);
}

std::string digest(std::string_view text) { return digest_in_place(text); }

TEST(CleanUri, leaves_what_has_no_secret_in_it_byte_for_byte) {
  for (const std::string_view uri :
       {"", "urn:org:acme:hr", "https://a.example/b?page=2&sort=name#L20", "u:mine",
        "mcp://files.acme.local/hr/salaries.xlsx", "file:///home/ann/a%20b.txt", "no uri at all",
        "https://jira.example/browse?issueKey=PROJ-12&nextPageToken=3", "mailto:ann@acme.example",
        "https://a.example/x?token", "https://a.example/?sig=", "%", "://", "//", "?#;", "\xff\xfe",
        "https://a.example/@ann/status/1", "https://a.example/b;v=2?c"}) {
    EXPECT_EQ(cleaned(uri), uri);
  }
}

TEST(CleanUri, has_a_digest_where_a_query_or_a_fragment_has_a_secret) {
  const std::string query = "access_token=" + kGithubToken + "&page=2";
  EXPECT_EQ(cleaned("https://api.example/file?" + query),
            "https://api.example/file?" + digest(query));
  EXPECT_EQ(cleaned("https://api.example/file?a=1#" + query),
            "https://api.example/file?a=1#" + digest(query));
  EXPECT_EQ(cleaned("https://api.example/x?y=" + kGithubToken + "#top"),
            "https://api.example/x?" + digest("y=" + kGithubToken) + "#top");
}

TEST(CleanUri, hides_what_urls_are_signed_with_though_its_value_looks_like_nothing) {
  for (const std::string_view query : {"X-Amz-Signature=abc",
                                       "x-amz-signature=abc",
                                       "sv=2022&sig=abc",
                                       "token=abc",
                                       "key=abc",
                                       "a=1&access_token=abc",
                                       "X-Goog-Signature=abc",
                                       "X-Amz-Security-Token=abc",
                                       "X-Goog-Credential=abc",
                                       "AWSAccessKeyId=abc",
                                       "password=abc",
                                       "client_secret=abc",
                                       "api_key=abc",
                                       "api-key=abc",
                                       "subscription-key=abc",
                                       "jwt=abc",
                                       "a;sid=abc",
                                       "access%5Ftoken=abc",
                                       "u=https%3A%2F%2Fx%2F%3Fsig%3Dabc",
                                       "acces%73_token=abc",
                                       "u=https%253A%252F%252Fx%252F%253Fsig%253Dabc"}) {
    EXPECT_EQ(cleaned(fmt::format("https://a.example/f?{}#l", query)),
              fmt::format("https://a.example/f?{}#l", digest(query)));
  }
  EXPECT_EQ(cleaned("https://a.example/f;jsessionid=abc?x=1"),
            "https://a.example/f;" + digest("jsessionid=abc") + "?x=1");
}

TEST(CleanUri, drops_who_is_named_before_a_host) {
  EXPECT_EQ(cleaned("https://ann:hunter22@a.example/b?c"), "https://a.example/b?c");
  EXPECT_EQ(cleaned("https://ann@a.example"), "https://a.example");
  EXPECT_EQ(cleaned("//ann:p@ss@a.example/b"), "//a.example/b");
  EXPECT_EQ(cleaned("mcp://web/https://ann:hunter22@a.example/b"), "mcp://web/https://a.example/b");
  EXPECT_EQ(cleaned("https://" + kGithubToken + "@a.example/b"), "https://a.example/b");
}

TEST(CleanUri, hides_in_a_path_only_what_was_found) {
  EXPECT_EQ(cleaned("https://a.example/t/" + kGithubToken + "/files/1?page=2"),
            "https://a.example/t/" + digest(kGithubToken) + "/files/1?page=2");
  EXPECT_EQ(cleaned(kGithubToken), digest(kGithubToken));
}

TEST(CleanUri, keeps_scheme_and_host_of_one_that_is_too_long) {
  const std::string long_path = "https://ann:pw@a.example/" + std::string(kMaxUri, 'x');
  EXPECT_EQ(cleaned(long_path), "https://a.example/" + digest(long_path));
  const std::string no_host = "data:" + std::string(kMaxUri, 'x');
  EXPECT_EQ(cleaned(no_host), digest(no_host));
  const std::string long_host = "https://" + std::string(kMaxUri, 'x') + "/";
  EXPECT_EQ(cleaned(long_host), digest(long_host));
  const std::string whole(kMaxUri, 'x');
  EXPECT_EQ(cleaned(whole), whole);
}

TEST(CleanUri, does_not_grow_however_many_secrets_there_are) {
  std::string many = "https://a.example";
  for (int i = 0; i < 60; ++i) many += "/" + kGithubToken;
  EXPECT_EQ(cleaned(many), "https://a.example/" + digest(many));
  std::string users = "x";
  while (users.size() + 8 < kMaxUri) users += "://a@b/";
  EXPECT_LE(cleaned(users).size(), kMaxUri);
}

// Pieces that matter to URIs and to the detectors, in any order.
rc::Gen<std::string> any_uri() {
  const auto piece = rc::gen::elementOf(std::vector<std::string>{"https://",
                                                                 "http:",
                                                                 "//",
                                                                 "/",
                                                                 "?",
                                                                 "#",
                                                                 ";",
                                                                 "&",
                                                                 "=",
                                                                 "@",
                                                                 ":",
                                                                 "%",
                                                                 "%41",
                                                                 "%3D",
                                                                 "a",
                                                                 "host.example",
                                                                 "token",
                                                                 "access_token=",
                                                                 "sig=",
                                                                 "X-Amz-Signature=",
                                                                 "abc",
                                                                 "password:",
                                                                 "hunter2secretZ9",
                                                                 "sha256:",
                                                                 kGithubToken,
                                                                 "\xc3\xa4",
                                                                 "\xff",
                                                                 std::string(300, 'y'),
                                                                 "0123456789abcdef0123456789abcdef",
                                                                 "user:pw@",
                                                                 " ",
                                                                 "\n",
                                                                 "key",
                                                                 "secret"});
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                      [](const std::vector<std::string>& pieces) {
                        std::string out;
                        for (const auto& one : pieces) out += one;
                        return out;
                      });
}

RC_GTEST_PROP(CleanUriProperty, what_is_clean_stays_as_it_is_and_has_no_secret_in_it, ()) {
  const std::string out = cleaned(*any_uri());
  RC_ASSERT(cleaned(out) == out);
  RC_ASSERT(out.size() <= kMaxUri);
  RC_ASSERT(!content_testing::scan(out).has(ContentKind::kSecret));
}

}  // namespace
}  // namespace touchstone::detect
