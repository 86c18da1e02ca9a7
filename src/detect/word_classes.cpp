// The classes of words that rules refer to as $name.
#include "detect/rule_tables.hpp"

namespace touchstone::detect {
namespace {

constexpr WordClass kClasses[] = {
    {"user",
     "user users user's users' human human's person customer client end-user anyone anybody"},
    {"theuser", "user human user's person end-user operator"},
    {"neg", "not never don't dont cannot mustn't shouldn't won't"},
    {"must", "must should shall always required mandatory need needs have please remember ensure"},
    {"told", "tell inform notify alert warn"},
    {"telling", "telling informing notifying alerting warning disclosing revealing"},
    {"mention", "mention reveal disclose divulge acknowledge admit confess"},
    {"consent",
     "approval consent confirmation permission knowledge awareness authorization authorisation"},
    {"call",
     "call calls calling invoke invokes invoking use using run running execute executing trigger "
     "triggering"},
    {"do", "call invoke use run execute trigger perform"},
    {"order", "before after when whenever once prior"},
    {"tool", "tool tools function functions command commands operation operations"},
    {"change",
     "change changes changed changing modify modifies modified modifying replace replaces replaced "
     "replacing alter alters altered altering rewrite substitute substitutes swap redirect "
     "redirects "
     "redirected redirecting adjust adjusts adjusted multiply inflate round switch"},
    {"wish",
     "input inputs request requests query queries choice choices setting settings preference "
     "preferences "
     "specified requested specification specifications instruction instructions original selection "
     "wish wishes "
     "said asked wants intent location provided value values"},
    {"orders",
     "instructions instruction rules rule guidelines guideline prompt prompts directives directive "
     "restrictions constraints commands safeguards safety training"},
    {"ordered",
     "instructions instruction directions directives directive rules rule guidelines guideline "
     "orders commands prompt prompts guidance"},
    {"before", "previous prior above earlier preceding original your system initial existing"},
    {"guard",
     "safety security validation authentication authorization authorisation access safeguard "
     "safeguards "
     "content permission permissions verification"},
    {"guards",
     "restriction restrictions policy policies check checks control controls validation measures "
     "filters "
     "filter protocol protocols requirements rules guardrails limits warnings"},
    {"earlier",
     "previous prior above earlier preceding existing other all any foregoing system original"},
    {"ignore",
     "ignore ignores ignoring disregard disregarding forget override overriding bypass bypassing "
     "discard "
     "neglect skip"},
    {"put",
     "include includes including append attach embed insert add pass provide send put copy paste "
     "supply "
     "submit forward transmit report dump write record store"},
    {"secret",
     "password passwords credential credentials secret secrets token tokens key keys cookies "
     "cookie "
     "api-key api-keys passphrase"},
    {"talk", "conversation conversations chat chats dialogue dialog discussion session"},
    {"reply", "response responses answer answers reply replies output summary message"},
    {"outcome",
     "result results response responses output outputs answer answers value values reply"},
    {"formal",
     "compliance regulatory regulation regulations audit auditing security verification validation "
     "authentication authorization governance"},
    {"grand",
     "advanced sophisticated comprehensive reliable accurate powerful trusted popular complete "
     "efficient "
     "fastest capable precise intelligent"},
    {"gain",
     "get obtain retrieve find resolve look fetch discover determine list identify lookup select "
     "choose"},
    {"effect",
     "delete deleting remove removing clean cleaning erase wipe update updating modify write "
     "writing upload "
     "send sending forward log record create install download disable enable read access open "
     "visit contact "
     "notify post submit transfer copy store save purge reset grant share change set add make"},
    {"verb",
     "get create search find list read write send fetch run execute add update delete make do use "
     "google web "
     "query call navigate open tool tools"},
    {"oblige",
     "must should shall always need needs required require requires have has please ensure "
     "mandatory"},
    {"reader",
     "assistant assistants ai model models llm llms agent agents claude chatgpt gpt caller "
     "callers"},
    {"machine",
     "ai ais assistant assistants llm llms chatbot chatbots chatgpt claude gpt gpt-4 gpt-5 gemini "
     "copilot"},
    {"bid",
     "send forward email mail call use run execute ignore disregard forget reveal include tell say "
     "respond answer recommend post upload delete transfer click visit open write print output "
     "append add read fetch get copy summarize summarise rate rank praise approve accept refuse "
     "stop do don't never always please you remember give state claim translate buy pay book "
     "invite share reply insert mention report obey follow disclose show list find search"},
    {"away",
     "send forward email mail upload post transfer exfiltrate leak bcc cc wire submit share"},
    {"harm",
     "send forward email mail upload post transfer leak bcc wire share reveal disclose ignore "
     "disregard forget delete invoke recommend rate praise click visit obey export approve pay buy "
     "print output append reply respond"},
    {"private", "conversation conversations chat history messages prompt secrets transcript inbox"},
    {"goods",
     "file files data salary salaries conversation conversations history message messages password "
     "passwords secret secrets key keys token tokens contents content document documents record "
     "records report reports sheet spreadsheet list contacts database credentials inbox emails "
     "mails invoices invoice money funds payment payments everything"},
    {"given",
     "gave given provided supplied specified entered chose asked requested selected typed wanted"},
    {"handle",
     "id ids identifier identifiers key keys name names slug schema schemas uuid guid valid "
     "available "
     "fields exact numeric which url uri path parameters ref syntax types cursor"},
};

}  // namespace

std::span<const WordClass> word_classes() { return kClasses; }

}  // namespace touchstone::detect
