// The files that people already have load as they are.
#include <gtest/gtest.h>

#include "config/test_support.hpp"

namespace touchstone::config {
namespace {

using testing::all;
using testing::World;

TEST(ClientConfigs, claude_desktop_loads_as_it_is) {
  const auto loaded = World().read(R"({
  "globalShortcut": "Alt+Space",
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ann/Desktop"]
    },
    "github": {
      "command": "docker",
      "args": ["run", "-i", "--rm", "-e", "GITHUB_PERSONAL_ACCESS_TOKEN", "mcp/github"],
      "env": {"GITHUB_PERSONAL_ACCESS_TOKEN": "ghp_1"}
    }
  }
})",
                                   "claude_desktop_config.json");
  ASSERT_TRUE(loaded.good()) << all(loaded.problems);
  ASSERT_EQ(loaded.config.servers.size(), 2U);
  const auto& files = loaded.config.servers[0];
  EXPECT_EQ(files.name, "filesystem");
  EXPECT_EQ(files.transport, Transport::kStdio);
  EXPECT_EQ(files.command, "npx");
  EXPECT_EQ(files.args.back(), "/home/ann/Desktop");
  EXPECT_EQ(files.prefix, "filesystem");
  EXPECT_EQ(files.where, "claude_desktop_config.json:4");
  EXPECT_EQ(loaded.config.servers[1].env, (Pairs{{"GITHUB_PERSONAL_ACCESS_TOKEN", "ghp_1"}}));
  ASSERT_EQ(loaded.warnings.size(), 1U);
  EXPECT_EQ(loaded.warnings[0].where, "claude_desktop_config.json:2:3 (globalShortcut)");
}

TEST(ClientConfigs, vs_code_loads_with_servers_inputs_comments_and_trailing_commas) {
  World world;
  world.environment["API_KEY"] = "k";
  const auto loaded = world.read(R"({
  // asked by the editor
  "inputs": [{"type": "promptString", "id": "key", "password": true}],
  "servers": {
    "playwright": {"type": "stdio", "command": "npx", "args": ["@playwright/mcp@latest"],
      "dev": {"watch": "src/**"}, "gallery": true,},
    /* elsewhere */
    "docs": {"type": "http", "url": "https://api.example.org/mcp", "headers": {"X-Key": "${env:API_KEY}"}},
  },
})",
                                 ".vscode/mcp.json");
  ASSERT_TRUE(loaded.good()) << all(loaded.problems);
  ASSERT_EQ(loaded.config.servers.size(), 2U);
  EXPECT_EQ(loaded.config.servers[1].transport, Transport::kHttp);
  EXPECT_EQ(loaded.config.servers[1].headers, (Pairs{{"X-Key", "k"}}));
  EXPECT_EQ(loaded.warnings.size(), 3U) << all(loaded.warnings);
  EXPECT_NE(all(loaded.warnings).find(".vscode/mcp.json:3:3 (inputs)"), std::string::npos);
}

TEST(ClientConfigs, an_input_that_an_editor_would_ask_for_is_a_problem_with_a_remedy) {
  const auto loaded = World().read(
      R"({"servers": {"a": {"url": "https://h/", "headers": {"K": "${input:key}"}}}})", "mcp.json");
  EXPECT_EQ(
      all(loaded.problems),
      "mcp.json:1:58 (mcpServers.a.headers.K): ${input:key} asks an editor, and there is none "
      "here\n  try: take the value from the environment, ${NAME}, or a file, ${file:PATH}\n");
}

TEST(ClientConfigs, cursor_and_cline_load_with_warnings_for_what_is_theirs) {
  const auto loaded = World().read(R"({
  "mcpServers": {
    "remote": {"url": "https://mcp.example.org/sse", "type": "sse"},
    "local": {
      "command": "python", "args": ["server.py", 8080],
      "env": {"PORT": 8080, "DEBUG": true},
      "envFile": ".env",
      "disabled": true, "autoApprove": ["read"], "alwaysAllow": [], "timeout": 60
    }
  }
})",
                                   "mcp.json");
  ASSERT_TRUE(loaded.good()) << all(loaded.problems);
  EXPECT_EQ(loaded.config.servers[0].transport, Transport::kSse);
  const auto& local = loaded.config.servers[1];
  EXPECT_TRUE(local.disabled);
  EXPECT_EQ(local.args, (std::vector<std::string>{"server.py", "8080"}));
  EXPECT_EQ(local.env, (Pairs{{"PORT", "8080"}, {"DEBUG", "true"}}));
  EXPECT_EQ(loaded.warnings.size(), 4U) << all(loaded.warnings);
  EXPECT_NE(
      all(loaded.warnings)
          .find("mcp.json:8:69 (mcpServers.local.timeout): is another client's key and has no "
                "effect here\n  try: callTimeout, with a unit: 60s"),
      std::string::npos)
      << all(loaded.warnings);
}

TEST(ClientConfigs, mcpServers_and_servers_together_are_ambiguous) {
  EXPECT_EQ(testing::problems("mcpServers: {}\nservers: {}\n"),
            "t.yaml:2:1 (servers): mcpServers and servers are the same\n"
            "  try: keep one of the two\n");
}

TEST(ClientConfigs, every_spelling_of_a_transport_is_known) {
  for (const auto* type : {"http", "streamable-http", "streamableHttp"}) {
    const auto config =
        testing::good(testing::server(std::string("url: 'http://h', type: ") + type));
    EXPECT_EQ(config.servers[0].transport, Transport::kHttp);
  }
}

}  // namespace
}  // namespace touchstone::config
