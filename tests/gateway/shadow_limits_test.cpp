// Limits of rules that only report: calls beyond them pass, and the record says what would have
// been.
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using Would = std::vector<std::string>;

// What each of three calls was, and would have been.
Would three_calls(std::string_view policy) {
  Bench bench;
  bench.policy = policy;
  bench.add("office", small_server("office", {"read"}), Speaks::kBoth);
  Client client(bench, Era::kLegacy);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(said(client.ask("tools/call", call_of("office__read"))), "office:read");
  Would out;
  for (const auto& kept : stored_decisions(bench)) {
    const auto record = json::document(kept.json);
    if (!record.root().find("kind").equals("call")) continue;
    const json::View body = record.root().find("body");
    const json::View decision = body.find("decision");
    out.push_back(fmt::format("{} {}{}", decision.find("effect").as_string().value_or(""),
                              decision.find("wouldBe").as_string().value_or(""),
                              body.find("wouldBeOverLimit").equals("l") ? " by its limit" : ""));
  }
  return out;
}

constexpr std::string_view kPassing = "allow allow";
constexpr std::string_view kBeyond = "allow block by its limit";

TEST(ShadowLimits, are_reported_of_a_rule_in_shadow) {
  EXPECT_EQ(three_calls("rules:\n- {name: l, effect: allow, mode: shadow, "
                        "limit: {calls: 1, window: 1h, per: session}}\n"),
            (Would{std::string(kPassing), std::string(kBeyond), std::string(kBeyond)}));
}

TEST(ShadowLimits, are_reported_of_a_policy_in_shadow) {
  EXPECT_EQ(three_calls("mode: shadow\nrules:\n- {name: l, effect: allow, "
                        "limit: {calls: 2, window: 1h, per: tool}}\n"),
            (Would{std::string(kPassing), std::string(kPassing), std::string(kBeyond)}));
}

}  // namespace
}  // namespace touchstone::gateway
