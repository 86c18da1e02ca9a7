// What somebody claims of data, before it becomes a label.
#include "guard/scanner.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "detect/clean_uri.hpp"
#include "guard/veil.hpp"
#include "json/test_support.hpp"

namespace touchstone::guard {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

Scanner& ready_scanner() {
  static Scanner scanner(std::move(*detect::ContentEngine::compile()));
  return scanner;
}

std::vector<std::string> sources_of(Scanner& scanner, std::string_view uris) {
  const auto value =
      json::document(fmt::format(R"({{"_meta":{{"annotations":{{"attribution":[{}]}}}}}})", uris));
  return scanner.claims_in(value.root()).attribution.all();
}

TEST(Claims, name_sources_without_what_they_were_signed_with) {
  EXPECT_THAT(sources_of(ready_scanner(), R"("https://a.example/f?sig=1","urn:b")"),
              ElementsAre("https://a.example/f?" + digest_text("sig=1"), "urn:b"));
}

TEST(Claims, that_say_the_same_twice_are_one) {
  EXPECT_THAT(sources_of(ready_scanner(), R"("https://a@b.example/","https://b.example/")"),
              ElementsAre("https://b.example/"));
}

TEST(Claims, name_sources_as_digests_while_there_are_no_detectors) {
  Scanner none;
  EXPECT_THAT(sources_of(none, R"("urn:b")"), ElementsAre(digest_text("urn:b")));
}

TEST(Claims, beyond_what_one_result_may_name_are_one_digest) {
  std::string blocks;
  for (int block = 0; block < 3; ++block) {
    std::string uris;
    for (int i = 0; i < 1000; ++i)
      uris += fmt::format(R"({}"urn:{}:{:04}")", i == 0 ? "" : ",", block, i);
    blocks += fmt::format(R"({}{{"_meta":{{"annotations":{{"attribution":[{}]}}}}}})",
                          block == 0 ? "" : ",", uris);
  }
  const auto value = json::document(fmt::format(R"({{"content":[{}]}})", blocks));
  const auto sources = ready_scanner().claims_in(value.root()).attribution.all();
  EXPECT_EQ(sources.size(), Scanner::kMaxSources + 1);
  EXPECT_THAT(sources, Contains("urn:0:0999"));
  EXPECT_EQ(std::ranges::count_if(sources, [](auto& uri) { return uri.starts_with("sha256:"); }),
            1);
}

model::Label any_claimed_label() {
  const auto piece = rc::gen::elementOf(std::vector<std::string>{
      "https://", "a.example", "b.example", "/", "?", "sig=", "token=abc", "x", "u@", "#"});
  model::DataClaims claims;
  for (const auto& pieces : *rc::gen::container<std::vector<std::vector<std::string>>>(
           rc::gen::container<std::vector<std::string>>(piece))) {
    std::string uri;
    for (const auto& one : pieces) uri += one;
    claims.attribution.insert(ready_scanner().clean(uri));
  }
  return model::label_of(claims);
}

// Labels of cleaned claims join as all labels do, and cleaning what a label has changes nothing.
RC_GTEST_PROP(ClaimedLabels, join_to_what_is_clean_in_any_order, ()) {
  const auto a = any_claimed_label();
  const auto b = any_claimed_label();
  const auto c = any_claimed_label();
  const auto joined = [](model::Label one, const model::Label& other) {
    one.join(other);
    return one;
  };
  const auto all = joined(joined(a, b), c);
  RC_ASSERT(all == joined(c, joined(b, a)));
  RC_ASSERT(all.covers(a) && all.covers(b) && all.covers(c));
  for (const auto& uri : all.attribution.uris()) RC_ASSERT(ready_scanner().clean(uri) == uri);
}

}  // namespace
}  // namespace touchstone::guard
