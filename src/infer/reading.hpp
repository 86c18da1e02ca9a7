// Reading: everything a definition says in words, taken apart once for all rules.
//
// A tool's declared annotations are not read here: inference must be able to contradict them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/word_list.hpp"
#include "infer/cue.hpp"
#include "infer/mention.hpp"
#include "infer/parameters.hpp"
#include "infer/siblings.hpp"
#include "infer/words.hpp"
#include "model/tool.hpp"

namespace touchstone::infer {

// What a caller can choose to have done: the values of a parameter, or a list in the description.
struct Selector {
  std::string said_by;  // "parameter `action`"
  std::string pointer;
  std::vector<std::string> values;  // those that are verbs, as spelled
  std::vector<Act> acts;            // of the values, in their order
  [[nodiscard]] bool may(Act act) const;
  [[nodiscard]] bool only_reads() const;
  [[nodiscard]] std::string in_words() const;  // "parameter `action` offers list and delete"
};

struct Reading {
  Reading(const model::Tool& tool, const Siblings& others);
  Reading(const Reading&) = delete;  // mentions point into the words
  Reading& operator=(const Reading&) = delete;

  Words name;
  Words title;
  Words text;
  std::vector<Parameter> parameters;
  std::vector<Parameter> results;  // of the output schema; the first is the schema itself
  std::vector<Mention> mentions;
  std::vector<Selector> selectors;
  CueSheet cues;
  Kin siblings;
  std::string_view name_pointer;
  bool takes_nothing = false;  // it has an input schema, and that has no parameters

  // The name's verb, or the title's, or the description's first; null if there is none.
  [[nodiscard]] const Mention* main_verb() const;
  [[nodiscard]] const Mention* first(Where where) const;
  // A parameter whose name ends in one of these words (singular); null if there is none.
  [[nodiscard]] const Parameter* parameter_called(const base::WordList& words) const;
  // Where a hit stands in the definition.
  [[nodiscard]] std::string pointer_of(Spot spot, const Hit& hit) const;
};

}  // namespace touchstone::infer
