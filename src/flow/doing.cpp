#include "flow/doing.hpp"

#include <algorithm>

#include "base/word_list.hpp"
#include "infer/words.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMinThing = 3;  // bytes

// They tell nothing of what a tool acts on, or stand in every other instruction.
constexpr base::WordList kNoThings(
    "all and any api bulk by current data entry for from info information into item list mcp "
    "multiple my "
    "new object of one record resource single the thing to tool user using value via with");

// "Make a reservation": what is done stands behind it.
constexpr base::WordList kLightVerbs("do go make perform place proceed take");

std::string thing_of(std::string_view word) { return std::string(infer::singular(word)); }

bool is_thing(std::string_view word) {
  const auto* verb = infer::find_verb(word);
  return word.size() >= kMinThing && !kNoThings.has(infer::singular(word)) &&
         (verb == nullptr || verb->use != infer::Use::kVerb);
}

}  // namespace

Doing doing_of(std::string_view tool) {
  Doing out;
  const auto words = infer::Words::of_name(tool);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto act = infer::act_of(words[i]);
    const bool is_verb = out.act == infer::Act::kUnknown && act != infer::Act::kUnknown;
    if (is_verb) {
      out.act = act;
    } else if (is_thing(words[i])) {
      out.things.push_back(thing_of(words[i]));
    }
  }
  return out;
}

bool Doing::is_named_in(std::string_view folded) const {
  bool has_verb = act == infer::Act::kUnknown;
  bool has_thing = false;
  while (!folded.empty() && !(has_verb && has_thing)) {
    const auto word = folded.substr(0, folded.find(' '));
    folded.remove_prefix(std::min(folded.size(), word.size() + 1));
    has_verb = has_verb || infer::act_of(word) == act || kLightVerbs.has(word);
    has_thing = has_thing || std::ranges::find(things, infer::singular(word)) != things.end();
  }
  return has_verb && has_thing;
}

}  // namespace touchstone::flow
