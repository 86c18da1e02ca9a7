// What a person may do to the program, by mistake or not: it says what is wrong and where, exits
// with 2, and takes a bounded amount of memory.
#include <string>

#include <gtest/gtest.h>

#include "program/spawn.hpp"

namespace touchstone::program {
namespace {

// The built program's own peak is a few MB; a hostile text of 16 MiB costs up to 22 times its size.
// Sanitizers add their own, and take their time with long lists.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr long kMostMemoryKb = 2'500'000;
constexpr std::size_t kLongList = 1'900;
#else
constexpr long kMostMemoryKb = 450'000;
constexpr std::size_t kLongList = 19'000;
#endif

std::string repeated(const std::string& text, std::size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

struct Bad {
  const char* name;
  std::string content;
  const char* says;  // with the place
};

void expect_refused(const Bad& bad) {
  const auto path = scratch_file(bad.name, bad.content);
  for (const auto& command :
       {std::vector<std::string>{"lint", path}, std::vector<std::string>{"tools", path},
        std::vector<std::string>{"explain", path, "t"}}) {
    const auto outcome = spawn(command);
    EXPECT_EQ(outcome.code, 2) << bad.name << ": " << outcome.err.substr(0, 500);
    EXPECT_EQ(outcome.out, "") << bad.name;
    EXPECT_NE(outcome.err.find(path + bad.says), std::string::npos)
        << outcome.err.substr(0, 500) << "\nexpected " << bad.says;
    EXPECT_LT(outcome.peak_kb, kMostMemoryKb) << bad.name;
  }
}

TEST(BadInput, that_is_not_json_is_refused_with_its_place) {
  expect_refused({"text", "hello", ":1:1: expected a value, found 'h' (byte 0)"});
  expect_refused({"empty", "", ":1:1: the text is empty (byte 0)"});
  expect_refused({"comma", "[\n  1,\n]", ":3:1: "});
}

TEST(BadInput, that_is_truncated_is_refused_at_its_end) {
  expect_refused({"truncated", R"({"tools":[{"name":"a)", ":1:21: the text ends inside a string"});
}

TEST(BadInput, of_200_MB_is_refused_without_reading_it_all) {
  expect_refused({"large", std::string(200'000'000, ' '), ": larger than the limit of 16 MiB"});
}

TEST(BadInput, nested_10000_deep_is_refused_at_the_limit) {
  expect_refused({"deep", repeated("[", 10'000) + repeated("]", 10'000),
                  ":1:129: nested deeper than the limit of 128"});
}

TEST(BadInput, that_is_not_utf8_is_refused_at_the_bad_byte) {
  expect_refused({"latin1", "[{\"name\":\"caf\xe9\"}]", ":1:14: invalid UTF-8"});
}

TEST(BadInput, with_a_key_twice_is_refused_at_the_second) {
  expect_refused(
      {"twice", "{\"name\":\"a\",\n\"n\\u0061me\":\"b\"}", ":2:1: duplicate key \"name\""});
}

TEST(BadInput, with_no_tools_says_what_it_wants) {
  expect_refused({"string", "\"tools\"", ": no tools here: found a string"});
  expect_refused({"object", "{\"a\":1}", ": no tools here"});
}

TEST(BadInput, as_large_and_dense_as_allowed_stays_within_memory) {
  const std::size_t bytes = (std::size_t{16} << 20) - 64;
  expect_refused({"ones", "[" + repeated("1,", bytes / 2) + "1]", ": more than 20000 tools"});
  expect_refused({"objects", "[" + repeated("{},", bytes / 3) + "1]", ": more than 20000 tools"});
}

TEST(BadInput, in_one_hostile_definition_is_findings_not_a_flood) {
  const auto keys = [](std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += "\"k" + std::to_string(i) + "\":1,";
    return out;
  };
  const auto path =
      scratch_file("keys", R"({"name":"t","annotations":{)" + keys(500'000) + R"("z":1}})");
  const auto outcome = spawn({"lint", path});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_LT(outcome.out.size(), 100'000U);
  EXPECT_LT(outcome.peak_kb, kMostMemoryKb);
}

TEST(BadInput, in_every_definition_of_a_long_list_is_bounded_too) {
  std::string tool = R"({"name":"t","annotations":{)";
  for (int i = 0; i < 75; ++i) tool += "\"k" + std::to_string(i) + "\":1,";
  tool.back() = '}';
  const auto path = scratch_file("list", "[" + repeated(tool + "},", kLongList) + "{}]");
  for (const auto* format : {"table", "json", "sarif", "markdown"}) {
    const auto outcome = spawn({"lint", path, "--format", format});
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_LT(outcome.peak_kb, kMostMemoryKb) << format;
  }
}

TEST(Program, reads_standard_input_and_exits_as_documented) {
  const std::string clean =
      R"({"name":"t","annotations":{"readOnlyHint":true,"openWorldHint":false}})";
  EXPECT_EQ(spawn({"lint", "-"}, clean).code, 0);
  EXPECT_EQ(spawn({"lint", "-"}, R"({"name":"t"})").code, 1);
  EXPECT_EQ(spawn({"lint", "-"}, "nonsense").code, 2);
  EXPECT_EQ(spawn({"lint", "--formt", "json", "-"}, clean).code, 2);
}

TEST(Program, prints_no_colour_when_it_is_not_on_a_terminal) {
  const auto outcome = spawn({"demo"}, "", {"TERM=xterm-256color"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace touchstone::program
