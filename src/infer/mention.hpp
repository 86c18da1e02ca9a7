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
  std::string_view word;    // as it stands, in the Words it was found in
  std::string_view object;  // the word that follows, without articles; may be empty
  bool denied = false;      // "does not modify"
};

inline constexpr std::size_t kMaxMentions = 24;

// The verb of the name first, then those it is joined to. The first `skip` words are a prefix.
void find_in_name(const Words& name, std::size_t skip, Where where, std::vector<Mention>& out);
void find_in_text(const Words& text, std::vector<Mention>& out);

}  // namespace touchstone::infer
