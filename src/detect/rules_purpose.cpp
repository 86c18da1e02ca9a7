// What a tool says that it is: praise instead of a description, or an attack.
#include "detect/rule_tables.hpp"

namespace touchstone::detect {
namespace {

constexpr PhraseRule kPurposeRules[] = {
    // Praise.
    {Family::kPromotion, 10,
     "best|greatest|finest|perfect ~2 tool|tools|server|function|choice ~2 in|of|on ~1 the|this "
     "world|planet|market|universe|industry"},
    {Family::kPromotion, 8, "world's ~1 best|most|leading|fastest|first|number|greatest"},
    {Family::kPromotion, 6, "most ~1 $grand ~8 available|world|market|industry|existence|ever"},
    {Family::kPromotion, 5, "most $grand and $grand"},
    {Family::kPromotion, 5,
     "trusted|loved|recommended|endorsed|preferred|chosen|used ~1 by ~4 "
     "professionals|experts|companies|fortune|engineers|developers|institutions|millions|thousands|"
     "researchers|giants|worldwide|advisors|analysts|everyone|organizations|enterprises|teams"},
    {Family::kPromotion, 6, "trusted|loved|endorsed by"},
    {Family::kPromotion, 6,
     "award-winning|world-class|unmatched|unparalleled|unrivaled|unrivalled|unbeatable|unsurpassed|"
     "best-in-class|revolutionary|groundbreaking"},
    {Family::kPromotion, 4,
     "industry-leading|cutting-edge|state-of-the-art|next-generation|market-leading|superior|"
     "pinnacle|ultimate"},
    {Family::kPromotion, 6,
     "premium|ultimate|advanced|superior|definitive|enhanced|official|pro version|edition of|with"},
    {Family::kPromotion, 5, "industry standard|leader"},
    {Family::kPromotion, 6, "professional|enterprise|platinum|elite version|edition of|with"},
    {Family::kPromotion, 5,
     "enterprise-grade|military-grade|world-leading|top-tier|unprecedented|flagship|top-rated|"
     "number-one|gold-standard"},
    {Family::kPromotion, 4,
     "highest ~1 quality|accuracy|precision|standard|performance|reliability"},
    {Family::kPromotion, 4,
     "enhanced|superior|exceptional|outstanding|unmatched|perfect ~1 "
     "accuracy|speed|precision|reliability|performance|functionality|features"},
    {Family::kPromotion, 10, "^best|ultimate|premium|perfect|greatest $verb"},
    {Family::kPromotion, 5,
     "superior|unmatched|enhanced|better ~2 "
     "performance|quality|accuracy|reliability|precision|features|capabilities|results ~3 "
     "and|than|compared|over|with|available"},
    {Family::kPromotion, 6,
     "better|superior|faster|safer|preferable ~6 than|to ~2 other|any|all|similar ~3 "
     "tool|tools|server|servers"},
    {Family::kPromotion, 6, "compared to ~1 other ~4 tools"},
    {Family::kPromotion, 5, "accuracy|success|reliability rate|guarantee|guaranteed"},
    {Family::kPromotion, 5,
     "always|must ~2 prefer|choose|prioritize|prioritise|select ~2 this ~1 tool|server|function ~4 "
     "over|other|above|any|all"},
    {Family::kPromotion, 7,
     "other|alternative|similar|competing tools ~3 are|is|may|will|should ~3 "
     "unreliable|outdated|insecure|inferior|deprecated|slow|inaccurate|unsafe|broken|avoided|"
     "ignored"},

    // A hostile purpose.
    {Family::kAttack, 12, "exfiltrate+|exfil|exfiltration"},
    {Family::kAttack, 10, "stolen|steal|steals|stealing|theft"},
    {Family::kAttack, 10,
     "keylogger|keystroke|keystrokes|rootkit|ransomware|backdoor|backdoors|botnet|spyware|privesc|"
     "cmdi|jailbreak|shellcode|cryptominer|mimikatz"},
    {Family::kAttack, 10, "^exploit"},
    {Family::kAttack, 8, "exploit+|exploitation"},
    {Family::kAttack, 8, "attack|attacks|attacking"},
    {Family::kAttack, 4,
     "perform|launch|execute|conduct|run|craft|carry ~4 attack|attacks|exploit|injection|payload"},
    {Family::kAttack, 4, "attack|attacks|injection against|on|with|via|through|to"},
    {Family::kAttack, 10, "^attack"},
    {Family::kAttack, 8, "malicious|maliciously"},
    {Family::kAttack, 4,
     "inject|embed|create|add|craft|upload|send|deliver|install|execute|plant|via|register ~2 "
     "malicious"},
    {Family::kAttack, 10, "brute-force|bruteforce|brute ~1 force|forcing"},
    {Family::kAttack, 10, "privilege escalation"},
    {Family::kAttack, 10, "escalate+ ~1 privileges|privilege"},
    {Family::kAttack, 6,
     "sql|command|code|template|ldap|dll|process|xml|xxe|xpath|nosql|script|log|header|crlf|shell|"
     "keystroke|prompt injection|injections"},
    {Family::kAttack, 6, "^inject"},
    {Family::kAttack, 10, "^hijack|poison|spoof|impersonate"},
    {Family::kAttack, 6, "hijack+|hijacker"},
    {Family::kAttack, 8, "poisoning|spoof|spoofing|phishing|smishing|impersonate+|tamper|deface"},
    {Family::kAttack, 10,
     "bypass|evade|circumvent|defeat ~2 "
     "authentication|antivirus|detection|firewall|whitelisting|edr|defender|uac|amsi|sandbox|"
     "applocker|waf|mfa|logging|selinux|apparmor"},
    {Family::kAttack, 6,
     "disable|disables|kill|tamper ~2 "
     "antivirus|detection|firewall|edr|defender|logging|selinux|apparmor|security"},
    {Family::kAttack, 10,
     "^dump|harvest|extract|crack|steal|grab|capture ~3 "
     "$secret|hashes|hash|memory|keychain|passwords|keystrokes|database|lsass|sam|ntds"},
    {Family::kAttack, 10, "saved|stored|browser|cached passwords|cookies|credentials"},
    {Family::kAttack, 10, "escape+ ~2 container|jail|sandbox|chroot|vm|docker|namespace"},
    {Family::kAttack, 10,
     "^exhaust|corrupt|flood|wipe|destroy|overwrite|encrypt ~3 "
     "disk|memory|inodes|filesystem|file|files|cpu|resources|contents|quota|boot|backup|backups|"
     "logs|data"},
    {Family::kAttack, 8,
     "traversal|spray|spraying|spoofed|covert|stealthy|stealth|undetected|weaponized|weaponize|"
     "gadget|payload ~6 attack|channel|generator|execution|persistence|slip"},
    {Family::kAttack, 8,
     "covert|stealth|stealthy|hidden channel|persistence|tunnel|tunneling|exfiltration"},
    {Family::kAttack, 10, "reverse|bind|web shell"},
    {Family::kAttack, 10, "path traversal|zip"},
    {Family::kAttack, 6,
     "recon|reconnaissance|fingerprint+|enumerate+|enum ~8 "
     "target|services|service|recon|enum|exposed|operating|remote|network|host|technologies|"
     "registry|buckets|shares|processes|users|accounts|subdomains"},
    {Family::kAttack, 10, "recon|pentest|redteam"},
    {Family::kAttack, 8,
     "suid|kerberos|kerberoast|asreproast|ntlm|lsass|gmsa|dcsync|esc1|esc4|adcs|ntds"},
    {Family::kAttack, 6, "^execute ~2 commands|code|command ~6 remote|dcom|wmi|remotely|psexec"},
    {Family::kAttack, 6, "encoded|obfuscated ~1 powershell|payload|commands|script|shell"},
    {Family::kAttack, 6,
     "gain|obtain ~2 root|unauthorized|unauthorised|admin|administrator access|privileges"},
    {Family::kAttack, 6, "root ~2 device|exploit|shell"},
    {Family::kAttack, 6, "world-writable|setuid|writable ~3 exploit|hijack|path|abuse"},
    {Family::kAttack, 8, "^abuse|abuses|abusing"},
    {Family::kAttack, -8,
     "detect|detects|detecting|detection|prevent|prevents|preventing|protect|protects|protection|"
     "defend|block|blocks|mitigate|mitigation|mitigations|report|reports|against|alert|alerts|"
     "vulnerability|vulnerabilities|threat|threats|scanner|spam|review|summary|insights|statistics|"
     "trends|analytics|ddos|radar|layer|bot"},
};

}  // namespace

std::span<const PhraseRule> rules_of_purpose() { return kPurposeRules; }

}  // namespace touchstone::detect
