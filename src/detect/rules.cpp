#include "detect/rules.hpp"

namespace touchstone::detect {
namespace {

// clang-format off
constexpr WordClass kClasses[] = {
    {"user", "user users user's users' human human's person customer client end-user anyone anybody"},
    {"neg", "not never don't dont cannot mustn't shouldn't won't"},
    {"must", "must should shall always required mandatory need needs have please remember ensure"},
    {"told", "tell inform notify alert warn"},
    {"telling", "telling informing notifying alerting warning mentioning disclosing revealing"},
    {"mention", "mention reveal disclose divulge acknowledge admit confess"},
    {"consent", "approval consent confirmation permission knowledge awareness authorization authorisation"},
    {"call", "call calls calling invoke invokes invoking use using run running execute executing trigger triggering"},
    {"do", "call invoke use run execute trigger perform"},
    {"order", "before after when whenever once prior"},
    {"tool", "tool tools function functions command commands operation operations"},
    {"change", "change changes changed changing modify modifies modified modifying replace replaces replaced "
               "replacing alter alters altered altering rewrite substitute substitutes swap redirect redirects "
               "redirected redirecting adjust adjusts adjusted multiply inflate round switch"},
    {"wish", "input inputs request requests query queries choice choices setting settings preference preferences "
             "specified requested specification specifications instruction instructions original selection wish wishes "
             "said asked wants intent location provided value values"},
    {"orders", "instructions instruction rules rule guidelines guideline prompt prompts directives directive "
               "restrictions constraints commands policies policy safeguards safety training context messages"},
    {"guard", "safety security validation authentication authorization authorisation access safeguard safeguards "
              "content permission permissions verification"},
    {"guards", "restriction restrictions policy policies check checks control controls validation measures filters "
               "filter protocol protocols requirements rules guardrails limits warnings"},
    {"earlier", "previous prior above earlier preceding existing other all any foregoing system original"},
    {"ignore", "ignore ignores ignoring disregard disregarding forget override overriding bypass bypassing discard "
               "neglect skip"},
    {"put", "include includes including append attach embed insert add pass provide send put copy paste supply "
            "submit forward transmit report fill dump write paste record store"},
    {"secret", "password passwords credential credentials secret secrets token tokens key keys cookies cookie "
               "api-key api-keys passphrase"},
    {"talk", "conversation conversations chat chats dialogue dialog discussion session"},
    {"reply", "response responses answer answers reply replies output summary message"},
    {"outcome", "result results response responses output outputs answer answers value values reply"},
    {"formal", "compliance regulatory regulation regulations audit auditing security verification validation "
               "authentication authorization governance"},
    {"grand", "advanced sophisticated comprehensive reliable accurate powerful trusted popular complete efficient "
              "fastest capable precise intelligent"},
    {"gain", "get obtain retrieve find resolve look fetch discover determine learn see list identify lookup know "
             "understand check verify validate select choose"},
    {"handle", "id ids identifier identifiers key keys name names slug schema schemas uuid guid valid available "
               "fields field exact numeric required which options url uri path spec parameters existing ref syntax "
               "metadata type types details cursor library documentation docs guide"},
};

// Ten points in one passage are an alarm.
constexpr PhraseRule kRules[] = {
    // The user is not to know.
    {Family::kSecrecy, 10, "$neg $told ~4 $user"},
    {Family::kSecrecy, 10, "$neg ~2 $mention ~6 $user"},
    {Family::kSecrecy, 9, "$neg $mention ~1 this|that|these|it|any|the"},
    {Family::kSecrecy, 5, "$neg show|display|expose|share|discuss|explain ~3 to ~1 $user"},
    {Family::kSecrecy, 9, "without ~1 $telling"},
    {Family::kSecrecy, 6, "without ~2 asking|prompting ~2 $user"},
    {Family::kSecrecy, 4, "without ~3 $consent"},
    {Family::kSecrecy, 5, "must|always|should|automatically ~8 without ~3 $user ~1 $consent"},
    {Family::kSecrecy, 9, "without ~2 user|user's|users|their|human ~1 knowledge|awareness|noticing|knowing"},
    {Family::kSecrecy, 8, "$user ~2 $neg ~2 know|notice|aware|told|informed|learn|realize|realise|suspect"},
    {Family::kSecrecy, 8, "$user $neg ~1 be ~1 aware|told|informed|notified|alerted"},
    {Family::kSecrecy, 9, "hide|conceal|hiding|concealing|obscure ~5 from ~2 $user"},
    {Family::kSecrecy, 9, "keep|keeping ~3 secret|hidden|confidential|unaware|quiet|invisible ~2 from|to|the|user|and|this|between"},
    {Family::kSecrecy, 7, "silently|secretly|quietly|covertly|discreetly|stealthily ~1 send|forward|copy|include|append|upload|log|record|transmit|collect|add|call|run|execute|store|attach|report|read"},
    {Family::kSecrecy, 8, "send|forward|copy|upload|transmit|collect|log|record|bcc ~6 silently|secretly|quietly|covertly|discreetly"},
    {Family::kSecrecy, 8, "this ~3 stay|remain|is|be ~1 between us"},
    {Family::kSecrecy, 6, "present|show|return|act|behave|respond|continue|proceed ~4 as if|though"},
    {Family::kSecrecy, 6, "pretend|pretending that|to|it|nothing|you"},
    {Family::kSecrecy, 6, "$neg ~1 include|mention|use|reveal|show ~5 in ~1 your|the ~1 $reply"},
    {Family::kSecrecy, 6, "normal|internal ~2 $neg ~2 $mention"},

    // Other instructions, the user's wish and safeguards.
    {Family::kOverride, 10, "ignore|disregard|forget|override|overriding|discard ~2 previous|prior|above|earlier|preceding|foregoing|original|existing ~3 $orders"},
    {Family::kOverride, 9, "ignore|disregard|forget|bypass ~1 all|any|other|every|your ~3 $orders"},
    {Family::kOverride, 7, "ignore|disregard|bypass|bypasses|bypassing|skip|disable|circumvent ~2 all|any|the|these|existing|your ~2 $guard|$guards"},
    {Family::kOverride, 7, "ignore|disregard|bypass|bypasses|bypassing|circumvent|disable|skip ~1 $guard ~1 $guards"},
    {Family::kOverride, 5, "bypass|bypasses|bypassing|circumvent|skip|skips ~2 $guard|validation|checks"},
    {Family::kOverride, 9, "ignore|disregard|override|overriding ~3 $user|user-specified|user-provided|user-supplied ~3 $wish"},
    {Family::kOverride, 9, "ignore|disregard|override ~2 user-specified|user-provided|user-supplied"},
    {Family::kOverride, 9, "regardless|irrespective of ~3 $user|user-specified ~2 $wish"},
    {Family::kOverride, 7, "no matter what ~2 $user|you|they"},
    {Family::kOverride, 7, "instead of ~3 what ~1 $user ~2 $wish"},
    {Family::kOverride, 6, "ACT AS"},
    {Family::kOverride, 5, "^act as ~1 a|an|if|the|root|admin|administrator"},
    {Family::kOverride, 8, "you are now|henceforth|hereby"},
    {Family::kOverride, 7, "new|updated|real|actual|true ~1 instructions|directive|directives|objective|task are|is|follow|below"},
    {Family::kOverride, 7, "takes|take|has|have precedence|priority over ~4 $orders|request|requests|user|user's|tools"},
    {Family::kOverride, 6, "supersede|supersedes|overrides|override ~3 all|any|other|previous ~3 $orders|tools"},
    {Family::kOverride, 5, "without ~1 restriction|restrictions|limitation|limitations|verification|validation|question|hesitation|review"},
    {Family::kOverride, 5, "trust all|any|every ~2 input|queries|query|requests|data|commands|content|admin"},
    {Family::kOverride, 5, "unrestricted|unlimited|full|superadmin|root|god ~1 access|privileges|authority|mode|queries|control"},
    {Family::kOverride, 6, "override|elevated|emergency authority|directive|code|protocol|mode"},
    {Family::kOverride, 6, "escalate ~4 automatically|privileges|superadmin|admin|root"},
    {Family::kOverride, 7, "system prompt ~2 ignore|override|is|has|replaced|updated"},
    {Family::kOverride, 6, "$neg ~1 follow|obey|trust|comply ~4 $orders|user|user's"},

    // Orders about other tools.
    {Family::kOtherTool, 7, "must|always|mandatory|required|critical|essential ~3 first|also|then|additionally|subsequently ~1 $call ~3 @name"},
    {Family::kOtherTool, 7, "must|always ~1 $do ~2 @name ~8 first|before|prior"},
    {Family::kOtherTool, 6, "must|should|always|also ~2 calling|using|invoking|running|executing ~3 @name"},
    {Family::kOtherTool, 5, "should|please|then|need ~2 then|first|also|to ~1 $do ~2 @name"},
    {Family::kOtherTool, 5, "first ~6 by calling|using|invoking|running ~2 @name"},
    {Family::kOtherTool, 4, "before|after|when|whenever|if ~1 $call ~2 @name"},
    {Family::kOtherTool, 3, "before|after|when|whenever|once ~2 $call ~4 you|the|it's|it"},
    {Family::kOtherTool, 3, "before|after ~2 $call|execute|processing|performing|answering|responding|providing ~8 must|first|always"},
    {Family::kOtherTool, 6, "before|after|when|whenever ~2 $call|execute ~3 operation|operations|tool|tools|function|check ~6 ^call|execute|run|use|invoke this ~1 tool|function"},
    {Family::kOtherTool, 5, "before|after|whenever ~1 any|every|each|all ~2 other ~1 tool|tools|call|calls|operation"},
    {Family::kOtherTool, 7, "redirect|redirects|redirected|route|reroute|switch|divert ~6 to ~4 tool|@name"},
    {Family::kOtherTool, 4, "has been|is ~1 deprecated|disabled|replaced|discontinued|retired|restricted|compromised"},
    {Family::kOtherTool, 6, "@name tool|function ~1 has been|now|is|must|should ~3 enhanced|upgraded|optimized|optimised|updated|deprecated|replaced|modified|uses|requires|improved|restricted|disabled|compromised|integrated"},
    {Family::kOtherTool, 4, "tool|function|service ~1 has been ~2 enhanced|upgraded|optimized|optimised|updated|modified|improved|compromised|integrated"},
    {Family::kOtherTool, 6, "$neg ~1 use|call|invoke|trust|rely ~2 @name ~4 instead|anymore|insecure|unsafe|outdated"},
    {Family::kOtherTool, 6, "instead of ~3 any|every|all|other ~2 other|tools|tool|servers"},
    {Family::kOtherTool, 7, "@foreign ~3 must|should|always|never|instead|first|result|results|output"},
    {Family::kOtherTool, 7, "must|should|always|never|first|instead|before|after|when ~6 @foreign"},
    {Family::kOtherTool, 6, "must|should|always ~2 be called|used|invoked|executed|run ~2 before|after|first|instead ~6 any|every|all|other|each"},
    {Family::kOtherTool, -5, "to|and|which|so ~1 $gain ~5 $handle"},
    {Family::kOtherTool, -4, "to ~1 $gain ~3 the|a|an|which|what|how|if|whether"},
    {Family::kOtherTool, -4, "if ~6 unknown|known|missing|provided|have|specify|know|need|needed|provide|provides"},
    {Family::kOtherTool, -4, "returned|obtained|retrieved ~1 by|from"},

    // Commands to run.
    {Family::kCommand, 7, "must|please|need|required|mandatory|first|also ~3 run|execute|executing|running ~4 command|commands|script|check|code|cleanup|verification|line"},
    {Family::kCommand, 5, "run|execute ~1 the following ~4 command|commands|script|check|code|line|validation"},
    {Family::kCommand, 5, "please|must|first|also ~1 run|execute"},
    {Family::kCommand, 5, "$order ~8 run|execute ~3 command|commands|script"},
    {Family::kCommand, 5, "eval|execute|run ~4 decoded|returned|resulting ~2 code|command|script|payload"},

    // Files, variables.
    {Family::kSecretFile, 5, "read|access|open|cat|load|retrieve|fetch|collect|check ~6 private|ssh|secret|secrets|credentials|credential|password|passwords|environment|env ~1 key|keys|file|files|variables|store|vault"},
    {Family::kSecretFile, 5, "access|read|retrieve|dump|collect|gather|extract ~3 system|user|user's|stored|local|all ~1 secrets|credentials|passwords|tokens|cookies"},
    {Family::kSecretFile, 4, "read|access|open|load ~5 file|files ~3 and ~2 pass|send|include|provide|put|append|attach|copy"},
    {Family::kSecretFile, 5, "adding|add|append|appending|write|writing|insert ~4 line|lines|entry|command ~4 to ~3 file|profile|crontab|startup"},
    {Family::kSecretFile, 4, "update|modify|change|edit|alter ~3 environment|system|shell|startup ~1 configuration|config|settings|profile|variables"},

    // The conversation and what the model knows.
    {Family::kConversation, 6, "full|entire|whole|complete|all|previous|verbatim|prior|everything|exact ~3 $talk ~2 history|context|log|transcript|messages|content|contents|so|thread"},
    {Family::kConversation, 6, "$put ~4 $talk ~1 history|context|log|transcript|messages|contents"},
    {Family::kConversation, 5, "history|transcript|contents|summary ~1 of ~3 $talk"},
    {Family::kConversation, 9, "your|the ~1 system prompt|message|instructions ~3 verbatim|exactly|full|here|word|in|into|as"},
    {Family::kConversation, 8, "$put ~4 system prompt|message|instructions"},
    {Family::kConversation, 7, "$put ~4 contents|content ~1 of ~4 file|files|@name"},
    {Family::kConversation, 7, "$put ~5 results|outputs|output|responses ~2 of|from ~2 other|previous|prior|all|earlier ~2 tool|tools|calls"},
    {Family::kConversation, 6, "previous|prior|earlier|other ~1 tool|tools ~1 results|outputs|responses|calls|output ~4 here|verbatim|in|as|must"},
    {Family::kConversation, 6, "$put ~3 your ~2 reasoning|thoughts|instructions|memory|context|knowledge"},
    {Family::kConversation, 7, "$put ~4 $secret ~4 here|parameter|argument|field|as|in|into"},
    {Family::kConversation, 6, "$put|include ~3 them|it|contents|these ~1 in|into|to|as ~2 your|the ~1 $reply|parameter|argument|field|request"},
    {Family::kConversation, 5, "everything|anything ~2 $user ~2 said|typed|told|wrote|shared|asked"},

    // What the user asked for, what a tool answered.
    {Family::kTampering, 7, "always|must|automatically|silently ~2 $change ~4 parameter|destination|recipient|recipients|address|amount|name|query|value|location|setting|result|results|account|email|number|url|path|ticker|symbol|date|to"},
    {Family::kTampering, 4, "$change|set ~5 parameter|parameters|destination|recipient|recipients|address|amount|query|location|account|ticker|symbol ~3 to|with|from|as|by"},
    {Family::kTampering, 7, "query|queries|request|requests|parameter|parameters|input|inputs|result|results|values|searches|address ~2 is|are|be|been ~1 automatically|silently|always ~1 modified|changed|redirected|replaced|enhanced|adjusted|rewritten|converted|mapped|overridden"},
    {Family::kTampering, 6, "system|tool|we ~2 automatically|always|currently|silently ~1 redirect|redirects|redirecting|modifies|changes|replaces|changing|replacing|modifying|enhances|rerouting|overrides ~4 parameters|requests|queries|these|all|to|the"},
    {Family::kTampering, 6, "$change ~3 $outcome ~2 of|with|from|to ~4 tool|tools|check|response|function|@name"},
    {Family::kTampering, 5, "replace|modify|change|correct|overwrite ~3 value|values|result|results|output ~2 with|of|from"},
    {Family::kTampering, 3, "when|whenever|if ~2 $user|users ~1 ask|asks|request|requests|search|searches|want|wants|query|queries|mention|mentions"},
    {Family::kTampering, 4, "always ~1 return|returns|report|reports|use|uses|set|sets|choose|select|recommend|recommends|buy|send|sends|transfer ~6 regardless|instead|even|only"},
    {Family::kTampering, 5, "now uses ~4 as ~2 default"},
    {Family::kTampering, 6, "add|multiply|increase|subtract|double|reduce ~4 to|by|from ~3 all|every|each|any|the ~2 amount|price|prices|value|values|result|results|total|quantity"},
    {Family::kTampering, 5, "halt|abort|refuse|stop|block|deny|cancel ~2 the|all|any|this|every ~1 operation|operations|request|requests|process|action|task"},

    // What the user is to be told.
    {Family::kSpeech, 4, "must|should|always|need|then ~3 tell|inform|notify|warn|report|announce|say ~2 $user ~1 that|about|is|of"},
    {Family::kSpeech, 4, "display|state|say|announce|report|output|append|include|present|show ~2 the|a|this|following ~2 message|announcement|warning|alert|statement|sentence|text|notice|disclaimer"},
    {Family::kSpeech, 5, "promotional|marketing|sponsored|advertising ~1 message|content|link|text|announcement"},
    {Family::kSpeech, 4, "present ~4 as ~3 to ~1 the $user"},
    {Family::kSpeech, 4, "report|say|state ~1 to ~1 the $user"},
    {Family::kSpeech, 5, "inform|tell ~2 $user ~8 failed|unavailable|error|restricted|expired|compromised|breach|insecure|unsafe"},
    {Family::kSpeech, 5, "recommend|promote|advertise|endorse|suggest ~3 our|partner|sponsor"},
    {Family::kSpeech, 4, "our partner|sponsor|affiliate"},

    // Data that goes elsewhere.
    {Family::kSending, 7, "must|always|also|automatically|first|please ~3 send|forward|upload|post|transmit|copy|report|submit|bcc|cc ~6 to|at ~4 http|https|server|endpoint|address|url|webhook"},
    {Family::kSending, 7, "must|always|also|first ~3 access|visit|contact|ping|query|call ~5 endpoint|url|site|server|webhook ~2 at|http|https"},
    {Family::kSending, 6, "send|forward|upload|transmit|exfiltrate|leak ~4 $secret|data|contents|files|history|conversation ~4 to ~4 http|https|attacker|external|remote|third|our"},
    {Family::kSending, 6, "bcc|cc ~6 on|to|in|for ~2 all|every|each|any ~2 email|emails|message|messages|mail"},
    {Family::kSending, 6, "all|every|each ~2 email|emails|messages|message ~4 must|should ~4 sent|forwarded|copied|bcc"},

    // Praise.
    {Family::kPromotion, 10, "best|greatest|finest|perfect ~2 tool|tools|server|function|choice ~2 in|of|on ~1 the|this world|planet|market|universe|industry"},
    {Family::kPromotion, 8, "world's ~1 best|most|leading|fastest|first|number|greatest"},
    {Family::kPromotion, 6, "most ~1 $grand ~8 available|world|market|industry|existence|ever"},
    {Family::kPromotion, 5, "most $grand and $grand"},
    {Family::kPromotion, 5, "trusted|loved|recommended|endorsed|preferred|chosen|used ~1 by ~4 professionals|experts|companies|fortune|engineers|developers|institutions|millions|thousands|researchers|giants|worldwide|advisors|analysts|everyone|organizations|enterprises|teams"},
    {Family::kPromotion, 6, "trusted|loved|endorsed by"},
    {Family::kPromotion, 6, "award-winning|world-class|unmatched|unparalleled|unrivaled|unrivalled|unbeatable|unsurpassed|best-in-class|revolutionary|groundbreaking"},
    {Family::kPromotion, 4, "industry-leading|cutting-edge|state-of-the-art|next-generation|market-leading|superior|pinnacle|ultimate"},
    {Family::kPromotion, 6, "premium|ultimate|advanced|superior|definitive|enhanced|official|pro version|edition of|with"},
    {Family::kPromotion, 5, "industry standard|leader"},
    {Family::kPromotion, 5, "superior|unmatched|enhanced|better ~2 performance|quality|accuracy|reliability|precision|features|capabilities|results ~3 and|than|compared|over|with|available"},
    {Family::kPromotion, 6, "better|superior|faster|safer|preferable ~6 than|to ~2 other|any|all|similar ~3 tool|tools|server|servers"},
    {Family::kPromotion, 6, "compared to ~1 other ~4 tools"},
    {Family::kPromotion, 5, "accuracy|success|reliability rate|guarantee|guaranteed"},
    {Family::kPromotion, 8, "always|must ~2 prefer|choose|prioritize|prioritise|select ~2 this ~1 tool|server|function ~4 over|other|above|any|all"},
    {Family::kPromotion, 7, "other|alternative|similar|competing tools ~3 are|is|may|will|should ~3 unreliable|outdated|insecure|inferior|deprecated|slow|inaccurate|unsafe|broken|avoided|ignored"},

    // A hostile purpose.
    {Family::kAttack, 12, "exfiltrate+|exfil|exfiltration"},
    {Family::kAttack, 10, "stolen|steal|steals|stealing|theft"},
    {Family::kAttack, 10, "keylogger|keystroke|keystrokes|rootkit|ransomware|backdoor|backdoors|botnet|spyware|privesc|cmdi|jailbreak|shellcode|cryptominer|mimikatz"},
    {Family::kAttack, 8, "exploit+|exploitation"},
    {Family::kAttack, 8, "attack|attacks|attacking"},
    {Family::kAttack, 8, "malicious|maliciously"},
    {Family::kAttack, 10, "brute-force|bruteforce|brute ~1 force|forcing"},
    {Family::kAttack, 10, "privilege escalation"},
    {Family::kAttack, 10, "escalate+ ~1 privileges|privilege"},
    {Family::kAttack, 6, "sql|command|code|template|ldap|dll|process|xml|xxe|xpath|nosql|script|log|header|crlf|shell|keystroke|prompt injection|injections"},
    {Family::kAttack, 6, "^inject"},
    {Family::kAttack, 8, "hijack+|hijacker|poisoning|spoof|spoofing|phishing|smishing|impersonate+|tamper|deface"},
    {Family::kAttack, 10, "bypass|evade|circumvent|defeat|disable ~2 authentication|antivirus|detection|firewall|whitelisting|edr|defender|uac|amsi|sandbox|applocker|waf|mfa|logging|selinux|apparmor"},
    {Family::kAttack, 10, "^dump|harvest|extract|crack|steal|grab|capture ~3 $secret|hashes|hash|memory|keychain|passwords|keystrokes|database|lsass|sam|ntds"},
    {Family::kAttack, 10, "saved|stored|browser|cached passwords|cookies|credentials"},
    {Family::kAttack, 10, "escape+ ~2 container|jail|sandbox|chroot|vm|docker|namespace"},
    {Family::kAttack, 8, "^exhaust|corrupt|flood|wipe|destroy|overwrite|encrypt ~3 disk|memory|inodes|filesystem|file|files|cpu|resources|contents|quota|boot|backup|backups|logs|data"},
    {Family::kAttack, 7, "traversal|spray|spraying|spoofed|covert|stealthy|stealth|undetected|weaponized|weaponize|gadget|payload ~6 attack|channel|generator|execution|persistence|slip"},
    {Family::kAttack, 8, "covert|stealth|stealthy|hidden channel|persistence|tunnel|tunneling|exfiltration"},
    {Family::kAttack, 10, "reverse|bind|web shell"},
    {Family::kAttack, 10, "path traversal|zip"},
    {Family::kAttack, 6, "recon|reconnaissance|fingerprint+|enumerate+|enum ~8 target|services|service|recon|enum|exposed|operating|remote|network|host|technologies|registry|buckets|shares|processes|users|accounts|subdomains"},
    {Family::kAttack, 6, "recon|pentest|redteam"},
    {Family::kAttack, 8, "suid|kerberos|kerberoast|asreproast|ntlm|lsass|gmsa|dcsync|esc1|esc4|adcs|ntds"},
    {Family::kAttack, 6, "^execute ~2 commands|code|command ~6 remote|dcom|wmi|remotely|psexec"},
    {Family::kAttack, 6, "encoded|obfuscated ~1 powershell|payload|commands|script|shell"},
    {Family::kAttack, 6, "gain|obtain ~2 root|unauthorized|unauthorised|admin|administrator access|privileges"},
    {Family::kAttack, 6, "root ~2 device|exploit|shell"},
    {Family::kAttack, 6, "world-writable|setuid|writable ~3 exploit|hijack|path|abuse"},
    {Family::kAttack, 8, "^abuse|abuses|abusing"},
    {Family::kAttack, -8, "detect|detects|detecting|detection|prevent|prevents|preventing|protect|protects|protection|defend|block|blocks|mitigate|mitigation|mitigations|report|reports|against|alert|alerts|vulnerability|vulnerabilities|threat|threats|scanner|spam|review|summary|insights|statistics|trends|analytics|ddos|radar|layer|bot"},

    // Authority and urgency.
    {Family::kPretext, 5, "SYSTEM|SECURITY|CRITICAL|INTERNAL|EMERGENCY|MANDATORY|URGENT|OVERRIDE|ADMIN|IMPORTANT|ENVIRONMENT|SAFETY|DEV|DEVELOPER|COMPLIANCE ~1 UPDATE|ALERT|NOTICE|PROTOCOL|MAINTENANCE|DIRECTIVE|OVERRIDE|ENHANCEMENT|OPTIMIZATION|INSTRUCTION|INSTRUCTIONS|ANNOUNCEMENT|VALIDATION|NOTE|BYPASS|POLICY|REQUIREMENT|CHECK|WARNING|MESSAGE"},
    {Family::kPretext, 3, "for|to|with|ensure|ensures|maintain|and|due ~5 $formal ~1 compliance|regulations|requirements|reasons|purposes|logging|trail|protocols|standards|policies|incidents|vulnerabilities|measure|verification|check|checks|validation"},
    {Family::kPretext, 3, "for|with|regulatory|maintain|ensure|ensures|enhanced ~3 compliance"},
    {Family::kPretext, 4, "mandatory|required|essential|crucial|critical|compulsory ~2 for all|every|any|each ~5 requests|request|operations|navigation|calls|queries|searches|users"},
    {Family::kPretext, 4, "all|every|each|any ~3 request|requests|operations|queries|calls|navigation|searches ~1 must|should|require|requires|now|need"},
    {Family::kPretext, 3, "this ~4 is ~1 mandatory|crucial|essential|critical|imperative|compulsory"},
    {Family::kPretext, 3, "it's|it ~1 critical|crucial|essential|imperative|vital to"},
    {Family::kPretext, 2, "ensure|ensures|ensuring|maintain|maintaining|improve|improves|improving|enhance|prevent|prevents ~4 integrity|consistency|compliance|performance|reliability|quality|corruption|safety|unauthorized"},
    {Family::kPretext, 3, "for ~2 enhanced|improved|optimal|proper|comprehensive|better ~5 and|performance|security|validation|results|analysis|experience"},
    {Family::kPretext, 3, "for testing|debugging|training|security|verification|safety|quality purposes|reasons"},
    {Family::kPretext, 3, "temporary|internal|system-level|backend ~2 change|alias|measure|note|requirement|security"},
    {Family::kPretext, 3, "to provide ~3 holistic|comprehensive|necessary|complete|enhanced|detailed|personalized ~3 view|context|background|information|analysis|results|experience"},
    {Family::kPretext, 3, "the|our|this system ~1 requires|must|automatically|now|needs"},
    {Family::kPretext, 2, "^important|warning|critical|mandatory"},
    {Family::kPretext, 2, "you must|should|shall"},
};
// clang-format on

}  // namespace

const RuleSet& phrase_rules() {
  static const RuleSet kSet(kClasses, kRules);
  return kSet;
}

}  // namespace touchstone::detect
