// Facts of one call, for the policy (policy/fact.cpp is the table of all there are).
//
// What a tool's definition says is the same for every call of it and is kept; the rest is filled in
// for each. Facts borrow from the subject, the session and the flows, which must outlive them. The
// loop's thread.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "detect/content_json.hpp"
#include "flow/flows.hpp"
#include "guard/scanner.hpp"
#include "guard/session.hpp"
#include "guard/subject.hpp"
#include "model/result_wire.hpp"
#include "policy/facts.hpp"
#include "store/time.hpp"

namespace touchstone::guard {

// What is known before the call besides the subject.
struct Before {
  const Session& session;  // with what the call brings, as if it had been given that
  const flow::Flows& flows;
  const detect::ResultDetections& found;  // in the arguments
  model::DataClaims said;  // by the client, of what its context contains (Scanner::claims_in)
  store::Time now;
  Scanner* scanner = nullptr;  // for sources that a tool's definition names; none: they stay
};

// What is known of the result.
struct After {
  const model::Label& label;
  const detect::ResultDetections& found;
  std::size_t size = 0;
  bool is_error = false;
  const model::DataClaims* said = nullptr;  // by the result, of itself
  bool believed = false;                    // by a trusted server
};

// Facts, and what they borrow from nobody else. Does not move: the facts point into it.
struct CallFacts {
  policy::Facts facts;
  policy::Texts texts;
  std::shared_ptr<const void> tool;                 // keeps what the tool's own facts borrow
  std::span<const policy::Facts::Written> written;  // those of the tool, as records have them
  std::shared_ptr<const void> label;  // and the session's, which may get others meanwhile
};

class FactBook {
 public:
  static constexpr std::size_t kMaxTools = 4'096;  // whose facts are kept

  void fill(CallFacts& into, const Subject& subject, const Before& before);
  static void add(CallFacts& into, const After& after);
  void forget() { tools_.clear(); }  // facts of servers may have changed

 private:
  struct Tool {
    policy::Facts facts;
    policy::Texts texts;
    std::string server_members;
    std::string members;
    std::array<policy::Facts::Written, 2> written;
    flow::Doing doing;
  };
  struct Day {
    int year = 0, month = 0, day = 0;
    std::string text;
  };
  [[nodiscard]] std::shared_ptr<const Tool> tool_of(const Subject& subject, Scanner* scanner);
  static void fill_tool(Tool& into, const Subject& subject);
  void fill_time(CallFacts& into, store::Time now);

  // By what they were made of, which the key keeps alive, and server.
  using Key = std::pair<std::shared_ptr<const void>, std::string>;
  std::map<Key, std::shared_ptr<const Tool>, std::less<>> tools_;
  Day today_;  // written once a day
};

// As facts name them: "credentials", "pii", "financial", "injection", "hidden", and the rules.
[[nodiscard]] policy::Words words_of(const detect::ResultDetections& found, policy::Texts& texts);

}  // namespace touchstone::guard
