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
    {"ignore", "", "all|any|the above|your|previous|prior|every|my|what"},
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
    {"system", "begin|end of", ""},
    {"conversation", "the", ""},
    {"chat", "", "history"},
    {"dear", "", "ai|assistant"},
    {"assistant", "to the|to the ai|for the ai|to any|to any ai|to all ai|to an ai", ""},
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
  return "disregard|unrestricted|jailbreak|im_start|im_end|endoftext|[inst]|[/inst]|[system|"
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
         "&shy;|&zwj;|&zwnj;|&zerow|&commat;|&lowbar;|&period;";
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
