#include "face/guard.hpp"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace touchstone::face {
namespace {

using Pairs = std::vector<std::pair<std::string_view, std::string_view>>;

Verdict check(const Pairs& pairs, const Door& door = {}) {
  http::Headers headers;
  for (const auto& [name, value] : pairs) headers.add(name, value);
  return check_door(headers, door);
}

struct Case {
  std::string_view value;
  int status;
};

TEST(Guard, answers_only_to_names_of_this_machine) {
  constexpr Case kHosts[] = {
      {"localhost", 0},
      {"localhost:7332", 0},
      {"LocalHost:7332", 0},
      {"127.0.0.1", 0},
      {"127.0.0.1:80", 0},
      {"[::1]", 0},
      {"[::1]:7332", 0},
      {"", 403},
      {"evil.com", 403},
      {"evil.com:7332", 403},
      {"localhost.evil.com", 403},
      {"127.0.0.1.evil.com", 403},
      {"127.0.0.1.evil.com:7332", 403},
      {"evil-localhost", 403},
      {"localhost@evil.com", 403},
      {"localhost:7332@evil.com", 403},
      {"localhost:evil", 403},
      {"localhost:80:80", 403},
      {"localhost/evil", 403},
      {"[::1].evil.com", 403},
      {"[::1].evil.com:80", 403},
      {"[::2]", 403},
      {"[evil]", 403},
      {"::1", 403},
      {":80", 403},
      {"0.0.0.0", 403},
      {"2130706433", 403},
  };
  for (const auto& [host, status] : kHosts)
    EXPECT_EQ(check({{"Host", host}}).status, status) << host;
  EXPECT_EQ(check({}).status, 403);
}

TEST(Guard, answers_to_the_names_the_operator_gave) {
  const Door door = {{"gateway.example", "other.example:8080", "[fd00::1]"}, {}, {}};
  constexpr Case kHosts[] = {
      {"gateway.example", 0},
      {"Gateway.Example:443", 0},
      {"other.example:8080", 0},
      {"other.example:8081", 403},
      {"gateway.example.evil.com", 403},
      {"[fd00::1]:80", 0},
      {"localhost", 0},
      {"example", 403},
  };
  for (const auto& [host, status] : kHosts)
    EXPECT_EQ(check({{"Host", host}}, door).status, status) << host;
}

TEST(Guard, lets_in_only_web_pages_of_this_machine) {
  constexpr Case kOrigins[] = {
      {"http://localhost", 0},
      {"http://localhost:5173", 0},
      {"https://127.0.0.1:8443", 0},
      {"http://[::1]:80", 0},
      {"", 403},
      {"null", 403},
      {"localhost", 403},
      {"file://localhost", 403},
      {"ftp://localhost", 403},
      {"javascript://localhost", 403},
      {"http://evil.com", 403},
      {"http://localhost.evil.com", 403},
      {"http://127.0.0.1.evil.com", 403},
      {"http://localhost@evil", 403},
      {"http://localhost:80@evil.com", 403},
      {"http://localhost:80.evil.com", 403},
      {"http://evil.com/://localhost", 403},
      {"http://evil.com#http://localhost", 403},
      {"http://[::1].evil.com", 403},
      {"http://localhost/", 403},
      {"http://localhost:80/", 403},
      {"http://localhost http://evil.com", 403},
      {"://localhost", 403},
  };
  for (const auto& [origin, status] : kOrigins)
    EXPECT_EQ(check({{"Host", "localhost"}, {"Origin", origin}}).status, status) << origin;
}

TEST(Guard, an_allowed_origin_is_that_origin_and_no_other) {
  const Door door = {{}, {"https://app.example"}, {}};
  constexpr Case kOrigins[] = {
      {"https://app.example", 0},       {"http://app.example", 403},
      {"https://app.example:444", 403}, {"https://app.example.evil.com", 403},
      {"http://localhost", 0},
  };
  for (const auto& [origin, status] : kOrigins)
    EXPECT_EQ(check({{"Host", "localhost"}, {"Origin", origin}}, door).status, status) << origin;
  // A good origin does not make up for a bad host.
  EXPECT_EQ(check({{"Host", "evil.com"}, {"Origin", "https://app.example"}}, door).status, 403);
}

TEST(Guard, without_tokens_everybody_is_the_same) {
  EXPECT_EQ(check({{"Host", "localhost"}}).principal, kAnybody);
  EXPECT_EQ(check({{"Host", "localhost"}, {"Authorization", "Bearer x"}}).principal, kAnybody);
}

TEST(Guard, a_token_must_be_the_whole_token) {
  const Door door = {{}, {}, {{"ann", "secret-of-ann"}, {"bob", "secret-of-bob"}}};
  const auto who = [&](std::string_view shown) {
    const Verdict verdict = check({{"Host", "localhost"}, {"Authorization", shown}}, door);
    EXPECT_EQ(verdict.status == 0, !verdict.principal.empty()) << shown;
    EXPECT_TRUE(verdict.status == 0 || verdict.status == 401) << shown;
    return verdict.principal;
  };
  EXPECT_EQ(who("Bearer secret-of-ann"), "ann");
  EXPECT_EQ(who("bearer secret-of-bob"), "bob");
  EXPECT_EQ(who("BEARER secret-of-bob"), "bob");
  for (const std::string_view wrong :
       {"", "Bearer", "Bearer ", "Bearer secret", "Bearer secret-of-an", "Bearer secret-of-anna",
        "Bearer Secret-of-ann", "Bearer  secret-of-ann", "Bearer secret-of-annsecret-of-ann",
        "Basic secret-of-ann", "secret-of-ann", "Bearersecret-of-ann", "Bearer ann"}) {
    EXPECT_EQ(who(wrong), "") << wrong;
  }
  EXPECT_EQ(check({{"Host", "localhost"}}, door).status, 401);
  // The door comes first: a page elsewhere does not learn whether its token is good.
  EXPECT_EQ(check({{"Host", "evil.com"}, {"Authorization", "Bearer x"}}, door).status, 403);
}

TEST(Guard, an_empty_secret_opens_nothing) {
  const Door door = {{}, {}, {{"ann", ""}}};
  EXPECT_EQ(check({{"Host", "localhost"}}, door).status, 401);
  EXPECT_EQ(check({{"Host", "localhost"}, {"Authorization", "Bearer "}}, door).status, 401);
  EXPECT_EQ(check({{"Host", "localhost"}, {"Authorization", "Bearer x"}}, door).status, 401);
}

}  // namespace
}  // namespace touchstone::face
