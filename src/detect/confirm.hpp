// The parts of a scan that look at what a literal or a mark points at, and say what it is.
//
// Each takes the whole text and a place in it, looks a bounded way around, and adds to Finds.
// Immutable once made; any thread. Internal to src/detect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "detect/content_tables.hpp"
#include "detect/finds.hpp"
#include "detect/run_rules.hpp"
#include "detect/shape.hpp"

namespace touchstone::detect {

struct Place {
  std::string_view text;
  std::size_t begin;  // of the literal
  std::size_t end;
};

// Tokens that a literal leads.
class TokenConfirmer {
 public:
  TokenConfirmer();
  [[nodiscard]] std::size_t size() const { return rules_.size(); }
  [[nodiscard]] const TokenRule& rule(std::size_t index) const { return *rules_[index].rule; }
  [[nodiscard]] bool is_right(std::size_t index) const;
  void confirm(std::size_t index, const Place& place, Finds& finds) const;

 private:
  struct Compiled {
    const TokenRule* rule;
    Shape before;
    Shape after;
  };
  std::vector<Compiled> rules_;
};

// `name = value`, in the ways that configs, code, headers, JSON, XML and people write it.
struct Assigned {
  std::string_view name;    // all of it: DATADOG_API_KEY
  std::string_view before;  // the part of the name before the word that was found
  std::string_view after;   // and after it
  std::string_view value;
  std::size_t begin = 0;  // of the value
  bool is_quoted = false;
};
[[nodiscard]] std::optional<Assigned> assigned_at(const Place& word);

class KeyedConfirmer {
 public:
  KeyedConfirmer();
  [[nodiscard]] std::size_t size() const { return shapes_.size(); }
  [[nodiscard]] bool is_right(std::size_t index) const { return shapes_[index].is_right(); }
  void confirm(std::size_t index, const Place& word, Finds& finds) const;

 private:
  std::vector<Shape> shapes_;  // by row of keyed_secrets()
};
// A secret of no known kind, by what it is assigned to.
enum class AssignedKind : std::uint8_t { kKey, kPassword };
void confirm_assigned(AssignedKind kind, const Place& word, Finds& finds);

// A password among the arguments of this program: curl -u name:password.
void confirm_command(std::size_t index, const Place& program, Finds& finds);

// A long run of letters and digits around `at`: a known form, or the address of a wallet.
class RunConfirmer {
 public:
  RunConfirmer();
  [[nodiscard]] bool is_right() const;
  void confirm(std::string_view text, std::size_t begin, std::size_t end, Finds& finds) const;

 private:
  std::vector<Shape> shapes_;  // by row of run_rules()
};

// A mail address, or a password in a URL, at this at sign.
void confirm_at_sign(std::string_view text, std::size_t at, Finds& finds);

// Names and streets.
void confirm_phrase(PhraseKind kind, const Place& phrase, Finds& finds);

// The number that begins at or around `at`, with what the words around it are about. Returns where
// to go on.
using TopicsAt = std::span<const std::pair<std::size_t, Topics>>;  // by place, in order
[[nodiscard]] std::size_t confirm_number(std::string_view text, std::size_t at, TopicsAt topics,
                                         Finds& finds);

}  // namespace touchstone::detect
