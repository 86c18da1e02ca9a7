// Facts as people write them, in YAML or JSON: for tests of policies, and for explaining a
// decision.
//
//   tool.name: send_email
//   tool: {tier: write, legs: {sendsOut: true}}
//   request.arguments: {to: [a@example.com], body: hello}
//
// Names may be written out or nested. A fact that is not there is absent; null makes one so that
// was there before.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "policy/facts.hpp"
#include "tree/node.hpp"
#include "tree/notes.hpp"

namespace touchstone::policy {

inline constexpr std::size_t kMaxMembers = 10'000;  // arguments and claims of one set of facts

// Facts with what they borrow. Moves; a copy would borrow from the original.
struct KnownFacts {
  Texts texts;
  Facts facts;
  std::vector<json::Document> arguments;

  KnownFacts() = default;
  KnownFacts(KnownFacts&&) = default;
  KnownFacts& operator=(KnownFacts&&) = default;
  KnownFacts(const KnownFacts&) = delete;
  KnownFacts& operator=(const KnownFacts&) = delete;
  ~KnownFacts() = default;
};

// What was recorded may have facts and words that are none any more, such as a rule of older
// detectors; those facts are left out.
enum class Spelling : std::uint8_t { kChecked, kAsRecorded };

// Adds to `into` what the map says, and returns what is wrong with it.
[[nodiscard]] std::vector<tree::Note> read_facts(const tree::Node& map, KnownFacts& into,
                                                 Spelling spelling = Spelling::kChecked);
// From the text of a file; the first thing that is wrong is the error.
[[nodiscard]] base::Result<KnownFacts> read_facts(std::string_view text, std::string_view source);

}  // namespace touchstone::policy
