// One name for all spellings of a place.
#include "guard/place_name.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::guard {
namespace {

TEST(PlaceName, nothing_is_above_the_root_and_other_grounds) {
  EXPECT_EQ(path_name("/../../a"), "/a");
  EXPECT_EQ(path_name("../../a/../b"), "../../b");
  EXPECT_EQ(path_name("~/../a"), "~/a");
  EXPECT_EQ(path_name("C:\\..\\a"), "c:/a");
  EXPECT_EQ(path_name("docs/x:/../~/../a"), "docs/a") << "folders of such names";
  EXPECT_EQ(path_name("/x:/../a"), "/a");
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
