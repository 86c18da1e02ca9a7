// For tests: an office about whose calls, or results, a person is asked.
#pragma once

#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {

inline constexpr std::string_view kAsksForms = R"({"elicitation":{"form":{}}})";
inline constexpr std::string_view kSaysYes =
    R"({"action":"accept","content":{"decision":"allow_once"}})";
inline constexpr std::string_view kSaysNo = R"({"action":"decline"})";
inline constexpr std::string_view kCloses = R"({"action":"cancel"})";
inline constexpr std::string_view kAsksAboutCalls = "rules:\n- {name: ask, effect: escalate}\n";
inline constexpr std::string_view kAsksAboutResults =
    "rules:\n- {name: look, effect: escalate, conditions: {fact: response.size, greaterThan: 0}}\n";

class AskingOffice {
 public:
  explicit AskingOffice(std::string_view policy) {
    bench.policy = policy;
    bench.config.approvals.wait = std::chrono::milliseconds(1);
    demo::Parts parts;
    parts.name = "office";
    parts.tools = {saying("send", "sent")};
    add_resources(parts, {"note:a"});
    bench.add("office", std::move(parts), Speaks::kBoth);
  }
  static std::string params(std::string_view to = "ann") {
    return call_of("office__send", fmt::format(R"({{"to":"{}"}})", to));
  }
  static json::Document call(Client& client, std::string_view to = "ann",
                             std::string_view meta = {}) {
    return client.ask("tools/call", params(to), meta);
  }
  [[nodiscard]] std::size_t calls() { return bench.server("office").count("tools/call"); }
  std::string ticket() {
    const auto all = stored_tickets(bench);
    EXPECT_FALSE(all.empty());
    return all.empty() ? "" : all.front().id;  // the latest
  }

  Bench bench;
};

}  // namespace touchstone::gateway
