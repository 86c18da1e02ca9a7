// The places that a result shows.
#include "guard/result_places.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "guard/place_rows.hpp"
#include "guard/places_for_test.hpp"

namespace touchstone::guard {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> shown_in(const std::string& result) {
  const auto document = json::Parser().parse(json::Text(result));
  const Subject subject{.method = "tools/call", .server = "s", .name = "t"};
  return in_words(places_shown(subject, document->root()).all);
}

TEST(ResultPlaces, are_what_a_result_shows_by_name) {
  const auto* graph = R"({"content":[{"type":"text",)"
                      R"("text":" {\"entities\":[{\"name\":\"Zed\",\"n\":1}],\"ids\":[12]}"}]})";
  EXPECT_THAT(shown_in(graph), ElementsAre("id 12", "id zed"));
  EXPECT_THAT(shown_in(R"({"content":[],"structuredContent":{"title":"Plan B"}})"),
              ElementsAre("id plan b"));
  EXPECT_THAT(shown_in(R"({"content":[{"type":"text","text":"name: Zed"}]})"), IsEmpty());
}

TEST(ResultPlaces, are_what_a_result_shows_by_uri) {
  const auto* embedded = R"({"content":[{"type":"resource","resource":{"uri":"note://x1"}}]})";
  EXPECT_THAT(shown_in(embedded), ElementsAre("own note://x1"));
  EXPECT_THAT(shown_in(R"({"structuredContent":{"notes":[{"uri":"note://x1"}]}})"),
              ElementsAre("own note://x1"));
  EXPECT_THAT(shown_in(R"({"contents":[{"uri":"note://x1"},{"uri":"file:///a/b"}]})"),
              ElementsAre("own note://x1", "path /a/b"));
  EXPECT_THAT(
      shown_in(R"({"messages":[{"content":{"type":"resource","resource":{"uri":"note://x1"}}}]})"),
      ElementsAre("own note://x1"));
  EXPECT_THAT(shown_in(R"({"messages":[{"content":[{"type":"text","text":"x"},)"
                       R"({"type":"resource","resource":{"uri":"note://x1"}}]}]})"),
              ElementsAre("own note://x1"));
  EXPECT_THAT(shown_in(R"({"structuredContent":{"uris":["urn:note:x17","note:x17"]}})"),
              ElementsAre("own note:x17", "own urn:note:x17"));
  EXPECT_THAT(shown_in(R"({"structuredContent":{"title":"note: x17"}})"),
              places(R"({"title":"note: x17"})"));
  Places shown;
  shown.all = {{"s", "own", "note://box/x1"}, {"s", "path", "/a/b"}};
  const auto rows = in_words(asked_of_shown(shown));
  EXPECT_THAT(rows, Contains("id x1"));
  EXPECT_THAT(rows, Contains("path /a/b"));
}

TEST(ResultPlaces, are_no_names_in_the_text_of_a_resource) {
  const auto document = json::Parser().parse(
      json::Text(R"({"contents":[{"uri":"note://x1","text":"{\"name\":\"Zed\"}"}]})"));
  const Subject read{.method = "resources/read", .server = "s", .name = "note://x1"};
  EXPECT_THAT(in_words(places_shown(read, document->root()).all), ElementsAre("own note://x1"));
}

TEST(ResultPlaces, that_are_too_many_are_told) {
  std::string all;
  for (std::size_t i = 0; i < kMaxShown + 9; ++i) all += fmt::format("{},", i);
  const auto text = fmt::format(R"({{"structuredContent":{{"ids":[{}0]}}}})", all);
  const auto document = json::Parser().parse(json::Text(text));
  const Subject subject{.method = "tools/call", .server = "s"};
  EXPECT_TRUE(places_shown(subject, document->root()).too_many);
}

}  // namespace
}  // namespace touchstone::guard
