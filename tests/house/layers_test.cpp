#include "house/layers.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "house/files.hpp"

namespace touchstone::house {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(Layers, every_file_uses_only_what_its_module_may_use) {
  const auto files = files_in_src();
  ASSERT_GT(files.size(), 10U) << "nothing found under " << TOUCHSTONE_SRC;
  for (const auto& file : files) {
    const auto faults = check_includes(file.path, file.text);
    EXPECT_THAT(faults, IsEmpty()) << list(faults);
  }
}

TEST(Layers, every_header_is_a_manual_and_guards_itself) {
  for (const auto& file : files_in_src()) {
    if (!file.path.ends_with(".hpp")) continue;
    const auto faults = check_header(file.path, file.text);
    EXPECT_THAT(faults, IsEmpty()) << list(faults);
  }
}

TEST(Layers, the_table_itself_points_only_downwards) {
  std::vector<std::string> below;
  for (const auto& layer : kLayers) {
    std::istringstream used{std::string(layer.may_use)};
    for (std::string module; used >> module;) {
      EXPECT_TRUE(std::find(below.begin(), below.end(), module) != below.end())
          << layer.module << " names " << module << ", which does not stand above it in kLayers";
    }
    below.emplace_back(layer.module);
  }
}

// The checker would also be green if it saw nothing: here it must see.

TEST(Layers, an_upward_edge_is_named_with_file_line_and_remedy) {
  const auto faults = check_includes("json/parser.cpp",
                                     "#include \"json/parser.hpp\"\n"
                                     "#include <string>\n"
                                     "  #  include \"model/tool.hpp\"  // why not\n");
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_THAT(faults[0], StartsWith("json/parser.cpp:3: json may not use model"));
  EXPECT_THAT(faults[0], HasSubstr("It may use: base."));
  EXPECT_THAT(faults[0], HasSubstr("kLayers"));
}

TEST(Layers, modules_beside_each_other_may_not_use_each_other_unless_the_table_says_so) {
  EXPECT_THAT(check_includes("http/parse.cpp", "#include \"rpc/frame.hpp\"\n"),
              ElementsAre(HasSubstr("http may not use rpc")));
}

TEST(Layers, an_unknown_module_is_refused_on_both_ends) {
  EXPECT_THAT(check_includes("model/a.cpp", "#include \"util/b.hpp\"\n"),
              ElementsAre(HasSubstr("there is no module util")));
  EXPECT_THAT(check_includes("util/b.cpp", ""),
              ElementsAre(HasSubstr("there is no module 'util'")));
  EXPECT_THAT(check_includes("main.cpp", ""), ElementsAre(HasSubstr("there is no module ''")));
}

TEST(Layers, an_include_without_its_module_is_refused) {
  EXPECT_THAT(check_includes("model/a.cpp", "#include \"tool.hpp\"\n"),
              ElementsAre(HasSubstr("Write \"model/tool.hpp\"")));
}

TEST(Layers, libraries_stay_where_they_belong) {
  EXPECT_THAT(check_includes("json/a.cpp", "#include \"simdjson.h\"\n"), IsEmpty());
  EXPECT_THAT(check_includes("model/tool_bench.cpp", "#include <simdjson.h>\n"), IsEmpty());
  EXPECT_THAT(check_includes("model/tool.cpp", "#include <simdjson.h>\n"),
              ElementsAre(StartsWith("model/tool.cpp:1: simdjson belongs in json/*")));
  EXPECT_THAT(check_includes("cli/main.cpp", "#include <CLI/CLI.hpp>\n"), IsEmpty());
  EXPECT_THAT(check_includes("app/main.cpp", "#include <CLI/CLI.hpp>\n"),
              ElementsAre(HasSubstr("CLI/ belongs in cli/*")));
  EXPECT_THAT(check_includes("base/text.cpp", "#include <gtest/gtest.h>\n"),
              ElementsAre(HasSubstr("gtest/ belongs in *_test.cpp")));
}

TEST(Layers, words_that_only_look_like_includes_are_left_alone) {
  EXPECT_THAT(check_includes("json/a.cpp",
                             "// #include \"model/tool.hpp\"\n"
                             "auto s = \"#include <CLI/CLI.hpp>\";\n"
                             "#include MACRO\n"),
              IsEmpty());
}

TEST(Layers, a_header_without_manual_or_guard_is_named) {
  EXPECT_THAT(check_header("base/a.hpp", "// A: does a.\n#pragma once\n"), IsEmpty());
  EXPECT_THAT(check_header("base/a.hpp", "#pragma once\n"),
              ElementsAre(HasSubstr("begins with no comment"), HasSubstr("#pragma once")));
  EXPECT_THAT(check_header("base/a.hpp", "// A: does a.\nint a();\n"),
              ElementsAre(HasSubstr("has no #pragma once")));
}

}  // namespace
}  // namespace touchstone::house
