#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "cli/test_support.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::run;
using ::testing::StartsWith;

constexpr const char* kGood = "mcpServers: {files: {command: npx, env: {KEY: s3cret}}}";
constexpr const char* kBad = "mcpServers: {files: {comand: npx}}";

TEST(ConfigCheck, exits_as_documented) {
  EXPECT_EQ(run({"config", "check", "-"}, kGood).code, 0);
  EXPECT_EQ(run({"config", "check", "-"}, kBad).code, 1);
  EXPECT_EQ(run({"config", "check", "-"}, "{").code, 2);
  EXPECT_EQ(run({"config", "check", "/nowhere/t.yaml"}).code, 2);
  EXPECT_EQ(run({"config", "chek"}).code, 2);
  EXPECT_EQ(run({"config"}).code, 2);
}

TEST(ConfigCheck, prints_problems_and_a_summary) {
  EXPECT_EQ(run({"config", "check", "-"}, kGood).out,
            "standard input: good; 1 server, 0 warnings, listens on 127.0.0.1:7332\n");
  EXPECT_EQ(run({"config", "check", "-"}, kBad).out,
            "standard input:1:14 (mcpServers.files): has neither command nor url\n"
            "  try: command: the program to start, or url: the server's address\n"
            "standard input:1:22 (mcpServers.files.comand): there is no key \"comand\"\n"
            "  try: command\n"
            "standard input: 2 problems, 0 warnings\n");
  EXPECT_THAT(run({"config", "check", "/nowhere/t.yaml"}).err,
              StartsWith("touchstone: /nowhere/t.yaml: cannot be opened: No such file"));
}

TEST(ConfigCheck, tells_of_the_policy_together_with_all_else) {
  const auto ran =
      run({"config", "check", "-"}, "policy: balancd\nmcpServers: {files: {comand: npx}}");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, HasSubstr("there is no policy pack balancd"));
  EXPECT_THAT(ran.out, HasSubstr("there is no key \"comand\""));
  EXPECT_THAT(ran.out, HasSubstr("3 problems"));
}

TEST(ConfigCheck, warns_where_a_person_is_asked_whom_no_command_lets_answer) {
  const auto warned = [](const std::string& more) {
    return run({"config", "check", "-"}, fmt::format("{}\n{}", kGood, more)).out;
  };
  EXPECT_THAT(warned("store: ':memory:'"),
              HasSubstr("which `touchstone approvals` does not reach"));
  EXPECT_THAT(warned("store: ':memory:'\napprovals: {webhook: {url: 'https://a.example/', secret: "
                     "0123456789abcdef0123456789abcdef}}"),
              Not(HasSubstr("does not reach")));
  EXPECT_THAT(warned("store: ':memory:'\npolicy: observe"), Not(HasSubstr("does not reach")));
  EXPECT_THAT(warned("policy: balanced"), Not(HasSubstr("does not reach")));
}

TEST(ConfigCheck, prints_json_that_parses) {
  for (const auto* input : {kGood, kBad}) {
    const auto ran = run({"config", "check", "-", "--format", "json"}, input);
    const auto document = json::Parser().parse(json::Text(ran.out));
    ASSERT_TRUE(document.has_value()) << ran.out;
    EXPECT_EQ(document->root().find("good").as_bool(), ran.code == 0);
    EXPECT_EQ(document->root().find("problems").elements().empty(), ran.code == 0);
  }
}

TEST(ConfigCheck, of_what_is_not_even_yaml_is_json_too_where_that_was_asked_for) {
  const auto ran = run({"config", "check", "-", "--format", "json"}, "a: [1\nb: {");
  EXPECT_EQ(ran.code, 2);
  const auto document = json::Parser().parse(json::Text(ran.out));
  ASSERT_TRUE(document.has_value()) << ran.out;
  EXPECT_EQ(document->root().find("good").as_bool(), false);
  EXPECT_THAT(ran.out, HasSubstr("not valid YAML"));
}

TEST(ConfigCheck, of_a_policy_that_is_not_there_names_the_packs) {
  const auto out = run({"config", "check", "-"}, "policy: nofile.yaml").out;
  EXPECT_THAT(out, HasSubstr("nofile.yaml cannot be opened: No such file"));
  EXPECT_THAT(out, HasSubstr("try: mend the path, or name a pack: "));
}

TEST(ConfigCheck, warns_of_channels_that_rules_notify_and_nobody_has) {
  const auto warned =
      run({"config", "check", "-"}, "policy: regulated\nmcpServers: {a: {command: x}}");
  EXPECT_EQ(warned.code, 0) << warned.out;
  EXPECT_THAT(warned.out, HasSubstr("warning: the rule block-regulated-to-public notifies the "
                                    "channel compliance, which the config does not have"));
  EXPECT_THAT(warned.out, StartsWith("pack regulated:"));
  EXPECT_THAT(warned.out, HasSubstr("try: in the config: channels: {compliance: {url: …}}"));
  EXPECT_THAT(warned.out, HasSubstr("1 server, 1 warning,"));
  EXPECT_THAT(run({"config", "check", "-"}, "policy: ai-governance").out,
              HasSubstr("channel ai-governance"));
  const auto has = run({"config", "check", "-"},
                       "policy: regulated\nchannels: {compliance: {url: 'https://x.example/'}}");
  EXPECT_THAT(has.out, HasSubstr("0 warnings"));
}

TEST(ConfigCheck, does_not_let_a_file_act_on_the_terminal) {
  const auto out = run({"config", "check", "-"}, "{\"\\u001b[2J\u202e\": 1}").out;
  EXPECT_EQ(out.find('\x1b'), std::string::npos);
  EXPECT_EQ(out.find("\u202e"), std::string::npos);
}

class EmptyFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
    ::setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): one thread
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
    ::unsetenv("XDG_CONFIG_HOME");  // NOLINT(concurrency-mt-unsafe): one thread
  }
  std::filesystem::path before_ = std::filesystem::current_path();
  std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ("config_test" + std::to_string(::getpid()));
};

TEST_F(EmptyFolder, without_a_file_it_says_where_it_looked) {
  const auto ran = run({"config", "check"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("looked for ./touchstone.yaml, ./touchstone.yml"));
  EXPECT_THAT(ran.err, HasSubstr(folder_.string() + "/touchstone/touchstone.json"));
}

TEST_F(EmptyFolder, without_a_file_it_takes_the_usual_one) {
  std::ofstream("touchstone.yml") << kGood;
  EXPECT_THAT(run({"config", "check"}).out, StartsWith("./touchstone.yml: good; 1 server"));
}

TEST(ConfigShow, hides_secrets_unless_told_otherwise) {
  EXPECT_THAT(run({"config", "show", "-"}, kGood).out, HasSubstr("KEY: \"***\"\n"));
  EXPECT_THAT(run({"config", "show", "-", "--reveal"}, kGood).out, HasSubstr("KEY: s3cret\n"));
  EXPECT_THAT(run({"config", "show", "-", "--format", "json"}, kGood).out,
              HasSubstr("\"KEY\": \"***\""));
}

TEST(ConfigShow, hides_secrets_in_urls_and_arguments) {
  constexpr const char* kTyped =
      "approvals: {webhook: {url: 'https://u:pw123@h.example/x', secret: 0123456789abcdef}}\n"
      "mcpServers:\n  a: {url: 'https://x.example/mcp?api_key=k123'}\n"
      "  b: {command: x, args: [--api-key, s123, --token=t123, --port, '80', "
      "k4f9a0c7e2b1d8a6f3e5c]}\n";
  const auto shown = run({"config", "show", "-"}, kTyped).out;
  for (const auto* secret : {"pw123", "k123", "s123", "t123", "0123456789abcdef", "k4f9a0c"})
    EXPECT_THAT(shown, ::testing::Not(HasSubstr(secret)));
  EXPECT_THAT(shown, HasSubstr("https://***@h.example/x"));
  EXPECT_THAT(shown, HasSubstr("- \"80\""));
  const auto all = run({"config", "show", "-", "--reveal"}, kTyped).out;
  for (const auto* secret : {"pw123", "k123", "s123", "t123"}) EXPECT_THAT(all, HasSubstr(secret));
}

TEST(ConfigShow, of_a_config_with_problems_tells_them_and_shows_nothing) {
  const auto ran = run({"config", "show", "-"}, kBad);
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, HasSubstr("there is no key \"comand\""));
}

TEST(ConfigShow, prints_a_config_that_check_takes) {
  for (const auto* format : {"yaml", "json"}) {
    const auto shown = run({"config", "show", "-", "--reveal", "--format", format}, kGood).out;
    EXPECT_EQ(run({"config", "check", "-"}, shown).code, 0) << shown;
    EXPECT_EQ(run({"config", "show", "-", "--reveal", "--format", format}, shown).out, shown);
  }
}

TEST(ConfigSchema, is_json) {
  EXPECT_TRUE(json::Parser().parse(json::Text(run({"config", "schema"}).out)).has_value());
}

}  // namespace
}  // namespace touchstone::cli
