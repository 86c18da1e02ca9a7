#include "config/load.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/test_support.hpp"

namespace touchstone::config {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::good;
using ::testing::HasSubstr;
using testing::problems;
using testing::server;
using testing::warnings;
using testing::World;

constexpr const char* kEverything = R"(
listen: "[::1]:9000"
socket: run/t.sock
tokens: {alice: 0123456789abcdef0, bob@example.org: 0123456789abcdef1}
allowedHosts: [gw.example.org, "gw.example.org:8443"]
allowedOrigins: ["https://app.example.org"]
separator: "."
pageSize: 50
limits:
  maxBody: 64KB
  maxHead: 8KiB
  maxDepth: 64
  maxConnections: 1
  maxSessions: 2
  maxSubscriptions: 3
  maxInFlight: 4
  maxInFlightPerSession: 5
  maxParked: 6
  idleTimeout: 500ms
  headTimeout: 1s
  sessionTimeout: 2h
  parkedTimeout: 3m
  askTimeout: 4m
  maxHeavy: 7
  turnTimeout: 6s
  startGrace: 7s
  heartbeat: 9s
mcpServers:
  files:
    type: stdio
    command: ./bin/files
    args: [--root, "~/x", true]
    env: {LEVEL: 3}
    inherit: [PATH]
    cwd: ../data
    disabled: false
    trust: untrusted
    isolation: shared
    start: eager
    onDrift: block
    prefix: ""
    startTimeout: 12s
    callTimeout: 0
    restartMax: 7s
    idleTimeout: 90s
    maxProcesses: 3
    maxInFlight: 8
    maxMessage: 1048576
    slowTimeout: 3h
    maxHeavy: 2
    writes: exclusive
  web:
    url: https://example.org/mcp?x=1
    headers: {Authorization: Bearer x}
)";

TEST(Config, pins_are_kept_in_a_file_or_in_memory) {
  EXPECT_EQ(good("pins: pins.json").pins, "/etc/t/pins.json");
  EXPECT_EQ(good("pins: ':memory:'").pins, kInMemory);
  EXPECT_EQ(good("{}").pins, "");
}

TEST(Config, the_store_is_kept_in_a_file_or_in_memory) {
  EXPECT_EQ(good("store: state/t.db").store, "/etc/t/state/t.db");
  EXPECT_EQ(good("store: ':memory:'").store, kInMemory);
  EXPECT_EQ(good("{}").store, "");
}

TEST(Config, a_policy_is_a_pack_or_a_file_beside_the_config) {
  EXPECT_EQ(good("{}").policy, "balanced");
  EXPECT_EQ(good("policy: strict").policy, "strict");
  EXPECT_EQ(good("policy: mine.yaml").policy, "/etc/t/mine.yaml");
  EXPECT_EQ(good("policy: ../mine").policy, "/etc/mine");
  EXPECT_EQ(good("policy: ~/mine.json").policy, "/home/ann/mine.json");
}

TEST(Config, channels_have_names_and_webhooks) {
  const auto config = good("channels: {security: {url: 'https://h/x', secret: 0123456789abcdef}}");
  ASSERT_EQ(config.channels.size(), 1U);
  EXPECT_EQ(config.channels[0].name, "security");
  EXPECT_EQ(config.channels[0].url, "https://h/x");
}

TEST(Config, approvals_have_a_time_and_a_webhook) {
  const auto config = good(
      "sessionIdle: 20m\n"
      "approvals: {timeout: 30s, waitForClient: 50s, webhook: {url: 'https://h/x', secret: "
      "0123456789abcdef, timeout: "
      "2s}}");
  EXPECT_EQ(config.session_idle, minutes(20));
  EXPECT_EQ(config.approvals, (Approvals{seconds(30),
                                         seconds(20),
                                         seconds(50),
                                         {"https://h/x", {"0123456789abcdef"}, seconds(2)}}));
  EXPECT_EQ(good("{}").approvals,
            (Approvals{minutes(5), seconds(20), seconds(45), {"", {}, seconds(10)}}));
}

TEST(Config, approvals_have_a_page_where_people_reach_it_or_none) {
  EXPECT_EQ(good("approvals: {page: 'https://gw.example/ts'}").approvals.page,
            "https://gw.example/ts");
  EXPECT_EQ(good("approvals: {page: off}").approvals.page, kOff);
  EXPECT_EQ(good("{}").approvals.page, "");
}

TEST(Config, every_key_arrives_where_it_belongs) {
  const auto config = good(kEverything);
  EXPECT_EQ(config.host, "::1");
  EXPECT_EQ(config.port, 9000);
  EXPECT_EQ(config.socket, "/etc/t/run/t.sock");
  EXPECT_EQ(config.tokens, (std::vector<Token>{{"alice", "0123456789abcdef0"},
                                               {"bob@example.org", "0123456789abcdef1"}}));
  EXPECT_EQ(config.allowed_hosts.size(), 2U);
  EXPECT_EQ(config.allowed_origins, std::vector<std::string>{"https://app.example.org"});
  EXPECT_EQ(config.separator, ".");
  EXPECT_EQ(config.page_size, 50U);
  EXPECT_EQ(config.limits, (Limits{.max_body = 64'000,
                                   .max_head = 8192,
                                   .max_depth = 64,
                                   .max_connections = 1,
                                   .max_sessions = 2,
                                   .max_subscriptions = 3,
                                   .max_in_flight = 4,
                                   .max_in_flight_per_session = 5,
                                   .max_heavy = 7,
                                   .max_parked = 6,
                                   .idle_timeout = milliseconds(500),
                                   .head_timeout = seconds(1),
                                   .session_timeout = hours(2),
                                   .parked_timeout = minutes(3),
                                   .turn_timeout = seconds(6),
                                   .start_grace = seconds(7),
                                   .heartbeat = seconds(9),
                                   .ask_timeout = minutes(4)}));
  EXPECT_EQ(config.servers.at(0), (Server{.name = "files",
                                          .transport = Transport::kStdio,
                                          .command = "/etc/t/bin/files",
                                          .args = {"--root", "~/x", "true"},
                                          .env = {{"LEVEL", "3"}},
                                          .inherit = {"PATH"},
                                          .cwd = "/etc/data",
                                          .url = "",
                                          .headers = {},
                                          .disabled = false,
                                          .trust = Trust::kUntrusted,
                                          .isolation = Isolation::kShared,
                                          .start = Start::kEager,
                                          .on_drift = OnDrift::kBlock,
                                          .prefix = "",
                                          .start_timeout = seconds(12),
                                          .call_timeout = seconds(0),
                                          .slow_timeout = hours(3),
                                          .restart_max = seconds(7),
                                          .idle_timeout = seconds(90),
                                          .max_processes = 3,
                                          .max_in_flight = 8,
                                          .max_heavy = 2,
                                          .writes = Writes::kExclusive,
                                          .max_message = 1'048'576,
                                          .where = "/etc/t/touchstone.yaml:29"}));
  EXPECT_EQ(config.servers.at(1).transport, Transport::kHttp);
  EXPECT_EQ(config.servers.at(1).headers, (Pairs{{"Authorization", "Bearer x"}}));
  EXPECT_EQ(config.source, "/etc/t/touchstone.yaml");
}

TEST(Config, without_anything_is_all_defaults_and_a_warning) {
  for (const auto* text : {"", "# nothing\n", "---\n", "{}"}) {
    auto loaded = World().read(text, "t.yaml");
    EXPECT_TRUE(loaded.good()) << text;
    loaded.config.source.clear();
    EXPECT_EQ(loaded.config, Config());
    EXPECT_EQ(testing::all(loaded.warnings),
              "t.yaml:1:1 (mcpServers): there are no servers\n"
              "  try: mcpServers: {name: {command: …}}\n");
  }
}

TEST(Config, loopback_needs_no_tokens_and_a_port_alone_means_loopback) {
  for (const auto* listen :
       {"127.0.0.1:1", "localhost:1", "'[::1]:1'", "127.1.2.3:1", "1", "':1'"}) {
    EXPECT_EQ(good(std::string("listen: ") + listen).port, 1) << listen;
  }
  EXPECT_EQ(good("listen: 8080").host, "127.0.0.1");
  EXPECT_THAT(problems("listen: 127.evil.example:1"), HasSubstr("without tokens"));
  EXPECT_EQ(good("listen: 0.0.0.0:1\ntokens: {a: 0123456789abcdef}").host, "0.0.0.0");
}

TEST(Config, what_looks_like_another_type_is_text_where_text_belongs) {
  const auto config = good(server("command: true, args: [no, 1.50, ~/x, 'null']"));
  EXPECT_EQ(config.servers[0].command, "true");
  EXPECT_EQ(config.servers[0].args, (std::vector<std::string>{"no", "1.50", "~/x", "null"}));
}

TEST(Config, warns_of_what_is_suspicious_but_works) {
  EXPECT_THAT(warnings("tokens: {a: short}"),
              HasSubstr("t.yaml:1:13 (tokens.a): is short enough to "
                        "be guessed"));
  EXPECT_THAT(warnings(server("url: 'http://h', args: [x]")),
              HasSubstr("(mcpServers.s.args): has no effect with url"));
  EXPECT_THAT(warnings(server("command: x, headers: {a: b}")),
              HasSubstr("(mcpServers.s.headers): has no effect with command"));
  EXPECT_THAT(warnings("mcpServers: {a: {command: x}, b: {command: x, prefix: a}}"),
              HasSubstr("t.yaml:1:55 (mcpServers.b.prefix): is also the prefix of a"));
  EXPECT_EQ(warnings("mcpServers: {a: {command: x}, b: {command: x, prefix: a, disabled: true}}"),
            "");
  EXPECT_EQ(warnings("$schema: x\nmcpServers: {a: {command: x}}"), "");
}

TEST(Config, too_many_servers_or_tokens_are_refused) {
  std::string many;
  for (int i = 0; i < 1001; ++i) many += "n" + std::to_string(i) + ": {command: x}, ";
  EXPECT_THAT(problems("mcpServers: {" + many + "}"), HasSubstr("has more than 1000 servers"));
  EXPECT_THAT(problems("tokens: {" + many + "}"), HasSubstr("has more than 1000 tokens"));
}

TEST(Load, names_the_file_that_cannot_be_read) {
  const auto loaded = load("/nowhere/t.yaml", World().sources());
  EXPECT_FALSE(loaded.good());
  EXPECT_FALSE(loaded.legible);
  EXPECT_EQ(testing::all(loaded.problems), "/nowhere/t.yaml: cannot be opened: No such file\n");
}

TEST(Load, real_files_and_folders_say_what_they_are) {
  EXPECT_THAT(testing::all(load("/nowhere/t.yaml", real_sources()).problems),
              HasSubstr("/nowhere/t.yaml: cannot be opened: No such file or directory"));
  EXPECT_THAT(testing::all(load("/", real_sources()).problems), HasSubstr("is a directory"));
  EXPECT_THAT(testing::all(load("/dev/zero", real_sources()).problems),
              HasSubstr("larger than the limit of 1 MiB"));
}

TEST(FindFile, takes_the_first_that_exists_here_before_home) {
  World world;
  EXPECT_EQ(find_file(world.sources()), "");
  world.files["/home/ann/.config/touchstone/touchstone.json"] = "";
  EXPECT_EQ(find_file(world.sources()), "/home/ann/.config/touchstone/touchstone.json");
  world.files["./touchstone.yml"] = "";
  EXPECT_EQ(find_file(world.sources()), "./touchstone.yml");
  world.environment["XDG_CONFIG_HOME"] = "/xdg";
  EXPECT_EQ(usual_files(world.sources()).back(), "/xdg/touchstone/touchstone.json");
}

}  // namespace
}  // namespace touchstone::config
