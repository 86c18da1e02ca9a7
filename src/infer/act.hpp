// Act: what kind of thing a verb does to the world, and the table of verbs.
//
// One table serves everything that reads words: the names of tools, the verbs of descriptions, and
// the values of an `action` parameter. A verb says two things besides its act: whether it is also
// common as a noun (`list`, `update`, `report`), which decides who is the verb in `get_update`, and
// how much it tells: `get` nearly always reads, `generate` could be anything.
#pragma once

#include <cstdint>
#include <string_view>

namespace touchstone::infer {

enum class Act : std::uint8_t {
  kUnknown,
  kRead,     // looks, computes, returns
  kAdd,      // brings something new into being, leaves the rest alone
  kChange,   // alters what is there
  kDestroy,  // takes something away, or overwrites it whole
  kSend,     // carries something to somebody
  kRun,      // executes what the caller gives or what it names
};

// "read", "add", … for reasons; "unknown" for kUnknown.
[[nodiscard]] std::string_view name_of(Act act);

// Of one lower-case word in its base form (`delete`, `list`, `exec`): a verb of a name, or a value
// of an action, operation, mode or command parameter. kUnknown if the table does not have it.
[[nodiscard]] Act act_of(std::string_view word);

// A verb that keeps its meaning in most sentences, one that leans, and one that says little.
enum class Weight : std::uint8_t { kWeak, kFair, kStrong };

enum class Use : std::uint8_t {
  kVerb,      // hardly ever anything else: get, create, delete
  kAlsoNoun,  // its place decides: list, update, report
  kState,     // a noun that asks for what is: status, history, details
};

struct Verb {
  std::string_view word;
  Act act = Act::kUnknown;
  Weight weight = Weight::kWeak;
  Use use = Use::kVerb;
};

// Null if the table does not have it.
[[nodiscard]] const Verb* find_verb(std::string_view word);

// How a verb stands in a text: "delete", "deletes", "deleting", "deleted".
enum class Form : std::uint8_t { kBase, kThird, kGerund, kPast };

struct Inflected {
  const Verb* verb = nullptr;
  Form form = Form::kBase;
  explicit operator bool() const { return verb != nullptr; }
};

// A lower-case word of a text, in whatever form; without a verb if the table has none for it.
[[nodiscard]] Inflected find_inflected(std::string_view word);

// Two words that mean something else than the first of them: "get rid", "tears down".
// Without a verb if they are no such pair. Its `word` has both, with a space.
[[nodiscard]] Inflected find_pair(std::string_view word, std::string_view next);
[[nodiscard]] constexpr bool is_pair(const Verb& verb) {
  return verb.word.find(' ') != std::string_view::npos;
}

}  // namespace touchstone::infer
