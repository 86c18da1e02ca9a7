#include "flow/participle.hpp"

#include <algorithm>
#include <array>

#include "infer/act.hpp"

namespace touchstone::flow {
namespace {

struct Irregular {
  std::string_view participle, verb;
};

constexpr auto kIrregular = std::to_array<Irregular>({
    {"begun", "begin"},
    {"bought", "buy"},
    {"brought", "bring"},
    {"built", "build"},
    {"chosen", "choose"},
    {"cut", "cut"},
    {"done", "do"},
    {"drawn", "draw"},
    {"driven", "drive"},
    {"forgotten", "forget"},
    {"frozen", "freeze"},
    {"given", "give"},
    {"gone", "go"},
    {"held", "hold"},
    {"hidden", "hide"},
    {"hung", "hang"},
    {"kept", "keep"},
    {"left", "leave"},
    {"lent", "lend"},
    {"let", "let"},
    {"lit", "light"},
    {"lost", "lose"},
    {"made", "make"},
    {"overridden", "override"},
    {"overwritten", "overwrite"},
    {"paid", "pay"},
    {"put", "put"},
    {"read", "read"},
    {"rebuilt", "rebuild"},
    {"repaid", "repay"},
    {"resent", "resend"},
    {"reset", "reset"},
    {"rewritten", "rewrite"},
    {"run", "run"},
    {"said", "say"},
    {"sent", "send"},
    {"set", "set"},
    {"shown", "show"},
    {"shut", "shut"},
    {"sold", "sell"},
    {"spent", "spend"},
    {"split", "split"},
    {"taken", "take"},
    {"taught", "teach"},
    {"thrown", "throw"},
    {"told", "tell"},
    {"undone", "undo"},
    {"unfrozen", "unfreeze"},
    {"withdrawn", "withdraw"},
    {"withheld", "withhold"},
    {"written", "write"},
});
static_assert(std::ranges::is_sorted(kIrregular, {}, &Irregular::participle));

}  // namespace

std::string_view verb_of_participle(std::string_view word) {
  const auto found = std::ranges::lower_bound(kIrregular, word, {}, &Irregular::participle);
  if (found != kIrregular.end() && found->participle == word) return found->verb;
  const auto inflected = infer::find_inflected(word);
  return inflected && inflected.form == infer::Form::kPast ? inflected.verb->word
                                                           : std::string_view();
}

}  // namespace touchstone::flow
