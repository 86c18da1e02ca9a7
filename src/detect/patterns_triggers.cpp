// What makes a part of a text worth reading for instructions, and the bytes of characters that
// hide.
#include "detect/content_tables.hpp"

namespace touchstone::detect {

std::string_view instruction_triggers() {
  return "ignore all|ignore any|ignore the above|ignore your|ignore previous|ignore prior|ignore "
         "every|"
         "ignore my|disregard|forget all|forget your|forget previous|forget every|forget the|"
         "previous instruction|prior instruction|above instruction|original instruction|"
         "new instructions|following instruction|strictly adhere|strictly follow|system prompt|"
         "your previous|your prior|your original|your instructions|your prompt|important "
         "message|important instruction|urgent message|"
         "you are now|from now on|not tell|n't tell|not inform|not mention|n't mention|never tell|"
         "without telling|without informing|without the user|from the user|you can solve|"
         "the following first|task that i|gave you in|previous task|new task|user query|"
         "developer mode|unrestricted|jailbreak|im_start|im_end|endoftext|[inst]|[/inst]|[system|"
         "### system|### instruction|<<sys|<system>|</system>|<tool_call|<function_call|"
         "</tool_res|begin system|end of system|\nassistant:|\nhuman:|exfiltrat|"
         "your conversation|the conversation|chat history|silently|secretly|in your response|"
         "your answer|dear ai|dear assistant|attention ai|language model|no longer apply|"
         "real instructions|actual task|takes precedence|take precedence|the placeholders|"
         "by executing|by calling|by invoking|\xEF\xBD\x85|\xEF\xBD\x8F|\xEF\xBD\x89|"
         "\xF0\x9D\x90|\xF0\x9D\x91|\xF0\x9D\x92|\xF0\x9D\x93|\xF0\x9D\x94|\xF0\x9D\x95|"
         "\xF0\x9D\x96|\xF0\x9D\x97|\xF0\x9D\x98|\xF0\x9D\x99";
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
