// How the content of a result is worded that steers the model: the everyday wordings of each
// family, as orders. Manuals, letters and articles state, explain or ask the same things, but
// seldom order them of whoever reads, of this very text, or at once. So these rules want an order:
// a verb that begins a clause or follows "you must", "this" or "these instructions" as what it is
// about, and the user as the one who is not to know.
#include "detect/rule_tables.hpp"

namespace touchstone::detect {
namespace {

constexpr PhraseRule kWordings[] = {
    // The user is not to know.
    {Family::kSecrecy, 10, "^do not ~1 $told ~4 $user"},
    {Family::kSecrecy, 10, "^don't|never|dont|not ~1 $told ~4 $user"},
    {Family::kSecrecy, 10,
     "please|and|but|then|also|just|so|remember|important don't|never|dont ~1 $told ~4 $user"},
    {Family::kSecrecy, 10,
     "please|and|but|then|also|just|so|remember|important do not ~1 $told ~4 $user"},
    {Family::kSecrecy, 10,
     "you|assistant|agent|model|ai|llm ~2 not|never|mustn't|shouldn't|don't|cannot|won't ~1 $told "
     "~4 $user"},
    {Family::kSecrecy, 10,
     "^do not ~1 $mention ~1 this|these|that|it|any|anything|your|what ~5 to ~1 $theuser"},
    {Family::kSecrecy, 10,
     "^don't|never|dont ~1 $mention ~1 this|these|that|it|any|anything|your|what ~5 to ~1 "
     "$theuser"},
    {Family::kSecrecy, 10,
     "and|but|please|you|must|should|also|then ~2 not|never|don't ~1 $mention ~1 "
     "this|these|that|it|anything|your|what ~5 to ~1 $theuser"},
    {Family::kSecrecy, 4,
     "hide|conceal|hiding|concealing|withhold this|it|that|these|them|everything|all from the "
     "$theuser"},
    {Family::kSecrecy, 4,
     "hide|conceal|hiding|concealing|withhold this|these|that|your|any|all ~1 "
     "action|actions|step|steps|fact|instruction|instructions|message|change|changes|request|"
     "transaction|transfer|information|operation|call|calls|task|activity ~1 from the $theuser"},
    {Family::kSecrecy, 4,
     "keep ~1 this|it|that|these|them|everything|all|your ~3 "
     "secret|hidden|confidential|private|quiet ~1 from the $theuser"},
    {Family::kSecrecy, 10,
     "this|it|that|these|everything ~2 must|should|has|needs|stays|remains|shall|stay|remain ~3 "
     "hidden|secret|concealed|invisible|confidential|unknown ~1 from|to the $theuser"},
    {Family::kSecrecy, 4,
     "^the $theuser must|should|may|shall|can not|never ~2 "
     "know|notice|suspect|learn|realize|realise|informed|told|notified|alerted ."},
    {Family::kSecrecy, 4,
     "and|but|so|because|since the $theuser must|should|may|shall not|never ~2 "
     "know|notice|suspect|learn|realize|realise|informed|told|notified|alerted ."},
    {Family::kSecrecy, 4,
     "the $theuser must|should|may|shall|can|will|is ~1 not|never ~3 "
     "know|notice|suspect|learn|realize|realise|hear|find|told|informed|aware|notified|alerted ~2 "
     "this|it|that|anything|these|what"},
    {Family::kSecrecy, 10,
     "the $theuser must|should|may|shall never|not ~1 find|hear|discover|learn out|about|of|this"},
    {Family::kSecrecy, 10,
     "$neg let the $theuser ~1 know|notice|find|learn|suspect|realize|realise|discover|see ~1 "
     "about|of|out|this|it|what"},
    {Family::kSecrecy, 10,
     "sure|ensure|certain ~2 the $theuser doesn't|never|not|can't|won't|isn't|does|is|cannot|will "
     "~2 notice|know|learn|find|told|aware|suspect|realize|realise ~2 this|it|that|about|anything"},
    {Family::kSecrecy, 10,
     "sure|ensure|certain ~2 the $theuser doesn't|never|can't|won't|does|cannot|will ~2 see|read "
     "this|these|that|the ~1 message|messages|instruction|instructions|step|note|request|action"},
    {Family::kSecrecy, 10,
     "keep|leave the $theuser ~1 in|unaware|uninformed|out|oblivious|ignorant ~2 "
     "dark|loop|of|about|that"},
    {Family::kSecrecy, 10, "keep|leave the $theuser ~1 unaware|uninformed|oblivious ."},
    {Family::kSecrecy, 10,
     "no|any circumstances|case|account|way ~2 should|must|may|shall|can the $theuser ~2 "
     "informed|told|notified|aware|know|alerted|learn|find"},
    {Family::kSecrecy, 10, "^say|tell|reveal|mention|disclose nothing ~5 to the $theuser"},
    {Family::kSecrecy, 10, "^tell the $theuser nothing"},
    {Family::kSecrecy, 3, "need|necessary|have to ~1 inform|tell|notify|alert|ask the $theuser ."},
    {Family::kSecrecy, 3,
     "need|necessary|have to ~1 inform|tell|notify|alert|ask the $theuser about|of|for|that ~1 "
     "this|it|these|you|anything|permission|confirmation"},
    {Family::kSecrecy, 4,
     "so ~3 the $theuser ~2 not|never|won't|doesn't|can't ~1 "
     "notice|suspect|realize|realise|know ."},
    {Family::kSecrecy, 4,
     "so ~3 the $theuser ~2 not|never|won't|doesn't|can't ~1 "
     "notice|suspect|realize|realise|know|see this|it|that|anything|what"},
    {Family::kSecrecy, 10,
     "^avoid|refrain ~1 mentioning|disclosing|revealing|telling|acknowledging ~1 "
     "this|these|it|that|anything|your ~4 the $theuser"},
    {Family::kSecrecy, 10,
     "^avoid|refrain ~1 telling|informing|notifying|alerting|warning the $theuser ."},
    {Family::kSecrecy, 10,
     "^avoid|refrain ~1 telling|informing|notifying|alerting|warning the $theuser about|of ~1 "
     "this|it|these|that|anything|what|your"},
    {Family::kSecrecy, 4,
     "^do|perform|execute|send|complete|forward|make|proceed|carry|finish|run ~5 without ~1 the "
     "$theuser ~1 noticing|knowing|realizing|realising|finding|suspecting|seeing"},

    // Other instructions are to be ignored.
    {Family::kOverride, 10,
     "^ignore|disregard|forget|discard|neglect ~1 the|all|any|these|those|every|your ~1 $ordered "
     "~2 above|previously|earlier|preceding ."},
    {Family::kOverride, 10,
     "ignore|disregard|forget|discard|neglect ~1 the|all|any|these|those|every ~1 $ordered ~2 "
     "above|previously|earlier and|then ~2 $bid|do|instead"},
    {Family::kOverride, 10,
     "please|must|should|now|just|and|to|will|shall ~1 ignore|disregard|forget|discard ~1 "
     "the|all|any|these|those|every ~1 $ordered ~2 above|previously ."},
    {Family::kOverride, 10,
     "ignore|disregard|forget|discard ~1 the|all|any|every|those ~1 $ordered ~1 that ~1 "
     "you|you've ~1 were|received|got|been|had"},
    {Family::kOverride, 10,
     "ignore|disregard|forget|discard ~1 the|all|any|every|those ~1 $ordered you|you've ~1 "
     "were|received|got|been|had"},
    {Family::kOverride, 10,
     "ignore|disregard|forget|discard|override|abandon ~1 the|all|any|your|my ~1 "
     "above|previous|prior|earlier|preceding|foregoing|original|initial ~1 "
     "directions|direction|directive|directives|guidance|orders|command|commands"},
    {Family::kOverride, 10,
     "^ignore|disregard|forget|override|discard|replace ~1 the|your|any|this system "
     "prompt|message|instructions|instruction"},
    {Family::kOverride, 10,
     "ignore|disregard|forget|discard|override all|any|each|every of the|your|my|those ~1 "
     "previous|prior|earlier|preceding|above|original ~2 $ordered"},
    {Family::kOverride, 10,
     "^do not ~1 follow|obey|heed|honour|honor|respect ~2 $before ~1 $ordered"},
    {Family::kOverride, 10,
     "^don't|never|stop|quit|cease|dont follow|following|obey|obeying|heed|heeding ~2 $before ~1 "
     "$ordered"},
    {Family::kOverride, 10,
     "you ~3 longer|not|needn't ~3 follow|obey|bound|heed ~2 "
     "$before|safety|content ~1 $ordered|filters|filter|restrictions"},
    {Family::kOverride, 10,
     "override|bypass|disable|circumvent|abandon|suspend|drop|violate ~1 your ~1 "
     "safety|ethical|ethics|content|moral|built-in|internal|usual|core ~1 "
     "guidelines|rules|filters|filter|policies|policy|restrictions|guardrails|protocols|checks|"
     "limits|programming|instructions|measures|guideline|protocol"},
    {Family::kOverride, 10,
     "override|bypass|circumvent|disobey|violate|abandon ~1 your ~1 "
     "instructions|guidelines|programming|guardrails|safeguards|directives|prompt|orders"},
    {Family::kOverride, 4, "^ignore|disregard|forget everything|all|anything ~2 above|before ."},
    {Family::kOverride, 4,
     "^ignore|disregard|forget everything|all|anything ~2 above|before and|then ~2 $bid"},
    {Family::kOverride, 10,
     "your|all|any|these ~1 previous|prior|earlier|original|above|initial|system|old ~1 "
     "instructions|instruction|directives|orders|directions|prompts|prompt ~2 are|is|were|have|has "
     "~3 "
     "void|cancelled|canceled|revoked|superseded|obsolete|invalid|replaced|overridden|deleted|"
     "suspended|lifted|nullified|annulled|rescinded|withdrawn"},
    {Family::kOverride, 3,
     "above|previous|prior|earlier|your ~1 instructions|directives|prompt|orders ~2 no longer "
     "apply|applies|valid|hold|matter|count"},
    {Family::kOverride, 10,
     "no|any attention to ~1 the|any|your|all|previous ~2 "
     "instructions|directions|prompt|directives|guidelines"},
    {Family::kOverride, 10,
     "set|put|cast|leave|throw aside|away ~1 your|all|any|previous|prior ~2 "
     "instructions|directives|guidelines|rules|orders|prompt|directions"},

    // The result speaks as the system, or to the model.
    {Family::kMarkup, 10,
     "new|updated|revised|replacement|real|actual system prompt|instructions|message|instruction "
     "^you|your|act|from|$bid|$harm"},
    {Family::kMarkup, 10,
     "note|message|notice|instruction|instructions|directive|directives|order|orders|reminder|memo "
     "to|for ~2 $machine|agent|agents|model|models|assistants ~4 ^$harm"},
    {Family::kMarkup, 10,
     "important|urgent|special|priority|critical|mandatory|system instruction|instructions|message|"
     "directive|order|orders to|for ~1 the|all|any ~1 ai|llm|language|chatgpt|claude ~1 "
     "assistant|agent|model|agents|models|assistants ~3 ^$bid|$harm"},
    {Family::kMarkup, 10,
     "ai|llm|language ~1 assistants|assistant|agents|agent|models|model|systems ~1 "
     "reading|processing|summarizing|summarising|analyzing|analysing|parsing|viewing ~3 "
     "must|should|shall|please|need|have"},
    {Family::kMarkup, 10,
     "if|since|because|as you are|you're ~2 ai|llm|language|chatbot|assistant|bot ~3 ^$bid|$harm"},
    {Family::kMarkup, 6,
     "SYSTEM|ADMIN|ADMINISTRATOR|ROOT|DEVELOPER|OPERATOR ~1 "
     "new|updated|urgent|override|critical|priority "
     "directive|directives|instruction|instructions"},
    {Family::kMarkup, 10,
     "SYSTEM|ADMIN|EMERGENCY|SECURITY|DEVELOPER|ROOT OVERRIDE|DIRECTIVE ^$bid|$harm"},
    {Family::kMarkup, 10,
     "^system ^you ~1 must|will|shall|are ~3 comply|obey|ignore|now|follow|reveal|send|forward"},

    // A tool is to be called.
    {Family::kOtherTool, 5,
     "you ~1 must|should|need|have|shall|will ~3 call|invoke|use|run|execute|trigger ~2 @name "
     "tool|function"},
    {Family::kOtherTool, 2,
     "you ~1 must|should|need|have|shall|will ~3 call|invoke|use|run|execute ~3 @name ~1 with|and "
     "~2 all|full|entire|whole|everything"},
    {Family::kOtherTool, 3, "use|run|trigger ~1 the|your|this @name tool|function"},
    {Family::kOtherTool, 6, "call|invoke|execute ~1 the|your|this @name tool"},
    {Family::kOtherTool, 6, "call|invoke|execute ~1 the|your|this tool ~1 @name"},
    {Family::kOtherTool, 4, "use|run|trigger the|your tool ~1 @name"},
    {Family::kOtherTool, 3, "call|invoke|execute ~1 the|your function ~1 @name"},
    {Family::kOtherTool, 4,
     "call|invoke|execute|use|run|trigger ~3 @name ~8 "
     "immediately|now|promptly|instantly|straightaway"},
    {Family::kOtherTool, 7,
     "^immediately|now|instantly|promptly ~1 call|invoke|execute|use|run|trigger ~2 @name tool"},
    {Family::kOtherTool, 2,
     "next|now|then|first|continue|proceed ~1 call|invoke|execute|use|run|trigger ~2 tool|function "
     "~1 @name"},
    {Family::kOtherTool, 8,
     "call|invoke|execute|use|run ~3 @name ~2 with|and|on|passing|using ~2 "
     "all|full|entire|whole|contents|content|complete|everything|user's ~3 "
     "conversation|messages|history|emails|chat|credentials|passwords|secrets|inbox|contacts|"
     "documents"},
    {Family::kOtherTool, 5,
     "call|invoke|execute|use|run ~3 @name ~2 with|and|on|passing|using ~2 "
     "all|full|entire|whole|contents|content|body|complete|everything|user's ~3 "
     "email|file|files|previous|data|message|prior|user"},
    {Family::kOtherTool, 6,
     "@name ~2 and ~1 forward|send|post|upload|email|transfer|share|paste|return|pass ~2 "
     "everything|all|its|the ~2 to|output|result|results|contents|response|it"},
    {Family::kOtherTool, 7, "@name ~1 tool|function ~1 to ~1 forward|leak|wire|bcc|exfiltrate"},
    {Family::kOtherTool, 6,
     "@name ~1 tool|function ~1 to ~1 send|email|mail|post|upload|transfer|share "
     "everything|all|these|this|user's|my ~6 to"},
    {Family::kOtherTool, 10,
     "call|invoke|use|run|execute ~3 @name ~4 before ~3 "
     "answering|responding|replying|respond|answer|reply"},
    {Family::kOtherTool, 7,
     "prior to answering|replying|responding|continuing|summarizing|summarising ~4 "
     "call|use|invoke|run|send|forward|execute|email|upload|post|transfer"},
    {Family::kOtherTool, 7,
     "before you respond|answer|reply ~5 call|use|invoke|run|execute ~3 @name"},
    {Family::kOtherTool, 4,
     "before you continue|proceed|finish ~5 call|use|invoke|run|execute ~3 @name"},
    {Family::kOtherTool, 5,
     "before answering|responding|replying|continuing ~4 call|use|invoke|run|execute ~3 @name"},
    {Family::kOtherTool, 5,
     "your next|first|only action|step|task|move ~3 call|invoke|use|run|execute ~3 @name"},
    {Family::kOtherTool, 5,
     "^assistant|ai|agent|claude|chatgpt ~2 call|invoke|use|run|execute ~3 @name"},
    {Family::kOtherTool, 4,
     "before using|calling|invoking|running ~2 any|this|other|the|these|another ~1 "
     "tool|tools|function ~6 read|access|open|cat|send|include|pass|call|fetch"},

    // Data are to leave by an address.
    {Family::kSending, 10,
     "append|add|attach|put|insert|include|paste|concatenate ~4 $secret|$private ~2 "
     "to|in|into|onto ~4 http|https ~12 and|then ~2 "
     "open|load|fetch|visit|request|get|call|send|navigate|render|display|access it|that|the"},
    {Family::kSending, 10,
     "append|add|attach|put|insert|paste|encode ~2 user's|conversation|chat|our ~3 "
     "to|in|into|onto|as ~4 http|https"},
    {Family::kSending, 10,
     "visit|open|load|fetch|request|call|get|access ~1 http|https ~12 followed by ~3 "
     "$secret|$private|api"},
    {Family::kSending, 10,
     "visit|open|load|fetch|request|call|get|access ~1 http|https ~12 with ~3 $private ~3 "
     "appended|encoded|attached|added|included|in|as"},
    {Family::kSending, 10,
     "encode|encoded|base64|base64-encode ~4 $private|$secret ~6 "
     "append|send|add|include|put|post|attach ~2 to|in|into ~3 "
     "url|http|https|link|image|query|request"},
    {Family::kSending, 10,
     "^$away ~2 all|every|the|any ~3 user's ~1 private|personal|sensitive|confidential|emails|"
     "messages|conversation|conversations|contacts|inbox|passwords|secrets|history ~4 to"},
    {Family::kSending, 10,
     "^$away ~2 user's ~1 private|personal|sensitive|confidential|emails|messages|conversation|"
     "conversations|contacts|inbox|passwords|secrets|history ~4 to"},
    {Family::kSending, 6, "^$away ~2 all|any|every ~2 $secret ~5 to|at http|https"},
    {Family::kSending, 4, "^$away ~4 you can find|see|access|reach|locate"},
    {Family::kSending, 4,
     "^$away ~4 this|entire|full|whole|complete|our ~1 conversation|chat|session|dialogue ~4 to|at "
     "~1 http|https"},
};

}  // namespace

std::span<const PhraseRule> rules_of_wordings() { return kWordings; }

}  // namespace touchstone::detect
