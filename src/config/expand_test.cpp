#include "config/expand.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "config/test_support.hpp"

namespace touchstone::config {
namespace {

using ::testing::HasSubstr;
using testing::server;
using testing::World;

World world() {
  World made;
  made.environment["TOKEN"] = "s3cret";
  made.environment["EMPTY"] = "";
  made.environment["NESTED"] = "${TOKEN}";
  made.files["/etc/t/secrets/key"] = "from file\n";
  made.files["/home/ann/key"] = "from home\r\n";
  made.files["/etc/t/two"] = "a\n\n";
  made.files["/etc/t/huge"] = std::string(kMaxSecretBytes + 1, 'x');
  return made;
}

std::string expanded(std::string_view text) {
  const auto here = world();
  const auto result = expand(text, "/etc/t", here.sources());
  return result ? result->text : "error: " + base::to_string(result.error());
}

TEST(Expand, takes_values_from_the_environment) {
  EXPECT_EQ(expanded("Bearer ${TOKEN}!"), "Bearer s3cret!");
  EXPECT_EQ(expanded("${TOKEN}${TOKEN}"), "s3crets3cret");
  EXPECT_EQ(expanded("${env:TOKEN}"), "s3cret");
  EXPECT_EQ(expanded("${EMPTY}"), "");
  EXPECT_EQ(expanded("${NOPE:-x y}"), "x y");
  EXPECT_EQ(expanded("${EMPTY:-x}"), "x");
  EXPECT_EQ(expanded("${TOKEN:-x}"), "s3cret");
  EXPECT_EQ(expanded("${NOPE:-}"), "");
}

TEST(Expand, takes_values_from_files_without_their_last_line_break) {
  EXPECT_EQ(expanded("${file:secrets/key}"), "from file");
  EXPECT_EQ(expanded("${file:./x/../secrets/key}"), "from file");
  EXPECT_EQ(expanded("${file:~/key}"), "from home");
  EXPECT_EQ(expanded("${file:two}"), "a\n");
}

TEST(Expand, does_not_look_again_at_what_it_put_in) {
  EXPECT_EQ(expanded("${NESTED}"), "${TOKEN}");
}

TEST(Expand, leaves_other_dollars_alone) {
  EXPECT_EQ(expanded("$HOME $ $$ $5 }"), "$HOME $ $$ $5 }");
  EXPECT_EQ(expanded("$${TOKEN}"), "${TOKEN}");
  EXPECT_EQ(expanded("$$${TOKEN}"), "$${TOKEN}");
}

TEST(Expand, says_what_is_missing) {
  EXPECT_EQ(expanded("${NOPE}"),
            "error: the environment variable NOPE is not set\n"
            "  try: set it, or write ${NOPE:-default} or ${file:PATH}");
  EXPECT_EQ(expanded("${file:none}"), "error: ${file:none}: cannot be opened: No such file");
  EXPECT_EQ(expanded("${file:huge}"), "error: ${file:huge}: larger than the limit of 64 KiB");
  EXPECT_EQ(expanded("${TOKEN"),
            "error: ${ without its }\n"
            "  try: close it, or write $${ for a plain ${");
  for (const auto* odd : {"${}", "${a b}", "${1}", "${x:y}"}) {
    EXPECT_THAT(expanded(odd), HasSubstr("is neither a variable nor a file")) << odd;
  }
}

RC_GTEST_PROP(Expand, gives_back_what_was_unexpanded, (const std::vector<std::uint8_t>& seeds)) {
  std::string text;
  for (const auto seed : seeds) text += "${}aB:-/"[seed % 8];
  const auto result = expand(unexpanded(text), "/", world().sources());
  RC_ASSERT(result.has_value());
  RC_ASSERT(result->text == text);
  RC_ASSERT(!result->changed);
}

TEST(Expansion, works_in_every_text_and_nowhere_else) {
  const auto here = world();
  const auto loaded = here.read(
      "listen: 127.0.0.1:${PORT:-99}\n"
      "tokens: {a: \"${TOKEN}0123456789abc\"}\n"
      "mcpServers:\n"
      "  ${TOKEN}x: {command: x}\n"
      "  b: {command: '${TOKEN}', args: ['${TOKEN}'], env: {A: '${TOKEN}'}}\n"
      "  c: {url: 'http://${TOKEN}/', headers: {A: '${TOKEN}'}}\n"
      "  d: {command: x, callTimeout: '${NOPE:-1s}'}\n");
  EXPECT_EQ(loaded.config.port, 99);
  EXPECT_EQ(loaded.config.tokens[0].secret, "s3cret0123456789abc");
  EXPECT_EQ(loaded.config.servers[1].command, "s3cret");
  EXPECT_EQ(loaded.config.servers[1].args[0], "s3cret");
  EXPECT_EQ(loaded.config.servers[1].env[0].second, "s3cret");
  EXPECT_EQ(loaded.config.servers[2].url, "http://s3cret/");
  EXPECT_EQ(loaded.config.servers[2].headers[0].second, "s3cret");
  ASSERT_EQ(loaded.problems.size(), 2U) << testing::all(loaded.problems);
  EXPECT_THAT(loaded.problems[0].where, HasSubstr("(mcpServers.${TOKEN}x)"));
  EXPECT_THAT(loaded.problems[1].what, HasSubstr("expected a duration"));
}

TEST(Expansion, no_message_repeats_a_secret) {
  auto here = world();
  here.environment["TOKEN"] = "s3cret\nwith break";
  const auto loaded = here.read(
      "listen: '${TOKEN}'\n"
      "separator: '${TOKEN}'\n"
      "allowedHosts: ['${TOKEN}']\n"
      "allowedOrigins: ['${TOKEN}']\n"
      "tokens: {a: '${TOKEN}', b: '${TOKEN}'}\n"
      "mcpServers: {a: {url: '${TOKEN}', prefix: '${TOKEN}', headers: {A: '${TOKEN}'}}}\n");
  EXPECT_EQ(loaded.problems.size(), 10U);
  EXPECT_EQ(testing::all(loaded.problems).find("s3cret"), std::string::npos)
      << testing::all(loaded.problems);
}

TEST(Expansion, what_is_not_set_in_a_disabled_server_is_a_warning) {
  const auto loaded = World().read(server("disabled: true, command: x, env: {A: '${NOPE}'}"));
  EXPECT_TRUE(loaded.good());
  EXPECT_THAT(testing::all(loaded.warnings), HasSubstr("NOPE is not set"));
}

TEST(Expansion, a_secret_that_is_no_text_is_refused) {
  auto here = world();
  here.files["/etc/t/zero"] = std::string("a\0b", 3);
  here.files["/etc/t/latin"] = "caf\xe9";
  for (const auto* file : {"zero", "latin"}) {
    const auto loaded = here.read(server(std::string("command: '${file:") + file + "}'"));
    EXPECT_THAT(testing::all(loaded.problems), HasSubstr("is not text"));
  }
}

TEST(Expansion, a_small_config_cannot_grow_without_bound) {
  auto here = world();
  here.files["/etc/t/big"] = std::string(kMaxSecretBytes, 'x');
  std::string args;
  for (int i = 0; i < 1000; ++i) args += "'${file:big}', ";
  const auto loaded = here.read(server("command: x, args: [" + args + "]"));
  EXPECT_THAT(testing::all(loaded.problems), HasSubstr("larger than 8 MiB"));
}

TEST(Paths, begin_at_home_or_at_the_configs_folder) {
  const auto config = testing::good(
      "socket: '~'\n"
      "mcpServers:\n"
      "  a: {command: bin/x, cwd: ~/w/../v}\n"
      "  b: {command: ~/bin/x, cwd: .}\n"
      "  c: {command: npx, cwd: /abs}\n",
      "/etc/t/x.yaml");
  EXPECT_EQ(config.socket, "/home/ann");
  EXPECT_EQ(config.servers[0].command, "/etc/t/bin/x");
  EXPECT_EQ(config.servers[0].cwd, "/home/ann/v");
  EXPECT_EQ(config.servers[1].command, "/home/ann/bin/x");
  EXPECT_EQ(config.servers[2].command, "npx");
  EXPECT_EQ(config.servers[2].cwd, "/abs");
}

TEST(Paths, an_unquoted_tilde_is_nothing_in_yaml_and_the_remedy_says_so) {
  EXPECT_EQ(testing::problems(server("command: x, cwd: ~")),
            "t.yaml:1:30 (mcpServers.s.cwd): has no value\n"
            "  try: give it one (a lone ~ needs quotation marks), or leave the key out\n");
}

TEST(Paths, without_a_home_say_so) {
  World homeless;
  homeless.environment.clear();
  EXPECT_EQ(testing::all(homeless.read(server("command: ~/x"), "t.yaml").problems),
            "t.yaml:1:27 (mcpServers.s.command): ~ is nowhere: HOME is not set\n"
            "  try: set HOME, or write the path out\n");
}

}  // namespace
}  // namespace touchstone::config
