// Names that clients give are kept and shown without the secrets in them.
#include <gmock/gmock.h>

#include "gateway/small_server.hpp"
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// In two parts, so that nobody takes this file for a leak.
const std::string kNameSecret = std::string("ghp_") + "Q7dM2xkLw9RzT4vBn8HsYc1JfUeP3a0WqXr5";

std::string all_kept(Bench& bench) {
  std::string all;
  for (const auto& decision : stored_decisions(bench)) all += decision.json + "\n";
  for (const auto& session : stored_sessions(bench))
    all += session.name.client + session.name.opening + "\n";
  return all;
}

TEST(CleanRecord, has_no_secret_of_a_clients_name_nor_of_a_method_that_nobody_knows) {
  Bench bench;
  bench.policy = policy::find_pack("observe")->text;
  bench.add("it", small_server("it", {"t"}), Speaks::kBoth);
  Client client(bench, Era::kModern, "{}", "/mcp/s/it");
  const std::string who =
      fmt::format(R"("{}":{{"name":"walk {}","version":"1"}})", mcp::kMetaClientInfo, kNameSecret);
  (void)client.ask("x/" + kNameSecret, {}, who);
  EXPECT_EQ(said(client.ask("tools/call", call_of("t", "{}"), who)), "it:t");
  const std::string kept = all_kept(bench);
  EXPECT_THAT(kept, HasSubstr("x/sha256:"));
  EXPECT_THAT(kept, HasSubstr("walk sha256:"));
  EXPECT_THAT(kept, Not(HasSubstr(kNameSecret)));
}

TEST(CleanRecord, has_nothing_of_what_a_session_with_a_secret_was_opened_with) {
  Bench bench;
  bench.policy = policy::find_pack("observe")->text;
  bench.add("it", small_server("it", {"t"}), Speaks::kBoth);
  const std::string capabilities = fmt::format(R"({{"x":"{}"}})", kNameSecret);
  Client client(bench, Era::kLegacy, capabilities);
  EXPECT_EQ(said(client.ask("tools/call", call_of("it__t", "{}"))), "it:t");
  EXPECT_THAT(all_kept(bench), Not(HasSubstr(kNameSecret)));
}

}  // namespace
}  // namespace touchstone::gateway
