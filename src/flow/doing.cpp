#include "flow/doing.hpp"

#include <algorithm>
#include <optional>

#include "base/word_list.hpp"
#include "flow/participle.hpp"
#include "infer/words.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMinThing = 3;  // bytes

// They tell nothing of what a tool acts on, or stand in every other instruction.
constexpr base::WordList kNoThings(
    "all and any api bulk by current data entry for from info information into item list mcp "
    "multiple my new object of one record resource single the thing to tool user using value via "
    "with");

// "Make a reservation", place_order: what is done stands behind it.
constexpr base::WordList kLightVerbs("do go make perform place proceed take");

// What is wished or demanded: "should be", "needs to be", "I would like".
constexpr base::WordList kWishes(
    "must need needs ought please required requires shall should supposed want wants would");

bool tells_of_thing(std::string_view word) {
  const auto* verb = infer::find_verb(word);
  return word.size() >= kMinThing && !kNoThings.has(singular_of(word)) &&
         (verb == nullptr || verb->use != infer::Use::kVerb);
}

template <typename Is>
bool any_word(std::string_view folded, const Is& is) {
  while (!folded.empty()) {
    const auto word = folded.substr(0, folded.find(' '));
    if (!word.empty() && is(word)) return true;
    folded.remove_prefix(std::min(folded.size(), word.size() + 1));
  }
  return false;
}

// The text without the value, where that stands in it first; both are folded. Nothing: it does not.
std::optional<std::string> without(std::string_view folded, std::string_view value) {
  for (std::size_t at = 0; (at = folded.find(value, at)) != std::string_view::npos; ++at) {
    if (at == 0 || folded[at - 1] == ' ')
      return std::string(folded.substr(0, at)).append(folded.substr(at + value.size()));
  }
  return std::nullopt;
}

// In whatever form: "paying", "pays".
infer::Act act_in(std::string_view word) {
  const auto found = infer::find_inflected(word);
  return found ? found.verb->act : infer::Act::kUnknown;
}

}  // namespace

std::string singular_of(std::string_view word) {
  const auto cut = [&](std::size_t letters, std::string_view end = "") {
    return std::string(word.substr(0, word.size() - letters)).append(end);
  };
  if (word.size() > 4 && word.ends_with("ies")) return cut(3, "y");
  for (const std::string_view end : {"ches", "shes", "xes", "sses", "zes"}) {
    if (word.ends_with(end)) return cut(2);
  }
  return std::string(infer::singular(word));
}

Doing doing_of(std::string_view tool) {
  Doing out;
  std::vector<std::string> rest;  // "tweet" of post_tweet, if nothing tells more
  const auto words = infer::Words::of_name(tool);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto act = kLightVerbs.has(words[i]) ? infer::Act::kUnknown : infer::act_of(words[i]);
    if (out.act == infer::Act::kUnknown && act != infer::Act::kUnknown) {
      out.act = act;
      out.verb = words[i];
    } else if (!kLightVerbs.has(words[i]) && words[i].size() >= kMinThing) {
      (tells_of_thing(words[i]) ? out.things : rest).push_back(singular_of(words[i]));
    }
  }
  if (out.things.empty()) out.things = std::move(rest);
  return out;
}

// Things first: few texts have one, and to look at a word's first letter takes less than its form.
bool Doing::is_named_in(std::string_view folded) const {
  const auto is_thing_here = [&](std::string_view word) {
    return std::ranges::any_of(things, [&](const std::string& thing) {
      return word.front() == thing.front() && singular_of(word) == thing;
    });
  };
  const auto is_verb_here = [&](std::string_view word) {
    return kLightVerbs.has(word) || act_in(word) == act;
  };
  return any_word(folded, is_thing_here) &&
         (act == infer::Act::kUnknown || any_word(folded, is_verb_here));
}

bool Doing::is_wished_in(std::string_view folded) const {
  std::string rest(folded);
  for (const auto& value : values) {
    auto other = without(rest, value);
    if (!other) return false;
    rest = std::move(*other);
  }
  const auto* known = infer::find_verb(verb);
  const bool is_only_verb = known != nullptr && known->use == infer::Use::kVerb;
  bool orders = false, has_verb = false, has_thing = false, wishes = false;
  std::string_view before;
  any_word(rest, [&](std::string_view word) {
    orders = orders || (is_only_verb && word == verb);
    has_verb = has_verb || word == verb || (!verb.empty() && verb_of_participle(word) == verb);
    has_thing = has_thing || std::ranges::find(things, singular_of(word)) != things.end();
    wishes = wishes || kWishes.has(word) || (word == "be" && before == "to");
    before = word;
    return false;
  });
  return (orders && (has_thing || values.size() > 1)) || (wishes && (has_verb || has_thing));
}

}  // namespace touchstone::flow
