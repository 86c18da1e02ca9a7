// What nobody would hide from the readers of a page but to have a model read it. For text that is
// known to be hidden, which weighs by itself: in a text that is shown these are everyday words.
#include "detect/rule_tables.hpp"

namespace touchstone::detect {
namespace {

constexpr PhraseRule kConcealedRules[] = {
    // It speaks to a model.
    {Family::kMarkup, 8, "^$machine ^$bid"},
    {Family::kMarkup, 6, "^$machine $bid"},
    {Family::kMarkup, 8,
     "if|when|as|since|because you ~1 are|see|read|process ~2 $machine|model|agent"},
    {Family::kMarkup, 8, "you are ~2 $machine"},
    {Family::kMarkup, 8,
     "dear|attention|hey|hello|note|message|instruction|instructions|notice|prompt|order|orders ~3 "
     "$machine"},
    {Family::kMarkup, 6, "to|for ~1 any|all|the|every ~1 $machine ~4 ^$bid"},
    {Family::kMarkup, 6,
     "$machine must|should|shall|please|needs|has|reading|processing|summarizing|summarising|"
     "parsing|reviewing|evaluating"},
    {Family::kMarkup, 6, "language model|models ~4 $bid|must|should|please"},
    {Family::kMarkup, 6, "^$bid ~6 your ~1 $reply|summary"},

    // It sends something away.
    {Family::kSending, 6, "$away ~4 $goods ~6 to|at ~1 http|https|mailto"},
    {Family::kSending, 6, "$away ~2 all|every|the|any ~6 to|at ~1 http|https|mailto"},
};

}  // namespace

std::span<const PhraseRule> rules_of_concealed() { return kConcealedRules; }

}  // namespace touchstone::detect
