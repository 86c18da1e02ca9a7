#include "guard/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "flow/memory.hpp"
#include "guard/place_name.hpp"
#include "json/parser.hpp"

namespace touchstone::guard {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// As the guard has them: "path docs/a.txt".
std::vector<std::string> places(const std::string& arguments) {
  const auto document = json::Parser().parse(json::Text(arguments));
  const Subject subject{
      .method = "tools/call", .server = "s", .name = "t", .arguments = document->root()};
  std::vector<std::string> out;
  for (const auto& place : places_of(subject, flow::Memory({}).trace(subject.arguments))) {
    out.push_back(place.kind + " " + place.place);
  }
  return out;
}

std::vector<std::string> places_of_resource(const std::string& uri) {
  std::vector<std::string> out;
  const Subject subject{.method = "resources/read", .server = "s", .name = uri};
  for (const auto& place : places_of(subject, {})) out.push_back(place.kind + " " + place.place);
  return out;
}

TEST(Places, a_path_is_one_place_however_it_is_written) {
  for (const auto* path : {"docs/a.txt", "./docs/a.txt", "docs//a.txt", "docs/x/../a.txt",
                           "docs/./x/y/../../a.txt", "Docs/A.txt", "docs\\\\x\\\\..\\\\a.txt"}) {
    EXPECT_THAT(places(R"({"path":")" + std::string(path) + R"("})"),
                ElementsAre("path docs/a.txt"))
        << path;
  }
}

TEST(Places, so_is_one_without_an_ending_that_only_its_parameter_tells) {
  for (const auto* path : {"docs/plan", "./docs/plan", "docs/x/../plan", "docs/plan/"}) {
    EXPECT_THAT(places(R"({"path":")" + std::string(path) + R"("})"), ElementsAre("path docs/plan"))
        << path;
  }
  EXPECT_EQ(places(R"({"path":"./plan"})"), places(R"({"name":"plan"})"));
}

TEST(Places, a_file_uri_is_its_path) {
  const auto same = ElementsAre("path /docs/a b.txt");
  EXPECT_THAT(places_of_resource("file:///docs/x/../a%20b.txt"), same);
  EXPECT_THAT(places_of_resource("FILE://localhost/docs/%61%20b.txt"), same);
  EXPECT_THAT(places(R"({"uri":"file:///docs/a%20b.txt"})"), same);
  EXPECT_THAT(places(R"({"path":"/docs/a b.txt"})"), same);
}

TEST(Places, a_uri_is_one_place_with_and_without_needless_escapes) {
  const auto same = ElementsAre("uri host.dev/a/~b?q=%2f");
  EXPECT_THAT(places(R"({"url":"https://host.dev/a/~b?q=%2F"})"), same);
  EXPECT_THAT(places(R"({"url":"https://Host.dev/x/../%61/%7eb?q=%2f"})"), same);
  EXPECT_THAT(places_of_resource("https://host.dev/a/%7Eb?q=%2f"), same);
  EXPECT_THAT(places_of_resource("note:%41"), ElementsAre("uri note:a"));
}

TEST(Places, what_is_moved_is_named_by_both_ends) {
  EXPECT_THAT(places(R"({"source":"plan","destination":"plan two"})"),
              ElementsAre("id plan", "id plan two"));
  EXPECT_THAT(places(R"({"destination":"Berlin"})"), IsEmpty());
}

TEST(PlaceName, nothing_is_above_the_root_and_other_grounds) {
  EXPECT_EQ(path_name("/../../a"), "/a");
  EXPECT_EQ(path_name("../../a/../b"), "../../b");
  EXPECT_EQ(path_name("~/../a"), "~/a");
  EXPECT_EQ(path_name("C:\\..\\a"), "c:/a");
  EXPECT_EQ(path_name("file:///C:/x/a"), "c:/x/a");
  EXPECT_EQ(path_name("/"), "/");
  EXPECT_EQ(uri_name("https://h/../../a"), "https://h/a");
}

RC_GTEST_PROP(PlaceName, a_name_of_a_name_is_itself, ()) {
  const auto parts = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "/", "..", ".", "a", "B", "\\", "~", "c:", "%", "41", "%2e", "%2F", "?", " "));
  std::string text;
  for (const auto& part : parts) text += part;
  RC_PRE(!is_file_uri(text));
  RC_ASSERT(path_name(path_name(text)) == path_name(text));
}

}  // namespace
}  // namespace touchstone::guard
