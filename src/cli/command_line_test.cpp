#include "cli/command_line.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/test_support.hpp"

namespace touchstone::cli {
namespace {

using testing::run;

TEST(CommandLine, help_goes_to_standard_output_and_succeeds) {
  for (const auto* command : {"lint", "tools", "explain", "fields", "config"}) {
    const auto ran = run({command, "--help"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_NE(ran.out.find(command), std::string::npos);
    EXPECT_EQ(ran.err, "");
  }
  EXPECT_NE(run({"--help"}).out.find("Exit codes"), std::string::npos);
}

TEST(CommandLine, each_command_shows_examples_and_its_exit_codes) {
  const std::vector<std::vector<std::string>> commands{{"run"},
                                                       {"stdio"},
                                                       {"connect"},
                                                       {"servers"},
                                                       {"demo-server"},
                                                       {"lint"},
                                                       {"tools"},
                                                       {"explain"},
                                                       {"resolve"},
                                                       {"fields"},
                                                       {"config", "check"},
                                                       {"config", "show"},
                                                       {"pins", "diff"},
                                                       {"policy", "test"},
                                                       {"approvals", "list"},
                                                       {"decisions", "list"},
                                                       {"sessions", "end"},
                                                       {"places", "declassify"},
                                                       {"eval", "detect"}};
  for (auto words : commands) {
    words.emplace_back("--help");
    const auto help = run(words).out;
    EXPECT_NE(help.find("\nExample"), std::string::npos) << help;
    EXPECT_NE(help.find("\nExit codes: 0 "), std::string::npos) << help;
    EXPECT_EQ(help.find("\n\n\n"), std::string::npos) << help;
  }
}

TEST(CommandLine, each_command_stands_under_a_heading) {
  EXPECT_EQ(run({"--help"}).out.find("\nSubcommands:"), std::string::npos);
}

TEST(CommandLine, tells_its_version) {
  EXPECT_EQ(run({"--version"}).out, "touchstone " TOUCHSTONE_VERSION "\n");
}

TEST(CommandLine, usage_errors_exit_2_and_name_the_remedy) {
  for (const auto& words :
       std::vector<std::vector<std::string>>{{},
                                             {"lnit"},
                                             {"lint"},
                                             {"lint", "-", "--format", "xml"},
                                             {"tools", "-", "--nope"},
                                             {"explain", "-"},
                                             {"tools", "-", "--trust", "blind"}}) {
    const auto ran = run(words, "[]");
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(ran.err.find("try: ") != std::string::npos || words.empty()) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
  EXPECT_EQ(run({"lnit"}).err, "touchstone: there is no command lnit\n  try: touchstone lint\n");
  EXPECT_EQ(run({"policy", "chekc", "balanced"}).err,
            "touchstone: there is no command policy chekc\n  try: touchstone policy check\n");
  EXPECT_EQ(run({"policy", "zzzzzz"}).err,
            "touchstone: there is no command policy zzzzzz\n  try: touchstone policy --help\n");
}

TEST(CommandLine, errors_do_not_repeat_what_would_act_on_a_terminal) {
  const auto err = run({"lint", "-"}, "{\"a\u202e\u009b31m\":1,\"a\u202e\u009b31m\":1}").err;
  EXPECT_NE(err.find("duplicate key"), std::string::npos);
  EXPECT_EQ(err.find("\u202e"), std::string::npos) << err;
  EXPECT_EQ(err.find("\u009b"), std::string::npos) << err;
  const auto missing = run({"lint", "no\u202efile\x1b[2J"}).err;
  EXPECT_NE(missing.find("no\\u{202e}file\\u{1b}[2J"), std::string::npos) << missing;
}

TEST(CommandLine, json_does_not_carry_what_would_act_on_a_terminal) {
  const auto out = run({"tools", "-", "--format", "json"}, "{\"name\":\"a\u202e\u009b31m\"}").out;
  EXPECT_NE(out.find("\"a\\u202e\\u009b31m\""), std::string::npos) << out;
}

TEST(CommandLine, help_names_each_choice_once) {
  EXPECT_NE(run({"lint", "--help"}).out.find("--format table|json|sarif|markdown\n"),
            std::string::npos)
      << run({"lint", "--help"}).out;
}

TEST(CommandLine, help_of_a_group_has_its_exit_codes) {
  for (const auto* group :
       {"policy", "approvals", "decisions", "sessions", "eval", "pins", "config"}) {
    const auto out = run({group, "--help"}).out;
    EXPECT_NE(out.find("\n\nExit codes: 0 "), std::string::npos) << out;
  }
}

TEST(CommandLine, help_says_what_stands_behind_an_option) {
  const auto test = run({"policy", "test", "--help"}).out;
  EXPECT_NE(test.find("--policy POLICY"), std::string::npos) << test;
  const auto detect = run({"eval", "detect", "--help"}).out;
  EXPECT_NE(detect.find("--apart WORD,...  "), std::string::npos) << detect;
}

TEST(CommandLine, a_wrong_condition_exits_2_before_printing_anything) {
  const auto ran = run({"tools", "@demo", "--where", "risk = hgih"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("low, elevated, high or critical"), std::string::npos) << ran.err;
}

TEST(CommandLine, a_missing_file_and_a_directory_say_what_they_are) {
  EXPECT_NE(run({"lint", "/nonexistent/x.json"}).err.find("No such file"), std::string::npos);
  EXPECT_NE(run({"lint", "/"}).err.find("is a directory"), std::string::npos);
}

TEST(Tools, shows_the_columns_asked_for) {
  const auto ran = run({"tools", "@demo", "--where", "name = send_email", "--columns",
                        "name,inputMetadata.sensitivity,reversibleHint"});
  EXPECT_EQ(ran.out,
            "name        inputMetadata.sensitivity  reversible\n"
            "send_email  user, pii                  no\n"
            "\n1 of 11 tools; - where nobody says anything\n");
}

TEST(Tools, untrusted_reassurance_is_not_believed) {
  const auto input = R"({"name":"t","annotations":{"readOnlyHint":true,"openWorldHint":false}})";
  const auto tier = [&](const std::string& trust) {
    return run({"tools", "-", "--trust", trust, "--where", "tier = read"}, input).out;
  };
  EXPECT_NE(tier("standard").find("1 of 1"), std::string::npos);
  EXPECT_NE(tier("untrusted").find("0 of 1"), std::string::npos);
}

TEST(Explain, tells_value_source_default_and_dissent) {
  const auto out = run({"explain", "@demo", "liar/tidy_workspace", "--trust", "untrusted"}).out;
  const auto line = out.substr(out.find("\ndestructiveHint ") + 1);
  EXPECT_NE(line.substr(0, line.find('\n')).find(" declared "), std::string::npos) << out;
  EXPECT_NE(
      out.find("absent means true; not followed: declared false at /annotations/openWorldHint"),
      std::string::npos)
      << out;
}

TEST(Explain, suggests_the_name_that_was_meant) {
  const auto ran = run({"explain", "@demo", "send_emial"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("try: send_email"), std::string::npos) << ran.err;
}

TEST(Explain, asks_which_server_where_several_have_the_tool) {
  const auto input = R"([{"server":"a","name":"t"},{"server":"b","name":"t"}])";
  const auto ran = run({"explain", "-", "t"}, input);
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("a/t or b/t"), std::string::npos) << ran.err;
  EXPECT_EQ(run({"explain", "-", "b/t"}, input).code, 0);
}

TEST(Explain, finds_a_tool_without_a_name_by_how_it_is_shown) {
  const auto input = R"([{"name":"a"},{"description":"nameless"}])";
  EXPECT_NE(run({"explain", "-", "(tool 2)"}, input).out.find("nameless"), std::string::npos);
  EXPECT_EQ(run({"explain", "-", ""}, input).code, 2);
}

TEST(Explain, keeps_within_a_narrow_terminal) {
  const Terminal terminal{.colour = false, .width = 80};
  std::istringstream lines(run({"explain", "@demo", "send_email"}, "", terminal).out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST(Tools, knows_columns_by_their_heads_and_refuses_none_at_all) {
  EXPECT_EQ(run({"tools", "@demo", "--columns", "NAME,readOnly"}).code, 0);
  EXPECT_EQ(run({"tools", "@demo", "--columns", ","}).code, 2);
}

TEST(Demo, runs_on_nothing_but_the_program) {
  const auto ran = run({"demo"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_NE(ran.out.find("says that it only reads and that it may destroy"), std::string::npos);
}

}  // namespace
}  // namespace touchstone::cli
