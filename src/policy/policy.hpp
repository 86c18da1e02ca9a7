// Policy: rules that were read, checked and compiled. What a decision is made by.
//
// Made by load() from YAML or JSON (packs.hpp has those that ship with the program), immutable, and
// shared: who decides holds it by shared pointer, and a new policy takes its place as a whole. A
// file with any problem gives no policy at all, so the old one stays.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "policy/program.hpp"
#include "policy/rule.hpp"
#include "tree/tree.hpp"

namespace touchstone::policy {

inline constexpr tree::Limits kFileLimits{
    .max_bytes = std::size_t{8} << 20, .max_depth = 32, .max_nodes = 600'000};
inline constexpr std::size_t kMaxRules = 20'000;
inline constexpr std::size_t kMaxLeaves = 200'000;  // of all rules
inline constexpr std::size_t kMaxOperands = 1'000;  // of one condition
inline constexpr std::size_t kMaxPatterns = 1'000;  // of all rules; each has an automaton
inline constexpr std::size_t kMaxPatternBytes = 1'024;
inline constexpr std::size_t kMaxRuleName = 128;

class Policy {
 public:
  explicit Policy(std::vector<Rule> rules);
  // The program points into the rules.
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;
  Policy(Policy&&) = delete;
  Policy& operator=(Policy&&) = delete;
  ~Policy() = default;

  [[nodiscard]] std::span<const Rule> rules() const { return rules_; }
  [[nodiscard]] const Program& program(Phase phase) const {
    return programs_[static_cast<std::size_t>(phase)];
  }
  [[nodiscard]] const Rule* find(std::string_view name) const;

 private:
  std::vector<Rule> rules_;
  std::array<Program, kPhaseCount> programs_;
};

// What the message of a problem is made of, for programs.
struct ProblemParts {
  std::size_t line = 0;  // from 1; 0: it stands nowhere in particular
  std::size_t column = 0;
  std::string rule;      // its name, if it is about one that has a name
  std::string expected;  // these two if the message says so, else empty
  std::string found;
};

struct Loaded {
  std::shared_ptr<const Policy> policy;  // null if there is any problem
  std::vector<base::Error> problems;     // in the order of the file, with line and rule
  std::vector<ProblemParts> parts;       // of each problem
  std::string source;

  [[nodiscard]] bool good() const { return policy != nullptr; }
};

// `source` is the file's name, for messages and to tell YAML from JSON.
[[nodiscard]] Loaded load(std::string_view text, std::string_view source);

}  // namespace touchstone::policy
