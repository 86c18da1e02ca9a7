// What is wrong in a config: each problem says what, where, and what to do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/load.hpp"
#include "config/test_support.hpp"

namespace touchstone::config {
namespace {

using testing::good;
using testing::problems;
using testing::server;
using testing::World;

TEST(Config, problems_are_found_in_one_go_in_the_order_of_the_file) {
  EXPECT_EQ(problems("pageSize: 0\n"
                     "mcpServers:\n"
                     "  a: {comand: x}\n"
                     "separatr: _\n"),
            "t.yaml:1:11 (pageSize): 0 is too small\n  try: from 1 to 10000\n"
            "t.yaml:3:3 (mcpServers.a): has neither command nor url\n"
            "  try: command: the program to start, or url: the server's address\n"
            "t.yaml:3:7 (mcpServers.a.comand): there is no key \"comand\"\n  try: command\n"
            "t.yaml:4:1 (separatr): there is no key \"separatr\"\n  try: separator\n");
}

TEST(Config, a_thousand_problems_are_counted_not_listed) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "x" + std::to_string(i) + ": 1\n";
  const auto loaded = World().read(text, "t.yaml");
  ASSERT_EQ(loaded.problems.size(), 101U);
  EXPECT_EQ(loaded.problems.back().what, "and 900 more");
}

TEST(Config, a_view_of_a_server_that_is_not_there_is_a_warning) {
  const auto loaded = World().read(
      "mcpServers: {files: {command: x}}\nviews: {safe: {servers: [f*, nosuch]}}", "t.yaml");
  ASSERT_EQ(loaded.warnings.size(), 1U);
  EXPECT_EQ(base::to_string(loaded.warnings[0]),
            "t.yaml:2:30 (views.safe.servers[1]): no server is called nosuch\n"
            "  try: a name of mcpServers, with * for anything");
}

struct Wrong {
  const char* text;
  const char* says;
};

class Problem : public ::testing::TestWithParam<Wrong> {};

TEST_P(Problem, says_what_where_and_what_to_do) {
  EXPECT_EQ(problems(GetParam().text), std::string(GetParam().says) + "\n") << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Keys, Problem,
    ::testing::Values(
        Wrong{"7", "t.yaml:1:1: expected a map of keys, found a single value"},
        Wrong{"mcpServers: {s: {command: x, declassifies: {'redact_*': [pii]}}}",
              "t.yaml:1:57 (mcpServers.s.declassifies.redact_*): is not the name of one tool\n"
              "  try: redact_report: [pii]"},
        Wrong{"mcpServers: {s: {command: x, declassifies: {t: [pi, secret]}}}",
              "t.yaml:1:49 (mcpServers.s.declassifies.t): there is no \"pi\"\n  try: pii\n"
              "t.yaml:1:53 (mcpServers.s.declassifies.t): there is no \"secret\"\n"
              "  try: user, pii, financial, credentials, regulated, regulated:SCOPE, a label like "
              "com.acme.x, untrusted, private or malicious"},
        Wrong{"approvals: {page: gw.example}",
              "t.yaml:1:19 (approvals.page): is neither an http or https URL nor off\n"
              "  try: https://gateway.example.org"},
        Wrong{"approvals: {webhook: {url: 'https://h/'}}",
              "t.yaml:1:13 (approvals.webhook): has a url and no secret\n"
              "  try: secret: \"${WEBHOOK_SECRET}\", made by openssl rand -hex 32"},
        Wrong{"channels: {security: {secret: 0123456789abcdef}}",
              "t.yaml:1:12 (channels.security): has no url\n"
              "  try: url: https://host/path"},
        Wrong{"approvals: {webhook: {secret: 0123456789abcdef}}",
              "t.yaml:1:13 (approvals.webhook): has no url\n"
              "  try: url: https://host/path"},
        Wrong{"approvals: {webhook: {url: 'https://h/', secret: ''}}",
              "t.yaml:1:13 (approvals.webhook): has a url and no secret\n"
              "  try: secret: \"${WEBHOOK_SECRET}\", made by openssl rand -hex 32\n"
              "t.yaml:1:50 (approvals.webhook.secret): is empty\n"
              "  try: openssl rand -hex 32 makes a good one"},
        Wrong{"policy: 'no pack'",
              "t.yaml:1:9 (policy): is neither the name of a policy pack nor a file\n"
              "  try: balanced, or ./policy.yaml"},
        Wrong{"sessionIdle: 0s",
              "t.yaml:1:14 (sessionIdle): 0s is too small\n  try: from 1ms to 720h"},
        Wrong{"limits: [1]", "t.yaml:1:9 (limits): expected a map of keys, found a list"},
        Wrong{"mcpServers:\n",
              "t.yaml:1:1 (mcpServers): has no value\n"
              "  try: give it one, or leave the key out"},
        Wrong{"mcpServers: {}\nport: 1",
              "t.yaml:2:1 (port): there is no key \"port\"\n  try: listen: host:port"},
        Wrong{"limits: {pageSize: 3}",
              "t.yaml:1:10 (limits.pageSize): there is no key \"pageSize\"\n"
              "  try: pageSize stands at the top level"},
        Wrong{"command: x",
              "t.yaml:1:1 (command): there is no key \"command\"\n"
              "  try: command stands in a server's entry"},
        Wrong{"zzz: x", "t.yaml:1:1 (zzz): there is no key \"zzz\""},
        Wrong{"mcpServers: {a: {command: x, enabled: false}}",
              "t.yaml:1:30 (mcpServers.a.enabled): there is no key \"enabled\"\n  try: disabled"},
        Wrong{"mcpServers: {a: {command: x, serverUrl: y}}",
              "t.yaml:1:30 (mcpServers.a.serverUrl): there is no key \"serverUrl\"\n  try: url"}));

INSTANTIATE_TEST_SUITE_P(
    Types, Problem,
    ::testing::Values(
        Wrong{"limits:\n  heavyHours: [22:00-06:00, fry 00:00-24:00]",
              "t.yaml:2:29 (limits.heavyHours[1]): fry 00:00-24:00 has a day that there is not\n"
              "  try: mon, tue, wed, thu, fri, sat, sun; sat,sun or mon-fri"},
        Wrong{"limits: {heavyHours: []}",
              "t.yaml:1:22 (limits.heavyHours): has no window\n"
              "  try: leave the key out, or 00:00-24:00 for any time"},
        Wrong{"limits: {heavyHours: 22:00-06:00}",
              "t.yaml:1:22 (limits.heavyHours): expected a list, found a single value"},
        Wrong{"pageSize: many",
              "t.yaml:1:11 (pageSize): expected a whole number, found many\n"
              "  try: digits only"},
        Wrong{"pageSize: yes",
              "t.yaml:1:11 (pageSize): expected a whole number, found yes\n"
              "  try: digits only"},
        Wrong{"pageSize: 1e2",
              "t.yaml:1:11 (pageSize): expected a whole number, found 1e2\n"
              "  try: digits only"},
        Wrong{"pageSize: 010",
              "t.yaml:1:11 (pageSize): expected a whole number, found 010\n"
              "  try: digits only"},
        Wrong{"pageSize: -1",
              "t.yaml:1:11 (pageSize): expected a whole number, found -1\n"
              "  try: digits only"},
        Wrong{"pageSize: [1]",
              "t.yaml:1:11 (pageSize): expected a whole number, found a list\n"
              "  try: digits only"},
        Wrong{"pageSize: \"250\"",
              "t.yaml:1:11 (pageSize): expected a number, found the text \"250\"\n"
              "  try: 250, without quotation marks"},
        Wrong{"pageSize: 99999999999999999999",
              "t.yaml:1:11 (pageSize): expected a whole number, found 99999999999999999999\n"
              "  try: digits only"},
        Wrong{"pageSize: 10001",
              "t.yaml:1:11 (pageSize): 10001 is too large\n  try: from 1 to 10000"},
        Wrong{"limits: {maxBody: 0}",
              "t.yaml:1:19 (limits.maxBody): 0 is too small\n  try: from 1KiB to 1GiB"},
        Wrong{"limits: {maxBody: 16M}",
              "t.yaml:1:19 (limits.maxBody): expected a size, found 16M\n"
              "  try: a whole number of B, KB, MB, GB, KiB, MiB or GiB, as in 16MiB"},
        Wrong{"limits: {idleTimeout: 30}",
              "t.yaml:1:23 (limits.idleTimeout): 30 of what? A duration needs a unit\n"
              "  try: 30s for seconds, 30ms for milliseconds"},
        Wrong{"limits: {idleTimeout: soon}",
              "t.yaml:1:23 (limits.idleTimeout): expected a duration, found soon\n"
              "  try: a whole number of ms, s, m or h, as in 30s"},
        Wrong{"limits: {idleTimeout: 0}",
              "t.yaml:1:23 (limits.idleTimeout): 0 is too small\n  try: from 1ms to 720h"},
        Wrong{"limits: {idleTimeout: 999999999999999h}",
              "t.yaml:1:23 (limits.idleTimeout): expected a duration, found 999999999999999h\n"
              "  try: a whole number of ms, s, m or h, as in 30s"},
        Wrong{"mcpServers: {a: {command: x, disabled: yes}}",
              "t.yaml:1:40 (mcpServers.a.disabled): expected true or false, found yes\n"
              "  try: true or false, in lower case and without quotation marks"},
        Wrong{"mcpServers: {a: {command: x, disabled: \"true\"}}",
              "t.yaml:1:40 (mcpServers.a.disabled): expected true or false, found \"true\"\n"
              "  try: true or false, in lower case and without quotation marks"},
        Wrong{"mcpServers: {a: {command: x, trust: trustd}}",
              "t.yaml:1:37 (mcpServers.a.trust): is never trustd\n  try: trusted"},
        Wrong{
            "mcpServers: {a: {command: x, isolation: none}}",
            "t.yaml:1:41 (mcpServers.a.isolation): is never none\n  try: auto, session or shared"},
        Wrong{"mcpServers: {a: {command: [x]}}",
              "t.yaml:1:27 (mcpServers.a.command): expected a text, found a list"},
        Wrong{"mcpServers: {a: {command: x, args: y}}",
              "t.yaml:1:36 (mcpServers.a.args): expected a list, found a single value"},
        Wrong{"mcpServers: {a: {command: x, args: [a, {b: c}]}}",
              "t.yaml:1:40 (mcpServers.a.args[1]): expected a text, found a map of keys"},
        Wrong{"mcpServers: {a: {command: x, env: [y]}}",
              "t.yaml:1:35 (mcpServers.a.env): expected a map of keys, found a list"},
        Wrong{"mcpServers: {a: x}",
              "t.yaml:1:17 (mcpServers.a): expected a map of keys, found a single value"}));

INSTANTIATE_TEST_SUITE_P(
    Servers, Problem,
    ::testing::Values(
        Wrong{"mcpServers: {a: {command: x, url: 'http://h'}}",
              "t.yaml:1:30 (mcpServers.a): has both command and url\n"
              "  try: keep command for a program to start here, url for a server that runs "
              "elsewhere"},
        Wrong{"mcpServers: {a: {type: stdio}}",
              "t.yaml:1:14 (mcpServers.a): has neither command nor url\n"
              "  try: command: the program to start, or url: the server's address"},
        Wrong{"mcpServers: {a: {url: 'http://h', type: stdio}}",
              "t.yaml:1:41 (mcpServers.a): type stdio does not go with url\n  try: leave type out"},
        Wrong{"mcpServers: {a: {command: x, type: sse}}",
              "t.yaml:1:36 (mcpServers.a): type sse does not go with command\n"
              "  try: leave type out"},
        Wrong{"mcpServers: {a: {url: 'ftp://h'}}",
              "t.yaml:1:23 (mcpServers.a.url): is not an http or https URL\n"
              "  try: https://host/path"},
        Wrong{"mcpServers: {a: {url: 'http:///x'}}",
              "t.yaml:1:23 (mcpServers.a.url): is not an http or https URL\n"
              "  try: https://host/path"},
        Wrong{"mcpServers: {a: {command: ''}}",
              "t.yaml:1:27 (mcpServers.a.command): is empty\n"
              "  try: name a program or a path, or leave the key out"},
        Wrong{"mcpServers: {a/b: {command: x}}",
              "t.yaml:1:14 (mcpServers.a/b): is not a name for a server\n"
              "  try: use letters, digits, '-', '_' and '.', at most 64 of them"},
        Wrong{"mcpServers: {a: {command: x}, A: {command: x}}",
              "t.yaml:1:31 (mcpServers.A): differs from a only in case\n"
              "  try: give one of them another name"},
        Wrong{"mcpServers: {a: {command: x, prefix: 'a b'}}",
              "t.yaml:1:38 (mcpServers.a.prefix): cannot stand in a tool's name\n"
              "  try: use letters, digits, '-', '_' and '.', at most 64 of them"},
        Wrong{"separator: ''",
              "t.yaml:1:12 (separator): cannot stand between a prefix and a tool's name\n"
              "  try: use 1 to 8 letters, digits, '-', '_' or '.'"},
        Wrong{"mcpServers: {a: {command: x, env: {A=B: c}}}",
              "t.yaml:1:36 (mcpServers.a.env.A=B): cannot be a variable's name\n"
              "  try: use letters, digits and '_'"},
        Wrong{"mcpServers: {a: {command: x, inherit: ['']}}",
              "t.yaml:1:40 (mcpServers.a.inherit[0]): cannot be a variable's name\n"
              "  try: use letters, digits and '_'"},
        Wrong{"mcpServers: {a: {url: 'http://h', headers: {'A B': c}}}",
              "t.yaml:1:45 (mcpServers.a.headers.A B): is not a header's name\n"
              "  try: use letters, digits and '-'"},
        Wrong{"mcpServers: {a: {url: 'http://h', headers: {A: \"b\\r\\nC: d\"}}}",
              "t.yaml:1:48 (mcpServers.a.headers.A): has a line break, which no header may have\n"
              "  try: take it out"},
        Wrong{"mcpServers: {a: {command: \"x\\0y\"}}",
              "t.yaml:1:27 (mcpServers.a.command): is not text: it has a zero byte or is not "
              "UTF-8"}));

INSTANTIATE_TEST_SUITE_P(
    Face, Problem,
    ::testing::Values(
        Wrong{"listen: 0.0.0.0:7332",
              "t.yaml:1:9 (listen): without tokens anybody on the network could use the tools\n"
              "  try: tokens: {alice: \"${ALICE_TOKEN}\"}, or listen on 127.0.0.1"},
        Wrong{"listen: '[::]:7332'\ntokens: {}",
              "t.yaml:1:9 (listen): without tokens anybody on the network could use the tools\n"
              "  try: tokens: {alice: \"${ALICE_TOKEN}\"}, or listen on 127.0.0.1"},
        Wrong{"listen: localhost",
              "t.yaml:1:9 (listen): has no port from 0 to 65535\n"
              "  try: 127.0.0.1:7332, [::1]:7332 or only a port"},
        Wrong{"listen: localhost:65536",
              "t.yaml:1:9 (listen): has no port from 0 to 65535\n"
              "  try: 127.0.0.1:7332, [::1]:7332 or only a port"},
        Wrong{"listen: ::1:7332",
              "t.yaml:1:9 (listen): is not an address to listen on\n"
              "  try: 127.0.0.1:7332, [::1]:7332 or only a port"},
        Wrong{"allowedHosts: ['https://x']",
              "t.yaml:1:16 (allowedHosts[0]): is not a host\n"
              "  try: example.org or example.org:8443, without https://"},
        Wrong{"allowedOrigins: ['*']",
              "t.yaml:1:18 (allowedOrigins[0]): is not an origin\n"
              "  try: https://example.org, with no path behind it"},
        Wrong{"tokens: {'a b': 0123456789abcdef}",
              "t.yaml:1:10 (tokens.a b): is not a name for who shows a token\n"
              "  try: use letters, digits, '-', '_', '.' and '@', at most 64 of them"},
        Wrong{"tokens: {a: ''}",
              "t.yaml:1:13 (tokens.a): is empty\n"
              "  try: openssl rand -hex 32 makes a good one"},
        Wrong{"tokens: {a: 'with a blank in the middle'}",
              "t.yaml:1:13 (tokens.a): has a character that no client can send as a bearer token\n"
              "  try: use letters and digits"},
        Wrong{"tokens: {a: 0123456789abcdef, b: 0123456789abcdef}",
              "t.yaml:1:34 (tokens.b): is the same token as that of a\n"
              "  try: give each its own, or nobody can tell who called"}));

}  // namespace
}  // namespace touchstone::config
