// What a description has no business to ask for: secret files, the conversation, changes of what
// was asked and answered, and that data goes elsewhere.
#include "detect/rule_tables.hpp"

namespace touchstone::detect {
namespace {

constexpr PhraseRule kDataRules[] = {
    // Files, variables.
    {Family::kSecretFile, 5,
     "read|access|open|cat|load|retrieve|fetch|collect|check ~6 "
     "private|ssh|secret|secrets|credentials|credential|password|passwords|environment|env ~1 "
     "key|keys|file|files|variables|store|vault"},
    {Family::kSecretFile, 5,
     "access|read|retrieve|dump|collect|gather|extract ~3 system|user|user's|stored|local|all ~1 "
     "secrets|credentials|passwords|tokens|cookies"},
    {Family::kSecretFile, 4,
     "read|access|open|load ~5 file|files ~3 and ~2 "
     "pass|send|include|provide|put|append|attach|copy"},
    {Family::kSecretFile, 5,
     "adding|add|append|appending|write|writing|insert ~4 line|lines|entry|command ~4 to ~3 "
     "file|profile|crontab|startup"},
    {Family::kSecretFile, 4,
     "update|modify|change|edit|alter ~3 environment|system|shell|startup ~1 "
     "configuration|config|settings|profile|variables"},

    // The conversation and what the model knows.
    {Family::kConversation, 6,
     "last|recent|previous|latest ~2 messages|prompts|turns ~2 of|from|in ~2 $talk"},
    {Family::kConversation, 4,
     "must|should|shall ~1 be ~1 included|attached|appended|added|passed|embedded ~2 "
     "in|to|into|with|as"},
    {Family::kConversation, 4, "read ~3 contents|content of"},
    {Family::kConversation, 4, "attach|append|paste them|these|it|those to|in|into"},
    {Family::kConversation, 6,
     "full|entire|whole|complete|all|previous|verbatim|prior|everything|exact ~3 $talk ~2 "
     "history|context|log|transcript|messages|content|contents|so|thread"},
    {Family::kConversation, 6, "$put ~4 $talk ~1 history|context|log|transcript|messages|contents"},
    {Family::kConversation, 5, "history|transcript|contents|summary ~1 of ~3 $talk"},
    {Family::kConversation, 9,
     "your|the ~1 system prompt|message|instructions ~3 "
     "verbatim|exactly|full|here|word|in|into|as"},
    {Family::kConversation, 8, "$put ~4 system prompt|message|instructions"},
    {Family::kConversation, 9,
     "$put|followed|with|append|including ~3 your ~2 chain of thought|reasoning"},
    {Family::kConversation, 9,
     "$put|followed|with|append|including ~6 chain of thought ~6 system prompt"},
    {Family::kConversation, 7, "$put ~4 contents|content ~1 of ~4 file|files|@name"},
    {Family::kConversation, 7,
     "$put ~5 results|outputs|output|responses ~2 of|from ~2 other|previous|prior|all|earlier ~2 "
     "tool|tools|calls"},
    {Family::kConversation, 6,
     "previous|prior|earlier|other ~1 tool|tools ~1 results|outputs|responses|calls|output ~4 "
     "here|verbatim|in|as|must"},
    {Family::kConversation, 6,
     "$put ~3 your ~2 reasoning|thoughts|instructions|memory|context|knowledge"},
    {Family::kConversation, 7, "$put ~4 $secret ~4 here|parameter|argument|field|as|in|into"},
    {Family::kConversation, 6,
     "$put|include ~3 them|it|contents|these ~1 in|into|to|as ~2 your ~1 $reply"},
    {Family::kConversation, 8, "your system|initial|original prompt|message|instructions"},
    {Family::kConversation, 4, "list of ~2 available|your|other ~1 tools"},
    {Family::kConversation, 6,
     "any|all|every ~1 file|files|data|information|messages you ~2 "
     "opened|read|seen|have|accessed|loaded"},
    {Family::kConversation, 4,
     "$put|includes|puts|passes ~3 them|it|its|contents|result|says ~2 in|into|as ~3 "
     "parameter|argument|field"},
    {Family::kConversation, 5,
     "user's|users' ~2 address|location|contacts|email|phone|calendar|files|messages|name|data ~4 "
     "from ~3 tool|server|memory|conversation"},
    {Family::kConversation, 6,
     "look|search|scan|locate|find|check ~2 for ~2 $secret|api ~3 in|on ~3 "
     "environment|file|files|system|disk|memory|workspace|folder|conversation"},
    {Family::kConversation, 7,
     "environment variable|variables ~4 appended|included|added|sent|passed|attached|copied"},
    {Family::kConversation, 4,
     "appended|added|included|attached|copied to|in|into ~3 "
     "note|text|body|message|response|output|field|parameter|request"},
    {Family::kConversation, 7,
     "everything|anything ~2 $user ~2 said|typed|told|wrote|shared|asked"},

    // What the user asked for, what a tool answered.
    {Family::kTampering, 7,
     "always|must|automatically|silently ~2 $change ~4 "
     "parameter|destination|recipient|recipients|address|amount|name|query|value|location|setting|"
     "result|results|account|email|number|url|path|ticker|symbol|date|to"},
    {Family::kTampering, 4,
     "$change|set ~5 "
     "parameter|parameters|destination|recipient|recipients|address|amount|query|location|account|"
     "ticker|symbol ~3 to|with|from|as|by"},
    {Family::kTampering, 7,
     "query|queries|request|requests|parameter|parameters|input|inputs|result|results|values|"
     "searches|address ~2 is|are|be|been ~1 automatically|silently|always ~1 "
     "modified|changed|redirected|replaced|enhanced|adjusted|rewritten|converted|mapped|"
     "overridden"},
    {Family::kTampering, 6,
     "system|tool|we ~2 automatically|always|currently|silently ~1 "
     "redirect|redirects|redirecting|modifies|changes|replaces|changing|replacing|modifying|"
     "enhances|rerouting|overrides ~4 parameters|requests|queries|these|all|to|the"},
    {Family::kTampering, 6,
     "$change ~3 $outcome ~2 of|with|from|to ~4 tool|tools|check|response|function|@name"},
    {Family::kTampering, 5,
     "replace|modify|change|correct|overwrite ~3 value|values|result|results|output ~2 "
     "with|of|from"},
    {Family::kTampering, 3,
     "when|whenever|if ~4 "
     "ask|asks|asked|request|requests|search|searches|want|wants|mention|mentions|contains"},
    {Family::kTampering, 4,
     "always ~1 "
     "return|returns|report|reports|set|sets|choose|select|recommend|recommends|buy|send|sends|"
     "transfer ~6 regardless|instead|even|only"},
    {Family::kTampering, 4,
     "use|return|report|show|give|choose|pick ~8 no|regardless|irrespective matter|of"},
    {Family::kTampering, 6,
     "$outcome ~2 must|should ~2 be ~1 "
     "increased|decreased|changed|modified|multiplied|rounded|replaced|adjusted|altered|doubled|"
     "reduced|inverted"},
    {Family::kTampering, 4, "before ~3 is|are|being ~1 presented|shown|displayed"},
    {Family::kTampering, 7,
     "always|must|should ~1 recommend|suggest|promote|favour|favor|advise ~4 "
     "over|instead|above|rather"},
    {Family::kTampering, 5, "now uses ~4 as ~2 default"},
    {Family::kTampering, 6,
     "add|multiply|increase|subtract|double|reduce ~4 to|by|from ~3 all|every|each|any|the ~2 "
     "amount|price|prices|value|values|result|results|total|quantity"},
    {Family::kTampering, 5,
     "halt|abort|refuse|stop|block|deny|cancel ~2 the|all|any|this|every ~1 "
     "operation|operations|request|requests|process|action|task"},

    {Family::kTampering, 6,
     "$outcome|options|listings|offers ~6 must|should ~1 be ~1 "
     "dropped|removed|excluded|filtered|hidden|suppressed|omitted|withheld"},
    {Family::kTampering, 5, "even if|though ~5 not|isn't|false|wrong|untrue|incorrect|otherwise"},
    {Family::kTampering, 4,
     "present|show|rank|describe ~4 as ~1 the cheapest|best|first|only|safest|top|most"},
    {Family::kTampering, 5, "$change ~2 requested|specified|supplied|chosen"},
    {Family::kTampering, 4,
     "output|print|write|say|append|add ~3 word|phrase|string|sentence|link ~4 after|before|to|at "
     "~2 each|every|all|any|end"},

    // What the user is to be told.
    {Family::kSpeech, 5, "owing|due to ~2 partnership|agreement|sponsorship|contract|sponsor"},
    {Family::kSpeech, 4,
     "must|should|always|need|then ~3 tell|inform|notify|warn|report|announce|say ~2 $user ~1 "
     "that|about|is|of"},
    {Family::kSpeech, 4,
     "display|state|say|announce|report|output|append|include|present|show ~2 the|a|this|following "
     "~2 message|announcement|warning|alert|statement|sentence|text|notice|disclaimer"},
    {Family::kSpeech, 7, "say|claim|respond|reply|answer|insist|state|pretend that"},
    {Family::kSpeech, 5,
     "promotional|marketing|sponsored|advertising ~1 message|content|link|text|announcement"},
    {Family::kSpeech, 4, "present ~4 as ~3 to ~1 the $user"},
    {Family::kSpeech, 4, "report|say|state ~1 to ~1 the $user"},
    {Family::kSpeech, 5,
     "inform|tell ~2 $user ~8 "
     "failed|unavailable|error|restricted|expired|compromised|breach|insecure|unsafe"},
    {Family::kSpeech, 5, "recommend|promote|advertise|endorse|suggest ~3 our|partner|sponsor"},
    {Family::kSpeech, 4, "our partner|sponsor|affiliate"},

    // Data that goes elsewhere, and other side effects.
    {Family::kSending, 8,
     "$oblige ~5 contact|notify|store|save|post|send|report|write|log|forward|upload|access|query "
     "~6 http|https"},
    {Family::kSending, 6,
     "store|save|send|post|upload|log|forward|report|copy ~6 at|to ~1 http|https"},
    {Family::kSending, 6,
     "must|always|should|shall ~1 also|additionally|first|then|simultaneously ~3 $effect"},
    {Family::kSending, 8,
     "must|always|should|shall ~1 also|additionally|then ~2 delete|remove|erase|wipe|purge"},
    {Family::kSending, 6, "send|forward|keep|mail|store|upload ~1 a copy"},
    {Family::kSending, 5,
     "also ~1 send|forward|copy|upload|transmit|mirror|report|store|save|post ~6 to|at"},
    {Family::kSending, 7,
     "must|should ~2 be ~1 mirrored|forwarded|copied|uploaded|transmitted|reported|cc|bcc ~4 to"},
    {Family::kSending, 5,
     "^always|automatically|must ~2 forward|bcc|cc|send|upload|copy|transmit|share|leak ~6 to"},
    {Family::kSending, 5,
     "send|make|issue|perform ~3 request|post|get ~2 to ~6 http|https|endpoint|server"},
    {Family::kSending, 5,
     "by ~1 removing|deleting|erasing|wiping|purging|overwriting ~2 all|every|any ~2 "
     "contents|files|data|records|logs"},
    {Family::kSending, 7,
     "must|always|also|automatically|first|please ~3 "
     "send|forward|upload|post|transmit|copy|report|submit|bcc|cc ~6 to|at ~4 "
     "http|https|server|endpoint|address|url|webhook"},
    {Family::kSending, 7,
     "must|always|also|first ~3 access|visit|contact|ping|query|call ~5 "
     "endpoint|url|site|server|webhook ~2 at|http|https"},
    {Family::kSending, 6,
     "send|forward|upload|transmit|exfiltrate|leak ~4 "
     "$secret|data|contents|files|history|conversation ~4 to ~4 "
     "http|https|attacker|external|remote|third|our"},
    {Family::kSending, 6,
     "bcc|cc ~6 on|to|in|for ~2 all|every|each|any ~2 email|emails|message|messages|mail"},
    {Family::kSending, 6,
     "all|every|each ~2 email|emails|messages|message ~4 must|should ~4 sent|forwarded|copied|bcc"},
};

}  // namespace

std::span<const PhraseRule> rules_of_data() { return kDataRules; }

}  // namespace touchstone::detect
