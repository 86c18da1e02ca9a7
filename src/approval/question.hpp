// Question: everything that a person is shown about one call before it may run. A value.
//
// What is shown is what runs: the arguments are here as the exact bytes that will be sent, whole,
// or there is no question. A question has three forms: the text of an elicitation (text.hpp), the
// JSON that the ticket keeps and that commands and webhooks show (prompt.hpp), and the form to
// answer it (form.hpp). Its id and how long it waits stand in its ticket. Any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/label.hpp"
#include "model/profile.hpp"
#include "policy/decide.hpp"

namespace touchstone::approval {

// A call with larger arguments, or a larger result, is not asked about: nobody could judge it.
inline constexpr std::size_t kMaxArguments = std::size_t{1} << 20;
inline constexpr std::size_t kMaxNotes = 64;  // of each kind: flows, destinations, rules, …

// "71 % of `/body` comes from mcp://hr/read_sheet, financial".
struct FlowNote {
  std::string argument;  // JSON pointer
  std::string source;    // URI
  std::uint32_t percent = 0;
  std::string classes = {};  // in words: "financial, pii"; empty: nothing special

  friend bool operator==(const FlowNote&, const FlowNote&) = default;
};

// A recipient, URL, account or path that stands only in untrusted content.
struct DestinationNote {
  std::string argument;  // JSON pointer
  std::string text;
  std::string source;    // URI of the content that brought it; empty: unknown
  bool by_name = false;  // not it, but its domain, or a host above it

  friend bool operator==(const DestinationNote&, const DestinationNote&) = default;
};

// A content that was withheld from the session, which passes it on by its handle. It stands in the
// arguments as it will be sent.
struct HandleNote {
  std::string argument;  // JSON pointer
  std::string handle;    // touchstone://value/…
  std::string what;      // its label in words; empty: nothing special

  friend bool operator==(const HandleNote&, const HandleNote&) = default;
};

struct RuleNote {
  std::string name;
  std::string description;

  friend bool operator==(const RuleNote&, const RuleNote&) = default;
};

// A yes from before that would cover this call, but for what was not known when it was given.
struct AgainNote {
  std::string ticket;
  std::string scope;                // "session", "shape"
  std::vector<std::string> beyond;  // in words: "carries: financial"

  friend bool operator==(const AgainNote&, const AgainNote&) = default;
};

struct Question {
  std::string server;
  std::string tool;       // as the client calls it; what must be typed if the policy wants it
  std::string name = {};  // at its server; may be typed as well
  std::string title = {};
  std::string principal = {};
  std::string session = {};
  std::string client = {};  // what it calls itself

  std::vector<std::string> hints = {};  // effective ones in words: "may destroy (declared)"
  std::string tier = {};
  std::string risk = {};
  std::vector<std::string> legs = {};     // of the trifecta, in words
  std::vector<std::string> lasting = {};  // what cannot be undone, in words

  std::string arguments = "{}";  // a JSON object, the exact bytes
  std::string result = {};       // JSON, the exact bytes; where the question is about it

  std::vector<FlowNote> flows = {};
  std::vector<DestinationNote> destinations = {};
  std::vector<HandleNote> handles = {};
  std::vector<std::string> seen = {};        // what the session's label says, in words
  std::vector<std::string> sources = {};     // its attribution, URIs
  std::uint64_t more_sources = 0;            // those that are not kept by name
  std::vector<RuleNote> rules = {};          // those that ask
  std::optional<AgainNote> again = {};       // why a yes from before does not do
  std::vector<std::string> may_differ = {};  // pointers: what a grant for the shape leaves open

  bool type_name = false;     // a yes needs the tool's name typed
  bool about_result = false;  // the call was made: may what came back be delivered?

  friend bool operator==(const Question&, const Question&) = default;
};

// Nobody could judge it, so nobody is asked.
[[nodiscard]] inline bool is_too_large(const Question& question) {
  return std::max(question.arguments.size(), question.result.size()) > kMaxArguments;
}

// What a person may type where the policy wants the tool's name: as the client calls it, as its
// server does, or "server/name" as lists have it.
[[nodiscard]] std::vector<std::string> names_to_type(const Question& question);

// Hints, tier, risk, legs and what lasts, from the profile of this call.
void describe(Question& question, const model::Profile& profile);
// A label in words: "malicious content", "financial".
[[nodiscard]] std::vector<std::string> words_of(const model::Label& label);
// What the session has seen, and from where.
void describe(Question& question, const model::Label& label);
// The rules that ask, and how a person must say yes.
void describe(Question& question, const policy::Decision& decision);

}  // namespace touchstone::approval
