// Answers that cannot be read, and servers that break off: what the client is told, and that a call
// is not made again for it.
#include <gmock/gmock.h>

#include "gateway/test_support.hpp"
#include "upstream/test_support.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kMayBeDone = "the call may have been done: look before it is made again";

// Each call of `look` and `change` is answered with what `$result` is, `count` tells how many there
// were, and `dies` is the end of the server.
constexpr const char* kProgram = R"sh(n=0
  tool() { printf '{"name":"%s","inputSchema":{"type":"object"}%s}' "$1" "$2"; }
  reads=',"annotations":{"readOnlyHint":true}'
  tools="$(tool look "$reads"),$(tool change),$(tool count),$(tool dies)"
  hello='"protocolVersion":"2025-11-25","serverInfo":{"name":"it","version":"1"}'
  while read -r line; do
    id=${line#*\"id\":}; id=${id%%,*}
    say() { printf '{"jsonrpc":"2.0","id":%s,"%s":%b}\n' "$id" "$1" "$2"; }
    case $line in
      *'"initialize"'*) say result "{$hello,\"capabilities\":{\"tools\":{}}}";;
      *'"tools/list"'*) say result "{\"tools\":[$tools]}";;
      *'"count"'*) say result "{\"content\":[{\"type\":\"text\",\"text\":\"$n calls\"}]}";;
      *'"dies"'*) exit 3;;
      *'"tools/call"'*) n=$((n + 1)); say result "$result";;
      *'"id"'*) say error '{"code":-32601,"message":"no"}';;
    esac
  done)sh";

config::Server program(std::string_view result) {
  auto server = upstream::shell_server(fmt::format("result='{}'; {}", result, kProgram));
  server.name = server.prefix = "it";
  server.trust = config::Trust::kTrusted;
  return server;
}

std::string error_in(const json::Document& answer) {
  return answer.root().find("error").find("message").as_string().value_or("");
}

class BrokenAnswer : public ::testing::TestWithParam<Era> {};

TEST_P(BrokenAnswer, of_a_program_fails_its_call_at_once_and_is_no_reason_to_make_it_again) {
  for (const std::string_view result :
       {R"({"content":[],"content":[]})", R"({"content":["\0377"]})", R"({"content":[],"a":NaN})",
        R"({"content":[)"}) {
    Bench bench;
    bench.config.servers.push_back(program(result));
    Client client(bench, GetParam());
    EXPECT_THAT(
        error_in(client.ask("tools/call", call_of("it__change"))),
        AllOf(HasSubstr("it: its answer could not be read: not JSON"), HasSubstr(kMayBeDone)));
    EXPECT_THAT(
        error_in(client.ask("tools/call", call_of("it__look"))),
        AllOf(HasSubstr("it: its answer could not be read: not JSON"), Not(HasSubstr(kMayBeDone))));
    EXPECT_EQ(said(client.ask("tools/call", call_of("it__count"))), "2 calls");
  }
}

TEST_P(BrokenAnswer, behind_a_url_fails_its_call_in_the_same_words) {
  Bench bench;
  auto& server = bench.add("it", small_server("it", {"change"}), Speaks::kBoth);
  server.scripts["tools/call"] = [](face::Request&) {
    return std::string(R"({"content":[],"structuredContent":{"a":NaN}})");
  };
  Client client(bench, GetParam());
  EXPECT_THAT(
      error_in(client.ask("tools/call", call_of("it__change"))),
      AllOf(HasSubstr("it: its answer could not be read: not JSON: NaN"), HasSubstr(kMayBeDone)));
  EXPECT_EQ(server.count("tools/call"), 1U);
}

TEST_P(BrokenAnswer, of_a_program_that_ends_tells_that_the_call_may_have_been_done) {
  Bench bench;
  bench.config.servers.push_back(program("{}"));
  Client client(bench, GetParam());
  EXPECT_THAT(error_in(client.ask("tools/call", call_of("it__dies"))),
              AllOf(HasSubstr("it: exited with status 3"), HasSubstr(kMayBeDone)));
}

INSTANTIATE_TEST_SUITE_P(Eras, BrokenAnswer, ::testing::Values(Era::kModern, Era::kLegacy),
                         [](const auto& info) {
                           return info.param == Era::kModern ? "modern" : "legacy";
                         });

}  // namespace
}  // namespace touchstone::gateway
