// What the content of a result has no business to say to whoever reads it: that it has orders for
// the model. Documents about models and security say some of these words too, so that few of them
// are an alarm alone.
#include "detect/rule_tables.hpp"

namespace touchstone::detect {
namespace {

constexpr PhraseRule kResultRules[] = {
    // Other instructions are to be ignored.
    {Family::kOverride, 10,
     "^ignore|disregard|forget ~1 your|all|any|my ~1 "
     "previous|prior|earlier|preceding|original|initial"},
    {Family::kOverride, 10,
     "please|must|now|just|and|should ~1 ignore|disregard|forget ~1 your|all|any ~1 "
     "previous|prior|earlier|preceding|original|initial"},
    {Family::kOverride, 7,
     "ignore|disregard|forget the|everything|all ~1 above|before|previous|prior"},
    {Family::kOverride, 5, "^ignore the above"},
    {Family::kOverride, 8,
     "ignore|disregard|overlook everything|all|anything|whatever|what ~1 you|you've ~2 "
     "told|instructed|taught|said|given|learned|asked"},
    {Family::kOverride, 6,
     "forget everything|all|anything|whatever|what ~1 you|you've ~2 told|instructed|taught|given"},
    {Family::kOverride, 4,
     "you|you've ~2 told|instructed|taught|said|given|learned ~1 "
     "before|earlier|previously|so|until|up|above"},
    {Family::kOverride, 8,
     "ignore|disregard|forget your ~1 instructions|rules|guidelines|directives"},
    {Family::kOverride, 5, "you ~3 obey|serve|answer|listen|report ~1 only|to|me ~1 me|my"},
    {Family::kOverride, 8, "do anything now"},
    {Family::kOverride, 6, "regardless|irrespective of ~1 previous|prior|earlier ~1 $orders|tasks"},
    {Family::kMarkup, 4,
     "new|next|updated|real|actual|urgent task|instruction|instructions|objective|orders|mission "
     "^$bid"},
    {Family::kOverride, 4,
     "and|instead|then do|say|write|output|respond|print|give|tell ~4 instead"},
    {Family::kOverride, 8,
     "strictly adhere|follow|stick|comply ~2 following|these|this|new ~2 "
     "instruction|instructions|order|orders|command|commands"},
    {Family::kOverride, 8,
     "new|updated|additional|special|urgent ~1 instruction|instructions|task|tasks|orders ~2 for "
     "you|the|all ~1 $reader|you"},
    {Family::kOverride, 8,
     "reveal|print|output|repeat|show|leak|disclose ~3 system|initial|original|hidden|your "
     "prompt|instructions"},
    {Family::kOverride, 6,
     "you|you're are|is|now ~1 no longer ~3 $reader|bound|restricted|limited"},
    {Family::kOverride, 6,
     "enter|enable|activate|switch ~3 developer|dan|god|jailbreak|unrestricted mode"},
    {Family::kOverride, 7,
     "previous|original|old|current task|tasks|request ~2 been|is|are ~1 "
     "completed|cancelled|canceled|finished|void|replaced|over"},
    {Family::kOverride, 6, "more|most urgent|important ~1 new|other ~1 task|request"},
    {Family::kOverride, 5,
     "finish|complete|do|solve the|this new|other|following ~1 task ~1 first"},

    // The result speaks to the model, or as somebody else.
    {Family::kMarkup, 7,
     "important|urgent|special|priority message|note|instruction|notice ~2 "
     "from|for ~1 me|you|admin|administrator|developer|system"},
    {Family::kMarkup, 6, "to|for you ~3 $reader|gpt-4|gpt-5|mixtral|llama|gemini|mistral|copilot"},
    {Family::kMarkup, 6,
     "i am the|your user|developer|administrator|admin|creator|owner|maintainer"},
    {Family::kMarkup, 6,
     "i'm the|your user|developer|administrator|admin|creator|owner|maintainer"},
    {Family::kMarkup, 7,
     "system|admin|administrator|developer|operator|security|internal "
     "note|message|notice|alert|update|instruction|instructions|directive|reminder ~1 to|for ~2 "
     "$reader"},
    {Family::kMarkup, 5, "new|next user query|message|request|input"},
    {Family::kMarkup, 5, "attention|dear|hello|hey ~1 ai|llm|chatgpt|claude|gpt-4|$reader"},

    // Something is to be done before, or instead of, what the user wants.
    {Family::kOtherTool, 7,
     "before|until you can|could|may|are ~1 solve|complete|continue|finish|answer|proceed|do|able "
     "~4 "
     "task|request|question|work"},
    {Family::kOtherTool, 6,
     "task|request|question ~1 that|which|i ~1 i|gave|assigned ~1 you|gave ~1 you|in"},
    {Family::kOtherTool, 6, "please|must|should|to do ~1 the following ~1 first|before|now"},
    {Family::kOtherTool, 4,
     "after you do|did|have|finish ~2 you can|may ~1 solve|continue|return|complete"},
    {Family::kOtherTool, 6,
     "to get|see|receive|obtain ~2 result|results|answer|output|access ~1 you "
     "must|should|need|have"},
    {Family::kOtherTool, 7,
     "before answering|responding|replying|continuing|summarizing|summarising ~3 "
     "call|use|invoke|run|send|forward|execute|email|upload|post|transfer"},
    {Family::kOtherTool, 6,
     "by executing|calling|invoking|using|running ~2 tool|tools|function|functions ~8 "
     "following|with|arguments|parameters"},
    {Family::kOtherTool, 6,
     "please|must|now|should ~1 call|use|invoke|execute ~1 the|this|your ~1 @name "
     "tool|function ~2 to|with|and"},
    {Family::kOtherTool, 4,
     "remember|be to|sure ~1 to|substitute|replace ~2 placeholders|placeholder"},
    {Family::kOtherTool, 6,
     "including|include|add|insert ~3 below|following|this ~1 code|snippet|script ~3 your "
     "response|answer|reply|output"},
    {Family::kOtherTool, 6,
     "include|add|append|insert|put ~6 in|to|at ~2 your ~1 response|answer|reply"},

    // What a document tells its readers to ignore is no override.
    {Family::kOverride, -4,
     "ignore|disregard ~2 previous|prior|above ~1 "
     "versions|version|commits|commit|errors|error|warnings|warning|email|emails|mail|results|"
     "releases"},
};

}  // namespace

std::span<const PhraseRule> rules_of_results() { return kResultRules; }

}  // namespace touchstone::detect
