// touchstone resolve, run in memory.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/test_support.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

using ::testing::HasSubstr;
using testing::run;

TEST(ResolveCommand, tells_what_a_call_would_be_and_why) {
  const auto ran =
      run({"resolve", "@demo", "manage_files", "--arguments", R"({"action":"read","path":"a"})"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("listed:    tier destructive"));
  EXPECT_THAT(ran.out, HasSubstr("this call: tier read"));
  EXPECT_THAT(ran.out, HasSubstr("\"read\" is to read"));
}

TEST(ResolveCommand, reads_arguments_from_standard_input_and_prints_json) {
  const auto ran = run({"resolve", "@demo", "run_command", "--arguments", "-", "--format", "json"},
                       R"({"command":"rm -rf /"})");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto document = json::Parser().parse(json::Text::copy_of(ran.out));
  ASSERT_TRUE(document);
  EXPECT_EQ(document->root().find("effect").as_string(), "destroy");
  EXPECT_EQ(document->root().find("tier").as_string(), "destructive");
}

TEST(ResolveCommand, fails_on_what_it_cannot_read) {
  EXPECT_EQ(run({"resolve", "@demo", "no_such_tool"}).code, 2);
  EXPECT_EQ(run({"resolve", "@demo", "run_command", "--arguments", "[]"}).code, 2);
  EXPECT_EQ(run({"resolve", "@demo", "run_command", "--arguments", "{"}).code, 2);
  EXPECT_EQ(run({"resolve", "-", "run_command", "--arguments", "-"}).code, 2);
  EXPECT_EQ(run({"resolve", "@demo", "run_command", "--config", "/no/such/file.yaml"}).code, 2);
}

}  // namespace
}  // namespace touchstone::cli
