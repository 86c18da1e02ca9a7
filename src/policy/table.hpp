// Tests of a policy, as a table: facts in, effect and rules expected.
//
//   policy: balanced            a pack, or a file beside this one; may be given elsewhere
//   facts: {server.name: mail}  what all tests share; null in a test takes one back
//   tests:
//     - name: mail after a web page is asked about
//       facts: {session.label.untrusted: true, tool.legs.sendsOut: true}
//       effect: escalate
//       rules: [ask-after-untrusted]   exactly these fire; may be left out, and so may shadow
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/decide.hpp"
#include "policy/facts_reader.hpp"

namespace touchstone::policy {

inline constexpr std::size_t kMaxTests = 10'000;

struct TableTest {
  std::string name;
  std::string where;  // "tests.yaml:12"
  Phase phase = Phase::kRequest;
  KnownFacts known;
  Effect effect = Effect::kAllow;
  std::optional<std::vector<std::string>> rules;
  std::optional<std::vector<std::string>> shadow;
};

struct Table {
  std::string policy;  // empty: not said
  std::vector<TableTest> tests;
  std::vector<base::Error> problems;

  [[nodiscard]] bool good() const { return problems.empty(); }
};

[[nodiscard]] Table read_table(std::string_view text, std::string_view source);

// What came out otherwise than expected: "expected block, found escalate (ask-irreversible)".
[[nodiscard]] std::vector<std::string> failures(const Policy& policy, const TableTest& test);

}  // namespace touchstone::policy
