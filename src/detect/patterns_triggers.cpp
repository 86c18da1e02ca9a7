// What makes a part of a text worth reading for instructions, and the bytes of characters that
// hide.
//
// Of a phrase only one word is a literal, the one that honest texts have least often; the others
// are looked for beside it, whatever blanks, breaks or marks stand between them (gap.hpp).
#include "detect/content_tables.hpp"

namespace touchstone::detect {
namespace {

// clang-format off
constexpr TriggerRule kTriggerRules[] = {
    {"ignore", "", "all|any|the above|your|previous|prior|every|my|what|the instruction|the previous|the prior|the earlier|the preceding|the rules|the system|the direction|the guideline|the prompt|these instr|those instr"},
    {"forget", "", "all|your|previous|every|the|any|what"},
    {"overlook", "", "all|every|any|what"},
    {"regardless", "", "of previous|of prior|of earlier|of any previous|of all previous|of your"},
    {"anything", "do", "now"},
    {"instruction", "previous|prior|above|original|following|important", ""},
    {"instructions", "new|your|real", ""},
    {"your", "", "previous|prior|original|prompt|conversation|answer"},
    {"your", "in", "response"},
    {"strictly", "", "adhere|follow"},
    {"prompt", "system", ""},
    {"important", "", "message"},
    {"urgent", "", "message"},
    {"now", "you are", ""},
    {"from", "", "now on|the user"},
    {"override", "", "your|previous|all previous|the system prompt|the previous instr"},
    {"override", "system|admin|emergency|security|developer|root", ""},
    {"bypass", "", "your|safety|all safety|any safety|content filter"},
    {"circumvent", "", "your"},
    {"disable", "", "your safety|your content|your filter|your guard"},
    {"abandon", "", "your|all previous|previous"},
    {"discard", "", "the direction|the instr|the rules|your|all previous|all prior|previous instr|any previous|any instr"},
    {"follow", "not|n't|n\xE2\x80\x99t|never|longer have to|longer need to|longer", "the previous|any previous|the above|your|the instr|the original|the system|previous|prior|earlier|any of|the earlier|the prior|any instr|these instr"},
    {"following", "stop|cease|quit", "your|the previous|the instr|the above|previous|all|any|the system"},
    {"obey", "not|n't|never|longer", ""},
    {"obeying", "stop|cease|quit", ""},
    {"aside", "set|put|leave|cast", "your|all previous|any previous|previous|prior|the previous|all prior"},
    {"attention", "no", "to the instr|to the previous|to the above|to your|to previous|to any|to prior|to all"},
    {"instructions", "the|these|those|all|any|above|prior|previous|earlier", "above|you were|you received|no longer|you have been|you got|given above|are void|are cancel"},
    {"rules", "the|all", "you were|you received|you have been"},
    {"directive", "new|updated|urgent|system|admin|security|emergency|developer", ""},
    {"instruction", "system|admin|urgent|special|new", ""},
    {"user", "the", "must not|should not|must never|should never|mustn't|shouldn't|shall not|may not|will not notice|won't notice|does not notice|doesn't notice|never notice|will never"},
    {"human", "the", "must not|must never|should not|should never|shall not|may not"},
    {"user", "sure the|ensure the|ensure that the|sure that the", "does|doesn't|never|cannot|can't|won't|will not|is not|isn't"},
    {"user", "let the", "know|see|find|notice|learn|discover|realize|realise|suspect"},
    {"user", "keep the|leave the", "in the dark|unaware|uninformed|out of the loop|oblivious|ignorant"},
    {"user", "should the|must the|may the|shall the", "be|know|learn|find|ever"},
    {"user", "hidden to the|unknown to the|invisible to the|tell the", "nothing"},
    {"user", "inform the|notify the|alert the|tell the|telling the|informing the|notifying the|warning the|alerting the", ""},
    {"nothing", "say|tell|reveal|mention|disclose", "about|of|to the user"},
    {"reveal", "not|n't|n\xE2\x80\x99t|never", "this|these|that|it|any|your|what"},
    {"disclose", "not|n't|n\xE2\x80\x99t|never", "this|these|that|it to|any of|your|what"},
    {"mention", "never", ""},
    {"mentioning", "avoid|refrain from", ""},
    {"revealing", "avoid|refrain from", "this|these|it|that|any|your"},
    {"disclosing", "avoid|refrain from", "this|these|it|that|any|your"},
    {"assistant", "are an ai|are the ai|are an|instruction for the|instructions for the|message for the|note for the|note to the|directive for the|orders for the", ""},
    {"agent", "are an ai|are the ai|message to the|instructions for the|note to the|directive to the", ""},
    {"model", "for the ai|to the ai|for any ai|to any ai|are an ai", ""},
    {"agents", "to ai|for ai|to all ai|for all ai", ""},
    {"reading", "assistant|assistants|models|model|agents|llm|llms|chatbots", "this|the"},
    {"processing", "assistant|assistants|models|agents|llm|llms", "this|the"},
    {"summarizing", "assistant|assistants|models|model|agents|llm|llms", "this|the"},
    {"tool", "call the|invoke the|execute the|trigger the", ""},
    {"tool", "", "to forward|to send everything|to send all|to send this|to email|to wire|to leak|to exfil|to share all|to upload all|to post all|to transfer|to overwrite|to pay|to delete|with all|with the contents|with the full|with the user|with the body|with the entire|immediately|now|right away|at once|and send|and forward|and paste|and pass|and transfer"},
    {"call", "you must|must first|you must first|you must now|you must also|you need to|sure to|you should now|you must then|must immediately|immediately", ""},
    {"invoke", "kindly|please|you must|must first|you must first|you must now|you need to|sure to|you should now|immediately", ""},
    {"function", "continue, call the|proceed, call the|now call the|must call the|continue call the", ""},
    {"replying", "prior to", ""},
    {"responding", "prior to", ""},
    {"answering", "prior to|you finish|you start|you begin", ""},
    {"respond", "before you", ""},
    {"answer", "before you", ""},
    {"reply", "before you", ""},
    {"calling", "before", "any tool|any other tool|this tool|other tools"},
    {"conversation", "this|entire|full|whole|our|your", "to http|to the|history|in base|as base|and append|and send|into"},
    {"chat", "entire|full|whole|this|our", "to http"},
    {"encode", "", "all messages|the conversation|the chat|this conversation|this chat|all user|the system prompt|the user|the entire|the full|our|everything"},
    {"api key", "the|any|all|your|user's", "to http|to the url|to the link|to the end|in the query|and open|and load|and fetch|and visit"},
    {"api key", "followed by the|followed by your|followed by any", ""},
    {"password", "the user's|user's|users", "to http|to the url|to the link|in the query|into"},
    {"token", "access|session|auth|bearer|api", "to http|to the url|in the query|in the url|into the url"},
    {"credentials", "send all|post all|upload all|email all|forward all|all the|any|send any", "you can|you find|to http|you have|found|stored"},
    {"user's", "the|all", "private|personal data|emails|contacts|inbox|secrets|sensitive|confidential|conversation|messages to|passwords"},
    {"appended", "prompt|history|conversation|secrets|messages", ""},
    {"tell", "not|n't|n\xE2\x80\x99t|never", ""},
    {"inform", "not", ""},
    {"mention", "not|n't|n\xE2\x80\x99t", ""},
    {"without", "", "telling|informing|the user"},
    {"solve", "you can", ""},
    {"following", "the", "first"},
    {"task", "previous|new|actual", ""},
    {"task", "", "that i"},
    {"gave", "", "you in"},
    {"query", "user", ""},
    {"developer", "", "mode"},
    {"system", "begin|end of|<", ""},
    {"conversation", "the", ""},
    {"chat", "", "history"},
    {"dear", "", "ai|assistant"},
    {"assistant", "<|to the|to the ai|for the ai|to any|to any ai|to all ai|to an ai", ""},
    {"agent", "to the ai|for the ai|to any ai", ""},
    {"assistants", "to ai|for ai|to all", ""},
    {"answering", "before", ""},
    {"responding", "before", ""},
    {"replying", "before", ""},
    {"maintainer", "i'm the|i am the|i am your|i'm your", ""},
    {"attention", "", "ai"},
    {"language", "", "model"},
    {"apply", "no longer", ""},
    {"precedence", "takes|take", ""},
    {"placeholders", "the", ""},
    {"executing", "by", ""},
    {"calling", "by", ""},
    {"invoking", "by", ""},
};
// clang-format on

}  // namespace

std::span<const TriggerRule> trigger_rules() { return kTriggerRules; }

std::string_view instruction_triggers() {
  return "disregard|disobey|unrestricted|jailbreak|<important>|<tool_use|"
         "<function_calls|[admin|\nsystem: you|\\nsystem: you|"
         "im_start|im_end|endoftext|[inst]|[/inst]|[system|"
         "### system|### instruction|<<sys|<system>|</system>|<tool_call|<function_call|"
         "</tool_res|\nassistant:|\nhuman:|\\nassistant:|\\nhuman:|exfiltrat|silently|secretly|"
         "\\udb40|"
         "\xEF\xBD\x85|\xEF\xBD\x8F|\xEF\xBD\x89|"
         "\xF0\x9D\x90|\xF0\x9D\x91|\xF0\x9D\x92|\xF0\x9D\x93|\xF0\x9D\x94|\xF0\x9D\x95|"
         "\xF0\x9D\x96|\xF0\x9D\x97|\xF0\x9D\x98|\xF0\x9D\x99";
}

std::string_view spelled_triggers() {
  return "\\u0|\\u1|\\u2|\\u3|\\ud|\\uf|\\x2|\\x3|\\x4|\\x5|\\x6|\\x7|"
         "&#x|&#0|&#1|&#2|&#3|&#4|&#5|&#6|&#7|&#8|&#9|"
         "&shy;|&zwj;|&zwnj;|&zerow|&commat;|&lowbar;|&period;|"
         "&nbsp;|&thinsp;";
}

std::string_view hidden_triggers() {
  return "\xE2\x80\x8B|\xE2\x80\x8C|\xE2\x80\x8D|\xE2\x80\x8E|\xE2\x80\x8F|\xE2\x80\xAA|"
         "\xE2\x80\xAB|"
         "\xE2\x80\xAC|\xE2\x80\xAD|\xE2\x80\xAE|\xE2\x81\xA0|\xE2\x81\xA1|\xE2\x81\xA2|"
         "\xE2\x81\xA3|"
         "\xE2\x81\xA4|\xE2\x81\xA6|\xE2\x81\xA7|\xE2\x81\xA8|\xE2\x81\xA9|\xEF\xBB\xBF|"
         "\xF3\xA0\x80|"
         "\xF3\xA0\x81|\xF3\xA0\x84|\xF3\xA0\x85|\xF3\xA0\x86|\xF3\xA0\x87|\xE1\xA0\x8E|"
         "\xE3\x85\xA4|"
         "\x1B[8m";
}

}  // namespace touchstone::detect
