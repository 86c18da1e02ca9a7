// Mentions: the verbs with which a tool says what it does, and where it says it.
//
// A name has one verb, or several that it joins itself (`create_or_update`); which of its words
// that is depends on their places, because half of all verbs are nouns too (`get_merge_request`,
// `group_list`, `todo_list_create`). A description tells by the verb that opens its first sentence
// ("Deletes …", "Use this tool to delete …", "A tool for deleting …"), by those joined to it, and
// by later sentences about the tool itself. What is addressed to the caller ("Create a project
// first") does not count.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/word_list.hpp"
#include "infer/act.hpp"
#include "infer/words.hpp"

namespace touchstone::infer {

enum class Where : std::uint8_t {
  kName,
  kTitle,
  kOpening,  // the first verb of the description
  kJoined,   // joined to it: "Create or *update* …"
  kLater,    // in a later sentence about the tool: "*Overwrites* what is there."
};

struct Mention {
  const Verb* verb = nullptr;
  Where where = Where::kName;
  const Words* words = nullptr;  // where it was found
  std::size_t index = 0;         // in them
  bool denied = false;           // "does not modify"
  bool stands_in = false;        // for a name that has no verb

  [[nodiscard]] std::string_view word() const { return (*words)[index]; }  // as it stands
  // Where the words behind the verb begin, which may be two: "tears down | the stack", "gets rid of
  // | them".
  [[nodiscard]] std::size_t behind() const;
  // The word that follows, without articles; may be empty.
  [[nodiscard]] std::string_view object() const;
  // Is it done to one of these? Looks a few words ahead, within the clause, and past the verb's
  // place in a name that ends with it.
  [[nodiscard]] bool is_about(bool (*test)(std::string_view word)) const;
  // The same, but only among the words up to the next preposition: "a check of the index" is a
  // check, "an index for checks" is not.
  [[nodiscard]] bool takes(bool (*test)(std::string_view word)) const;
  // The same, but only the last of these words, which says what it is: "payment details" are
  // details.
  [[nodiscard]] bool ends_in(bool (*test)(std::string_view word)) const;

 private:
  // Does a name end in the verb, behind such a word: `report_generate`?
  [[nodiscard]] bool stands_last(bool (*test)(std::string_view word)) const;
};

inline constexpr std::size_t kMaxMentions = 24;

// Words that stand before what a verb is done to.
inline constexpr base::WordList kDeterminers(
    "a all an and any each existing it its multiple new one or other single some specific that "
    "the their them your");

// The verb of the name first, then those it is joined to. The first `skip` words are a prefix.
// Where several words could be the verb, `told`, the one the description opens with, is.
void find_in_name(const Words& name, std::size_t skip, Where where, std::vector<Mention>& out,
                  const Verb* told = nullptr);
void find_in_text(const Words& text, std::vector<Mention>& out);

}  // namespace touchstone::infer
