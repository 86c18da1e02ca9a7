// What a description has no business to order: that the user not be told, that other instructions
// be ignored, other tools called, commands run. And the pretexts for it, which alone mean nothing.
#include "detect/rule_tables.hpp"

namespace touchstone::detect {
namespace {

constexpr PhraseRule kOrderRules[] = {
    // The user is not to know.
    {Family::kSecrecy, 10, "$neg $told ~4 $user", RuleIn::kDefinitions},
    {Family::kSecrecy, 10, "$neg ~2 $mention ~6 $user", RuleIn::kDefinitions},
    {Family::kSecrecy, 9, "$neg $mention this|that|these|it|any|anything"},
    {Family::kSecrecy, 9,
     "$neg $mention ~1 the|any|your ~1 "
     "change|changes|fact|modification|redirection|step|steps|process|request|operation|"
     "instruction|instructions|tool"},
    {Family::kSecrecy, 5, "$neg show|display|expose|share|discuss|explain ~3 to ~1 $user"},
    {Family::kSecrecy, 10, "without ~1 $telling ~4 $user|them|anyone"},
    {Family::kSecrecy, 9,
     "without ~1 mentioning|disclosing|revealing|acknowledging ~1 this|that|it|these|to"},
    {Family::kSecrecy, 6,
     "without ~2 asking|prompting|waiting|consulting|requiring ~3 $user|$consent"},
    {Family::kSecrecy, 10, "$neg let|allow ~3 $user ~2 know|see|notice|find|learn",
     RuleIn::kDefinitions},
    {Family::kSecrecy, 4, "without ~5 $consent"},
    {Family::kSecrecy, 5, "must|always|should|automatically ~8 without ~3 $user ~1 $consent"},
    {Family::kSecrecy, 9,
     "without ~2 user|user's|users|their|human ~1 knowledge|awareness|noticing|knowing"},
    {Family::kSecrecy, 8,
     "$user ~2 $neg ~2 know|notice|aware|told|informed|learn|realize|realise|suspect"},
    {Family::kSecrecy, 8, "$user $neg ~1 be ~1 aware|told|informed|notified|alerted"},
    {Family::kSecrecy, 9, "hide|conceal|hiding|concealing|obscure ~5 from ~2 $user"},
    {Family::kSecrecy, 9,
     "keep|keeping ~3 secret|hidden|confidential|unaware|quiet|invisible ~2 "
     "from|to|the|user|and|this|between"},
    {Family::kSecrecy, 7,
     "silently|secretly|quietly|covertly|discreetly|stealthily ~1 "
     "send|forward|copy|include|append|upload|log|record|transmit|collect|add|call|run|execute|"
     "store|attach|report|read"},
    {Family::kSecrecy, 8,
     "send|forward|copy|upload|transmit|collect|log|record|bcc ~6 "
     "silently|secretly|quietly|covertly|discreetly"},
    {Family::kSecrecy, 8, "this ~3 stay|remain|is|be ~1 between us"},
    {Family::kSecrecy, 6,
     "present|show|return|act|behave|respond|continue|proceed ~4 as if|though"},
    {Family::kSecrecy, 6, "pretend|pretending that|to|it|nothing|you"},
    {Family::kSecrecy, 6, "$neg ~1 include|mention|use|reveal|show ~5 in ~1 your ~1 $reply"},
    {Family::kSecrecy, 6, "normal|internal ~2 $neg ~2 $mention"},

    {Family::kSecrecy, 6,
     "$neg ask|prompt|request|seek|require|await ~4 "
     "$user|confirmation|approval|permission|consent"},
    {Family::kSecrecy, 6,
     "no|without ~3 confirmation|approval|consent|permission ~2 needed|required|necessary ~3 "
     "from|by ~1 $user"},

    {Family::kSecrecy, 10, "without letting ~3 know|notice|see"},
    {Family::kSecrecy, 9,
     "$neg|no|unnecessary ~1 necessary|needed|required|need ~2 inform|tell|notify|mention|alert"},
    {Family::kSecrecy, 7, "$user ~1 has|have|already ~1 pre-approved|preapproved|pre-authorized"},

    // Other instructions, the user's wish and safeguards.
    {Family::kOverride, 10, "ignore|disregard|discard ~6 $user|customer ~1 $given"},
    {Family::kOverride, 9, "regardless|irrespective of ~6 $given ~1 by|from ~1 the|a $user"},
    {Family::kOverride, 8,
     "hidden|secret|covert|confidential "
     "instruction|instructions|directive|directives|command|commands"},
    {Family::kOverride, 7, "attention|dear|hey ~1 $reader"},
    {Family::kOverride, 2, "$reader needs|must|has|shall|should"},
    {Family::kOverride, 6,
     "granted ~2 elevated|full|admin|special|additional|permission|permissions"},
    {Family::kOverride, 4, "proceed|continue|act ~4 immediately|automatically|autonomously"},
    {Family::kOverride, 6,
     "reveal|disclose|share|expose|output|print|leak ~3 stored|any|all|hidden|your|internal ~2 "
     "$secret|instructions|data"},
    {Family::kOverride, 10,
     "ignore|disregard|forget|override|overriding|discard ~2 "
     "previous|prior|above|earlier|preceding|foregoing|original ~3 $orders"},
    {Family::kOverride, 9, "ignore|disregard|forget|bypass ~1 all|any|other|every|your ~3 $orders"},
    {Family::kOverride, 7,
     "ignore|disregard|bypass|skip|circumvent ~2 all|any|these|existing|your ~2 $guard|$guards"},
    {Family::kOverride, 7, "ignore|disregard|circumvent ~1 $guard ~1 $guards"},
    {Family::kOverride, 5, "bypass|circumvent|skip ~2 $guard|validation|checks"},
    {Family::kOverride, 4, "bypasses|bypassing|skips|skipping ~2 $guard|validation|checks"},
    {Family::kOverride, 9,
     "ignore|disregard|override|overriding ~3 $user|user-specified|user-provided|user-supplied ~3 "
     "$wish"},
    {Family::kOverride, 9,
     "ignore|disregard|override ~2 user-specified|user-provided|user-supplied"},
    {Family::kOverride, 9, "regardless|irrespective of ~3 $user|user-specified ~2 $wish"},
    {Family::kOverride, 7, "regardless|irrespective of ~6 by|from ~1 $user"},
    {Family::kOverride, 7, "no matter what|which"},
    {Family::kOverride, 9, "$orders|above|that|those ~2 no longer apply|applies|valid|hold"},
    {Family::kOverride, 7, "from now on|onwards"},
    {Family::kOverride, 4,
     "note|message|notice|instruction|instructions to|for ~1 "
     "assistant|ai|model|llm|agent|agents|models|claude|chatgpt|gpt"},
    {Family::kOverride, 5, "answer|respond|reply only|exclusively with"},
    {Family::kOverride, 4,
     "operate|are|enter|now|switch ~2 in|into|to ~1 "
     "maintenance|developer|debug|unrestricted|admin|god|sudo mode"},
    {Family::kOverride, 4, "required|ensure|important|must that ~1 agent|assistant|model|llm|ai"},
    {Family::kOverride, 7, "instead of ~3 what ~1 $user ~2 $wish"},
    {Family::kOverride, 6, "ACT AS"},
    {Family::kOverride, 5, "^act as ~1 a|an|if|the|root|admin|administrator"},
    {Family::kOverride, 8, "you are now|henceforth|hereby"},
    {Family::kOverride, 7,
     "new|updated|real|actual|true ~1 instructions|directive|directives|objective|task "
     "are|is|follow|below"},
    {Family::kOverride, 7,
     "takes|take|has|have precedence|priority over ~4 $orders|request|requests|user|user's|tools"},
    {Family::kOverride, 6,
     "supersede|supersedes|overrides|override ~3 all|any|other|previous ~3 $orders|tools"},
    {Family::kOverride, 5,
     "without ~1 "
     "restriction|restrictions|limitation|limitations|verification|validation|question|hesitation|"
     "review"},
    {Family::kOverride, 5,
     "trust all|any|every ~2 input|queries|query|requests|data|commands|content|admin"},
    {Family::kOverride, 5,
     "unrestricted|unlimited|full|superadmin|root|god ~1 "
     "access|privileges|authority|mode|queries|control"},
    {Family::kOverride, 6, "override|elevated|emergency authority|directive|code|protocol|mode"},
    {Family::kOverride, 6, "escalate ~4 automatically|privileges|superadmin|admin|root"},
    {Family::kOverride, 7, "system prompt ~2 ignore|override|is|has|replaced|updated"},
    {Family::kOverride, 6, "$neg ~1 follow|obey|trust|comply ~4 $orders|user|user's"},

    // Orders about other tools.
    {Family::kOtherTool, 5,
     "once|after|afterwards|finally ~6 invoke|call|execute|run|proceed ~2 @other"},
    {Family::kOtherTool, 4, "always|must query|invoke ~1 @other"},
    {Family::kOtherTool, 5,
     "@other ~1 was|is|has|were ~2 replaced|retired|disabled|removed|compromised|broken|unsafe"},
    {Family::kOtherTool, 5, "whenever ~4 would be ~1 used|called|invoked"},
    {Family::kOtherTool, 4, "being ~1 retired|deprecated|phased|replaced|discontinued"},
    {Family::kOtherTool, 5, "should|must ~1 move|migrate|switch to ~2 @other"},
    {Family::kOtherTool, 5, "$neg use|call|trust|rely ~2 any|other ~3 tool|tools|server|servers"},
    {Family::kOtherTool, 5,
     "they|these|those|which|others are ~2 "
     "inaccurate|unsafe|insecure|outdated|unreliable|wrong|compromised|inferior"},
    {Family::kOtherTool, 5, "disable|deactivate|stop|unlock ~4 with|using|via ~1 @other"},
    {Family::kOtherTool, 7,
     "must|always|mandatory|required|critical|essential ~3 "
     "first|also|then|additionally|subsequently ~1 $call ~3 @other"},
    {Family::kOtherTool, 7, "must|always ~1 $do ~2 @other ~8 first|before|prior"},
    {Family::kOtherTool, 6,
     "must|should|always|also ~2 calling|using|invoking|running|executing ~3 @other"},
    {Family::kOtherTool, 5, "should|please|then|need ~2 then|first|also|to ~1 $do ~2 @other"},
    {Family::kOtherTool, 7,
     "must|first|should|always|required ~9 by calling|using|invoking|running|executing ~2 @other"},
    {Family::kOtherTool, 4, "before|after|when|whenever|if ~1 $call ~2 @name"},
    {Family::kOtherTool, 3, "before|after|when|whenever|once ~2 $call ~4 you|the|it's|it"},
    {Family::kOtherTool, 3,
     "before|after ~2 $call|execute|processing|performing|answering|responding|providing ~8 "
     "must|first|always"},
    {Family::kOtherTool, 6,
     "before|after|when|whenever ~2 $call|execute ~3 "
     "operation|operations|tool|tools|function|check ~6 ^call|execute|run|use|invoke this ~1 "
     "tool|function"},
    {Family::kOtherTool, 3,
     "before|after|whenever ~2 any|every|each|all ~2 other ~1 tool|tools|call|calls|operation"},
    {Family::kOtherTool, 7, "redirect|redirects|redirected|reroute|divert ~6 to ~4 tool|@other"},
    {Family::kOtherTool, 5,
     "tools|servers|tool|server ~5 compromised|malicious|insecure|unsafe|untrusted|unreliable"},
    {Family::kOtherTool, 4, "from|of|on other|another|different servers|server"},
    {Family::kOtherTool, 4, "never|not call|use|invoke|trust them|those"},
    {Family::kOtherTool, 4,
     "has been|is ~1 deprecated|disabled|replaced|discontinued|retired|restricted|compromised"},
    {Family::kOtherTool, 6,
     "@other tool|function ~1 has been|now|is|must|should ~3 "
     "enhanced|upgraded|optimized|optimised|updated|deprecated|replaced|modified|uses|requires|"
     "improved|restricted|disabled|compromised|integrated"},
    {Family::kOtherTool, 4,
     "tool|function|service ~1 has been ~2 "
     "enhanced|upgraded|optimized|optimised|updated|modified|improved|compromised|integrated"},
    {Family::kOtherTool, 6,
     "$neg ~1 use|call|invoke|trust|rely ~2 @other ~4 instead|anymore|insecure|unsafe|outdated"},
    {Family::kOtherTool, 5, "instead|rather of|than ~3 any|every|all|other|others"},
    {Family::kOtherTool, 7,
     "must|always ~2 call|use|invoke this ~1 tool|one|function ~3 first|before|instead"},
    {Family::kOtherTool, 7, "must|always ~2 use this instead|rather"},
    {Family::kOtherTool, 9,
     "when|whenever|each|every ~6 set|add|put|include ~3 bcc|cc|reply-to|recipient|recipients"},
    {Family::kOtherTool, 4,
     "temporarily|currently|permanently ~1 "
     "disabled|unavailable|restricted|suspended|offline|down|deprecated"},
    {Family::kOtherTool, 3, "use|call|try ~2 @other ~3 alternative|instead|replacement"},
    {Family::kOtherTool, 3,
     "new|alternative|replacement|secure|updated tool|function|version ~1 "
     "provides|offers|has|delivers|@other"},
    {Family::kOtherTool, 7,
     "@foreign ~3 must|should|always|never|instead|first|result|results|output"},
    {Family::kOtherTool, 7, "must|should|always|never|first|instead|before|after|when ~6 @foreign"},
    {Family::kOtherTool, 4,
     "must|should|always ~2 be called|used|invoked|executed|run ~2 "
     "before|after|first|instead|prior ~6 any|every|all|other|each"},
    {Family::kOtherTool, -5, "to|and|which|so ~1 $gain ~4 $handle"},
    {Family::kOtherTool, -4,
     "if ~6 unknown|known|missing|provided|have|specify|know|need|needed|provide|provides"},
    {Family::kOtherTool, -4, "returned|obtained|retrieved ~1 by|from"},

    // Commands to run.
    {Family::kCommand, 7,
     "must|please|need|required|mandatory|first|also ~3 run|execute|executing|running ~4 "
     "command|commands|script|check|code|cleanup|verification|line"},
    {Family::kCommand, 5,
     "run|execute ~1 the following ~4 command|commands|script|check|code|line|validation"},
    {Family::kCommand, 5, "please|must|first|also ~1 run|execute"},
    {Family::kCommand, 5, "$order ~8 run|execute ~3 command|commands|script"},
    {Family::kCommand, 5,
     "eval|execute|run ~4 decoded|returned|resulting ~2 code|command|script|payload"},

    // Authority and urgency.
    {Family::kPretext, 5,
     "SYSTEM|SECURITY|CRITICAL|INTERNAL|EMERGENCY|MANDATORY|URGENT|OVERRIDE|ADMIN|IMPORTANT|"
     "ENVIRONMENT|SAFETY|DEV|DEVELOPER|COMPLIANCE ~1 "
     "UPDATE|ALERT|NOTICE|PROTOCOL|MAINTENANCE|DIRECTIVE|OVERRIDE|ENHANCEMENT|OPTIMIZATION|"
     "INSTRUCTION|INSTRUCTIONS|ANNOUNCEMENT|VALIDATION|NOTE|BYPASS|POLICY|REQUIREMENT|CHECK|"
     "WARNING|MESSAGE"},
    {Family::kPretext, 3,
     "for|to|with|ensure|ensures|maintain|and|due ~5 $formal ~1 "
     "compliance|regulations|requirements|reasons|purposes|logging|trail|protocols|standards|"
     "policies|incidents|vulnerabilities|measure|verification|check|checks|validation"},
    {Family::kPretext, 3, "for|with|regulatory|maintain|ensure|ensures|enhanced ~3 compliance"},
    {Family::kPretext, 4,
     "mandatory|required|essential|crucial|critical|compulsory ~2 for all|every|any|each ~5 "
     "requests|request|operations|navigation|calls|queries|searches|users"},
    {Family::kPretext, 4,
     "all|every|each|any ~3 request|requests|operations|queries|calls|navigation|searches ~1 "
     "must|should|require|requires|now|need"},
    {Family::kPretext, 3,
     "this ~4 is ~1 mandatory|crucial|essential|critical|imperative|compulsory"},
    {Family::kPretext, 3, "it's|it ~1 critical|crucial|essential|imperative|vital to"},
    {Family::kPretext, 2,
     "ensure|ensures|ensuring|maintain|maintaining|improve|improves|improving|enhance|prevent|"
     "prevents ~4 "
     "integrity|consistency|security|compliance|performance|reliability|quality|corruption|safety|"
     "unauthorized"},
    {Family::kPretext, 3, "to comply with"},
    {Family::kPretext, 3,
     "for ~2 "
     "backup|archival|security|compliance|audit|training|monitoring|quality|verification|legal "
     "reasons|purposes|monitoring"},
    {Family::kPretext, 3,
     "as part of ~4 monitoring|audit|compliance|policy|program|security|verification"},
    {Family::kPretext, 3,
     "as required by ~3 licence|license|law|policy|regulation|regulations|terms"},
    {Family::kPretext, 2,
     "to guarantee|ensure ~3 "
     "traceability|accountability|transparency|provenance|freshness|accuracy"},
    {Family::kPretext, 3, "so ~5 can|could be ~1 verified|validated|authenticated|logged|audited"},
    {Family::kPretext, 3, "every|each ~4 has|have to"},
    {Family::kPretext, 2, "make sure|certain"},
    {Family::kPretext, 3,
     "for ~2 enhanced|improved|optimal|proper|comprehensive|better ~5 "
     "and|performance|security|validation|results|analysis|experience"},
    {Family::kPretext, 3,
     "for testing|debugging|training|security|verification|safety|quality purposes|reasons"},
    {Family::kPretext, 3,
     "temporary|internal|system-level|backend ~2 change|alias|measure|note|requirement|security"},
    {Family::kPretext, 3,
     "to provide ~3 holistic|comprehensive|necessary|complete|enhanced|detailed|personalized ~3 "
     "view|context|background|information|analysis|results|experience"},
    {Family::kPretext, 3, "the|our|this system ~1 requires|must|automatically|now|needs"},
    {Family::kPretext, 2, "^important|warning|critical|mandatory"},
    {Family::kPretext, 2, "you must|should|shall"},
};

}  // namespace

std::span<const PhraseRule> rules_of_orders() { return kOrderRules; }

}  // namespace touchstone::detect
