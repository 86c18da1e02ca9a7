// The places that a result shows.
#include "guard/result_places.hpp"

#include <algorithm>
#include <iterator>

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
  const auto rows = in_words(asked_of_shown({.server = "s"}, shown));
  EXPECT_THAT(rows, Contains("id x1"));
  EXPECT_THAT(rows, Contains("path /a/b"));
}

TEST(ResultPlaces, are_no_names_in_the_text_of_a_resource) {
  const auto document = json::Parser().parse(
      json::Text(R"({"contents":[{"uri":"note://x1","text":"{\"name\":\"Zed\"}"}]})"));
  const Subject read{.method = "resources/read", .server = "s", .name = "note://x1"};
  EXPECT_THAT(in_words(places_shown(read, document->root()).all), ElementsAre("own note://x1"));
}

// Does the result of a call that names `named` bring the label of what was written to `written`?
bool brings(const std::string& written, const std::string& named, const std::string& text,
            const std::string& tool = "search") {
  const PlacedCall writer(fmt::format(R"({{"path":"{}"}})", written));
  const PlacedCall reader(named);
  const Subject subject{.method = "tools/call", .server = "s", .name = tool};
  const auto result = fmt::format(R"({{"content":[{{"type":"text","text":"{}"}}]}})", text);
  const auto document = json::Parser().parse(json::Text(result));
  const Places shown = places_shown(subject, document->root(), reader.found);
  auto rows = asked_of_shown(subject, shown);
  if (shown.opens) std::ranges::copy(asked_below(subject, reader.found), std::back_inserter(rows));
  const auto kept = kept_of(writer.subject, writer.found, {}, {}, {});
  return std::ranges::any_of(kept, [&](const store::LabelledLocation& one) {
    return std::ranges::count(rows, one.location) > 0;
  });
}

TEST(ResultPlaces, are_files_that_a_text_shows_with_what_is_in_them) {
  for (const auto* text : {"/a/x.txt:1:alpha", "=== /a/x.txt ===\\nalpha", "x.txt:1: alpha",
                           "# x.txt\\nalpha gets", "./x.txt:alpha"}) {
    EXPECT_TRUE(brings("/a/x.txt", R"({"pattern":"alpha"})", text)) << text;
    EXPECT_TRUE(brings("/a/x.txt", R"({"path":"/"})", text)) << text;
    EXPECT_FALSE(brings("/a/y.txt", R"({"pattern":"alpha"})", text)) << text;
  }
  EXPECT_TRUE(brings("x.txt", "{}", "/srv/x.txt:1:alpha"));
  EXPECT_TRUE(brings("/a/x.txt", "{}", "x.txt:1:alpha", "list_matches"));
  EXPECT_TRUE(brings("/a/x.txt", "{}", R"([{\"file\":\"x.txt\",\"text\":\"alpha\"}])"));
}

TEST(ResultPlaces, are_no_names_in_the_content_of_a_file_that_the_call_names) {
  EXPECT_FALSE(brings("/a/x.txt", R"({"path":"/b/log.txt"})", "/a/x.txt:1:alpha"));
}

TEST(ResultPlaces, of_a_folder_are_all_below_if_contents_are_shown) {
  EXPECT_TRUE(brings("/a/x.txt", R"({"path":"/a"})", "alpha gets nine hundred"));
  EXPECT_TRUE(brings("/a/b/x.txt", R"({"path":"/a/"})", "alpha gets nine hundred"));
  EXPECT_TRUE(brings("/a/x.txt", R"({"path":"/"})", "alpha gets nine hundred"));
  EXPECT_TRUE(brings("/a/x.txt", R"({"path":"/a"})", R"({\"all\":\"alpha gets nine hundred\"})"));
  for (const auto* folder : {R"({"path":"."})", R"({"path":"a"})", R"({"pattern":"/a/*.txt"})"})
    EXPECT_TRUE(brings("/a/x.txt", folder, "alpha gets nine hundred")) << folder;
  EXPECT_TRUE(brings("a/x.txt", R"({"path":"/srv/a"})", "alpha gets nine hundred"));
  EXPECT_FALSE(brings("/a/x.txt", R"({"path":"/b"})", "alpha gets nine hundred"));
}

TEST(ResultPlaces, of_a_folder_that_is_listed_are_none) {
  for (const auto* text :
       {"[FILE] x.txt\\n[DIR] b", "x.txt\\ny.txt", "/a/x.txt\\n/a/y.txt",
        R"([{\"name\":\"x.txt\",\"size\":12,\"changed\":\"2026-05-05 10:00\"}])"})
    EXPECT_FALSE(brings("/a/x.txt", R"({"path":"/a"})", text)) << text;
  EXPECT_FALSE(brings("/a/x.txt", R"({"path":"/a"})", "x.txt has 12 bytes", "list_directory"));
}

TEST(ResultPlaces, that_are_too_many_are_told) {
  std::string all;
  for (std::size_t i = 0; i < kMaxShown + 9; ++i) all += fmt::format("{},", i);
  const auto text = fmt::format(R"({{"structuredContent":{{"ids":[{}0]}}}})", all);
  const auto document = json::Parser().parse(json::Text(text));
  const Subject subject{.method = "tools/call", .server = "s"};
  EXPECT_TRUE(places_shown(subject, document->root()).too_many);
  std::string lines;
  for (std::size_t i = 0; i < kMaxShown + 9; ++i) lines += fmt::format("/a/{}.txt:1:x\\n", i);
  const auto found = fmt::format(R"({{"content":[{{"type":"text","text":"{}"}}]}})", lines);
  EXPECT_TRUE(places_shown(subject, json::Parser().parse(json::Text(found))->root()).too_many);
}

}  // namespace
}  // namespace touchstone::guard
